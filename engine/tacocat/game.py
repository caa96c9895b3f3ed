"""Tacocat as the table sees it: the contract of a game over the rules. Cards are told one by one, the token is moved.

Each card is settled as it is laid. An exchange and an attack can go on: they end with "done", or when the other player
lays a card. A board shows where the token is; it moves with the last card of a round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.contract import (
    CARD,
    Account,
    Awaited,
    Card,
    Displacement,
    Doing,
    Explanation,
    Layout,
    Moved,
    Note,
    Option,
    Picture,
    Piece,
    Seat,
    Settings,
)
from engine.errors import IllegalAction, InvalidNotation
from engine.tacocat import laying
from engine.tacocat.actions import LOW, read_action
from engine.tacocat.box import GOALS, RANKS, SEATS, other
from engine.tacocat.explain import explain_token
from engine.tacocat.position import ANSWER, DEAL, DUEL, EXCHANGE, SHOW, WON, Hand, Position, Waits, read_rank
from engine.tacocat.seen import EITHER, Laid, Seen, notes, opened, ranks_of, read_position, redealt
from engine.tacocat.settings import CELLS, LAYOUT, TABLE, TOKEN

DISCARD = "discard"
"""A card that the table let lie without effect."""


@dataclass(frozen=True, slots=True)
class TacocatGame:
    """The game Tacocat Spelled Backwards."""

    @property
    def name(self) -> str:
        """Name of the game in records and on the command line."""
        return "tacocat"

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
        """Every rank; with `low` before it, it is given up though it would be good enough."""
        return (*map(str, RANKS), *(f"{LOW}{rank}" for rank in RANKS))

    def awaits(self, state: Seen) -> Awaited | None:
        """A card; of both players where either may be first."""
        waits = state.game.position.waits
        if waits.kind == WON:
            return None
        others = [seat for seat in SEATS if seat != state.seat and laying.turned(state, seat) is not None]
        is_private = waits.kind == DUEL and not waits.cards
        cards = self.cards if waits.kind == ANSWER else tuple(map(str, RANKS))
        return Awaited(CARD, (state.seat, *others), state.what, laying.can_end(state), is_private, cards)

    def turned(self, state: Seen, seat: Seat) -> Seen | None:
        """The same state with another player as the one to act, where it may."""
        return laying.turned(state, seat) if seat in SEATS else None

    def seats(self, state: Seen) -> tuple[Seat, ...]:
        """Both players."""
        return SEATS

    def begin(self, settings: Mapping[str, str]) -> Seen:
        """The game with the first cards dealt. Keys: position. Raises: InvalidNotation."""
        unknown = sorted(set(settings) - {"position"})
        if unknown:
            raise InvalidNotation("setting", unknown[0], "known: position")
        if "position" not in settings:
            return opened()
        board, seat, laid = read_position(settings["position"])
        return opened(board)._replace(laid=laid, by=seat)

    def options(self, state: Seen, card: Card) -> tuple[Option, ...]:
        """What laying a card does; without a card, that no more are laid. One result at the most."""
        if state.game.winner is not None or (not card and not laying.can_end(state)):
            return ()
        laid = (*state.laid, card) if card else state.laid
        if card and laying.wrong(state, laid) is not None:
            return ()
        action = str(laying.meant(state, laid))
        after = self._after(state, card, laid)
        is_moved = after.picture != state.picture
        return (Option(card, action, after.position, after.picture, gesture=is_moved, is_forced=not is_moved),)

    def _after(self, state: Seen, card: Card, laid: Laid) -> Seen:
        played = state._replace(ply=state.ply + 1)
        if card and not laying.is_whole(state, laid):
            return played._replace(laid=laid, by=state.seat)
        done = redealt(laying.after(played, state.seat, laying.meant(state, laid)))
        return done._replace(deal=state.deal + 1) if done.began == played.ply else done

    def aside(self, state: Seen, card: Card) -> Option:
        """A card that lies without effect, as the table decided."""
        after = self.lay_aside(state, card)
        return Option(card, DISCARD, after.position, after.picture, gesture=False)

    def lay_aside(self, state: Seen, card: Card) -> Seen:
        """The state after a card was laid without effect: a ruling of the table. It is gone from the hand."""
        position, game = state.game.position, state.game
        left = position.hand(state.seat).without(ranks_of((card,))) if card else None
        if left is None or not left.size:
            return state._replace(ply=state.ply + 1)
        game = game._replace(position=position._replace(hands=position.with_hand(state.seat, left)))
        return state._replace(game=game, laid=(), ply=state.ply + 1)

    def play(self, state: Seen, option: Option) -> Seen:
        """The state after a card was laid, or no more were. Raises: IllegalAction."""
        if option.action == DISCARD:
            return self.lay_aside(state, option.card)
        laid = (*state.laid, option.card) if option.card else state.laid
        broken = laying.wrong(state, laid) if option.card else None
        if broken is not None:
            raise IllegalAction(broken, state.position)
        return self._after(state, option.card, laid)

    def account(self, state: Seen, option: Option) -> Account:
        """What a card does: what it is laid for, which cards meet in a duel or at the end, where the token goes."""
        waits, card = state.game.position.waits, option.card
        if option.action == DISCARD:
            return Account()
        if not card:
            return Account(deed=f"{waits.kind}_end" if state.laid else f"{waits.kind}_none", cards=state.laid)
        if waits.kind in (DUEL, SHOW) and waits.cards:
            return self._met(state, option, waits)
        deed = state.what.removesuffix(EITHER)
        if waits.kind == ANSWER:
            is_given = ranks_of((card,))[0] in laying.meant(state, (*state.laid, card)).sacrifices
            deed, card = "sacrifice" if is_given else ANSWER, card.removeprefix(LOW)
        return Account(deed=deed, cards=() if waits.kind == DUEL else (card,))

    def _met(self, state: Seen, option: Option, waits: Waits) -> Account:
        """Two cards that are compared: the first one's, then this one's."""
        before, now = waits.cards[0], ranks_of((option.card,))[0]
        cards = (str(before), str(now))
        if before == now:
            return Account(deed=f"{waits.kind}_tie", cards=cards)
        is_mine = (now > before) == (waits.kind == DUEL)
        seat = state.seat if is_mine else other(state.seat)
        return Account(self._token(state.picture, option.picture), against=seat, deed=f"{waits.kind}_met", cards=cards)

    def _token(self, before: Picture, after: Picture) -> tuple[Moved, ...]:
        origin, target = before.index(TOKEN), after.index(TOKEN)
        if origin == target:
            return ()
        step = 1 if target > origin else -1
        over = CELLS[origin + step : target : step]
        return (Moved("", CELLS[origin], CELLS[target], "token", len(over) + 1, None, over),)

    def standing(self, state: Seen) -> tuple[Piece, ...]:
        """The token, and how many spaces it has to go to each goal."""
        token, covered = state.game.position.token, state.game.position.covered
        ways = []
        for seat in SEATS:
            low, high = sorted((token, GOALS[seat]))
            ways.append((high - low - sum(low < space < high for space in covered), seat))
        return (Piece(CELLS[token], TOKEN, "board", ahead=tuple(ways)),)

    def set_position(self, state: Seen, position: str) -> Seen:
        """The state with everything where the table says it is. Raises: InvalidNotation."""
        board, seat, laid = read_position(position)
        known = state.game.position
        if board.hands == tuple(Hand((), hand.size) for hand in known.hands):
            board = board._replace(hands=known.hands)
        gone = state.game.gone if board.waits.kind != DEAL else ()
        placed = state._replace(game=state.game._replace(position=board, gone=gone), laid=laid, by=seat)
        return redealt(placed)

    def position_of(self, state: Seen, shown: Picture) -> str:
        """The text of the position that a board shows: a token that was moved begins a new round where it is. Raises:
        InvalidNotation where there is not one token."""
        if shown.count(TOKEN) != 1:
            raise InvalidNotation("board", shown, "one token wanted")
        before, token = state.game.position, shown.index(TOKEN)
        if token == before.token:
            return state.position
        covered = tuple(space for space in before.covered if space != token)
        won = next((seat for seat in SEATS if GOALS[seat] == token), None)
        return str(Position(token, covered, (Hand(), Hand()), Waits(WON, won) if won else Waits(DEAL)))

    def explain_play(self, state: Seen, seat: Seat, card: Card, action: str) -> Explanation | None:
        """The rule that this action breaks, None if it is legal. Raises: InvalidNotation."""
        return state.game.view(seat).wrong(seat, read_action(action))

    def explain_aside(self, state: Seen, seat: Seat, card: Card) -> Explanation:
        """The rule that a player breaks who lays a card that the round does not wait for."""
        position, acting = state.game.position, self.turned(state, seat)
        facts = {"seat": seat, "expected": state.what, "by": state.seat}
        if position.waits.kind == WON:
            return Explanation("O3.2", "tacocat-won", {"seat": seat, "winner": position.waits.seat})
        if acting is None:
            return Explanation("O2.7", "tacocat-out-of-turn", facts)
        if not card:
            return laying.wrong_end(acting) or Explanation("O2.7", "tacocat-not-now", facts)
        return laying.wrong(acting, (*acting.laid, card)) or Explanation("O2.7", "tacocat-not-now", facts)

    def explain_picture(
        self, state: Seen, card: Card | None, moved: Sequence[Displacement], is_reached: bool = False
    ) -> Explanation:
        """The rule broken by a token that is not where it belongs."""
        options = self.options(state, card) if card else ()
        needed = CELLS[options[0].picture.index(TOKEN)] if options and options[0].gesture else ""
        return explain_token(moved, needed)

    def hand(self, state: Seen, seat: Seat, cards: Sequence[Card]) -> Seen:
        """The state with the whole hand of a player known. Raises: InvalidNotation."""
        if seat not in SEATS:
            raise InvalidNotation("seat", seat, f"players {' '.join(SEATS)}")
        game, position = state.game, state.game.position
        laid = ranks_of(state.laid) if seat == state.seat else ()
        ranks = tuple(sorted((*map(read_rank, cards), *laid)))
        size = position.hand(seat).size
        if len(ranks) != size:
            raise InvalidNotation(f"hand of {seat}", list(cards), f"it holds {size - len(laid)} cards")
        seen = [*ranks, *game.view(seat).gone]  # what the other one told stays secret, also from who asks by trying
        for rank in sorted(set(ranks)):
            if seen.count(rank) > game.box.count(rank):
                raise InvalidNotation(f"hand of {seat}", list(cards), f"there are only {game.box.count(rank)} x {rank}")
        hands = position.with_hand(seat, Hand(ranks))
        return state._replace(game=game._replace(position=position._replace(hands=hands)))

    def possible_cards(self, state: Seen, seat: Seat) -> tuple[Card, ...]:
        """Cards that a player can still hold, as far as is known to everybody."""
        if seat not in SEATS:
            return ()
        game, hand = state.game, state.game.position.hand(seat)
        laid = ranks_of(state.laid) if seat == state.seat else ()
        if hand.size <= len(laid):
            return ()
        known = state.hand(seat)
        if known is not None:
            return tuple(dict.fromkeys(known))
        return tuple(str(rank) for rank in RANKS if [*game.gone, *laid].count(rank) < game.box.count(rank))

    def held(self, state: Seen, seat: Seat) -> int:
        """Number of cards that a player still holds; those laid in an action that goes on are gone."""
        if seat not in SEATS:
            return 0
        return state.left.size if state.laid and seat == state.seat else state.game.position.hand(seat).size

    def notes(self, state: Seen) -> tuple[Note, ...]:
        """What each space of the track has printed on it, or that a tile covers it. Source: O1.1."""
        return notes(state)

    def doings(self, state: Seen, line: Mapping[str, object]) -> tuple[Doing, ...]:
        """The cards of an action of a record, one by one, and the word that ends it where the next card does not."""
        seat, action = str(line["seat"]), read_action(str(line["action"]))
        now = self.turned(state, seat)
        assert now is not None, "a record knows whose turn it is"
        cards = tuple(map(str, action.cards))
        if action.lows and laying.meant(now, cards).sacrifices != action.sacrifices:
            cards = action.words
        found: list[Doing] = []
        for number, card in enumerate(cards, 1):
            found.append(Doing(seat, card, str(laying.meant(now, (*now.laid, *cards[:number])))))
        # An attack ends by itself when the other one answers.
        if action.kind == EXCHANGE and not laying.is_whole(now, (*now.laid, *cards)):
            found.append(Doing(seat, "", str(action), is_said=True))
        return tuple(found)
