"""Points of each game by category, from plain values; and who has won."""

import pytest

from engine.architects import scoring as architects
from engine.architects.data_schema import FACES, KIND, KINDS
from engine.architects.game_facade import Architects
from engine.architects.lookup_tables import Lookup
from engine.duel import scoring as duel
from engine.duel.lookup_tables import Lookup as DuelLookup
from engine.seven_wonders import scoring as seven
from engine.winners import winners
from tests.duel_cities import duel as duel_game


@pytest.fixture(scope="module")
def box(facts):
    return Lookup(Architects(facts).data(None, ""))


def cards(**counts):
    """Return the counts of all faces; `red_1` stands for red-1."""
    return [counts.get(face.replace("-", "_"), 0) for face in FACES]


def tokens(box, **counts):
    return [counts.get(name, 0) for name in box.tokens]


def scored(box, built=0, held=None, cat=False, military=0, medals=0, **counts):
    giza = box.wonders["giza"]
    found = architects.points(box, giza, built, held or cards(), cat, military, tokens(box, **counts), medals)
    return architects.points_by_category(found)


def test_architects_counts_each_thing_in_its_category(box):
    held = cards(blue_3=2, blue_2_cat=1, wood=3, red_1=1)
    assert scored(box, 0b11, held, cat=True, military=2, medals=1) == {
        "wonder": 4 + 5,
        "cat": 2,
        "blue": 8,
        "military": 6,
        "progress": 0,
        "medals": 4,
        "total": 29,
    }
    assert scored(box) == dict.fromkeys(("wonder", "cat", "blue", "military", "progress", "medals", "total"), 0)


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        pytest.param({"decor": 1}, (4, 6), id="for the wonder, unfinished and finished"),
        pytest.param({"politics": 1}, (3, 3), id="for cats on cards"),
        pytest.param({"strategy": 1}, (2, 2), id="for military tokens"),
        pytest.param({"education": 1}, (2, 2), id="for tokens, itself too"),
        pytest.param({"logistics": 1}, (8, 8), id="for grey cards"),
        pytest.param({"culture": 1}, (4, 4), id="for copies: one"),
        pytest.param({"culture": 2}, (12, 12), id="two"),
        pytest.param({"culture": 3}, (16, 16), id="three"),
        pytest.param({"culture": 5}, (16, 16), id="no more than for three"),
        pytest.param({"tactics": 2, "economy": 1}, (0, 0), id="shields and goods bring none"),
        pytest.param({"politics": 2, "strategy": 2, "education": 1, "decor": 2, "culture": 2}, (48, 52), id="together"),
    ],
)
def test_architects_progress_tokens_score_by_what_they_count(box, counts, points):
    held = cards(blue_2_cat=3, wood=3, glass=1)
    built = (0, box.wonders["giza"].complete)
    assert tuple(scored(box, at, held, military=2, **counts)["progress"] for at in built) == points


def test_card_counts_of_another_length_are_refused(box):
    for held in ([0] * (KINDS - 1), [1] * (KINDS + 1)):
        with pytest.raises(ValueError, match="kinds"):
            architects.points(box, box.wonders["giza"], 0, held, False, 0, tokens(box), 0)
    assert KIND["wood"] == 0


def test_duel_scores_guilds_by_the_city_with_more():
    look, city = DuelLookup(duel_game().data(None, "")), 0
    for name in ("palace", "senate", "university", "library", "lighthouse", "port"):
        city |= 1 << look.card[name]
    for guild in ("merchants", "builders", "moneylenders"):
        city |= 1 << look.card[f"{guild}-guild"]
    mine, theirs = (
        [counts.get(name, 0) for name in duel.KIND]
        for counts in ({"yellow": 4, "wonder": 3, "coin": 11}, {"yellow": 5, "wonder": 2, "coin": 4})
    )
    tokens = sum(1 << list(look.facts.tokens).index(name) for name in ("philosophy", "mathematics"))
    built = 1 << list(look.facts.wonders).index("pyramids")
    assert duel.points_by_category(duel.points(look, 0, city, built, tokens, 11, [mine, theirs])) == {
        "military": 0,
        "blue": 7 + 5,
        "green": 2 + 2,
        "yellow": 3 + 3,
        "guilds": 5 + 2 * 3 + 3,
        "wonders": 9,
        "progress": 7 + 2 * 3,
        "coins": 3,
        "total": 61,
    }
    assert [duel.points(look, ahead, 0, 0, 0, 0, [mine, theirs])[0] for ahead in (1, -5)] == [2, 0]


def test_seven_wonders_scores_counting_effects_and_whole_sets():
    city = [{"brown": 3, "grey": 2, "blue": 1}.get(name, 0) for name in seven.KIND]
    assert (seven.count_kinds(("brown", "grey"), city), seven.sets(("brown", "grey", "blue"), city)) == (5, 1)


@pytest.mark.parametrize(
    ("symbols", "more", "replaced", "points"),
    [
        pytest.param((2, 1, 0, 0), 1, 0, (10, 0), id="one more of the most common"),
        pytest.param((0, 0, 0, 0), 1, 0, (0, 0), id="of none no more"),
        pytest.param((1, 1, 0, 0), 1, 0, (5, 0), id="of two that are as common one"),
        pytest.param((2, 1, 1, 0), 2, 0, (25, 1), id="two more"),
        pytest.param((1, 1, 0, 1), 0, 0, (10, 1), id="one that may be any"),
        pytest.param((2, 2, 1, 0), 0, 1, (18, 1), id="one that becomes another"),
    ],
)
def test_seven_wonders_science_takes_the_best_use(symbols, more, replaced, points):
    assert seven.science(symbols, more, replaced, 7, 0) == points


def test_victory_tokens_pair_by_equal_value():
    assert seven.pairs([3, 1, 4], [1, 5, 3]) == 1 + 6
    assert seven.pairs([1, 3], [3, 3]) == 6
    with pytest.raises(ValueError, match="zip"):
        seven.pairs([1, 2], [3])


def test_most_points_win_then_the_tie_break_then_the_win_is_shared():
    assert winners([3, 5, 4], [9, 0, 0]) == (1,)
    assert winners([5, 5, 4], [1, 2, 9]) == (1,)
    assert winners([5, 5, 5], [2, 1, 2]) == (0, 2)
    for totals, deciding in (([1, 2], [1]), ([1], [1, 2])):
        with pytest.raises(ValueError, match="zip"):
            winners(totals, deciding)
