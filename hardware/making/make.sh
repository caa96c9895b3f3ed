#!/bin/sh
# Draws everything under hardware/made anew: templates and lists, schematics, circuit boards, printed parts, pictures.
# Needs KiCad 6 and OpenSCAD, which are installed where that is permitted. Anything that is not clean ends it.
set -eu
cd "$(dirname "$0")/../.."
made=hardware/made work=build/hardware/work python=.venv/bin/python
packages="kicad kicad-symbols kicad-footprints openscad xvfb xauth librsvg2-bin"

say() { echo "hardware: $*" >&2; }

missing() { for package in $packages; do dpkg -s "$package" >/dev/null 2>&1 || echo "$package"; done; }
if [ -n "$(missing)" ]; then
    as_root=""
    [ "$(id -u)" = 0 ] || as_root="sudo -n"
    say "installing" $(missing)
    { $as_root apt-get update -q && $as_root apt-get install -y -q --no-install-recommends $(missing); } >build/apt-hardware.log 2>&1 ||
        { say "type: sudo apt-get install -y --no-install-recommends $(missing | tr '\n' ' ')"; exit 1; }
fi

# KiCad's module belongs to the system's Python.
tools=build/hardware/venv
if ! cmp -s hardware/making/requirements.txt "$tools/ready"; then
    /usr/bin/python3 -m venv --clear --system-site-packages "$tools"
    "$tools/bin/pip" install -q -r hardware/making/requirements.txt
    cp hardware/making/requirements.txt "$tools/ready"
fi

say "lists, templates, wiring plan"
rm -rf "$work"
mkdir -p "$work"
# What was there comes back if something goes wrong.
mv "$made" "$work/before"
trap 'status=$?; [ $status = 0 ] || { rm -rf "$made"; mv "$work/before" "$made"; }' EXIT
mkdir -p "$made"
$python -m hardware.making.papers "$made"

say "schematics, netlists, circuit boards"
for step in schematic netlist pcb; do nice "$tools/bin/python" -m hardware.making.$step "$work"; done >"$work/boards.log" 2>&1 ||
    { tail -n 20 "$work/boards.log" >&2; exit 1; }
grep -E "^(quarter|carrier): " "$work/boards.log" >&2
for board in quarter carrier; do
    mkdir -p "$made/$board"
    for file in $board.kicad_pro $board.kicad_sch $board.kicad_pcb $board.net $board-gerber.zip $board-parts.csv erc.txt drc.txt; do
        cp "$work/$board/$file" "$made/$board/"
    done
done

say "printed parts"
part() { # name, source, setting
    nice openscad -q --export-format binstl -o "$made/case/$1.stl" -D "${3:-unused=0}" "hardware/case/$2.scad"
}
part foot-A foot seat=0
part foot-B foot seat=1
part foot-C foot seat=2
part foot-D foot seat=3
part magnet-jig magnet-jig
part reed-jig reed-jig
part yard-tray yard-tray
part keys keys
part carrier-case-bottom carrier-case 'part="bottom"'
part carrier-case-lid carrier-case 'part="lid"'
part board-corner under-board 'part="corner"'
part board-post under-board 'part="post"'

say "pictures"
nice $python -m hardware.making.pictures "$work" "$made/pictures"
for name in foot-D yard-tray magnet-jig reed-jig keys carrier-case-bottom carrier-case-lid board-corner; do
    echo "import(\"$PWD/$made/case/$name.stl\");" >"$work/view.scad"
    nice xvfb-run -a openscad -q --imgsize=480,360 --viewall --autocenter --camera=0,0,0,55,0,25,200 \
        -o "$work/$name.png" "$work/view.scad" 2>/dev/null
done
$python -m hardware.making.pictures --join "$work" "$made/pictures/case.png"

$python -m hardware.making.settle "$made"
"$tools/bin/python" -m hardware.making.verify "$made"
$python -m hardware.making.manifest
say "done; look at $made/pictures"
