"""Every game on the list brings all that a game has to bring, and stands wherever the tests look for games."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

import main
from app.games.game_list import GAMES, Packs, load_record_rules, tally, texts
from app.games.pack import GamePack, load
from app.games.phone_registry import games
from app.games.screen_registry import Screens
from app.phones.game_page_interface import GamePages, GamePhone
from app.phones.template_rendering import Labels
from app.screen.state.scene import GameScreen
from app.shown.play.table_description import TableDescription
from app.text.translation import complete, words
from app.text.words_protocols import GameWords, PageWords, PlainWords
from engine.game import Game, roles_of
from tests.contract.shelf import SHELF
from tests.toy.app.lanterns.pack import PACK as TOY
from tests.whole_games import RECORDS

TESTS = Path(__file__).parents[2]
ON_THE_CONTRACT_SHELF = {shelved.game.name for shelved in SHELF}
FINGERPRINTS = set(re.findall(r"^game: (\S+)$", (TESTS / "fingerprints.toml").read_text(encoding="utf-8"), re.M))
VERSIONS = tomllib.loads((TESTS / "data_versions.toml").read_text(encoding="utf-8"))
HOUSE = tomllib.loads((TESTS.parent / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS = {contract["name"]: contract for contract in HOUSE["tool"]["importlinter"]["contracts"]}
ROOMS = CONTRACTS["Games are strangers to each other in the app as well, and what is below them knows none"]["layers"]
STRANGERS = [f"app.games.{name}" for name in ROOMS[0].split(" | ")]
UNKNOWN_BELOW = CONTRACTS["What is there for all games knows the rules of none, by type neither"]["forbidden_modules"]
PLAIN = GamePack._field_defaults


def missing_parts(pack: GamePack, data: Mapping[str, bytes]) -> list[str]:
    """List the missing parts of a game; parts that depend on them are not checked."""
    found = [f"data/{name}.toml" for name in pack.data if name not in data]
    named = ("rules", "game_data", "words", "shown", "entered", "phone", "screen")
    places = [each for each in named if getattr(pack, each)]
    found += [place for place in places if not exists(getattr(pack, place))]
    found += [] if pack.slug in ON_THE_CONTRACT_SHELF else ["tests/contract/shelf.py"]
    found += [] if RECORDS.get(pack.slug) else ["tests/records"]
    found += [] if pack.slug in FINGERPRINTS else ["tests/fingerprints.toml"]
    found += [] if pack.slug in VERSIONS else ["tests/data_versions.toml"]
    named = pack.words.rpartition(".")[0] in STRANGERS and pack.rules.rpartition(".")[0] in UNKNOWN_BELOW
    found += [] if named else ["pyproject.toml"]
    found += [] if "tally" not in pack.modes or pack.slug in tally(data).sheets else ["data/tally.toml"]
    found += [] if pack.modes[:1] == ("play",) else ["modes: play comes first"]
    found += (
        ["screen: to be played by touch, it has to be drawn"] if pack.touch and pack.screen == PLAIN["screen"] else []
    )
    if {*places} & {*found} or any(each.startswith("data/") and each != "data/tally.toml" for each in found):
        return found
    return found + mismatches(pack, data)


def exists(path: str) -> bool:
    try:
        load(path)
    except (ImportError, AttributeError):
        return False
    return True


def mismatches(pack: GamePack, data: Mapping[str, bytes]) -> list[str]:
    """List the parts of a game that are there but wrong."""
    try:
        game = load(pack.rules)(*texts(data, pack))
        read = load(pack.game_data)(*texts(data, pack)).get_version
    except (TypeError, ValueError) as error:
        return [f"data: {error}"]
    if not isinstance(game, Game) or game.name != pack.slug:
        return ["rules: a Game that bears the slug"]
    found = [] if read(None, "") == game.data() else ["game_data: not what the rules read"]
    say = load(pack.words)
    wanted = PageWords if pack.shown else PlainWords if pack.phone == PLAIN["phone"] else GameWords
    if not isinstance(say, wanted):
        return [*found, "words: incomplete"]
    if pack.shown and not isinstance(load(pack.shown), TableDescription):
        return [*found, "shown: incomplete"]
    if pack.entered and not all(
        hasattr(load(pack.entered), name) for name in ("initial_state", "build_entry", "apply_consequences", "position")
    ):
        return [*found, "entered: incomplete"]
    phone = games({pack.slug: pack})[pack.slug].phone
    screens = Screens({pack.slug: read}, {pack.slug: pack})
    if not isinstance(screens.get_game(pack.slug), GameScreen):
        return [*found, "screen: makes no GameScreen"]
    for lang in complete():
        w = words(lang)
        names = [say.title(w), *(say.identity(w, role) for role in roles_of(game).roles())]
        names += [say.variant(w, slug) for slug in game.variants()]
        found += [] if all(names) and len({*names}) == len(names) else [f"words: a name for everything in {lang}"]
    if not isinstance(phone, GamePhone) or not list(phone.templates.glob("*.html")):
        return [*found, "phone: a GamePhone with templates"]
    pages = phone.pages(say, game.data())
    found += [] if isinstance(pages, GamePages) and isinstance(pages.labels, Labels) else ["phone: incomplete"]
    if "track" in pack.modes and pack.phone == PLAIN["phone"] and not pack.shown:
        found.append("phone: nothing to tell it with, where people deal")
    return found


@pytest.mark.parametrize("pack", GAMES.values(), ids=GAMES)
def test_every_listed_game_is_complete(every_fact, pack):
    assert missing_parts(pack, every_fact) == []


def test_game_titles_are_unique(every_fact):
    titles = [load(pack.words).title(words(lang)) for lang in complete() for pack in GAMES.values()]
    assert all(titles.count(title) in (1, len(complete())) for title in titles)


DUEL = GAMES["duel"]
IN_WORDS = DUEL._replace(phone=PLAIN["phone"], modes=("play",))
UNTESTED = ["tests/contract/shelf.py", "tests/records", "tests/fingerprints.toml", "tests/data_versions.toml"]
OUTSIDE = [*UNTESTED[1:], "pyproject.toml"]  # the toy game lies in no room of the house, and has no records
BROKEN = [
    pytest.param(DUEL._replace(slug="dule", modes=("play",)), [*UNTESTED, "rules: a Game"], id="slug"),
    pytest.param(TOY, OUTSIDE, id="a game from elsewhere"),
    pytest.param(DUEL._replace(data=("duel", "duels")), ["data/duels.toml"], id="a data file"),
    pytest.param(DUEL._replace(data=("architects",)), ["data: data/duel.toml: "], id="another's data file"),
    pytest.param(DUEL._replace(data=("duel", "leaders")), ["data: "], id="a data file too many"),
    pytest.param(DUEL._replace(rules="engine.duel.game_facade:Dule"), ["rules"], id="rules"),
    pytest.param(DUEL._replace(rules="engine.duel.data_validation:game_data"), ["rules: a Game"], id="no rules at all"),
    pytest.param(DUEL._replace(game_data="engine.dule.data:game_data"), ["game_data"], id="game data"),
    pytest.param(DUEL._replace(words="app.games.duel.words_facade:say"), ["words"], id="words"),
    pytest.param(
        IN_WORDS._replace(words="app.games.architects.words_facade"), ["words: incomplete"], id="words for plain pages"
    ),
    pytest.param(
        IN_WORDS._replace(words="app.games.tally.sheet_words"),
        ["pyproject.toml", "words: incomplete"],
        id="words of no game",
    ),
    pytest.param(DUEL._replace(phone="app.games.duel.phone:PHONE"), ["phone"], id="phone"),
    pytest.param(
        IN_WORDS._replace(phone="app.games.text_only.phone_page:PlainPage"), ["phone: a GamePhone"], id="no phone's"
    ),
    pytest.param(DUEL._replace(screen="app.games.duel.scene"), ["screen"], id="screen"),
    pytest.param(DUEL._replace(screen="operator:is_"), ["screen: makes no GameScreen"], id="no screen"),
    pytest.param(IN_WORDS._replace(screen=PLAIN["screen"]), ["screen: to be played by touch"], id="touch"),
    pytest.param(DUEL._replace(modes=("tally",)), ["modes: play comes first"], id="nothing to play"),
    pytest.param(IN_WORDS._replace(modes=("play", "track")), ["phone: nothing to tell it with"], id="untold"),
    pytest.param(TOY._replace(modes=("play", "tally")), [*OUTSIDE, "data/tally.toml"], id="no sheet"),
    pytest.param(TOY._replace(shown="tests.toy.app.lanterns.table"), ["shown", *OUTSIDE], id="no table"),
    pytest.param(TOY._replace(shown="tests.toy.app.lanterns.words"), [*OUTSIDE, "shown: "], id="words for a table"),
    pytest.param(TOY._replace(entered="tests.toy.app.lanterns.shown"), [*OUTSIDE, "entered: "], id="nothing to enter"),
    pytest.param(
        TOY._replace(words="app.games.tally.sheet_words"), [*OUTSIDE, "words: incomplete"], id="words for its table"
    ),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("pack", "said"), BROKEN)
def test_missing_parts_of_a_game_are_reported(every_fact, pack, said):
    toy = (TESTS / "toy" / "data" / "lanterns.toml").read_bytes()
    found = missing_parts(pack, {**every_fact, "lanterns": toy})
    assert [each[: len(start)] for each, start in zip(found, said, strict=True)] == said


@pytest.mark.parametrize("lacking", ["contract", "records", "fingerprints", "versions"])
def test_game_missing_from_a_test_list_is_reported(monkeypatch, every_fact, lacking):
    here = globals()
    {
        "contract": lambda: monkeypatch.setitem(here, "ON_THE_CONTRACT_SHELF", {"architects"}),
        "records": lambda: monkeypatch.setitem(RECORDS, "duel", []),
        "fingerprints": lambda: monkeypatch.setitem(here, "FINGERPRINTS", {"architects"}),
        "versions": lambda: monkeypatch.setitem(here, "VERSIONS", {"architects": {}}),
    }[lacking]()
    assert len(missing_parts(DUEL, every_fact)) == 1


def test_every_listed_game_has_record_rules(every_fact):
    packs: Packs = {**GAMES, TOY.slug: TOY}
    toy = (TESTS / "toy" / "data" / "lanterns.toml").read_bytes()
    assert [*load_record_rules({**every_fact, "lanterns": toy}, packs)] == [*GAMES, "lanterns", "tally"]
    assert set(main.read_game_data()) >= {name for pack in GAMES.values() for name in pack.data}


def test_text_only_pages_call_only_the_plain_words_protocol():
    """The protocol is what the completeness of words is judged by, so what plain pages call has to be in it."""
    called = set(
        re.findall(r"self\._(?:say|plain)\.(\w+)\(", (TESTS.parent / "app/games/text_only/phone_page.py").read_text())
    )
    assert called
    assert {name for name in called if not hasattr(PlainWords, name)} == set()
