"""The pages of docs/ name every event, command and option, and nothing that is not there."""

import argparse
import importlib
import re

import pytest
from source_tree import ROOT, files, modules, place, told
from test_catalogues import told_keys

from companion.cli import COMMANDS
from companion.facts import KINDS
from companion.sensing import said

DOCS = ROOT / "docs"
EVENTS = (DOCS / "events.md").read_text(encoding="utf-8")
REFEREE = (DOCS / "referee.md").read_text(encoding="utf-8")
PAGES = "\n".join(path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *sorted(DOCS.glob("*.md"))])


def first_column(text, heading):
    """The words in backquotes that begin the rows of the table under a heading line."""
    table = text.split(heading, 1)[1].split("\n\n", 1)[0]
    return [re.findall(r"`([^`]+)`", row.split("|")[1]) for row in table.splitlines()[2:]]


def test_every_event_has_its_row_and_no_other():
    rows = [name for names in first_column(EVENTS, "| type |") for name in names]
    documented = re.findall(r"^\| `(\w+)` \|", EVENTS.split("| type |", 1)[1].split("\n\n", 1)[0], re.MULTILINE)
    assert documented == list(KINDS)
    assert rows == list(KINDS)


def test_every_command_is_explained_and_no_other():
    documented = set(re.findall(r"^\| `tastkreis ([a-z-]+)", PAGES, re.MULTILINE))
    assert documented == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_named_in_the_pages(command):
    module = importlib.import_module(COMMANDS[command])
    parser = argparse.ArgumentParser()
    module.configure(parser)
    options = {name for action in parser._actions for name in action.option_strings if name.startswith("--")}
    assert sorted(name for name in options - {"--help"} if name not in PAGES) == []


def test_links_between_pages_lead_somewhere():
    wrong = []
    for path in files():
        if path.suffix == ".md":
            for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8")):
                if "://" not in link and not (path.parent / link).exists():
                    wrong.append(f"{path.relative_to(ROOT)}: {link}")
    assert not wrong, told(wrong)


def test_every_page_that_the_code_names_exists():
    wrong = [f"{place(path)}: {name}" for path in modules().values()
             for name in re.findall(r"\bdocs/[\w-]+\.md", path.read_text(encoding="utf-8"))
             if not (ROOT / name).exists()]  # fmt: skip
    assert not wrong, told(wrong)


def test_every_file_named_on_the_way_of_one_lift_exists():
    text = (DOCS / "one-lift.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:hardware|firmware|engine|calibration|companion|tests|docs)/[\w./-]*)`", text)
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_everything_that_can_be_said_is_named_and_nothing_else():
    named = {names[0].split()[0] for names in first_column(REFEREE, "| said | does |")}
    assert named == said._NO_WORDS | set(said._FORMS)


def test_every_broken_rule_is_in_the_table_and_no_other():
    keys = set(re.findall(r"^\| [^|]+ \| `([a-z-]+)` \| [^|]+ \|$", REFEREE, re.MULTILINE))
    # The session itself finds out that nothing was moved, and what no card allows.
    assert keys == {key for key, _ in told_keys()} | {"nothing-moved", "no-card"}
