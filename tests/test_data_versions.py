"""Game data is corrected, and every record, suspended game and history keeps the values it was played with."""

import hashlib
import json
import tomllib
from functools import cache

import msgspec
import pytest

import main
from app.commands.records import play_game as simulated
from app.games.game_list import load_record_rules
from engine import record
from engine.data_overrides import leaves
from engine.game import Game, Rng, roles_of
from engine.game_data import BadGameData
from engine.players import PLAYERS
from tests.corrected import VERSION_1, corrected
from tests.whole_games import RECORDS, TRACK, each_of, played, printed

GAMES = {"architects": "2", "duel": "2", "seven-wonders": "3"}
ALL_RECORDS = [path for paths in RECORDS.values() for path in paths] + TRACK


@cache
def first() -> dict[str, Game]:
    """Return the shelf of version 1."""
    return load_record_rules(VERSION_1)


@cache
def later() -> dict[str, Game]:
    """Return the shelf of version 2."""
    return load_record_rules(corrected())


@cache
def forgetful() -> dict[str, Game]:
    """Return the shelf of an owner who changed only the values."""
    return load_record_rules(corrected(remembered=False))


# ---- records -------------------------------------------------------------------------------------------


@pytest.mark.sampled(18)
@each_of(ALL_RECORDS)
def test_record_of_version_1_is_replayed_with_its_own_values(path):
    then = played(path)
    told = record.parse_record(path.read_bytes(), later())
    assert told.setup.header() == then.told.setup.header()
    for moment, (_, state) in zip(then.moments, record.replay(told), strict=True):
        assert printed(state) == moment.public
        assert record.legal_lines(state) == moment.legal


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_records_break_without_the_older_values(game):
    """A data file names its version for this reason."""
    lost = 0
    for path in RECORDS[game]:
        try:
            *_, (_, state) = record.replay(record.parse_record(path.read_bytes(), forgetful()))
            lost += printed(state) != played(path).moments[-1].public
        except record.BrokenRecord:
            lost += 1
    assert lost


@pytest.mark.parametrize("game", GAMES)
def test_new_game_uses_the_newest_values_and_records_their_version(game):
    rules = later()[game]
    identities = ", ".join(roles_of(rules).random_pool(())[: int(GAMES[game])]) or GAMES[game]
    if game == "seven-wonders":
        identities = "gizah-day, rhodos-day, olympia-day"
    header = {"game": game, "seats": identities, "data": "2"}
    seated = [PLAYERS["random"]] * int(GAMES[game])
    state, text = simulated(rules, header, seated, Rng(4))
    assert "\ndata: 2\n" in text
    *_, (_, again) = record.replay(record.parse_record(text.encode(), later()))
    assert printed(again) == printed(state)
    with pytest.raises(record.BrokenRecord) as caught:
        record.parse_record(text.encode(), first())
    assert text.splitlines()[caught.value.line - 1] == "data: 2"
    assert caught.value.reason == "data: no version of the game data here; known is 1"


def test_game_contains_only_values_of_its_own_version():
    """A card, a cost and a token; what is gone and what is new."""
    old, new = ({"game": "architects", "seats": "giza, rome"} | more for more in ({}, {"data": "2"}))
    game = later()["architects"]
    then, now = game.start(game.setup(old)), game.start(game.setup(new))
    assert ("decor" in then.lookup.facts.tokens, "harvest" in then.lookup.facts.tokens) == (True, False)
    assert ("decor" in now.lookup.facts.tokens, "harvest" in now.lookup.facts.tokens) == (False, True)
    for state, points, cost, red in ((then, 3, 2, 2), (now, 4, 1, 1)):
        assert state.lookup.facts.cards["blue-3"].points == points
        assert state.lookup.facts.wonders["giza"].stages[0].cost == cost
        assert state.lookup.facts.wonders["rome"].cards["red-2"] == red
    duel = later()["duel"]
    then, now = (duel.start(duel.setup({"game": "duel", "seats": "2"} | more)) for more in ({}, {"data": "2"}))
    assert "reveal box lumber-yard" not in record.legal_lines(now)
    assert "log-yard" not in then.lookup.facts.cards
    assert "lumber-yard" not in now.lookup.facts.cards


def test_overrides_apply_to_the_version_of_the_record():
    game = later()["architects"]
    header = {"game": "architects", "seats": "giza, rome", "facts": "wonders.giza.stages.1.points=9"}
    then, now = (game.start(game.setup(header | more)).lookup.facts for more in ({}, {"data": "2"}))
    assert [facts.wonders["giza"].stages[0].points for facts in (then, now)] == [9, 9]
    assert [facts.wonders["giza"].stages[0].cost for facts in (then, now)] == [2, 1]
    gone = header | {"facts": "tokens.decor.copies=2"}
    assert game.setup(gone).header()["facts"] == "tokens.decor.copies=2"
    with pytest.raises(ValueError, match=r"facts: tokens\.decor\.copies: there is no tokens\.decor"):
        game.setup(gone | {"data": "2"})


@pytest.mark.parametrize("game", [*GAMES, "tally"])
@pytest.mark.parametrize("version", ["0", "3", "02", "two", "", "-1", "1.0"])
def test_unknown_data_version_is_an_error_on_its_line(game, version):
    """And the only one: what the others name may stand in that version."""
    sheet = "sheet: atlantis\n" if game == "tally" else ""
    text = (
        f"game: {game}\nseats: atlantis, lemuria\n{sheet}facts: wonders.atlantis.stages.1.points=3\ndata: {version}\n\n"
    )
    if game in ("duel", "tally"):
        text = text.replace("facts: wonders.atlantis.stages.1.points=3\n", "").replace("atlantis, lemuria", "2")
    with pytest.raises(record.BrokenRecord) as caught:
        record.parse_record(text.encode(), later())
    assert text.splitlines()[caught.value.line - 1] == f"data: {version}"
    assert caught.value.reason == "data: no version of the game data here; known is 1 to 2"


def test_version_1_is_accepted_and_never_written():
    for game in first(), later():
        setup = game["architects"].setup({"game": "architects", "seats": "giza, rome", "data": "1"})
        assert "data" not in setup.header()


def test_score_sheet_totals_follow_the_data_version():
    text = b"game: tally\nsheet: architects\nseats: 2\n%s\n1 set military 2\ncat 1\n"
    totals = {}
    for data in (b"", b"data: 2\n"):
        *_, (_, state) = record.replay(record.parse_record(text % data, later()))
        totals[data] = state.scores()[0]["total"]
    assert totals == {b"": 8, b"data: 2\n": 13}


# ---- what older versions said --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "ours", "instead", "sentence"),
    [
        pytest.param("architects", "[older.1.wonders.rome.cards]", "[older.1.wonders.roma.cards]",
                     "architects.toml: version 1: wonders.roma.effects: is missing", id="a misspelt entry"),
        pytest.param("architects", "[older.1.wonders.giza.stages.1]", "[older.1.wonders.giza.stages.7]",
                     "architects.toml: older.1: wonders.giza.stages.7: there is no such value", id="no such stage"),
        pytest.param("architects", "cost = 2", "cost = 20",
                     "architects.toml: version 1: wonders.giza.stages.1.cost: at most 7", id="too large"),
        pytest.param("architects", '"tokens.harvest"', '"tokens.harvets"',
                     "architects.toml: older.1: tokens.harvets: there is no such value", id="absent, and not there"),
        pytest.param("architects", '["tokens.harvest"]', '"tokens.harvest"',
                     "architects.toml: older.1: absent: a list of paths was expected", id="no list"),
        pytest.param("architects", '"tokens.harvest"',
                     '"medals.two-progress", "medals.three-red", "medals.three-blue", "medals.three-grey"',
                     "architects.toml: version 1: medals: at least 9", id="not to be played"),
        pytest.param("leaders", "[older.1.leaders.nero]", "[older.2.leaders.nero]",
                     "leaders.toml: older.2: is no version before 2", id="a version of tomorrow"),
        pytest.param("leaders", "\n[leaders.maecenas]", "\nversion = 2\n\n[leaders.maecenas]",
                     "leaders.toml: draft.version", id="in the wrong place"),
        pytest.param("leaders", "[draft]", "version = 2\n[draft]",
                     "leaders.toml: version: stands in another file", id="in the second file"),
        pytest.param("leaders", 'group = "standard"\ncost = 3\neffects = [{ type = "rebuild" }]\n', "cost = 3\n",
                     "leaders.toml: version 1: leaders.solomon", id="an entry of the second file"),
    ],
)  # fmt: skip
def test_invalid_older_values_are_reported(file, ours, instead, sentence):
    data = corrected()
    text = data[file].decode()
    place = 0 if ours in ("[draft]", "\n[leaders.maecenas]") else text.index("[older.1]")
    assert ours in text[place:]
    text = text[:place] + text[place:].replace(ours, instead)
    with pytest.raises(BadGameData) as caught:
        load_record_rules(data | {file: text.encode()})
    assert str(caught.value).startswith(f"data/{sentence}")


def test_two_successive_corrections_are_applied():
    """Version 1 is what version 2 was, with what was different then."""
    text = corrected()["architects"].decode()
    text = text.replace("version = 2", "version = 3").replace("military_points = 3 ", "military_points = 5 ")
    text = text.replace("medal_points = 4 ", "medal_points = 7 ")
    text += "[older.2.table]\nmilitary_points = 4\nmedal_points = 4\n[older.1.table]\nmilitary_points = 3\n"
    game = load_record_rules(VERSION_1 | {"architects": text.encode()})["architects"]
    tables = [game.data(version).table for version in (1, 2, 3)]
    assert [(table.military_points, table.medal_points) for table in tables] == [(3, 4), (4, 4), (5, 7)]
    assert game.data(1) == first()["architects"].data()
    assert game.data() is game.data(3)


def test_older_version_without_differences_is_valid():
    text = VERSION_1["duel"].decode().replace("version = 1 ", "version = 2 ")
    assert load_record_rules(VERSION_1 | {"duel": (text + "\n[older.1]\n").encode()})["duel"].data_version == 2


def test_documented_example_is_valid():
    """The example of docs/adding-a-game.md holds up."""
    page = (main.ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    example = page.partition("```toml\nversion = 2")[2].partition("```")[0]
    deck, older = example[: example.index("[older.1")], example[example.index("[older.1") :]
    printed = deck.partition("cards = ")[2].partition("\n")[0]
    text = VERSION_1["architects"].decode().replace("version = 1 ", "version = 2 ")
    before, rome = text.split("[wonders.rome]")
    ours = rome.partition("cards = ")[2].partition("\n")[0]
    assert printed != ours
    text = f"{before}[wonders.rome]{rome.replace(ours, printed, 1)}{older}"
    game = load_record_rules(VERSION_1 | {"architects": text.encode()})["architects"]
    assert game.data(1) == first()["architects"].data()
    assert game.data(2) != game.data(1)


# ---- ours ----------------------------------------------------------------------------------------------

FINGERPRINTS = main.ROOT / "tests" / "data_versions.toml"


def values(data: object) -> dict[str, object]:
    """Return the values that games are played with: without zeros and certainties."""
    found = leaves(msgspec.to_builtins(data))
    return {".".join(path): value for path, value in found.items() if value and path[-1] != "certainty"}


@pytest.mark.parametrize("game", [*GAMES, "tally"])
def test_changed_values_need_a_new_data_version(game):
    """Else the games of people who have this version begin to say something else, or end in the middle."""
    rules = load_record_rules(main.read_game_data())[game]
    versions = range(1, rules.data_version + 1)
    texts = {n: json.dumps(values(rules.data(n)), sort_keys=True) for n in versions}
    found = {str(n): hashlib.sha256(text.encode()).hexdigest()[:16] for n, text in texts.items()}
    assert found == tomllib.loads(FINGERPRINTS.read_text())[game], (
        f"The data of {game} says something else than before. If games may have been played with it, raise its version "
        f"and keep what it said (docs/adding-a-game.md); then write the new line into {FINGERPRINTS.name}: {found}"
    )


@pytest.mark.parametrize(
    ("header", "moves"),
    [
        pytest.param({}, [], id="no game in its header"),
        pytest.param({"game": "chess"}, [], id="a game that is not here"),
        pytest.param({"game": "architects", "seats": "99"}, [], id="a header that the rules refuse"),
        pytest.param({"game": "architects", "seats": "2"}, ["1 conquer rome"], id="a move that is none"),
        pytest.param({"game": "architects", "seats": "2"}, ["1 take left"], id="a move that is not legal now"),
    ],
)
def test_stored_record_that_its_rules_refuse_is_broken(header, moves):
    with pytest.raises(record.BrokenRecord):
        record.last_state(later(), header, moves)
