"""An owner's corrections of printed values: read, said on one line, laid over ours, and played with."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import data_overrides as corrections
from engine import record
from engine.architects.data_schema import FACES
from engine.architects.data_validation import FIXED
from engine.architects.game_facade import Architects
from engine.game import CHANCE, BadHeader, Rng
from engine.players import PLAYERS
from tests.engine.corrections import LINE, ROME

FILE = "architects.toml"
GAME = Architects((Path(__file__).resolve().parents[2] / "data" / FILE).read_bytes())
DEFAULT_FACTS = corrections.leaves(msgspec.to_builtins(GAME.data()))


def line_of(text: str) -> str:
    return GAME.overrides(text.encode(), FILE)


def header(facts: str | None, seats: str = "rome, giza") -> dict[str, str]:
    return {"game": "architects", "seats": seats} | ({} if facts is None else {"facts": facts})


# ---- the line ----------------------------------------------------------------------------------------

names = st.from_regex(r"[a-z0-9_-]{1,8}", fullmatch=True)
words = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True).filter(lambda word: word not in ("yes", "no"))
numbers = st.integers(0, corrections.MAX_NUMBER)
values = st.booleans() | numbers | words | st.lists(numbers | words, max_size=4).map(tuple)
told = st.dictionaries(st.lists(names, min_size=1, max_size=5).map(tuple), values, max_size=8)


@pytest.mark.full
@given(told=told, order=st.randoms())
def test_corrections_round_trip_through_one_line(told, order):
    line = corrections.format_line(told)
    found = corrections.parse_line(line)
    assert found == told
    assert {path: type(value) for path, value in found.items()} == {path: type(value) for path, value in told.items()}
    items = line.split(" ") if line else []
    order.shuffle(items)
    assert corrections.format_line(corrections.parse_line("  ".join(items))) == line
    assert not set(line) & set("#\n\t:\"'")
    assert line == line.strip()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("wonders.rome.stages.3.points", "'wonders.rome.stages.3.points' is not PATH=VALUE", id="no value"),
        pytest.param("a..b=1", "'a..b=1' is not PATH=VALUE", id="a path with a hole"),
        pytest.param("=1", "'=1' is not PATH=VALUE", id="no path"),
        pytest.param("A.b=1", "'A.b=1' is not PATH=VALUE", id="capitals"),
        pytest.param("a.b=1 a.b=2", "a.b stands twice", id="twice"),
        pytest.param("a.b=01", "a.b: '01' is not a number up to 999", id="leading zero"),
        pytest.param("a.b=1000", "a.b: '1000' is not a number up to 999", id="too large"),
        pytest.param("a.b=-1", "a.b: '-1' is not a number up to 999", id="below zero"),
        pytest.param("a.b=", "a.b: '' is not a number up to 999", id="empty"),
        pytest.param("a.b=[1,]", "a.b: '' is not a number up to 999", id="empty item"),
        pytest.param("a.b=[yes]", "a.b: 'yes' is not a number up to 999", id="yes in a list"),
        pytest.param("a.b=[1", "a.b: '[1' is not a number up to 999", id="open list"),
        pytest.param("a.b=1\u00a0c=2", "a.b: '1\\xa0c=2' is not a number up to 999", id="another kind of blank"),
    ],
)
def test_malformed_corrections_line_is_refused(line, reason):
    with pytest.raises(ValueError, match=r".") as caught:
        corrections.parse_line(line)
    assert str(caught.value).startswith(reason)


# ---- the file ----------------------------------------------------------------------------------------


def test_corrections_line_omits_unchanged_values():
    assert line_of(ROME) == LINE
    assert line_of("") == line_of("# nothing\n") == line_of("[wonders.rome.stages.3]\npoints = 6\n") == ""


def test_corrections_file_may_have_a_bom_and_crlf():
    assert GAME.overrides(b"\xef\xbb\xbf" + ROME.replace("\n", "\r\n").encode(), FILE) == LINE


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("[wonders.roma]\nx = 1", "wonders.roma.x: there is no wonders.roma", id="no such wonder"),
        pytest.param(
            "[wonders.rome.stages.6]\npoints = 1",
            "wonders.rome.stages.6.points: there is no wonders.rome.stages.6",
            id="no such stage",
        ),
        pytest.param(
            "[wonders.rome.stages.0]\npoints = 1",
            "wonders.rome.stages.0.points: there is no wonders.rome.stages.0",
            id="stages count from one",
        ),
        pytest.param(
            "[wonders.rome.stages.1]\npionts = 1", "wonders.rome.stages.1.pionts: there is no such value", id="field"
        ),
        pytest.param("points = 1", "points: there is no such value", id="no table"),
        pytest.param(
            "[wonders.rome.stages.1.points]\nx = 1",
            "wonders.rome.stages.1.points.x: there is no such value",
            id="below a value",
        ),
        pytest.param('[wonders."Ro\\nme"]\nx = 1', "wonders: there is no 'Ro\\nme'", id="a name nothing can have"),
        pytest.param("[wonders]\nrome = 3", "wonders.rome: a table was expected", id="a value for a table"),
        pytest.param("[wonders.rome]\nstages = 3", "wonders.rome.stages: a table was expected", id="or for a list"),
        pytest.param(
            "[wonders.rome]\nstages = [{ points = 1 }]",
            "wonders.rome.stages: say by number what differs, as in [wonders.rome.stages.1]",
            id="a whole list",
        ),
        pytest.param(
            '[wonders.rome.stages.1]\npoints = "three"',
            "wonders.rome.stages.1.points: a number was expected",
            id="a word",
        ),
        pytest.param(
            "[wonders.rome.stages.1]\npoints = true",
            "wonders.rome.stages.1.points: a number was expected",
            id="true",
        ),
        pytest.param(
            "[wonders.rome.stages.1]\neffect = 1",
            "wonders.rome.stages.1.effect: true or false was expected",
            id="a number for a flag",
        ),
        pytest.param(
            "[wonders.rome.stages.1]\npoints = -1",
            "wonders.rome.stages.1.points: expected a whole number from 0 to 999",
            id="below zero",
        ),
        pytest.param(
            "[wonders.rome.stages.1]\npoints = 2.5",
            "wonders.rome.stages.1.points: expected a whole number from 0 to 999",
            id="half a point",
        ),
        pytest.param(
            "[wonders.rome.stages.1]\nrequires = 1", "wonders.rome.stages.1.requires: a list was expected", id="no list"
        ),
        pytest.param(
            "[wonders.rome.stages.4]\nrequires = [[1]]",
            "wonders.rome.stages.4.requires: expected a whole number",
            id="a list in a list",
        ),
        pytest.param(
            '[wonders.rome.stages.1]\nkind = "alike"',
            "wonders.rome.stages.1.kind: 'alike' is not known here",
            id="no such kind",
        ),
        pytest.param("[wonders.rome.cards]\nred-9 = 1", "wonders.rome.cards.red-9: is not a card", id="no such card"),
        pytest.param(
            "[wonders.rome.stages.1]\nrequires = [2]",
            "wonders.rome.stages.1.requires: only earlier stages can carry a stage",
            id="on a later stage",
        ),
        pytest.param(
            "[wonders.rome.stages.5]\nrequires = [3, 1]",
            "wonders.rome.stages.5.requires: each stage once, the lowest first",
            id="two texts for one thing",
        ),
        pytest.param("[wonders.rome.stages.1]\ncost = 0", "wonders.rome.stages.1.cost: at least 1", id="for free"),
        pytest.param(
            "[center.cards]\nwood = 60", "cards.wood: more than 63 copies in all stacks together", id="a flood"
        ),
        pytest.param("[table]\nface_up_tokens = 0", "table.face_up_tokens: at least 1", id="no token face up"),
        pytest.param(
            "[table]\nconflict_tokens = [3, 3]", "table.conflict_tokens: one number for each of 6", id="table sizes"
        ),
        pytest.param("[table]\ncenter_medals = 6", "medals: at least 13", id="more medals than there are"),
        pytest.param(
            "[medals.three-red.need]\nred = 0", "medals.three-red.need.red: at least 1", id="a medal for none"
        ),
        pytest.param("[tokens.decor]\ncopies = 0", "tokens.decor.copies: 1 to 20", id="no copy"),
        pytest.param(
            "[tokens.culture.effects.1]\npoints = []", "tokens.culture.effects.1.points: at least 1", id="no points"
        ),
        pytest.param(
            '[tokens.science.effects.1]\ntakes = ["wod"]', "tokens.science.effects: 'wod' is not a card", id="trigger"
        ),
        pytest.param(
            '[cards.wood]\ncolour = "red"', "cards.wood.colour: says what a thing is and cannot be corrected", id="what"
        ),
        pytest.param("[table]\nmax_seats = 6", "table.max_seats: says what a thing is", id="table size"),
        pytest.param(
            '[wonders.rome]\ncertainty = "confirmed"', 'wonders.rome.certainty: only "yours" can be said', id="our word"
        ),
        pytest.param("[wonders.rome", "is not TOML: ", id="no TOML"),
    ],
)
def test_broken_corrections_file_gives_one_sentence(text, sentence):
    with pytest.raises(ValueError, match=r".") as caught:
        line_of(text)
    assert str(caught.value).startswith(f"{FILE}: {sentence}")
    assert "\n" not in str(caught.value)


def test_corrections_file_must_be_utf8():
    with pytest.raises(ValueError, match=f"^{FILE}: is not UTF-8 text$"):
        GAME.overrides(b"\xff\xfe", FILE)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("path", [path for path in DEFAULT_FACTS if path[-1] not in FIXED], ids=".".join)
def test_every_printed_value_can_be_corrected(path):
    before = DEFAULT_FACTS[path]
    for value in _other_values(path, before):
        line = corrections.format_line({path: value})
        found = corrections.leaves(msgspec.to_builtins(GAME.data(overrides=line)))
        assert found[path] == value
        assert {other for other in DEFAULT_FACTS if found[other] != DEFAULT_FACTS[other]} == {path}
    assert GAME.data() is GAME.data(overrides="")
    assert corrections.leaves(msgspec.to_builtins(GAME.data())) == DEFAULT_FACTS


def _other_values(path, before):
    """List other values that are valid in the place of this one."""
    if path[-1] == "certainty":
        return ["yours"]
    if isinstance(before, bool):
        return [not before]
    if isinstance(before, int):
        return [before + 1]
    if path[-1] == "kind":
        return ["same" if before == "different" else "different"]
    if path[-1] == "of":
        return ["progress-token" if before == "cat-card" else "cat-card"]
    if path[-1] == "requires":
        return [()] if before else []
    if path[-1] == "takes":
        return [("blue-3",)]
    if path[-1] == "conflict_tokens":
        return [(2, 3, 4, 5, 6, 7)]
    return [(*before, 20)] if path[-1] == "points" else []


def test_documented_corrections_are_valid():
    docs = Path(__file__).resolve().parents[2] / "docs"
    file = (docs / "facts.md").read_text("utf-8").split("```toml\n")[1].split("```")[0]
    wonder = GAME.data(overrides=line_of(file)).wonders["rome"]
    assert (wonder.stages[2].points, wonder.cards["red-1"], sum(wonder.cards.values())) == (5, 3, 25)
    line = next(text for text in (docs / "notation.md").read_text("utf-8").splitlines() if text.startswith("facts: "))
    assert GAME.setup(header(line.removeprefix("facts: "))).header()["facts"] == line.removeprefix("facts: ")


# ---- the header --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "written"),
    [
        pytest.param(LINE, LINE, id="as it is written"),
        pytest.param("  ".join(reversed(LINE.split())), LINE, id="in another order"),
        pytest.param("wonders.rome.stages.3.points=6", "wonders.rome.stages.3.points=6", id="as printed"),
    ],
)
def test_header_lists_corrections_in_one_order(facts, written):
    setup = GAME.setup(header(facts))
    assert setup.header().get("facts") == written
    assert GAME.setup(setup.header()) == setup


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        pytest.param("", "corrects nothing; leave the key out", id="empty"),
        pytest.param("rome.points=3", "rome.points: there is no rome", id="no such thing"),
        pytest.param("table.cat_points=few", "table.cat_points: a number was expected", id="word"),
        pytest.param("nothing", "'nothing' is not PATH=VALUE", id="nothing"),
        pytest.param("wonders.rome.stages.3=3", "wonders.rome.stages.3: a table was expected", id="too short"),
        pytest.param("wonders.rome.stages.3.cost=9", "wonders.rome.stages.3.cost: at most 7", id="not to be played"),
    ],
)  # fmt: skip
def test_invalid_corrections_in_a_header_name_their_line(facts, reason):
    with pytest.raises(BadHeader) as caught:
        GAME.setup(header(facts))
    assert caught.value.faults == (("facts", reason),)
    with pytest.raises(record.BrokenRecord) as broken:
        record.parse_record(f"game: architects\nseats: rome, giza\nfacts: {facts}\n".encode(), {"architects": GAME})
    assert (broken.value.line, broken.value.reason) == (3, f"facts: {reason}")


def test_game_uses_the_corrections_of_its_header():
    ours = GAME.start(GAME.setup(header(None)))
    theirs = GAME.start(GAME.setup(header(LINE)))
    at = {name: number for number, name in enumerate(FACES)}
    assert (ours.wonders[0].deck[at["red-1"]], theirs.wonders[0].deck[at["red-1"]]) == (2, 3)
    assert (ours.wonders[0].points[0b100], theirs.wonders[0].points[0b100]) == (6, 5)
    assert (ours.wonders[0].open[0], theirs.wonders[0].open[0]) == ((0, 1, 2), (0, 1, 3))
    assert (ours.wonders[0].triggers[1], theirs.wonders[0].triggers[1]) == (True, False)
    assert ours.wonders[1].deck == theirs.wonders[1].deck


# ---- how sure ----------------------------------------------------------------------------------------


def wonder_file(wonder: str, **instead: int) -> str:
    """Return a file of facts with all stages and cards of a wonder, with other `points` of its first stage if given."""
    lines = [f"[wonders.{wonder}.cards]"]
    lines += [f"{card} = {count}" for card, count in GAME.data().wonders[wonder].cards.items()]
    for number, stage in enumerate(GAME.data().wonders[wonder].stages, 1):
        points = instead.get("points", stage.points) if number == 1 else stage.points
        lines += [f"[wonders.{wonder}.stages.{number}]", f"requires = {list(stage.requires)}", f"cost = {stage.cost}"]
        lines += [f'kind = "{stage.kind}"', f"points = {points}"]
        lines += ["effect = true"] if stage.effect else []
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "line", "doubts"),
    [
        pytest.param("", "", ("ur", "rome"), id="nothing said"),
        pytest.param(ROME, LINE, ("ur", "rome"), id="a part of it"),
        pytest.param(
            '[wonders.rome]\ncertainty = "yours"', "wonders.rome.certainty=yours", ("ur",), id="looked at all of it"
        ),
        pytest.param(wonder_file("rome"), "wonders.rome.certainty=yours", ("ur",), id="all of it, as ours"),
        pytest.param(
            wonder_file("ur", points=4),
            "wonders.ur.certainty=yours wonders.ur.stages.1.points=4",
            ("rome",),
            id="all of it, one other",
        ),
    ],
)
def test_doubtful_values_are_listed(text, line, doubts):
    assert line_of(text) == line
    setup = GAME.setup(header(line or None, "ur, giza, rome"))
    assert GAME.unverified(setup) == doubts
    assert GAME.unverified(GAME.setup(header(line or None, "giza, rhodes"))) == ()


def test_fully_corrected_wonder_is_not_doubtful():
    """Also where somebody wrote it by hand, with values that are ours."""
    all_of_it = corrections.format_line(corrections.parse_file(wonder_file("rome").encode()))
    assert GAME.unverified(GAME.setup(header(all_of_it))) == ()


def test_bundled_data_is_never_certified_by_an_owner():
    said = {value for path, value in DEFAULT_FACTS.items() if path[-1] == "certainty"}
    assert {"confirmed", "assumption"} <= said <= {"confirmed", "single", "inferred", "assumption"}
    doubted = {path[1] for path, value in DEFAULT_FACTS.items() if path[-1] == "certainty" and value == "assumption"}
    assert doubted == {"rome", "ur"}


# ---- whatever fits can be played ---------------------------------------------------------------------


@pytest.mark.full
@given(rng=st.randoms(use_true_random=False))
def test_valid_corrections_can_be_played_to_the_end_and_replayed(rng):
    facts = _random_corrections(rng)
    seats = ", ".join(rng.sample(GAME.roles(), rng.randint(2, 7)))
    newest, variant = str(GAME.data_version), rng.choice(["", "medals expert medal-tokens"])
    setup = GAME.setup(header(facts or None, seats) | {"variant": variant, "data": newest})
    state, moves = GAME.start(setup), []
    while state.to_act:
        seat = state.to_act[0]
        action = state.deal(rng) if seat == CHANCE else PLAYERS["random"](state, seat, rng)
        moves.append(record.format_move(seat, action))
        state.apply(seat, action)
    told = record.parse_record(record.format_record(setup, moves).encode(), {"architects": GAME})
    *_, (_, again) = record.replay(told)
    assert record.position(again) == record.position(state)


def _random_corrections(rng: Rng) -> str:
    """Return a line of random corrections that are valid together."""
    found: corrections.Overrides = {}
    for path in rng.sample([path for path in DEFAULT_FACTS if path[-1] not in FIXED], 25):
        number = isinstance(DEFAULT_FACTS[path], int) and not isinstance(DEFAULT_FACTS[path], bool)
        for value in [rng.randint(0, 6)] if number else _other_values(path, DEFAULT_FACTS[path]):
            try:
                GAME.data(overrides=corrections.format_line(found | {path: value}))
            except ValueError:
                continue
            found[path] = value
    return corrections.format_line(found)


def test_corrected_stack_keeps_its_number_of_cards():
    """People may know other faces than our data; a record from before this check can still be read."""
    cards = GAME.data().wonders["rome"].cards
    more, fewer = cards["wood"] + 1, cards["stone"] - 1
    head = "[wonders.rome.cards]\n"
    with pytest.raises(
        ValueError, match=r"^architects\.toml: wonders\.rome\.cards: 26 cards in all, but this stack has 25$"
    ):
        line_of(f"{head}wood = {more}\n")
    assert line_of(f"{head}wood = {more}\nstone = {fewer}\n")
    assert GAME.data(overrides=f"wonders.rome.cards.wood={more}").wonders["rome"].cards["wood"] == more
