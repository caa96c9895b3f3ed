// Folds the upper wire of a reed switch back along its glass without breaking it: the switch stands in the slot, the wire
// is bent round the rounded edge, never at the glass, and cut at the second groove. Ten stand in a row.
include <../made/case/figures.scad>
$fn = 32;

count = 10;
step = 8;
slot = [reed[1] + 0.5, reed[0] + 1.0];  // across, deep: one millimetre of wire stays straight at either end
block = [count * step + 8, 14, slot[1] + 6];

difference() {
    translate([-8, -block[1] / 2, 0]) cube(block);
    for (i = [0 : count - 1]) translate([i * step, 0, 0]) {
        translate([0, 0, block[2] - slot[1]]) cylinder(d = slot[0], h = slot[1] + 1);
        translate([0, 0, -1]) cylinder(d = 1, h = block[2] + 2);
        // the groove down which the folded wire lies
        translate([-0.4, 0, block[2] - slot[1]]) cube([0.8, slot[0] / 2 + 1.2, slot[1] + 1]);
    }
}
