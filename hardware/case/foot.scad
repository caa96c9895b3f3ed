// The foot of a piece: the ball of the game is glued into the cup, the magnet sits in the lower end. A flange rests on
// the board around the hole, so that the piece stands upright. Notches tell the seats apart: A none, B one, C two, D three.
include <../made/case/figures.scad>
seat = 0;                       // 0 to 3 for A to D
$fn = 64;

clearance = 0.2;
flange = [17, 2.4];             // across, high; 21.7 mm from piece to piece leave room for fingers
cup_depth = 4.5;
radius = piece / 2 - clearance; // the lower part fits into the hollow like the ball itself

module lower() {
    // A ball cut flat where the magnet ends.
    flat = sqrt(pow(radius, 2) - pow(magnet[0] / 2 + 0.45, 2));
    intersection() {
        translate([0, 0, piece / 2 - hollow]) sphere(radius);
        translate([-20, -20, piece / 2 - hollow - flat]) cube([40, 40, hollow]);
        cylinder(d = hole - 2 * clearance, h = 2 * hollow, center = true);
    }
}

module notches() {
    for (i = [0 : 1 : seat - 1]) rotate(i * 40) translate([flange[0] / 2, 0, -1]) cylinder(d = 2.6, h = flange[1] + 1, $fn = 24);
}

module foot() {
    top = flange[1] + cup_depth;
    difference() {
        union() {
            lower();
            difference() {
                union() {
                    cylinder(d = flange[0], h = flange[1]);
                    cylinder(d1 = flange[0] - 3.6, d2 = piece + 0.4, h = top);
                }
                notches();
            }
        }
        // the cup for the ball
        translate([0, 0, flange[1] + piece / 2]) sphere(d = piece + 0.2);
        // the magnet, flush with the lower end
        translate([0, 0, piece / 2 - hollow - radius - 1]) cylinder(d = magnet[0] + 0.15, h = 1 + magnet[1] + 0.55, $fn = 32);
    }
}

foot();
