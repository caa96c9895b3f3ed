"""The queue as time lines: what is started, finished and cut, and when."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.speech.queue import GATHER_S, HUSH_S, SpeechQueue
from companion.speech.utterance import Priority, Utterance


def normal(text, kind="a", **more):
    return Utterance(text, "de", kind, Priority.NORMAL, **more)


def following(text, kind="b", **more):
    return Utterance(text, "de", kind, Priority.NEXT, **more)


def now(text, kind="c", **more):
    return Utterance(text, "de", kind, Priority.NOW, **more)


class Line:
    """A queue and what came out of it, as text."""

    def __init__(self):
        self.queue, self.heard = SpeechQueue(gather_s=0.0), []

    def __getattr__(self, name):
        def call(*arguments):
            self.heard += [f"{one.stage} {one.utterance.text}" for one in getattr(self.queue, name)(*arguments)]
            return self

        return call


def test_one_after_the_other_by_class():
    line = Line().offer(normal("one", "1"), 0).offer(normal("two", "2"), 0).offer(following("three"), 0)
    line.finished(1).finished(2).finished(3)
    said = ["one", "three", "two"]
    assert line.heard == [f"{stage} {text}" for text in said for stage in ("started", "finished")]


def test_now_cuts_and_the_cut_one_comes_again():
    line = Line().offer(normal("one", "1"), 0).offer(normal("two", "2"), 0).offer(now("stop"), 1)
    assert line.heard == ["started one", "cut one", "started stop"]
    line.finished(2).finished(3)
    assert line.heard[3:] == ["finished stop", "started one", "finished one", "started two"]


def test_a_cut_one_that_is_no_longer_true_does_not_come_again():
    line = Line().offer(normal("turn", ended_by=frozenset({"move"})), 0).offer(now("stop"), 1)
    line.expire("move", 1.5).finished(2)
    assert line.heard == ["started turn", "cut turn", "started stop", "finished stop"]


def test_now_waits_for_now():
    line = Line().offer(now("one", "1"), 0).offer(now("two", "2"), 0).finished(1)
    assert line.heard == ["started one", "finished one", "started two"]


def test_of_one_kind_only_the_newest_waits():
    line = Line().offer(now("busy"), 0).offer(normal("old"), 1).offer(normal("new"), 2).finished(3)
    assert line.heard == ["started busy", "finished busy", "started new"]


def test_slots_of_one_kind_wait_side_by_side():
    line = Line().offer(now("busy"), 0).offer(normal("A", slot="move A"), 1).offer(normal("B", slot="move B"), 2)
    line.finished(3).finished(4)
    assert line.heard[2:] == ["started A", "finished A", "started B"]


def test_what_a_fact_makes_untrue_is_dropped_or_cut():
    one = normal("one", "1", ended_by=frozenset({"corrected"}))
    two = normal("two", "2", ended_by=frozenset({"corrected"}))
    line = Line().offer(one, 0).offer(two, 0).expire("corrected", 1)
    line.tick(1)
    assert line.heard == ["started one", "cut one"]


def test_news_older_than_it_lasts_is_dropped():
    line = Line().offer(now("busy"), 0).offer(normal("card", lasts_s=5.0), 1).offer(normal("move", "m"), 1)
    line.finished(6.5)
    assert line.heard == ["started busy", "finished busy", "started move"]


@pytest.mark.parametrize(("moves", "is_said"), [(2, True), (3, False)])
def test_a_move_outlives_a_number_of_plays(moves, is_said):
    line = Line().offer(now("busy"), 0).offer(normal("move A", plies=2), 0)
    for _ in range(moves):
        line.expire("move", 1)
    line.finished(2)
    assert ("started move A" in line.heard) is is_said


def test_normal_news_waits_for_what_belongs_to_the_same_moment():
    queue = SpeechQueue()
    assert queue.offer(normal("card", ended_by=frozenset({"move"})), 1.0) == []
    assert queue.wake_time() == 1.0 + GATHER_S
    assert queue.expire("move", 1.0) == []
    assert queue.offer(normal("move", "m"), 1.0) == []
    assert [one.utterance.text for one in queue.tick(1.0 + GATHER_S)] == ["move"]


def test_a_touch_silences_and_what_is_still_true_comes_again():
    line = Line().offer(normal("move", "1"), 0).offer(normal("turn", "2", ended_by=frozenset({"lift"})), 0).hush(1)
    line.expire("lift", 1).tick(1 + HUSH_S / 2)
    assert line.heard == ["started move", "cut move"]
    line.hush(1.5).tick(1 + HUSH_S)
    assert line.heard[2:] == []
    line.tick(1.5 + HUSH_S).finished(9)
    assert line.heard[2:] == ["started move", "finished move"]


def test_restless_hands_do_not_make_it_stutter():
    line = Line().offer(normal("move"), 0).hush(1).tick(2).hush(3).tick(9)
    assert line.heard == ["started move", "cut move"] * 2


def test_an_answer_that_was_asked_for_does_not_come_again_after_a_touch():
    line = Line().offer(now("answer", is_asked=True), 0).hush(1).tick(9)
    assert line.heard == ["started answer", "cut answer"]


def test_a_key_silences_and_drops_normal_news():
    line = Line().offer(normal("one", "1"), 0).offer(normal("two", "2"), 0).offer(following("ask"), 0).cut(1)
    assert line.heard == ["started one", "cut one"]
    line.tick(1 + HUSH_S / 2)
    assert line.heard[2:] == []
    assert line.queue.wake_time() == 1 + HUSH_S
    line.tick(1 + HUSH_S)
    assert line.heard[2:] == ["started ask"]


def test_each_touch_prolongs_the_silence():
    line = Line().offer(following("ask"), 0).cut(0).offer(following("again asked"), 0.5).cut(0.7).tick(0.7 + HUSH_S / 2)
    assert line.heard == ["started ask", "cut ask"]


def test_an_answer_that_was_asked_for_breaks_the_silence():
    line = Line().cut(0).offer(now("answer", is_asked=True), 0.1)
    assert line.heard == ["started answer"]


def test_a_second_question_cuts_the_answer_to_the_first_for_good():
    first, second = (now(text, "answer", is_asked=True) for text in ("first", "second"))
    line = Line().offer(first, 0).offer(second, 1).finished(2)
    assert line.heard == ["started first", "cut first", "started second", "finished second"]


def test_the_same_text_is_not_said_twice_in_a_row():
    line = Line().offer(following("wrong"), 0).offer(following("wrong"), 0.5).finished(1).offer(following("wrong"), 2)
    assert line.heard == ["started wrong", "finished wrong"]


def test_the_same_text_is_said_again_when_it_was_cut():
    line = Line().offer(following("wrong"), 0).cut(0.5).offer(following("wrong"), 3)
    assert line.heard == ["started wrong", "cut wrong", "started wrong"]


def test_the_same_text_is_said_again_after_another():
    line = Line().offer(following("wrong"), 0).finished(1).offer(following("right"), 2).finished(3)
    line.offer(following("wrong"), 4)
    assert line.heard[-1] == "started wrong"


def test_what_is_hushed_does_not_come_back_beside_something_newer_of_its_slot():
    line = Line().offer(now("older"), 0).offer(now("newer", is_asked=True), 0.1).hush(0.2)
    assert [one.text for one in line.queue.waiting] == ["newer"]


def test_again_repeats_the_last_thing_at_once():
    line = Line().offer(normal("one"), 0).finished(1).again(5)
    assert line.heard == ["started one", "finished one", "started one"]
    assert Line().again(0).heard == []


def test_what_could_not_be_said_is_reported_as_cut():
    assert Line().offer(normal("one"), 0).failed(0).heard == ["started one", "cut one"]


def test_the_fact_of_it():
    spoken = SpeechQueue().offer(now("Halt"), 1.5)[0].fact()
    assert (spoken.kind, spoken.t) == ("speech", 1.5)
    assert spoken.data == {"text": "Halt", "language": "de", "priority": "now", "private": None, "spoken": "started"}


CALLS = ["normal", "next", "now", "asked", "finished", "cut", "hush", "again", "move", "tick"]
STEPS = st.lists(st.tuples(st.sampled_from(CALLS), st.integers(0, 4), st.floats(0, 3)), max_size=40)


@given(STEPS)
def test_what_is_started_ends_once_before_the_next_starts(steps):
    queue, t, heard = SpeechQueue(), 0.0, []
    for name, number, pause in steps:
        t += pause
        if name == "move":
            heard += queue.expire("move", t)
        elif name in ("normal", "next", "now", "asked"):
            priority = Priority.NOW if name == "asked" else Priority(name)
            ended_by = frozenset({"move"}) if number == 1 else frozenset()
            heard += queue.offer(Utterance(f"text {number}", "de", f"kind {number}", priority, ended_by=ended_by,
                                           is_asked=name == "asked"), t)  # fmt: skip
        else:
            heard += getattr(queue, name)(t)
        kinds = [one.heap for one in queue.waiting]
        assert len(kinds) == len(set(kinds))
    stages = [str(one.stage) for one in heard]
    assert all((stage == "started") is (index % 2 == 0) for index, stage in enumerate(stages))
    assert all(one.utterance == other.utterance for one, other in zip(heard[::2], heard[1::2], strict=False))
    assert [one.t for one in heard] == sorted(one.t for one in heard)
