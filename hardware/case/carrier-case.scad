// Houses the carrier with the Pico. Cables leave through the slots in the long walls, USB at the short side's middle.
include <../made/case/figures.scad>
part = "bottom";                // "bottom" or "lid"
$fn = 48;

wall = 2;
gap = 1;
inside = [carrier[0] + 2 * gap, carrier[1] + 2 * gap];
high = 32;
stand = 6;

module shell(h) {
    linear_extrude(h) offset(r = wall) translate([-gap, -gap]) square(inside);
}

module at_screws() {
    // figures count y downwards
    for (s = carrier_screws) translate([s[0], carrier[1] - s[1], 0]) children();
}

module bottom() {
    difference() {
        shell(high);
        translate([-gap, -gap, wall]) cube([inside[0], inside[1], high]);
        // USB of the Pico, at the upper edge of the board
        translate([pico_usb_x - 8, carrier[1] - 1, wall + stand + 6]) cube([16, 10, 12]);
        // cables
        for (x = [-10, carrier[0] - 5]) translate([x, 12, wall + stand + 8]) cube([15, carrier[1] - 24, 10]);
    }
    at_screws() difference() {
        cylinder(d = 7, h = wall + stand);
        translate([0, 0, wall]) cylinder(d = 2.6, h = stand + 1);
    }
}

module lid() {
    difference() {
        shell(wall);
        // a groove in the outer side tells by touch where USB is
        translate([pico_usb_x - 8, carrier[1] - 3, -1]) cube([16, 3, 1.8]);
    }
    translate([-gap + 0.2, -gap + 0.2, wall]) difference() {
        cube([inside[0] - 0.4, inside[1] - 0.4, 4]);
        translate([wall, wall, -1]) cube([inside[0] - 0.4 - 2 * wall, inside[1] - 0.4 - 2 * wall, 6]);
    }
}

if (part == "bottom") bottom();
else lid();
