"""The page's words: the same in three languages, all that the page uses, none that it does not."""

import json
import re
from pathlib import Path

import pytest

import companion.web
from companion.web.guard import HEADERS

STATIC = Path(companion.web.__file__).parent / "static"
LANGUAGES = ("de", "en", "fr")
FAMILIES = ("colour_", "card_", "act_", "variant_", "diff_", "group_", "deck_", "mark_", "game_", "phones_", "way_",
            "memory_", "await_", "note_", "draw_")


def texts(language):
    return json.loads((STATIC / "texts" / f"{language}.json").read_text("utf-8"))


def scripts():
    return "\n".join(path.read_text("utf-8") for path in STATIC.glob("*.js"))


def markup():
    return (STATIC / "index.html").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text_with_the_same_blanks(language):
    german, here = texts("de"), texts(language)
    assert here.keys() == german.keys()
    for key, text in german.items():
        assert sorted(re.findall(r"\{\w+\}", here[key])) == sorted(re.findall(r"\{\w+\}", text)), key
        assert here[key].strip(), key


def test_what_the_page_asks_for_is_there():
    wanted = set(re.findall(r'data-text="(\w+)"', markup())) | set(re.findall(r'(?<!\w)say\("([\w-]+)"', scripts()))
    wanted |= set(re.findall(r'onSay\("(\w+)"', scripts()))
    assert wanted <= texts("de").keys()


def test_no_text_is_left_over():
    used = scripts() + markup()
    left = [key for key in texts("de") if not key.startswith(FAMILIES) and not re.search(rf'["\'`]{key}["\'`]', used)]
    assert left == []


def test_the_markup_speaks_german_before_any_script():
    german = texts("de")
    for key, text in re.findall(r'data-text="(\w+)"[^>]*>([^<]+)<', markup()):
        assert text in german[key], key


def test_nothing_comes_from_elsewhere():
    for path in STATIC.rglob("*"):
        if path.suffix in (".js", ".html", ".css", ".json"):
            found = re.findall(r"https?://[^\s\"'`]+", path.read_text("utf-8"))
            assert [url for url in found if not url.startswith("http://www.w3.org/")] == [], path.name


def test_the_page_holds_what_its_policy_asks():
    assert dict(HEADERS)[b"content-security-policy"].startswith(b"default-src 'self'")
    assert not re.search(r'\son\w+="|style="|<script(?![^>]*src=)', markup())


def test_there_is_one_live_region_and_no_hidden_second():
    assert len(re.findall(r"aria-live=", markup())) == 1
    assert not re.findall(r'role="(?:log|status|alert|timer|marquee)"|<output', markup() + scripts())
    assert [path.name for path in STATIC.glob("*.js") if "aria-live" in path.read_text("utf-8")] == ["live.js"]
