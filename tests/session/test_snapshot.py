"""Who comes in late, or opens the page anew, sees what the table is asked, whether cards are told or not."""

from table_top import TableTop

from companion.session.snapshot import snapshot


def test_a_question_of_a_table_without_cards_is_seen_by_who_comes_late():
    top = TableTop(cards="inferred")
    top.begin("basic teams first=A position=A:05,y,y,y B:30,y,y,y C:02,y,y,y D:y,y,y,y")
    for t, words in ((3.0, "-05"), (3.3, "-30"), (3.8, "+30"), (4.3, "+05"), (8.0, "-05"), (8.5, "+10"),
                     (12.0, "-10"), (12.3, "-02"), (12.8, "+10")):  # fmt: skip
        top.touch(t, words)
    while not top.told("question") and top.session.now < 14.5:
        top.tick(top.session.now + 0.1)
    (asked,) = top.told("question")
    seen = snapshot(top.session)
    assert seen["phase"] == "question"
    assert seen["question"] == {key: asked.data[key] for key in ("choices", "moved")}
    top.touch(14.6, "+By")
    top.tick(20.0)
    assert snapshot(top.session)["phase"] != "question"
