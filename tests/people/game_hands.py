"""Hands that play any of the smaller games by lot: what is done next, and what is told in private at the start."""

import re

from companion.session import asking
from companion.virtual.performance import Scene
from engine.contract import HANDS
from engine.registry import settings_of

OWN_RANKS = "3,5,1,2,4,2,3,5,1,4"
CARDS = "1,10,swap,7x1,4,2"
PRIVATE = {
    **{("tactik", variant): (f"hand A {','.join(CARDS.split(',')[:6 if variant == 'two' else 4])}",)
       for variant in settings_of("tactik").layouts},
    ("tactix", "full"): (), ("tactix", "short"): (),
    ("tacocat", ""): ("hand A 3,4,4,5,6,7,9", "hand B 2,3,5,5,6,8,10"),
    ("tactiki", ""): (f"hand T {OWN_RANKS}", f"hand K {OWN_RANKS}"),
}  # fmt: skip
"""What players of a game and its variant tell at the start, where they do."""
ENDS = 0.4
"""How often "done" is said where more cards could be laid."""


def chosen(game, state, ply, lot):
    """What a player does next, as a scene for hands; None where nothing can be done."""
    awaited = game.awaits(state)
    if awaited is None:
        return None
    if awaited.kind == HANDS:
        return scene_of(game, state, ply, lot.choice(game.options(state, "")))
    if awaited.can_end and lot.random() < ENDS:
        return scene_of(game, state, ply, game.options(state, "")[0], is_said=True)
    state = asking.turned(game, state, lot.choice(awaited.seats))
    cards = list(game.possible_cards(state, state.seat))
    lot.shuffle(cards)
    usable = next((card for card in cards if game.options(state, card)), None)
    if usable is None and awaited.can_end:
        return scene_of(game, state, ply, game.options(state, "")[0], is_said=True)
    option = lot.choice(game.options(state, usable)) if usable else game.aside(state, cards[0])
    return scene_of(game, state, ply, option, is_aside=usable is None)


def scene_of(game, state, ply, option, **more):
    """An option as hands play it."""
    moved = game.account(state, option).moved
    return Scene(ply + 1, state.seat, option.card or "", option.action, state.picture, option.picture, moved=moved,
                 is_whole=option.is_whole, state=state, **more)  # fmt: skip


def after(game, scene):
    """The state once a play counts."""
    options = [*game.options(scene.state, scene.card), game.aside(scene.state, scene.card)]
    return game.play(scene.state, next(one for one in options if one.action == scene.action))


def secrets_in(position, events):
    """What a public position tells of hands and ranks that were told in private alone."""
    if " covered:" in position:
        return re.findall(r" [AB]:(?!-)[?,]*[0-9]", position)
    has_fought = any(event.get("deed") or event.get("cards") for event in events if event["type"] == "move")
    return [] if has_fought else re.findall(r"=[1-5]", position)
