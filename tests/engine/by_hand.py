"""Records written by hand, and what is made of them."""

import json

from engine.registry import commands


def replayed(*lines):
    """What a record leads to, its first line first."""
    return list(commands(lines[0]["game"]).replay([json.dumps(line) for line in lines]))


def walked(head, turns):
    """What a record leads to of pairs of seat and action."""
    return replayed(head, *({"seat": seat, "action": action} for seat, action in turns))
