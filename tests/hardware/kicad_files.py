"""Reads what KiCad and skidl wrote, without either: netlists, schematics, boards."""

import re
from pathlib import Path

MADE = Path(__file__).resolve().parents[2] / "hardware" / "made"


def sexpr(text):
    """Nested lists of words from KiCad's brackets."""
    stack = [[]]
    for bracket, quoted, word in re.findall(r'([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+)', text):
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word or quoted)
    return stack[0][0]


def children(node, name):
    return [child for child in node if isinstance(child, list) and child and child[0] == name]


def child(node, *names):
    for name in names:
        (node,) = children(node, name)
    return node


def netlist_nets(name):
    """{net: {(reference, pin)}} of a netlist; nets of a single pin are those that lead nowhere."""
    tree = sexpr((MADE / name / f"{name}.net").read_text())
    found = {}
    for net in children(child(tree, "nets"), "net"):
        pins = {(child(node, "ref")[1], child(node, "pin")[1]) for node in children(net, "node")}
        found[child(net, "name")[1]] = pins
    return found


def board_nets(name):
    """The same from the pads of a drawn board."""
    tree = sexpr((MADE / name / f"{name}.kicad_pcb").read_text())
    found = {}
    for footprint in children(tree, "footprint"):
        (ref,) = [text[2] for text in children(footprint, "fp_text") if text[1] == "reference"]
        for pad in children(footprint, "pad"):
            for net in children(pad, "net"):
                found.setdefault(net[2], set()).add((ref, pad[1]))
    return found


def schematic_nets(name):
    """The same from a schematic: each pin's end, and the label that is written exactly there."""
    tree = sexpr((MADE / name / f"{name}.kicad_sch").read_text())
    symbols = {symbol[1]: symbol for symbol in children(child(tree, "lib_symbols"), "symbol")}
    labels = {}
    for label in children(tree, "label"):
        labels.setdefault(place(child(label, "at")), set()).add(label[1])
    found = {}
    for symbol in children(tree, "symbol"):
        (ref,) = [entry[2] for entry in children(symbol, "property") if entry[1] == "Reference"]
        x, y = place(child(symbol, "at"))
        for unit in children(symbols[child(symbol, "lib_id")[1]], "symbol"):
            for pin in children(unit, "pin"):
                dx, dy = place(child(pin, "at"))
                (net,) = labels.get((round(x + dx, 2), round(y - dy, 2)), {""})
                found.setdefault(net, set()).add((ref, child(pin, "number")[1]))
    return found


def place(at):
    return round(float(at[1]), 2), round(float(at[2]), 2)
