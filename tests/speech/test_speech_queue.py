"""The queue as time lines: what is started, finished and cut, and when."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.speech.queue import GATHER_S, HURRY_S, HUSH_S, SpeechQueue
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


def test_what_is_asked_cuts_whatever_is_said_and_that_comes_again():
    line = Line().offer(now("violation", "violation"), 0).offer(now("answer", "answer", is_asked=True), 1)
    assert line.heard == ["started violation", "cut violation", "started answer"]
    line.finished(2)
    assert line.heard[3:] == ["finished answer", "started violation"]


def test_the_next_question_ends_the_answer_to_the_one_before():
    line = Line().offer(now("one", "answer", is_asked=True), 0).offer(now("two", "notice", is_asked=True), 1)
    line.finished(2)
    assert line.heard == ["started one", "cut one", "started two", "finished two"]


def test_once_more_of_what_is_being_said_is_said_once():
    line = Line().offer(now("violation", "violation"), 0).again(1).finished(3)
    assert line.heard == ["started violation", "cut violation", "started violation", "finished violation"]


def test_at_a_quick_table_a_turn_that_goes_without_saying_is_not_told_late():
    for forms, told in ((("",), []), (("turn",), ["turn"])):
        queue = SpeechQueue(gather_s=0.0)
        for t in (0.0, 1.0, 2.0):
            queue.expire("move", t)
        queue.offer(normal("turn", "turn", forms=forms), 2.0)
        assert [one.utterance.text for one in queue.tick(9.0)] == told


def test_of_one_kind_only_the_newest_waits():
    line = Line().offer(now("busy"), 0).offer(normal("old"), 1).offer(normal("new"), 2).finished(3)
    assert line.heard == ["started busy", "finished busy", "started new"]


def test_slots_of_one_kind_wait_side_by_side():
    line = Line().offer(now("busy"), 0).offer(normal("A", slot="move A"), 1).offer(normal("B", slot="move B"), 2)
    line.finished(3).finished(4)
    assert line.heard[2:] == ["started A", "finished A", "started B"]


def test_a_play_and_a_turn_that_come_a_moment_apart_are_one_sentence():
    queue = SpeechQueue()
    queue.offer(normal("play", "move", forms=("play",), ply=1), 0.0)
    queue.offer(normal("turn", "turn", forms=("turn",)), GATHER_S / 3)
    assert [one.utterance.text for one in queue.tick(GATHER_S)] == ["play turn"]


def test_of_two_plays_that_come_almost_at_once_the_second_waits_for_its_turn():
    queue = SpeechQueue()
    queue.offer(normal("one", "move", forms=("one",), ply=1, slot="play 1"), 0.0)
    queue.offer(normal("two", "move", forms=("two",), ply=2, slot="play 2"), GATHER_S * 0.8)
    assert [one.utterance.text for one in queue.tick(GATHER_S)] == ["one"]


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


def play(number, **more):
    """News of a play that can be said in three ways."""
    told = (f"play {number} at length", f"play {number}", f"{number}")
    return Utterance(told[0], "de", "move", Priority.NORMAL, slot=f"play {number}", forms=told, ply=number, **more)


def turn(seat):
    return normal(f"{seat} to play", "turn", forms=(f"{seat} to play", seat), ended_by=frozenset({"card", "lift"}))


def brief(news, budget_s):
    """Puts news together: the briefest forms, unless there is time."""
    level = 0 if (budget_s > 5 and len(news) == 1) or not any(one.ply for one in news) else -1
    return replace(news[-1], text=" + ".join(one.forms[level] for one in news))


def table():
    line = Line()
    line.queue.compose_with(brief)
    return line


def test_plays_that_came_while_something_else_was_said_are_put_together_and_none_is_lost():
    line = table().offer(now("busy"), 0)
    for number in range(1, 6):
        line.expire("move", number).offer(play(number), number)
    line.offer(turn("B"), 5).finished(60)
    assert line.heard == ["started busy", "finished busy", "started 1 + 2 + 3 + 4 + 5 + B"]


def test_a_play_and_the_next_turn_are_one_sentence():
    line = table().offer(now("busy"), 0).offer(play(1), 1).offer(turn("B"), 1).finished(2)
    assert line.heard[-1] == "started 1 + B"


def test_a_turn_that_is_over_does_not_cut_the_play_before_it():
    line = table().offer(now("busy"), 0).offer(play(1), 1).offer(turn("B"), 1).finished(2).expire("card", 2.5)
    assert line.heard[-1] == "started 1 + B"
    line.offer(now("stop"), 2.6).finished(3)
    assert line.heard[-4:] == ["cut 1 + B", "started stop", "finished stop", "started play 1 at length"]


def test_a_play_that_is_taken_back_is_not_told_and_those_before_it_are():
    line = table().offer(now("busy"), 0).offer(play(1), 1).offer(play(2), 2).expire("takeback", 3, 2).finished(4)
    assert line.heard[-1] == "started play 1 at length"
    line.expire("takeback", 4.5, 1)
    assert line.heard[-1] == "cut play 1 at length"
    assert line.queue.waiting == ()


def test_a_touch_silences_no_play_at_a_quick_table():
    line = table()
    for number in (1, 2, 3):
        line.expire("move", 1.5 * number)
    line.offer(play(3), 4.5).hush(5.0)
    assert line.heard == ["started 3"]
    line.finished(5.2).offer(play(4), 5.3)
    assert line.heard[-1] == "started 4", "hands are on the board all the time"
    line.finished(5.5).offer(now("the answer", is_asked=True), 5.5).hush(5.6)
    assert line.heard[-1] == "cut the answer"


def test_a_touch_silences_a_play_at_a_table_that_takes_its_time():
    line = table().expire("move", 0).expire("move", 30).offer(play(2), 30).hush(31)
    assert line.heard == ["started play 2 at length", "cut play 2 at length"]
    for t in (33.0, 36.0):
        line.tick(t).hush(t + 0.5)
    line.tick(60)
    assert line.heard[-1] == "started play 2 at length", "news is never lost, however often hands are on it"


def test_news_does_not_wait_for_hands_that_never_rest():
    line = table().expire("move", 0).expire("move", 30).hush(30).offer(play(2), 30)
    for step in range(8):
        line.tick(30 + 0.4 * step).hush(30 + 0.4 * step)
    assert line.heard == ["started play 2 at length", "cut play 2 at length"]
    for step in range(8, 16):
        line.tick(30 + 0.4 * step).hush(30 + 0.4 * step)
    assert line.heard[2:] == ["started play 2 at length"], "and then no touch cuts it"


def test_a_question_is_asked_until_it_was_heard():
    line = Line().offer(following("which?", is_must=True), 0)
    for t in (1.0, 3.0, 5.0):
        line.hush(t).tick(t + HUSH_S)
    assert line.heard == ["started which?", "cut which?"] * 3 + ["started which?"]


def test_at_a_hurried_table_a_turn_is_not_told_alone():
    line = table()
    for number in (1, 2, 3):
        line.expire("move", number)
    line.offer(turn("B"), 3.5).expire("card", 4.2).tick(9)
    assert line.heard == []
    line.offer(turn("C"), 9).tick(9 + HURRY_S)
    assert line.heard == ["started C to play"], "nobody plays: then it is told whose turn it is"


def test_a_card_waits_whether_it_is_needed_at_all():
    late = normal("five", "card", forms=("five",), delay_s=2.0, ended_by=frozenset({"lift"}))
    assert table().offer(late, 0).tick(1.9).heard == []
    assert table().offer(late, 0).tick(2.0).heard == ["started five"]
    assert table().offer(late, 0).expire("lift", 1.0).tick(9.0).heard == []


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
    line = Line().offer(now("older"), 0).offer(now("newer"), 0.1).hush(0.2)
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


CALLS = ["play", "normal", "next", "now", "asked", "finished", "cut", "hush", "again", "move", "tick"]
STEPS = st.lists(st.tuples(st.sampled_from(CALLS), st.integers(0, 4), st.floats(0, 3)), max_size=40)


@given(STEPS)
def test_what_is_started_ends_once_before_the_next_starts(steps):
    queue, t, heard, plies = SpeechQueue(), 0.0, [], 0
    for name, number, pause in steps:
        t += pause
        if name == "move":
            heard += queue.expire("move", t)
        elif name == "play":
            plies += 1
            heard += queue.expire("move", t) + queue.offer(play(plies), t)
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


def test_plays_that_are_settled_at_one_moment_make_no_quick_table():
    queue = SpeechQueue()
    for t in (0.0, 7.0, 7.0, 14.0, 14.0, 21.0):
        queue.expire("move", t)
    assert queue.pace_s == 7.0
