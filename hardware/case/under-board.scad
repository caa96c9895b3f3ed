// What holds the board up and the circuit boards on: a corner with a lip, screwed to the board from below, and a post.
include <../made/case/figures.scad>
part = "corner";                // "corner" or "post"
$fn = 48;

high = 34;                      // room for wires, plugs and circuit boards

module corner() {
    difference() {
        union() {
            cube([50, 50, 4]);
            cube([50, 5, high]);
            cube([5, 50, high]);
        }
        for (at = [[15, 35], [35, 15]]) translate([at[0], at[1], -1]) {
            cylinder(d = 4.2, h = 6);
            translate([0, 0, 3]) cylinder(d1 = 4.2, d2 = 8.4, h = 2.1);
        }
        translate([55, 55, -1]) cylinder(r = 30, h = 6);
    }
}

module post() {
    difference() {
        union() {
            cylinder(d = 16, h = 2);
            cylinder(d = 7, h = 10);
        }
        translate([0, 0, 2]) cylinder(d = 2.6, h = 9);
    }
}

if (part == "corner") corner();
else post();
