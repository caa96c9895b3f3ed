"""Facts as the session tells them, from short ones: how the pieces stand and what each action did is added."""

from companion.facts import Fact, moved_data, standing_data
from companion.speech.table import Board
from engine.contract import Moved
from engine.ring.account import moved, standing_pieces
from engine.ring.board import RingBoard
from engine.ring.pieces import parse_masks
from engine.tac.game import TacGame

YARDS = {f"{seat}y": seat for seat in "ABCDEF"}
RING = Board(64, YARDS)
"""What is counted on the board for TAC."""
STANDING = ("setup", "move", "corrected", "takeback", "revised")
BOARDS = {count: RingBoard("", tuple("ABCDEF"[:count])) for count in (4, 6)}


def read(position):
    """Board, seats and pieces of a position of a ring game."""
    seats = tuple(group[0] for group in position.split())
    board = BOARDS[6 if {"E", "F"} & set(seats) else 4]
    return board, seats, parse_masks(board, seats, position)


def standing(position):
    """How the pieces of a position stand."""
    return standing_pieces(*read(position), "fresh")


class Teller:
    """Fills in facts one after the other; it knows what the actions before them were."""

    def __init__(self, position=None):
        self.position = position
        self.plays = []

    def __call__(self, fact):
        data = dict(fact.data)
        if fact.kind == "revised":
            count = len(self.plays) - data["ply"] + 1
            if count:
                self.position = self.plays[-count][0]
                del self.plays[-count:]
            data["moves"] = [self._move(dict(one)) for one in data["moves"]]
        elif fact.kind == "move":
            data = self._move(data)
        elif fact.kind == "question":
            data["moved"] = [self._meant(one["card"], one["action"]) for one in data["choices"]]
        if fact.kind in STANDING:
            data["standing"] = standing_data(standing(data["position"]))
            self.position = data["position"]
        return Fact(fact.kind, fact.t, data)

    def _move(self, data):
        found, base, seat = self._moved(data.get("card", ""), data["action"], data["position"])
        if base != self.position:
            data["undone"] = seat
            undone = next(one for one in reversed(self.plays) if one[0] == base)
            data["returned"] = [captured.owner for way in undone[3] for captured in way.captured]
        self.plays.append((self.position, data["seat"], data["action"], found))
        data["moved"] = moved_data(found)
        if data["action"] != "discard":
            data |= telling(data.get("card"))
        if data["action"] in ("skip", "devil"):
            seats = [group[0] for group in data["position"].split()]
            data["against"] = seats[(seats.index(data["seat"]) + 1) % len(seats)]
        self.position = data["position"]
        return data

    def _meant(self, card, action):
        game = TacGame()
        for first in "ABCD":
            state = game.begin({"first": first, "position": self.position})
            for option in game.options(state, card):
                if option.action == action:
                    return moved_data(game.account(state, option).moved)
        return []

    def _moved(self, card, action, after):
        bases = [(self.position, None)]
        last = next((one for one in reversed(self.plays) if one[2] != "pass-hands"), None)
        if card == "tac" and action != "discard" and last is not None and last[2] != "discard":
            bases.insert(0, last[:2])
        for base, seat in bases:
            if base is None:
                continue
            if not any(sign in action for sign in "-~x") or action == "pass-hands":
                if base == after:
                    return (), base, seat
                continue
            board, seats, masks = read(base)
            found = moved(board, seats, masks, read(after)[2], action)
            if found is not None:
                return found, base, seat
        return (), self.position, None


def told(facts, position=None):
    """These facts as the session tells them."""
    teller = Teller(position)
    return [teller(fact) for fact in facts]


def telling(card):
    """How a card is told, as the games say."""
    named = {"named": card} if card in ("tac", "angel") else {}
    return named | ({"for_all": True} if card in ("trickster", "angel", "swap") else {})


def way(origin, target, kind="forward", owner="A", **more):
    """A piece's way, as plain values."""
    return moved_data([Moved(owner, origin, target, kind, **more)])
