"""A damaged log: found when it is opened, set aside, and everything before the damage saved."""

import sqlite3

import pytest

from companion.facts import Fact
from companion.store.errors import DamagedLog, UnreadableLog
from companion.store.log import Log, read_games
from companion.store.salvage import salvage, set_aside

PAGE = 4096
FACTS = 600


@pytest.fixture
def path(tmp_path):
    """A log of two games over many pages."""
    path = tmp_path / "evening.db"
    with Log(path, "2024-01-01") as log:
        for game in range(2):
            log.append([Fact("game", 0.0, {"game": "tac", "which": game})])
            log.append([Fact("move", float(n), {"action": "05-06", "n": n, "text": "x" * 60}) for n in range(FACTS)])
    return path


def numbers(game):
    return [fact.data["n"] for fact in game[1:]]


def root_page(path):
    base = sqlite3.connect(path)
    (page,) = base.execute("SELECT rootpage FROM sqlite_master WHERE name = 'facts'").fetchone()
    base.close()
    return page


def zero_page(path, number):
    data = bytearray(path.read_bytes())
    data[(number - 1) * PAGE : number * PAGE] = bytes(PAGE)
    path.write_bytes(data)


def change(path, statement):
    base = sqlite3.connect(path)
    base.execute(statement)
    base.commit()
    base.close()


def damage_page(path):
    zero_page(path, path.stat().st_size // PAGE // 2)


def damage_end(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def damage_row(path):
    change(path, "UPDATE facts SET data = '[1, 2]' WHERE id = 900")


def damage_deep(path):
    change(path, f"UPDATE facts SET data = '{'[' * 100_000}' WHERE id = 900")


@pytest.mark.parametrize("damage", [damage_page, damage_end, damage_row, damage_deep])
def test_everything_before_the_damage_is_saved(path, tmp_path, damage):
    damage(path)
    before = path.read_bytes()
    with pytest.raises(DamagedLog, match="damaged"):
        Log(path, "now").last_game()
    with pytest.raises(DamagedLog):
        read_games(path)
    assert path.read_bytes() == before

    saved = salvage(path, tmp_path / "saved.db")
    assert saved.stopped_at
    games = read_games(tmp_path / "saved.db")
    assert saved.games == len(games)
    assert saved.facts == sum(len(game) for game in games)
    found = [number for game in games for number in numbers(game)]
    assert found == [*range(FACTS), *range(FACTS)][: len(found)]
    assert len(found) > FACTS / 4
    with Log(tmp_path / "saved.db", "now") as log:
        log.append([Fact("move", 1.0, {"n": 1})])
    assert path.read_bytes() == before


def test_a_log_whose_table_is_gone_gives_an_empty_one(path, tmp_path):
    zero_page(path, root_page(path))
    saved = salvage(path, tmp_path / "saved.db")
    assert (saved.facts, saved.games) == (0, 0)
    assert read_games(tmp_path / "saved.db") == []


def test_a_whole_log_is_saved_whole(path, tmp_path):
    saved = salvage(path, tmp_path / "saved.db")
    assert (saved.stopped_at, saved.games) == ("", 2)
    assert read_games(tmp_path / "saved.db") == read_games(path)


def test_a_damaged_log_is_set_aside_and_its_name_is_free_for_what_was_saved(path, tmp_path):
    damage_page(path)
    before = path.read_bytes()
    aside, saved = set_aside(path)
    assert aside.read_bytes() == before
    assert aside.name == "evening.broken.db"
    assert saved.path == path
    assert len(read_games(path)) == saved.games
    damage_page(path)
    assert set_aside(path)[0].name == "evening.broken-2.db"
    assert path.stat().st_mode & 0o077 == 0


def test_what_is_no_log_is_left_alone(tmp_path):
    letter = tmp_path / "letter.db"
    letter.write_text("Dear all")
    for use in (lambda: salvage(letter, tmp_path / "saved.db"), lambda: salvage(tmp_path / "none", tmp_path / "saved")):
        with pytest.raises((UnreadableLog, FileNotFoundError)):
            use()
    assert [each.name for each in tmp_path.iterdir()] == ["letter.db"]


def test_nothing_is_overwritten(path, tmp_path):
    (tmp_path / "saved.db").write_text("mine")
    with pytest.raises(FileExistsError):
        salvage(path, tmp_path / "saved.db")
    assert (tmp_path / "saved.db").read_text() == "mine"


def test_what_a_power_cut_left_in_the_newest_part_is_saved_too(path, tmp_path):
    log = Log(path, "now")
    log.append([Fact("game", 0.0, {"which": 2})])
    copy = tmp_path / "copy.db"
    for ending in ("", "-wal"):
        (tmp_path / f"copy.db{ending}").write_bytes((tmp_path / f"evening.db{ending}").read_bytes())
    log.close()
    assert salvage(copy, tmp_path / "saved.db").games == 3


def test_damage_beside_the_facts_is_told(path, tmp_path):
    base = sqlite3.connect(path)
    (page,) = base.execute("SELECT rootpage FROM sqlite_master WHERE name = 'facts_by_kind'").fetchone()
    base.close()
    zero_page(path, page)
    saved = salvage(path, tmp_path / "saved.db")
    assert saved.facts == 2 * FACTS + 2
    assert "damaged" in saved.stopped_at


def test_what_is_told_of_a_row_that_is_no_text_has_nothing_of_the_row(path, tmp_path):
    row = """CAST(CAST('{"cards": ["angel"]}' AS BLOB) || x'ff' AS TEXT)"""
    change(path, f"UPDATE facts SET data = {row} WHERE id = 900")
    saved = salvage(path, tmp_path / "saved.db")
    assert (saved.facts, saved.stopped_at) == (899, "no text: invalid start byte at byte 20")
    with pytest.raises(DamagedLog) as told:
        read_games(path)
    assert "angel" not in str(told.value)
    with Log(path, "2024-01-02") as log, pytest.raises(DamagedLog) as told:
        log.last_game()
    assert "angel" not in str(told.value)
