"""What has lived through one search for garbage is not walked through again while play goes on."""

import gc
from collections.abc import Iterator

import pytest

from companion.cli.garbage import SEARCHES, short_searches


class Link:
    """A thing that refers to itself, so that only a search can find it once nobody needs it."""

    def __init__(self) -> None:
        self.me: Link | None = self


@pytest.fixture(autouse=True)
def _searched_by_hand() -> Iterator[None]:
    gc.disable()
    gc.collect()
    yield
    gc.enable()


def is_walked_through(thing: object) -> bool:
    """Whether the next search walks through this."""
    return any(one is thing for one in gc.get_objects())


def test_a_search_walks_only_through_what_is_new() -> None:
    before, link, callbacks = Link(), Link(), len(gc.callbacks)
    assert is_walked_through(before)
    with short_searches():
        assert not is_walked_through(before)
        link = Link()
        assert is_walked_through(link)
        gc.collect()
        assert not is_walked_through(link)
    assert is_walked_through(before)
    assert is_walked_through(link)
    assert len(gc.callbacks) == callbacks


def test_what_is_put_aside_is_freed_when_nobody_needs_it() -> None:
    with short_searches():
        link = Link()
        gc.collect()
        put_aside = gc.get_freeze_count()
        link.me = None
        del link
        assert gc.get_freeze_count() < put_aside


def test_garbage_among_what_was_put_aside_is_found_in_the_end() -> None:
    with short_searches():
        link = Link()
        gc.collect()
        del link
        found = [gc.collect() for _ in range(SEARCHES)]
        assert max(found[:-2]) == 0
        assert sum(found) >= 1
