"""Tests of whole games of Architects, in addition to those of every game in tests/test_records.py."""

from tests import rulings, rulings_of_medals
from tests.rulings import Line
from tests.whole_games import RECORDS, lines, played, shelf

BASE = {*range(1, 35), 48}  # rulings of the base game; those between belong to the expansion


def test_claims_cover_the_rulings_and_the_box():
    box = shelf()["architects"].lookup
    assert {int(name.split()[0]) for name in rulings.RULINGS} == BASE
    assert {int(name.split()[0]) for name in rulings_of_medals.RULINGS} == {*range(1, 49)} - BASE
    assert {name.split()[0] for name in (*rulings.TOKENS, *rulings_of_medals.TOKENS)} == set(box.tokens)
    assert set(rulings.WONDERS) == set(box.wonders)
    assert rulings_of_medals.GOALS.keys() == set(box.medals)


def test_every_claim_is_false_for_some_record():
    """No question fits every game: each has records that do not show it."""
    short = [path for path in RECORDS["architects"] if len(played(path).moments) < 90]
    for name, shows in (rulings.WITNESSES | rulings_of_medals.WITNESSES).items():
        assert not all(any(shows(line) for line in lines(path, Line)) for path in short), name


def test_rulebook_scoring_example_has_35_points():
    """Rules, scoring page: Ephesus with three stages, cat, one blue 3, two blue 2 with a cat, four tokens, Strategy."""
    path = next(path for path in RECORDS["architects"] if path.stem == "scoring-example")
    ephesus = played(path).moments[-1].public["seats"][0]
    cards = {card: n for card, n in ephesus["cards"].items() if card.startswith("blue")}
    assert (ephesus["wonder"], ephesus["stages"], ephesus["cat"], cards) == (
        "ephesus",
        [1, 2, 3],
        True,
        {"blue-3": 1, "blue-2-cat": 2},
    )
    assert (ephesus["military"], ephesus["progress"]) == (4, ["strategy"])
    points = {"wonder": 10, "cat": 2, "blue": 7, "military": 12, "progress": 4, "medals": 0, "total": 35}
    assert ephesus["score"] == points
