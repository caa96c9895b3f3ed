// Sets every magnet the same way round, without looking: a master magnet is glued under the thin skin in the middle. A
// new magnet, dropped into the cup, turns itself over and sits down on it the one way only. A drop of glue into the foot,
// the foot into the cup, press, wait, lift.
include <../made/case/figures.scad>
$fn = 64;

base = [40, 40, 8];
skin = 0.6;
cup = [hole + 0.4, 3.6];        // guides the lower part of a foot, whose end comes down onto the base

difference() {
    union() {
        translate([-base[0] / 2, -base[1] / 2, 0]) cube(base);
        translate([0, 0, base[2]]) difference() {
            cylinder(d = cup[0] + 6, h = cup[1]);
            translate([0, 0, -1]) cylinder(d = cup[0], h = cup[1] + 2);
            // a way for fingers to push the foot out
            translate([-20, -3, 1]) cube([40, 6, cup[1]]);
        }
    }
    // the master magnet, from below
    translate([0, 0, -1]) cylinder(d = magnet[0] + 0.2, h = base[2] - skin + 1);
    // the corner to the front is cut: it tells by touch which way the jig lies
    translate([base[0] / 2, -base[1] / 2, 0]) rotate(45) cube([8, 8, 60], center = true);
}
