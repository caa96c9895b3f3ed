"""TacTiki as the table sees it: the contract of a game over the rules. Hands move, and in an attack ranks are shown.

A board shows which squares are filled. A step from stack to stack changes nothing of that: it is told with "done", and
asked for. Ranks are laid like cards (told, or read from a tag under the piece); who tells its ranks in private (`hand`)
need not show them again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.contract import (
    CARD,
    HANDS,
    Account,
    Awaited,
    Captured,
    Card,
    Displacement,
    Doing,
    Explanation,
    Layout,
    Moved,
    Option,
    Picture,
    Piece,
    Seat,
    Settings,
)
from engine.errors import IllegalAction, InvalidNotation
from engine.tactiki.board import OF_EACH, RANKS, SHOWN, SIDES, SQUARES, STARTS, UNKNOWN, other, piece, rank_of, side_of
from engine.tactiki.clash import Clash, clash_shown
from engine.tactiki.explain import explain_action, explain_ranks, read_action
from engine.tactiki.explain_picture import explain_picture
from engine.tactiki.moves import FULL_TURN, Action, Reincarnation, Step, actions, is_attack, settled, steps
from engine.tactiki.position import Position
from engine.tactiki.seen import Fight, Seen, attacked, on_starts, opened, read_position, went_on
from engine.tactiki.settings import AID, FILLED, LAYOUT, SEATS, TABLE

PASS = "pass"
"""A turn that the table let pass: no action of the rules."""
RANK = "rank"
STEP, ONTO, AGAINST, REBORN = "step", "onto", "against", "reborn"
"""Kinds of ways."""
ATTACK = "attack"
"""What is told of an attack whose ranks are all known."""
CARDS = tuple(map(str, RANKS))


@dataclass(frozen=True, slots=True)
class TactikiGame:
    """The game TacTiki. `has_aid`: whether the table helps to remember the ranks that were shown."""

    has_aid: bool = False

    @property
    def name(self) -> str:
        """Name of the game in records and on the command line."""
        return "tactiki"

    @property
    def layout(self) -> Layout:
        """The places of the board."""
        return LAYOUT

    @property
    def settings(self) -> Settings:
        """How it can be set up."""
        return TABLE

    @property
    def cards(self) -> tuple[Card, ...]:
        """The ranks, which are shown in an attack."""
        return CARDS

    def awaits(self, state: Seen) -> Awaited | None:
        """Hands on the board; in an attack the next rank."""
        if state.game.is_over:
            return None
        return Awaited(HANDS if state.fight is None else CARD, (state.seat,), state.what)

    def seats(self, state: Seen) -> tuple[Seat, ...]:
        """Both sides, TIKI first."""
        return SEATS

    def begin(self, settings: Mapping[str, str]) -> Seen:
        """The game with all pieces placed. Keys: memory, position. Raises: InvalidNotation."""
        unknown = sorted(set(settings) - {"memory", "position"})
        if unknown:
            raise InvalidNotation("setting", unknown[0], "known: memory position")
        has_aid = self.has_aid or settings.get("memory") == AID
        if "position" not in settings:
            return opened(None, has_aid)
        board, fight = read_position(settings["position"])
        return _fighting(opened(board, has_aid), fight)

    def options(self, state: Seen, card: Card) -> tuple[Option, ...]:
        """All distinct legal steps and reincarnations; in an attack the rank that is shown."""
        if state.game.is_over or bool(card) != (state.fight is not None):
            return ()
        if not card:
            return _options(state)
        if self._wrong_rank(state, card) is not None:
            return ()
        after = self._shown(state, card)
        return (Option(card, f"{RANK}:{card}", after.position, after.picture, gesture=False, is_forced=True),)

    def aside(self, state: Seen, card: Card) -> Option:
        """The turn passes by, as the table decided."""
        after = self.lay_aside(state, card)
        return Option("", PASS, after.position, after.picture, gesture=False)

    def lay_aside(self, state: Seen, card: Card) -> Seen:
        """The state after the side to move has let its turn pass: a ruling of the table. An attack is given up."""
        board = state.game.board
        passed = settled(board._replace(side=other(board.side), steps=FULL_TURN))
        return state._replace(game=state.game._replace(position=passed), fight=None, ply=state.ply + 1)

    def play(self, state: Seen, option: Option) -> Seen:
        """The state after an action, or a rank that was shown. Raises: InvalidNotation, IllegalAction."""
        if option.action == PASS:
            return self.lay_aside(state, option.card)
        if state.fight is not None:
            wrong = self._wrong_rank(state, option.card)
            if wrong is not None:
                raise IllegalAction(wrong, state.position)
            return self._shown(state, option.card)
        wrong = self.explain_play(state, state.seat, "", option.action)
        if wrong is not None:
            raise IllegalAction(wrong, state.position)
        return _acted(state, read_action(option.action))

    def _shown(self, state: Seen, card: Card) -> Seen:
        assert state.fight is not None, "ranks are shown in an attack"
        return _settled(state, state.fight._replace(ranks=(*state.fight.ranks, int(card))))

    def _wrong_rank(self, state: Seen, card: Card) -> Explanation | None:
        """Why this rank cannot have been shown; None if it can."""
        assert state.fight is not None, "ranks are shown in an attack"
        if card not in CARDS:
            return Explanation("K3.1", "tactiki-no-rank-now", {"seat": state.seat})
        return explain_ranks(state.game.board, state.fight.step, (*state.fight.ranks, int(card)))

    def account(self, state: Seen, option: Option) -> Account:
        """What an action does: the piece that moves, the ranks that were shown, and who was defeated."""
        if option.action == PASS:
            return Account()
        after = self.play(state, option)
        if state.fight is not None:
            return _told(state, state.fight.step, after, (option.card,), RANK)
        action = read_action(option.action)
        if isinstance(action, Reincarnation):
            return Account((Moved(state.seat, "", SQUARES[action.square], REBORN),))
        if is_attack(state.game.board, action) and after.fight is None:
            ranks = _ranks(state.game.board, action, ())
            return _told(state, action, after, tuple(map(str, ranks)), ATTACK)
        return Account((_way(state, action),))

    def meant(self, state: Seen, option: Option) -> Account:
        """What everybody may hear of an action before it is done: of an attack not what it would show."""
        if state.fight is not None:
            return Account(deed=RANK, cards=(option.card,), against=state.game.board.side)
        action = None if option.action == PASS else read_action(option.action)
        return Account((_way(state, action),)) if isinstance(action, Step) else self.account(state, option)

    def standing(self, state: Seen) -> tuple[Piece, ...]:
        """Every piece from the bottom of its column upwards; its rank only where the table helps to remember it."""
        found = [
            Piece(SQUARES[square], side_of(one), "board", face=_face(state, one), height=height)
            for square, column in enumerate(state.columns)
            for height, one in enumerate(column, 1)
        ]
        return tuple(sorted(found, key=lambda one: SIDES.index(one.owner)))

    def set_position(self, state: Seen, position: str) -> Seen:
        """The state with the pieces where the table says they are; who stays where it was keeps its rank. Raises:
        InvalidNotation."""
        board, fight = read_position(position)
        placed = opened(_kept(board, state.game.board), state.has_aid)
        return _fighting(placed._replace(ply=state.ply), fight)

    def position_of(self, state: Seen, shown: Picture) -> str:
        """The text of the position that a board shows. Raises: InvalidNotation where more than one single piece has
        gone from a square to an empty one: a board does not tell whose pieces there are."""
        if shown == state.picture:
            return state.position
        columns = list(state.game.board.columns)
        left = [square for square, column in enumerate(columns) if column and shown[square] == "."]
        come = [square for square, column in enumerate(columns) if not column and shown[square] == FILLED]
        if len(left) != 1 or len(come) != 1 or len(columns[left[0]]) != 1:
            raise InvalidNotation("board", shown, "which piece went where nobody can see: say the position with set")
        columns[come[0]], columns[left[0]] = columns[left[0]], ()
        moved = state._replace(game=state.game._replace(position=state.game.board._replace(columns=tuple(columns))))
        return moved._replace(fight=None).position

    def explain_play(self, state: Seen, seat: Seat, card: Card, action: str) -> Explanation | None:
        """The rule that an action breaks, None if it is legal. Raises: InvalidNotation."""
        meant, game = read_action(action), state.game
        if isinstance(meant, Step) and _hangs(game.board, meant):
            return None
        found = explain_action(game.position, game.draw, seat, meant, None)
        return found if isinstance(found, Explanation) else None

    def explain_aside(self, state: Seen, seat: Seat, card: Card) -> Explanation:
        """The rule that a side breaks who shows a rank out of place."""
        if state.fight is None:
            return Explanation("K3.1", "tactiki-no-rank-now", {"seat": seat})
        if seat != state.seat:
            return Explanation("K3.1", "tactiki-rank-turn", {"seat": seat, "expected": state.seat})
        turn = {"seat": seat, "expected": state.seat}
        wrong = self._wrong_rank(state, card) if card else None
        return wrong or Explanation("K3.1", "tactiki-rank-turn", turn)

    def explain_picture(
        self, state: Seen, card: Card | None, moved: Sequence[Displacement], is_reached: bool = False
    ) -> Explanation:
        """The rule broken by a board on which these pieces were displaced."""
        return explain_picture(state, moved)

    def hand(self, state: Seen, seat: Seat, cards: Sequence[Card]) -> Seen:
        """The state with the ranks of a side known to the companion alone: two for each start square from a to e, the
        lower piece first. Raises: InvalidNotation."""
        board = state.game.board
        if seat not in SIDES:
            raise InvalidNotation("seat", seat, f"sides {' '.join(SIDES)}")
        if not on_starts(board, seat):
            raise InvalidNotation(f"ranks of {seat}", list(cards), "they are told before its first step")
        ranks = [int(card) for card in cards if card in CARDS]
        if len(ranks) != len(cards) or sorted(ranks) != sorted(CARDS_OF_A_SIDE):
            raise InvalidNotation(f"ranks of {seat}", list(cards), f"each of {' '.join(CARDS)} {OF_EACH} times wanted")
        columns = list(board.columns)
        for number, square in enumerate(STARTS[seat]):
            lower, upper = ranks[2 * number : 2 * number + 2]
            columns[square] = (piece(seat, lower), piece(seat, upper))
        return state._replace(game=state.game._replace(position=board._replace(columns=tuple(columns))))

    def possible_cards(self, state: Seen, seat: Seat) -> tuple[Card, ...]:
        """The ranks that a side can show now, as far as is known to everybody."""
        if state.fight is None or seat != state.seat:
            return ()
        return tuple(card for card in CARDS if self._wrong_rank(state, card) is None)

    def held(self, state: Seen, seat: Seat) -> int:
        """Number of ranks that are told as a hand: all of them before the first step, then none."""
        return len(CARDS_OF_A_SIDE) if seat in SIDES and on_starts(state.game.board, seat) else 0

    def doings(self, state: Seen, line: Mapping[str, object]) -> tuple[Doing, ...]:
        """An action of a record by hands; after an attack each rank that has to be told."""
        seat, action = str(line["seat"]), read_action(str(line["action"]))
        if isinstance(action, Reincarnation):
            return (Doing(seat, "", str(Reincarnation(UNKNOWN, action.square))),)
        found = [Doing(seat, "", str(action))]
        now = _acted(state, action)
        while now.fight is not None:
            rank = str(line["shown"])[len(now.fight.ranks)]
            found.append(Doing(now.seat, rank, f"{RANK}:{rank}"))
            now = self._shown(now, rank)
        return tuple(found)


CARDS_OF_A_SIDE = tuple(rank for rank in RANKS for _ in range(OF_EACH))


def _hangs(board: Position, step: Step) -> bool:
    """Whether a step is an attack that hangs on ranks which have to be shown first."""
    if board.winner is not None or not _is_possible(board, step) or not is_attack(board, step):
        return False
    return not isinstance(went_on(board, Fight(step)), Clash)


def _is_possible(board: Position, step: Step) -> bool:
    return step in steps(board.columns, board.side)


def _acted(state: Seen, action: Action) -> Seen:
    """The state after an action that is legal."""
    if isinstance(action, Step) and is_attack(state.game.board, action):
        return _settled(state, Fight(action))
    return state._replace(game=state.game.after(action), ply=state.ply + 1)


def _settled(state: Seen, fight: Fight) -> Seen:
    """The state after an attack, as far as it has come."""
    found = went_on(state.game.board, fight)
    if isinstance(found, Fight):
        return state._replace(fight=found, ply=state.ply + 1)
    return state._replace(game=state.game.after(fight.step, found), fight=None, ply=state.ply + 1)


def _fighting(state: Seen, fight: Fight | None) -> Seen:
    """The state in the middle of an attack. Raises: InvalidNotation, if there can be none."""
    if fight is None:
        return state
    board = state.game.board
    if board.winner is not None or not _is_possible(board, fight.step) or not is_attack(board, fight.step):
        raise InvalidNotation("attack", str(fight), f"not possible in {board}")
    if explain_ranks(board, fight.step, fight.ranks) is not None or isinstance(went_on(board, fight), Clash):
        raise InvalidNotation("attack", str(fight), "these ranks end it, or cannot have been shown")
    return state._replace(fight=fight)


def _ranks(board: Position, step: Step, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The ranks that an attack shows, all being known."""
    found = went_on(board, Fight(step, ranks))
    return found.ranks


def _kept(board: Position, before: Position) -> Position:
    """The position with the ranks of those that stand as they stood."""
    columns = tuple(
        tuple(
            old if not rank_of(new) and old is not None and side_of(old) == side_of(new) else new
            for new, old in zip(now, (*was, *(None,) * len(now)), strict=False)
        )
        for now, was in zip(board.columns, before.columns, strict=True)
    )
    return board._replace(columns=columns)


def _face(state: Seen, one: int) -> str:
    return str(rank_of(one)) if state.has_aid and one & SHOWN and rank_of(one) else ""


def _way(state: Seen, step: Step, captured: tuple[Captured, ...] = ()) -> Moved:
    board = state.game.board
    kind = AGAINST if is_attack(board, step) else ONTO if board.columns[step.target] else STEP
    return Moved(board.side, SQUARES[step.origin], SQUARES[step.target], kind, 1, captured=captured)


def _told(state: Seen, step: Step, after: Seen, shown: tuple[Card, ...], deed: str) -> Account:
    """What ranks came to: nothing yet, or who was defeated."""
    board = state.game.board
    if after.fight is not None:
        return Account(deed=deed, cards=shown, against=board.side)
    ranks = tuple(map(int, shown)) if deed == ATTACK else (*state.fight.ranks, int(shown[0])) if state.fight else ()
    found = clash_shown(attacked(board, step)[0], board.columns[step.target], _ranks(board, step, ranks))
    assert isinstance(found, Clash), "an attack that is over"
    cell = SQUARES[step.target]
    captured = tuple(Captured(side_of(one), cell) for one in found.defeated)
    way = _way(state, step, captured)
    if deed == RANK:  # it stands there already
        way = Moved(way.owner, cell, cell, way.kind, 0, captured=captured)
    return Account((way,), against=board.side, deed=f"{deed}_{found.end}", cards=shown)


@lru_cache(maxsize=64)
def _options(state: Seen) -> tuple[Option, ...]:
    found = []
    # By their texts: as bare numbers a reincarnation can be equal to a step.
    for action in {str(one): one for one in map(_known, actions(state.game.board))}.values():
        after = _acted(state, action)
        is_seen = after.picture != state.picture
        # Who comes onto a stack is as little to be seen there as in a hand.
        is_whole = after.picture.count(FILLED) >= state.picture.count(FILLED)
        option = Option("", str(action), after.position, after.picture, gesture=is_seen, is_whole=is_whole)
        found.append(option)
    return tuple(sorted(found, key=lambda option: option.action))


def _known(action: Action) -> Action:
    """The action as the table sees it: nobody sees which piece comes back."""
    return Reincarnation(UNKNOWN, action.square) if isinstance(action, Reincarnation) else action
