// Lies in a yard of the board, wide as its rim above and as its felt below: four hollows in which feet stand. The pockets
// of the reed switches are drilled from below through the board, up to the tray. Measure how deep your yard is.
include <../made/case/figures.scad>
$fn = 64;

thick = hollow + floor_left;
difference() {
    cylinder(d1 = yard_across - 0.6, d2 = yard_rim - 1, h = thick);
    for (place = yard_places) translate([place[0], place[1], 0]) {
        translate([0, 0, thick - hollow + piece / 2]) sphere(d = piece);
    }
    // a finger finds the middle, and lifts the tray out
    translate([0, 0, thick]) sphere(d = 6, $fn = 48);
}
