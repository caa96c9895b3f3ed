"""TACTIX as the table sees it: the contract of a game over the rules. Nobody lays a card; hands on the board do it all.

A board shows which squares are occupied. The faces follow from the moves; where two ways to a square leave another face
on top, the squares that the die was tipped over tell them apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from engine.contract import (
    HANDS,
    Account,
    Awaited,
    Captured,
    Card,
    Cell,
    Displacement,
    Explanation,
    Layout,
    Moved,
    Option,
    Picture,
    Piece,
    Reach,
    Seat,
    Settings,
)
from engine.errors import InvalidNotation
from engine.tactix.dice import SIDES, WHITE, die_of, is_king, side_of
from engine.tactix.explain import explain_move
from engine.tactix.explain_picture import explain_picture
from engine.tactix.moves import Move, moves
from engine.tactix.paths import NUMBERS, SQUARES, paths, run
from engine.tactix.position import FULL, VARIANTS, Position, other
from engine.tactix.seen import Seen
from engine.tactix.settings import LAYOUT, TABLE
from engine.tactix.state import State, begin
from engine.tactix.table import passed, picture

TIP, KING = "tip", "king"
"""Kinds of ways."""
PASS = "pass"
"""A turn that the table let pass: no action of the rules."""


@dataclass(frozen=True, slots=True)
class TactixGame:
    """The game TACTIX."""

    @property
    def name(self) -> str:
        """Name of the game in records and on the command line."""
        return "tactix"

    @property
    def layout(self) -> Layout:
        """The places of the board."""
        return Layout(LAYOUT, SQUARES, (), 0)

    @property
    def settings(self) -> Settings:
        """How it can be set up."""
        return TABLE

    @property
    def cards(self) -> tuple[Card, ...]:
        """There are none."""
        return ()

    def awaits(self, state: Seen) -> Awaited | None:
        """Hands on the board, as long as the game goes on."""
        return None if state.game.is_over else Awaited(HANDS, (state.seat,))

    def seats(self, state: Seen) -> tuple[Seat, ...]:
        """Both sides, white first."""
        return SIDES

    def begin(self, settings: Mapping[str, str]) -> Seen:
        """The game before its first move. Keys: variant, position. Raises: InvalidNotation."""
        unknown = sorted(set(settings) - {"variant", "position"})
        if unknown:
            raise InvalidNotation("setting", unknown[0], "known: variant position")
        variant = settings.get("variant", FULL)
        if variant not in VARIANTS:
            raise InvalidNotation("variant", variant, "known: " + ", ".join(VARIANTS))
        board = Position.parse(settings["position"], variant) if "position" in settings else None
        return Seen(begin(variant, board))

    def options(self, state: Seen, card: Card) -> tuple[Option, ...]:
        """All distinct legal moves; none once the game is over."""
        return () if state.game.is_over else _options(state.game)

    def aside(self, state: Seen, card: Card) -> Option:
        """The turn passes by, as the table decided."""
        return Option("", PASS, state.position, state.picture, gesture=False)

    def lay_aside(self, state: Seen, card: Card) -> Seen:
        """The state after the side to move has let its turn pass: a ruling of the table."""
        position = state.game.position._replace(side=other(state.seat))
        return Seen(begin(state.game.variant, position)._replace(ply=state.game.ply), state.skipped + 1)

    def play(self, state: Seen, option: Option) -> Seen:
        """The state after a move. Raises: IllegalAction."""
        if option.action == PASS:
            return self.lay_aside(state, "")
        return state._replace(game=state.game.play(state.seat, option.action))

    def account(self, state: Seen, option: Option) -> Account:
        """What a move does: the piece, the squares that it came over, what it shows then, and what it captured."""
        wanted = option.action
        found = next((move for move in moves(state.game.position) if move.action == wanted), None)
        return Account() if found is None else Account((_moved(state.game.position, found),))

    def standing(self, state: Seen) -> tuple[Piece, ...]:
        """Every piece with the face on its top."""
        found = []
        for square, piece in enumerate(state.game.position.pieces):
            if piece:
                die = die_of(piece)
                marks, face = (("king",), "") if die is None else ((), str(die.top))
                found.append(Piece(SQUARES[square], side_of(piece), "board", marks=marks, face=face))
        return tuple(sorted(found, key=lambda one: SIDES.index(one.owner)))

    def set_position(self, state: Seen, position: str) -> Seen:
        """The state with the pieces where the table says they are. Raises: InvalidNotation."""
        game = begin(state.game.variant, Position.parse(position, state.game.variant))
        return Seen(game._replace(ply=state.game.ply), state.skipped)

    def position_of(self, state: Seen, shown: Picture) -> str:
        """The text of the position that a board shows; a king may have been moved. Raises: InvalidNotation where a die
        has been: a board does not tell which face is up then."""
        before = state.game.position
        pieces = bytearray(before.pieces)
        come = []
        for square, mark in enumerate(shown):
            if mark == ".":
                pieces[square] = 0
            elif not pieces[square] or side_of(pieces[square]) != mark:
                come.append((square, mark))
        for square, mark in come:
            gone = [old for old, new in zip(before.pieces, pieces, strict=True) if old and not new]
            left = [piece for piece in gone if side_of(piece) == mark]
            if len(left) != 1 or not is_king(left[0]):
                raise InvalidNotation("board", SQUARES[square], "which face is up there nobody can see")
            pieces[square] = left[0]
        return str(before._replace(pieces=bytes(pieces)))

    def explain_play(self, state: Seen, seat: Seat, card: Card, action: str) -> Explanation | None:
        """The rule that a move breaks, None if it is legal. Raises: InvalidNotation."""
        game = state.game
        found = explain_move(game.position, game.variant, seat, action, game.draw)
        return found if isinstance(found, Explanation) else None

    def explain_aside(self, state: Seen, seat: Seat, card: Card) -> Explanation:
        """Who must play plays. Source: X4.1."""
        return Explanation("X4.1", "tactix-out-of-turn", {"seat": seat, "expected": state.seat})

    def explain_picture(
        self, state: Seen, card: Card | None, moved: Sequence[Displacement], is_reached: bool = False
    ) -> Explanation:
        """The rule broken by a board on which these pieces were displaced."""
        return explain_picture(state.game, moved)

    def reach(self, state: Seen, cell: Cell) -> Reach | None:
        """Where the piece on a square could go, whoever is to move, and which face would be up there; None where nobody
        stands. Raises: KeyError for no square."""
        position = state.game.position
        piece = position.pieces[NUMBERS[cell]]
        if not piece:
            return None
        own = position._replace(side=side_of(piece), winner=None)
        ways = [move for move in moves(own) if move.origin == NUMBERS[cell]]
        die = die_of(piece)
        found = tuple((_moved(own, move), _legs(side_of(piece), move.action)) for move in ways)
        return Reach(cell, side_of(piece), "" if die is None else str(die.top), found)


def _moved(position: Position, move: Move) -> Moved:
    origin, target = SQUARES[move.origin], SQUARES[move.target]
    over = passed(move.action)
    die = die_of(move.piece)
    captured = (_taken(move.captured, target),) if move.captured else ()
    via = tuple(move.action.split("-")[1:-1])
    kind, face = (KING, "") if die is None else (TIP, str(die.top))
    return Moved(position.side, origin, target, kind, len(over), None, over[:-1], captured, via, face)


def _taken(piece: int, cell: Cell) -> Captured:
    """The die that was captured, with the face it showed, or the king."""
    die = die_of(piece)
    return Captured(side_of(piece), cell, face=KING if die is None else str(die.top))


def _legs(side: str, action: str) -> tuple[tuple[str, int], ...]:
    """The parts of a way as its player says them: two forward, two right."""
    squares = [NUMBERS[name] for name in action.split("-")]
    words = {"N": "forward", "S": "back", "E": "right", "W": "left"}
    if side != WHITE:
        words = {"S": "forward", "N": "back", "W": "right", "E": "left"}
    legs = []
    for origin, target in pairwise(squares):
        line = run(origin, target)
        if line is not None:
            legs.append((words[line[0]], line[1]))
    return tuple(legs)


@lru_cache(maxsize=64)
def _options(game: State) -> tuple[Option, ...]:
    position = game.position
    shown = picture(position)
    found = []
    for move in moves(position):
        after = game.after(move)
        marks = list(shown)
        marks[move.origin], marks[move.target] = ".", position.side
        trails = _trails(position, move)
        found.append(Option("", move.action, str(after.position), "".join(marks), trails=trails))
    return tuple(sorted(found, key=lambda option: (option.position, option.action)))


def _trails(position: Position, move: Move) -> tuple[tuple[Cell, ...], ...]:
    """The squares between on every way to this end that leaves the piece just so."""
    piece = position.pieces[move.origin]
    taken = sum(1 << square for square, there in enumerate(position.pieces) if there)
    reach = 1 if is_king(piece) else max(1, len(passed(move.action)))
    return tuple(
        passed(path.action)[:-1]
        for path in paths(move.origin, reach)
        if path.end == move.target and path.turns[piece] == move.piece and not taken & path.between
    )
