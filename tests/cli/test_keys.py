"""Buttons: what each does is told, can be changed, and is kept in the profile; a number pad at the table."""

import argparse
import json
import os
import threading

import pytest
from command import tastkreis
from test_voice_of_the_table import Trace, duel

from calibration.profile import Profile, load_profile, save_profile
from companion.cli import run
from companion.cli.keys import ORDERS, Keys, keys_of
from companion.cli.opening import opened
from companion.cli.stopping import Stopping
from companion.cli.tables import colours_on
from companion.inputs import Button, Said
from companion.sensing.errors import BadSaying
from companion.sensing.number_pad import EVENT, NAMES, NumberPad
from companion.sensing.said import parse_said
from companion.speech.catalogue import LANGUAGES
from companion.speech.wording import Wording


def test_a_button_says_what_it_stands_for():
    keys = Keys({"5": "ask turn"})
    assert keys.translated(Button(1.0, "5", True)) == Said(1.0, "ask turn", "button")
    assert keys.translated(Button(1.1, "5", False)) == Button(1.1, "5", False)
    assert keys.translated(Button(2.0, "done", True)) == Button(2.0, "done", True)
    assert keys.translated(Button(2.0, "minus", True)) == Said(2.0, "takeback", "button")
    assert keys.translated(Button(2.0, "nobody", True)) == Button(2.0, "nobody", True)


def test_a_new_order_is_saved_and_the_usual_one_comes_back():
    kept = []
    keys = Keys({}, kept.append)
    assert keys.obey("key 5 ask position") == "5"
    assert keys.obey("key 5 -") == "5"
    assert (kept, keys.order("5")) == ([{"5": "ask position"}, {}], "answer 5")


@pytest.mark.parametrize("text", ["key 5 dance", "key 5 keys learn", "keys", "keys dance", "key 5 card"])
def test_what_no_key_can_say_is_refused_and_changes_nothing(text):
    keys = Keys({"5": "done"})
    with pytest.raises(BadSaying):
        keys.obey(text)
    assert (keys.order("5"), keys.is_learning) == ("done", False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_usual_order_has_words_and_can_be_said(language):
    wording = Wording(language)
    for name, order in ORDERS.items():
        parse_said(order)
        assert name.isdecimal() or wording.phrase.has(f"key.name_{name}"), name
        assert order.startswith("answer ") or wording.phrase.has(f"key.{order.replace(' ', '_')}"), order
        assert wording.key(name, order).endswith(".")
    assert wording.key("nobody", "").endswith(("frei.", "free.", "libre."))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_has_a_name_is_called_by_it_in_the_language_of_the_table(language):
    wording = Wording(language)
    for name in set(NAMES.values()):
        assert any(one.isdigit() for one in name) or wording.phrase.has(f"key.name_{name}"), name


@pytest.mark.parametrize(
    ("language", "order", "words"),
    [("de", "ask pieces B", "Taste 5: kugeln Rot."), ("de", "speech style short", "Taste 5: ansage kurz."),
     ("de", "language fr", "Taste 5: sprache französisch."), ("de", "card A 7", "Taste 5: karte Schwarz Sieben."),
     ("en", "ask last 3", "Key 5: last play three."), ("fr", "speech rate 220", "Touche 5 : vitesse 220.")],
)  # fmt: skip
def test_an_order_of_its_own_is_told_in_the_words_of_the_table(language, order, words):
    assert Wording(language, None, colours_on("tac64")).key("5", order) == words


@pytest.fixture
def profile(tmp_path):
    path = tmp_path / "board.json"
    save_profile(Profile("board", "tac64", keys={"1": "ask turn"}), path)
    return path


def test_a_profile_keeps_them(profile):
    assert load_profile(profile).keys == {"1": "ask turn"}
    bad = json.loads(profile.read_text()) | {"keys": {"1": 7}}
    profile.write_text(json.dumps(bad))
    done = tastkreis("run", "--profile", profile, "--no-http", "--speech", "none")
    assert (done.returncode, done.stdout) == (2, "")
    assert "keys: an object from the name of a button to what it says is expected" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_order_in_the_profile_that_nobody_can_say_is_bad_input(profile):
    save_profile(Profile("board", "tac64", keys={"1": "dance"}), profile)
    done = tastkreis("run", "--profile", profile, "--no-http", "--speech", "none")
    assert done.returncode == 2
    assert done.stderr == f"tastkreis run: --profile {profile}: keys: unknown verb: 'dance'\n"


def test_a_profile_that_is_not_there_is_told_without_a_word_of_keys(tmp_path):
    missing = tmp_path / "none.json"
    done = tastkreis("run", "--profile", missing, "--no-http", "--speech", "none")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"tastkreis run: --profile {missing}: No such file or directory\n"


def test_keys_are_learnt_by_pressing_them_and_then_count_again(tmp_path, profile):
    trace = Trace(tmp_path / "evening.txt").said(0.0, "game tac basic duel first=A").hello(0.1).picture(0.2, duel())
    for t, name in ((10.0, "1"), (23.0, "1"), (26.0, "plus"), (40.0, "1")):
        if name == "1" and t == 23.0:
            trace.said(20.0, "keys learn")
        if t == 40.0:
            trace.said(30.0, "keys play")
        trace.board(t, "BTN", name, "down").board(t + 0.1, "BTN", name, "up")
    path = trace.said(50.0, "key 1 ask cards").said(55.0, "key 1").write()
    before = profile.read_text()
    done = tastkreis("run", "--board", f"trace:{path}", "--profile", profile, "--speech", "print", "--events", "-")
    assert done.returncode == 0, done.stderr
    said = [line.strip("« »") for line in done.stderr.splitlines() if line.startswith("«")]
    turn = "Schwarz ist dran."
    assert said[-8:] == [turn, "Drückt die Tasten, ich sage, was sie tun.", "Taste 1: sagt, wer dran ist.",
                         "Taste plus: sagt es noch einmal.", "Die Tasten gelten wieder.", turn,
                         "Taste 1: karten.", "Taste 1: karten."]  # fmt: skip
    assert profile.read_text() == before, "an evening out of a file changes no profile"


def test_a_new_order_at_a_live_table_is_in_the_profile(profile):
    parser = argparse.ArgumentParser()
    run.configure(parser)
    args = parser.parse_args(["--profile", str(profile), "--no-http", "--speech", "none"])
    with Stopping() as args.stopping, opened(args, "virtual", "") as table:
        thread = threading.Thread(target=table.run)
        thread.start()
        table.submit("key 2 takeback", "button")
        with pytest.raises(ValueError, match="unknown verb"):
            table.submit("key 3 dance", "button")
        table.stop()
        thread.join()
    assert load_profile(profile).keys == {"1": "ask turn", "2": "takeback"}


def test_a_new_order_that_cannot_be_saved_counts_for_the_evening(profile, monkeypatch):
    def full(*_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("calibration.profile.save_profile", full)
    told = []
    keys = keys_of(argparse.Namespace(profile=str(profile)), lambda *what: told.append(what))
    assert keys.obey("key 2 takeback") == "2"
    assert keys.order("2") == "takeback"
    assert told == [("key_unsaved", f"--profile {profile}: Read-only file system")]
    assert load_profile(profile).keys == {"1": "ask turn"}
    assert all(Wording(language).notice("key_unsaved") for language in LANGUAGES)


def event(code, value, kind=1):
    return EVENT.pack(1, 2, kind, code, value)


@pytest.fixture
def pad(tmp_path):
    """A number pad whose events a test writes, as the kernel writes them."""
    path = tmp_path / "event7"
    os.mkfifo(path)
    got, news = [], threading.Condition()

    def deliver(button):
        with news:
            got.append(button)
            news.notify_all()

    found, changes = [str(path)], []

    def change(is_there):
        with news:
            changes.append(is_there)
            news.notify_all()

    made = NumberPad(lambda: found[0], deliver, lambda: 7.0, change)
    made.changed = lambda count: _waited(news, changes, count)
    made.start()
    made.found = found
    made.wait = lambda count: _waited(news, got, count)
    made.path = path
    yield made
    made.close()


def _waited(news, got, count):
    with news:
        assert news.wait_for(lambda: len(got) >= count, 60)
    return list(got)


def test_a_number_pad_gives_buttons(pad):
    with open(pad.path, "wb", buffering=0) as device:
        whole = event(79, 1) + event(79, 2) + event(0, 0, kind=0) + event(79, 0) + event(999, 1) + event(96, 1)
        device.write(whole[:30])
        device.write(whole[30:])
        assert pad.wait(4) == [Button(7.0, "1", True), Button(7.0, "1", False), Button(7.0, "k999", True),
                               Button(7.0, "enter", True)]  # fmt: skip


def test_a_number_pad_that_was_pulled_is_read_again_when_it_is_back(pad):
    for count in (1, 2):
        with open(pad.path, "wb", buffering=0) as device:
            device.write(event(78, 1))
            assert pad.wait(count)[-1] == Button(7.0, "plus", True)
        assert pad.changed(2 * count)[-2:] == [False, True]  # before that the old end may still take what is written


def test_a_number_pad_that_was_pulled_is_told_and_that_it_is_back(pad):
    with open(pad.path, "wb", buffering=0) as device:
        device.write(event(78, 1))
        pad.wait(1)
        pad.found[0] = None
    assert pad.changed(1) == [False]
    pad.found[0] = str(pad.path)
    assert pad.changed(2) == [False, True]
    for language in LANGUAGES:
        assert Wording(language).notice("keys_gone")
        assert Wording(language).notice("keys_back")


def test_a_key_without_use_says_so_once_a_press_and_news_goes_before_it(tmp_path):
    trace = Trace(tmp_path / "evening.txt").said(0.0, "game tac basic duel first=A").hello(0.1).picture(0.2, duel())
    for t in (20.0, 25.0, 30.0):
        trace.board(t, "BTN", "f5", "down").board(t + 0.1, "BTN", "f5", "up")
    path = trace.said(30.3, "card A 7").said(40.0, "key f5 ask turn").write()
    done = tastkreis("run", "--board", f"trace:{path}", "--speech", "print", "--events", "-")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    spoken = [one for one in events if one["type"] == "speech" and one["text"] == "Taste f5: noch frei."]
    told = [(one["spoken"], one["t"]) for one in spoken]
    assert [what for what, _ in told] == ["started", "finished", "started", "finished", "started", "cut"]
    assert [t for what, t in told if what == "started"] == pytest.approx([20.0, 25.0, 30.0], abs=0.1)


def test_where_a_number_pad_was_pulled_another_one_will_do(pad, tmp_path):
    other = tmp_path / "event8"
    os.mkfifo(other)
    with open(pad.path, "wb", buffering=0) as device:
        pad.found[0] = None
        device.write(event(78, 1))
        pad.wait(1)
    pad.found[0] = str(other)
    with open(other, "wb", buffering=0) as device:
        device.write(event(74, 1))
        assert pad.wait(2)[-1] == Button(7.0, "minus", True)


def test_a_number_that_answers_nothing_says_that_nothing_is_asked(profile):
    parser = argparse.ArgumentParser()
    run.configure(parser)
    args = parser.parse_args(["--no-http", "--speech", "none"])
    with Stopping() as args.stopping, opened(args, "virtual", "") as table:
        thread = threading.Thread(target=table.run)
        thread.start()
        try:
            assert table.wait_for(lambda state: state.get("phase") == "play", 60)
            for is_down in (True, False):
                table.deliver(Button(table.clock(), "5", is_down))
            asked = table.desk.wording.say("no_question").removesuffix(".")
            assert table.wait_for(lambda _: _said(table, asked), 60)
        finally:
            table.stop()
            thread.join()


def _said(table, words):
    return any(words in event.get("text", "") for event in table.events_since(0))


@pytest.mark.parametrize("where", ["/nowhere/event1"])
def test_a_number_pad_that_is_not_there_is_bad_input(where):
    done = tastkreis("run", "--keys", where, "--no-http", "--speech", "none")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"tastkreis run: --keys {where}: No such file or directory\n"
