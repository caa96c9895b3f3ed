"""The first minute at a quick table, before anything is known of how fast its people are."""

from tests.plain.hours import followed
from tests.plain.strangers import stranger


def test_a_first_minute_without_a_rest_is_not_one_long_action(tmp_path):
    trace, truth = stranger(6, "rushes", "duel", limit=40)
    missed, figures, notes = followed(tmp_path, trace, truth)
    assert missed <= 1, notes
    assert not figures["wrong"] + figures["accused"], notes
