// A plate for the buttons, told apart by touch. From the left: done (ring), again (bar), stop (cross), 1 (dot), 2 (two dots).
include <../made/case/figures.scad>
$fn = 48;

button = 12.2;                  // thread of the buttons
step = 28;
plate = [keys * step + 8, 46, 3];
raised = 1;

module mark(i) {
    if (i == 0) difference() { cylinder(d = 9, h = raised); translate([0, 0, -1]) cylinder(d = 6, h = raised + 2); }
    if (i == 1) translate([-5, -1, 0]) cube([10, 2, raised]);
    if (i == 2) for (turn = [45, -45]) rotate(turn) translate([-5, -1, 0]) cube([10, 2, raised]);
    if (i == 3) cylinder(d = 3, h = raised);
    if (i == 4) for (x = [-3, 3]) translate([x, 0, 0]) cylinder(d = 3, h = raised);
}

difference() {
    union() {
        cube(plate);
        for (y = [0, plate[1] - 3]) translate([0, y, -22]) cube([plate[0], 3, 23]);
        for (x = [0, plate[0] - 3]) translate([x, 0, -22]) cube([3, plate[1], 23]);
        for (i = [0 : keys - 1]) translate([18 + i * step, 36, plate[2]]) mark(i);
    }
    for (i = [0 : keys - 1]) translate([18 + i * step, 18, -1]) cylinder(d = button, h = plate[2] + 2);
    // the cable
    translate([plate[0] / 2 - 5, plate[1] - 4, -23]) cube([10, 6, 5]);
}
