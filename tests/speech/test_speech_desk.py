"""The desk: facts in, speech facts out, the same for the same facts."""

import pytest
from told import told

from companion.facts import Fact
from companion.speech.desk import SpeechDesk
from companion.speech.errors import UnknownLanguage, UnknownQuery, VoiceMissing
from companion.speech.queue import GATHER_S, SpeechQueue
from companion.speech.settings import Settings, Style
from companion.speech.utterance import Priority
from companion.speech.voices import Progress, SilentVoice, TimedVoice, estimate_s
from companion.speech.wording import Wording

FULL = Settings(style=Style.FULL)
START = "A:y,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
OUT = "A:00*,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
EVENING = told([
    Fact("board", 0.0, {"connected": True, "source": "board", "reason": ""}),
    Fact("setup", 1.0, {"position": START}),
    Fact("turn", 1.0, {"seat": "A", "round": 1, "deal": 1}),
    Fact("card", 9.0, {"seat": "A", "card": "1", "by": "tag"}),
    Fact("lift", 9.5, {"cell": "Ay"}),
    Fact("place", 10.0, {"cell": "00"}),
    Fact("move", 10.5, {"seat": "A", "card": "1", "action": "Ay-00", "position": OUT, "certainty": 1.0}),
    Fact("turn", 10.5, {"seat": "B", "round": 1, "deal": 1}),
])


@pytest.fixture
def heard():
    return []


@pytest.fixture
def desk(heard):
    return SpeechDesk(Wording("de"), TimedVoice(), heard.append, queue=SpeechQueue(gather_s=0.0), settings=FULL)


def said(facts):
    return [f"{fact.data['spoken']} {fact.data['text']}" for fact in facts]


def play(desk, facts):
    for fact in facts:
        while (due := desk.next_deadline()) is not None and due <= fact.t:
            desk.tick(due)
        desk.hear(fact, 1)


def test_an_evening(desk, heard):
    play(desk, EVENING)
    desk.tick(60.0)
    assert said(heard) == [
        "started Das Brett ist da.", "finished Das Brett ist da.",
        "started Das Brett stimmt, es kann losgehen.", "finished Das Brett stimmt, es kann losgehen.",
        "started Neue Karten, A beginnt.", "finished Neue Karten, A beginnt.",
        "started A: Eins.", "cut A: Eins.",
        "started A kommt heraus.", "finished A kommt heraus.", "started B ist dran.", "finished B ist dran.",
    ]  # fmt: skip
    assert [fact.t for fact in heard] == sorted(fact.t for fact in heard)


def test_the_same_facts_give_the_same_speech_however_it_is_ticked(heard):
    lazy, busy = [], []
    for out, step in ((lazy, None), (busy, 0.1)):
        desk = SpeechDesk(Wording("en"), TimedVoice(), out.append)
        for fact in EVENING:
            while step and (t := round(desk_time(out) + step, 3)) < fact.t:
                desk.tick(t)
                out.append(Fact("tick", t, {}))
            play(desk, [fact])
        desk.tick(99.0)
    assert lazy == [fact for fact in busy if fact.kind == "speech"]


def desk_time(facts):
    return max((fact.t for fact in facts), default=0.0)


def test_speech_ends_when_its_time_is_over(desk, heard):
    desk.hear(EVENING[0])
    length = estimate_s("Das Brett ist da.")
    assert desk.next_deadline() == length
    desk.tick(length - 0.001)
    assert said(heard) == ["started Das Brett ist da."]
    desk.tick(length)
    assert [fact.t for fact in heard] == [0.0, length]
    assert desk.next_deadline() is None


def test_a_lifted_piece_silences_at_once(desk, heard):
    desk.hear(EVENING[0])
    desk.hear(Fact("lift", 0.2, {"cell": "Ay"}))
    assert [(fact.t, fact.data["spoken"]) for fact in heard] == [(0.0, "started"), (0.2, "cut")]


def test_what_happened_while_a_voice_began_is_told_with_no_earlier_time(heard):
    class Sounding(SilentVoice):
        is_timed = False

        def poll(self):
            return Progress.SPEAKING

    desk = SpeechDesk(Wording("de"), Sounding(), heard.append, settings=FULL)
    desk.say("Die Töne sind aus.", 0.0, priority=Priority.NORMAL)
    desk.tick(GATHER_S + 0.03)
    desk.hear(Fact("lift", GATHER_S, {"cell": "Ay"}))
    assert [(fact.t, fact.data["spoken"]) for fact in heard] == [
        (GATHER_S + 0.03, "started"), (GATHER_S + 0.03, "cut")]  # fmt: skip


def test_what_belongs_to_one_moment_is_told_as_one(heard):
    desk = SpeechDesk(Wording("de"), TimedVoice(), heard.append)
    desk.remember(EVENING[:2])
    for fact in (EVENING[3], EVENING[6]):
        desk.hear(Fact(fact.kind, 5.0, fact.data))
    assert heard == []
    assert desk.next_deadline() == 5.0 + GATHER_S
    desk.tick(30.0)
    assert said(heard) == ["started A kommt heraus.", "finished A kommt heraus."]
    assert heard[0].t == 5.0 + GATHER_S


def test_a_broken_rule_cuts_in_and_the_rest_follows(desk, heard):
    desk.hear(EVENING[0])
    desk.hear(Fact("violation", 0.3, {"rule": "T3.6", "seat": "A", "text": "Überspringen geht nicht.", "cells": []}))
    desk.tick(30.0)
    assert said(heard) == ["started Das Brett ist da.", "cut Das Brett ist da.", "started Überspringen geht nicht.",
                           "finished Überspringen geht nicht.", "started Das Brett ist da.",
                           "finished Das Brett ist da."]  # fmt: skip


def test_put_right_before_it_is_told(desk, heard):
    desk.hear(Fact("violation", 0.0, {"rule": "T3.6", "seat": "A", "text": "Überspringen geht nicht.", "cells": []}))
    desk.hear(*told([Fact("corrected", 0.4, {"position": START})]))
    assert said(heard)[1:] == ["cut Überspringen geht nicht.", "started Stimmt wieder."]


def test_an_answer_is_spoken_and_returned(desk, heard):
    play(desk, EVENING)
    heard.clear()
    text = desk.ask("hole 0", 20.0)
    assert text == "Auf 0 steht A, noch fünfundsechzig bis zum Haus."
    assert said(heard)[-1] == f"started {text}"
    assert heard[-1].data["priority"] == "now"


def test_a_private_answer_never_reaches_the_loudspeaker(heard):
    said = []

    class Listening(SilentVoice):
        def start(self, text, language, earcon=None):
            said.append(text)
            return 0.0

    desk = SpeechDesk(Wording("de"), Listening(), heard.append)
    text = desk.ask("turn", 1.0, private="B")
    assert said == []
    assert [(fact.data["text"], fact.data["private"]) for fact in heard] == [(text, "B")]


def test_everybody_gets_the_same_answer(desk):
    play(desk, EVENING)
    answers = {desk.ask("position", 20.0, private=seat) for seat in ("A", "B", "C", "D", None)}
    assert len(answers) == 1


def test_again_repeats(desk, heard):
    desk.again(0.0)
    assert said(heard) == ["started Es wurde noch nichts gesagt."]
    desk.hear(EVENING[0])
    desk.tick(20.0)
    desk.again(20.0)
    assert said(heard)[-1] == "started Das Brett ist da."


def test_language_changes_while_it_runs(desk, heard):
    desk.obey("language en", 0.0)
    desk.hear(EVENING[0])
    assert said(heard)[0] == "started I speak English."
    assert {fact.data["language"] for fact in heard} == {"en"}
    desk.tick(5.0)
    assert said(heard)[-1] == "finished The board is connected."


@pytest.mark.parametrize("text", ["stop", "again", "ask position", "language fr"])
def test_what_people_say_to_the_voice(desk, text):
    desk.obey(text, 1.0)


@pytest.mark.parametrize("text", ["stop now", "ask", "language", "sing", ""])
def test_what_the_voice_does_not_know_is_refused(desk, text):
    with pytest.raises(UnknownQuery, match="the voice does not know"):
        desk.obey(text, 1.0)


def test_a_language_that_there_is_not_is_refused_and_nothing_changes(desk):
    with pytest.raises(UnknownLanguage):
        desk.obey("language nl", 1.0)
    assert desk.wording.language == "de"


def test_speech_facts_are_not_told_again(desk, heard):
    desk.hear(Fact("speech", 0.0, {"text": "x", "language": "de", "priority": "now", "private": None,
                                   "spoken": "started"}))  # fmt: skip
    assert heard == []


def test_a_voice_that_cannot_say_it_is_never_said_to_have_finished(heard):
    class Hoarse(SilentVoice):
        def start(self, text, language, earcon=None):
            raise VoiceMissing("no sound", "alsa-utils")

    desk = SpeechDesk(Wording("de"), Hoarse(), heard.append)
    play(desk, EVENING)
    desk.tick(60.0)
    assert {fact.data["spoken"] for fact in heard} == {"cut"}


def test_a_voice_that_breaks_while_speaking_is_reported_as_cut(heard):
    class Breaking(SilentVoice):
        is_timed = False

        def poll(self):
            raise OSError("gone")

    desk = SpeechDesk(Wording("de"), Breaking(), heard.append)
    desk.say("Eins.", 0.0)
    desk.tick(1.0)
    assert said(heard) == ["started Eins.", "cut Eins."]


def test_a_resumed_game_is_told_where_it_stands(desk, heard):
    desk.remember(EVENING)
    assert heard == []
    desk.hear(*told([Fact("setup", 2.0, {"position": OUT})]))
    text = heard[0].data["text"]
    assert text.startswith("Das Spiel geht weiter. A kommt heraus. B ist dran. A: eine neu am Start")
    desk.hear(*told([Fact("setup", 90.0, {"position": OUT})]))
    assert heard[-1].data["text"] == "Das Brett stimmt, es kann losgehen."


def test_the_card_that_lies_there_is_told_after_all_of_where_the_game_stands(desk, heard):
    desk.remember(EVENING)
    desk.hear(*told([Fact("setup", 2.0, {"position": OUT})]))
    desk.hear(Fact("card", 2.0, {"seat": "B", "card": "5", "by": "tag"}))
    desk.tick(60.0)
    assert said(heard)[-1] == "finished B: Fünf."
    assert heard[-1].t > 10


def test_a_log_without_a_game_is_no_resumed_game(desk, heard):
    desk.remember([])
    desk.hear(EVENING[1])
    assert said(heard) == ["started Das Brett stimmt, es kann losgehen."]


def test_a_silent_evening_goes_through_too(heard):
    desk = SpeechDesk(Wording("de"), SilentVoice(), heard.append)
    play(desk, EVENING)
    desk.tick(11.0)
    assert said(heard)[-1] == "finished A kommt heraus. B."


LAST = Fact("move", 20.0, {"seat": "B", "card": "1", "action": "By-16", "certainty": 1.0,
                           "position": "A:00*,y,y,y B:16*,y,y,y C:y,y,y,y D:y,y,y,y"})  # fmt: skip
ENDED = told([*EVENING, LAST, Fact("won", 20.0, {"seats": ["B", "D"]})])


def test_the_play_that_wins_is_told_before_the_win_in_one_breath(desk, heard):
    play(desk, ENDED)
    desk.tick(60.0)
    assert [line for line in said(heard) if "started" in line][-1] == "started B kommt heraus. B und D haben gewonnen."
    assert heard[-2].t == 20.0


def test_a_play_that_was_cut_by_the_win_is_told_again_before_it(desk, heard):
    play(desk, told([*EVENING, LAST]))
    desk.tick(20.3)
    desk.hear(Fact("won", 20.4, {"seats": ["B", "D"]}))
    desk.tick(60.0)
    assert said(heard)[-3:] == ["cut B kommt heraus.", "started B kommt heraus. B und D haben gewonnen.",
                                "finished B kommt heraus. B und D haben gewonnen."]  # fmt: skip


def test_a_win_that_stands_later_is_told_alone(desk, heard):
    play(desk, told([*EVENING, LAST]))
    desk.tick(29.0)
    desk.hear(Fact("won", 30.0, {"seats": ["B", "D"]}))
    assert said(heard)[-1] == "started B und D haben gewonnen."
