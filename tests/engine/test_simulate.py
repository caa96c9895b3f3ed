"""`tastkreis simulate`: games that can be played again, records that hold, and what public knowledge proves in them."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.cli import main
from engine.contract import Card, Seat
from engine.tac.commands import seated
from engine.tac.course import flow
from engine.tac.course.state import State, begin
from engine.tac.hands.cards import CARDS
from engine.tac.moves.situation import Setup
from engine.tac.players.contract import Choice, Player, Sight
from engine.tac.players.lot import RandomPlayer
from engine.tac.players.match import play_game
from engine.tac.players.sensible import SensiblePlayer
from engine.tac.record.notation import Deal, Event, Play, Swap, parse_record
from engine.tac.record.replay import Played, replay
from engine.tac.settings.variants import VARIANTS, variant


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["simulate", *words]) == 0
    totals: dict[str, object] = json.loads(capsys.readouterr().out)
    return totals


def _records(folder: Path) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())]


def test_the_same_seed_gives_the_same_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        words = ["--games", "2", "--seed", seed, "--players", "sensible", "--record", str(tmp_path / name)]
        _run(capsys, *words)
    a, b, c = (_records(tmp_path / name) for name in "abc")
    assert a == b
    assert a != c
    assert a[0] != a[1]


def test_totals_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    totals = _run(capsys, "--games", "4", "--seed", "1", "--players", "random,sensible", "--deck", "master")
    assert totals["games"] == 4
    for key in ("wins", "wins_by_player"):
        wins = totals[key]
        assert isinstance(wins, dict)
        assert sum(wins.values()) == 4
    assert totals["players"] == ["random", "sensible"]


def test_totals_to_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "1", "--players", "sensible", "--text"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "games: 1" in lines
    assert any(line.startswith("games per second: ") for line in lines)


def test_the_sides_change_every_game() -> None:
    names = ["random", "sensible"]
    assert seated(variant("teams"), names, 0) == {"A": "random", "C": "random", "B": "sensible", "D": "sensible"}
    assert seated(variant("teams"), names, 1)["A"] == "sensible"
    assert seated(variant("teams"), ["sensible"], 1) == dict.fromkeys("ABCD", "sensible")


@pytest.mark.parametrize("deck", ["basic", "master"])
@pytest.mark.parametrize("name", VARIANTS)
def test_a_record_can_be_played_again(name: str, deck: str) -> None:
    setup = Setup(name, deck)
    kinds: tuple[Player, Player] = (SensiblePlayer(), RandomPlayer())
    players = {seat: kinds[n % 2] for n, seat in enumerate(setup.seating.seats)}
    match = play_game(setup, players, random.Random(4))
    header, events = parse_record("\n".join(match.lines()))
    steps = list(replay(header, events))
    assert len(steps) == match.plies
    last = steps[-1]
    assert isinstance(last, Played)
    assert last.state.winner == match.winner


def test_the_command_replays_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _run(
        capsys,
        "--games",
        "2",
        "--players",
        "sensible,random",
        "--record",
        str(tmp_path),
        "--rule",
        "next-seat=with-cards",
    )
    for path in tmp_path.iterdir():
        assert main(["replay", str(path)]) == 0
        assert json.loads(capsys.readouterr().out.splitlines()[-1])["winner"]


@pytest.mark.parametrize(
    "words",
    [
        ["--games", "0"],
        ["--games", "1", "--players", "clever"],
        ["--games", "1", "--variant", "chess"],
        ["--games", "1", "--deck", "tarot"],
        ["--games", "1", "--rule", "next-seat"],
        ["--games", "1", "--record", "/dev/null/x"],
    ],
)
def test_bad_input_is_one_line_and_exit_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *words]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@dataclass(frozen=True)
class Cheat:
    """Plays by lot, but now and then discards although it could use a card."""

    name: str = "cheat"

    def swap(self, sight: Sight, lot: random.Random) -> Card:
        return lot.choice(sight.hand)

    def play(self, sight: Sight, lot: random.Random) -> Choice:
        may_cheat = sight.situation.previous is None or not sight.situation.previous.winning
        if may_cheat and lot.random() < 0.15:
            return Choice(lot.choice(sight.hand))
        return RandomPlayer().play(sight, lot)


@dataclass
class Witness:
    """Follows a game knowing only what lies on the table, next to the whole truth."""

    public: State
    truth: State
    wrong: dict[int, frozenset[Card]] = field(default_factory=dict)
    """Usable cards, discarded one included, at each wrong discard."""
    packets: dict[Seat, list[int]] = field(default_factory=dict)
    """For each seat's present hand the plies at which somebody discarded from it."""
    proven: set[int] = field(default_factory=set)
    due: set[int] = field(default_factory=set)
    """Wrong discards that have to be proven by now: the card itself was usable, or a usable one was shown since."""

    def __call__(self, after: State, event: Event) -> None:
        match event:
            case Deal():
                self.packets = {seat: [] for seat in after.board.seats}
                self.public = flow.dealt(self.public)
            case Swap():
                self.public = flow.swapped(self.public)
            case Play(seat, card, action, _):
                self._seen(seat, card, action, after)
        self.truth = after

    def _seen(self, seat: Seat, card: Card, action: str, after: State) -> None:
        ply = after.ply
        self.due |= {then for then in self.packets[seat] if card in self.wrong.get(then, ())}
        if action == "discard" and not flow.must_lay_tac(self.truth):
            hand = set(self.truth.hand(seat) or ())
            usable = frozenset(c for c in CARDS if flow.is_usable(self.truth, c))
            if usable & hand:
                self.wrong[ply] = usable
            if card in usable:
                self.due.add(ply)
            self.packets[seat].append(ply)
        if action == "discard":
            self.public = flow.after_discard(self.public, card)
        else:
            self.public = flow.after_use(self.public, card, action, after.board)
        if action == "pass-hands":
            seats = after.board.seats
            self.packets = {s: self.packets[seats[(n + 1) % len(seats)]] for n, s in enumerate(seats)}
        new = {proof.ply for proof in self.public.knowledge.proofs}
        assert not new & self.proven, "reported once"
        self.proven |= new
        assert self.proven <= set(self.wrong), "nobody is wrongly accused"
        assert self.due <= self.proven, "nothing that was shown is overlooked"


@pytest.mark.parametrize("deck", ["basic", "master"])
@pytest.mark.parametrize("name", ["teams", "duel", "two-against-one", "team-of-four"])
def test_proofs_in_whole_games_are_never_false(name: str, deck: str) -> None:
    setup = Setup(name, deck)
    players = dict.fromkeys(setup.seating.seats, Cheat())
    start = begin(setup, "A")
    witness = Witness(start, start)
    match = play_game(setup, players, random.Random(11), dealer="A", watch=witness)
    assert match.plies
    assert len(witness.proven) > len(witness.wrong) / 2


def test_cards_are_dealt_as_the_deck_has_them() -> None:
    setup = Setup("teams", "master")
    match = play_game(setup, dict.fromkeys("ABCD", SensiblePlayer()), random.Random(2))
    deals = [event.hands for event in match.events if isinstance(event, Deal)]
    assert len(deals) >= 5
    cards = Counter(card for hands in deals[:5] for hand in hands.values() if hand for card in hand)
    assert (sum(cards.values()), cards["1"], cards["tac"], cards["devil"]) == (104, 9, 4, 1)
    assert [len(hands["A"] or ()) for hands in deals[:5]] == [5, 5, 5, 5, 6]
