"""Explanations of results: the rule, and the sentences of each kind, for every seat."""

import pytest

from app.protocol.results import Result
from app.shown.play import result_explanation
from app.shown.play.result_explanation import (
    DecidingRow,
    InstantWin,
    InstantWinReason,
    LastSheet,
    NoSingleRow,
    SharedWin,
    Tie,
)
from app.text.translation import words

ROWS = ("wonder", "war", "cards", "coins")  # of a game that nobody has printed
PEOPLE = ("Mia", "Ben", "Ada")


def sheet(*points, won=(1,), deciding=(), at_once=None):
    """Build a sheet with these points of each row by seat; a row came from as many things as it has points."""
    made = tuple(tuple((n,) for n in seat) for seat in points)
    return LastSheet(ROWS, points, made, won, deciding, at_once)


@pytest.mark.parametrize(
    ("last_sheet", "seat", "why"),
    [
        pytest.param(
            sheet((18, 6, 0, 0), (6, 6, 2, 0)), 2,
            DecidingRow(2, False, 1, "wonder", 6, 18, 24, (18,)), id="one row makes all of what was missing",
        ),
        pytest.param(
            sheet((5, 5, 0, 0), (0, 2, 0, 0)), 2,
            DecidingRow(2, False, 1, "wonder", 0, 5, 10, (5,)), id="a row of more than half is enough",
        ),
        pytest.param(
            sheet((4, 4, 0, 0), (0, 0, 0, 0)), 2,
            DecidingRow(2, False, 1, "wonder", 0, 4, 8, (4,)), id="of equal rows the one that people do most for",
        ),
        pytest.param(sheet((3, 3, 3, 0), (0, 0, 0, 0)), 2, NoSingleRow(2, 9, 3), id="a third of it is less than half"),
        pytest.param(sheet((2, 0, 0, 0), (0, 0, 1, 0)), 2, NoSingleRow(2, 1, 2), id="two points explain nothing"),
        pytest.param(
            sheet((0, 9, 0, 0), (12, -6, 0, 0)), 2,
            DecidingRow(2, False, 1, "war", -6, 9, 9, (9,)), id="one row made more than what was missing",
        ),
        pytest.param(
            sheet((5, 9, 0, 3), (5, 0, 8, 0), (0, 0, 0, 2)), 1,
            DecidingRow(1, True, 2, "war", 9, 0, 17, (9,)), id="who has won, by the largest lead over the second place",
        ),
        pytest.param(
            sheet((1, 0, 0, 0), (0, 0, 0, 0)), 1,
            DecidingRow(1, True, 2, "wonder", 1, 0, 1, (1,)), id="who has won has a row, however small",
        ),
        pytest.param(
            sheet((5, 0, 0, 0), (0, 4, 0, 0), (0, 0, 4, 0), deciding=(9, 1, 2)), 1,
            DecidingRow(1, True, 3, "wonder", 5, 0, 5, (5,)), id="of equal seats behind, the runner-up by tie-breaker",
        ),
        pytest.param(
            sheet((8, 0, 0, 0), (0, 8, 0, 0), deciding=(2, 4), won=(2,)), 1,
            Tie(1, False, 2, 8, 2, 4), id="a tie broken, to who lost it",
        ),
        pytest.param(
            sheet((8, 0, 0, 0), (0, 8, 0, 0), deciding=(2, 4), won=(2,)), 2,
            Tie(2, True, 1, 8, 4, 2), id="a tie broken, to who won it",
        ),
        pytest.param(
            sheet((8, 0, 0, 0), (0, 8, 0, 0), won=(2,)), 1, None, id="a tie of which nobody knows what decided",
        ),
        pytest.param(
            sheet((8, 0, 0, 0), (0, 0, 8, 0), (0, 8, 0, 0), won=(1, 3), deciding=(3, 1, 3)), 3,
            SharedWin(3, (1,), 8, 3), id="a victory that is shared",
        ),
        pytest.param(
            sheet((8, 0, 0, 0), (0, 0, 1, 0), (0, 8, 0, 0), won=(1, 3), deciding=(3, 1, 3)), 2,
            DecidingRow(2, False, 1, "wonder", 0, 8, 8, (8,)), id="behind those who share, by the first of them",
        ),
        pytest.param(
            sheet((8, 0, 0, 0), (0, 0, 8, 0), (0, 8, 0, 0), won=(1, 3), deciding=(3, 1, 3)), 2,
            Tie(2, False, 1, 8, 1, 3), id="equal to those who share, who have more of what decides",
        ),
        pytest.param(
            sheet((1, 0, 0, 0), (9, 0, 0, 0), at_once=InstantWin("war", 2)), 2,
            InstantWinReason(2, False, 1, "war", 2, 9, 1, ()), id="won at once, behind by points",
        ),
        pytest.param(
            sheet((1, 0, 0, 0), (9, 0, 0, 0), at_once=InstantWin("science", 3, (6, 4))), 1,
            InstantWinReason(1, True, 2, "science", 3, 1, 9, (6, 4)), id="won at once, by what is counted",
        ),
    ],
)  # fmt: skip
def test_result_has_its_reason_for_the_seat(last_sheet, seat, why):
    assert result_explanation.reasons(last_sheet)[seat - 1] == why


def test_a_game_that_nobody_won_has_no_reasons():
    assert result_explanation.reasons(sheet((1, 0, 0, 0), (2, 0, 0, 0), won=())) == ()


class Invented:
    """The words of that game, as far as they are asked for here."""

    DEEDS = ROWS

    def title(self, w): ...
    def identity(self, w, slug): ...
    def variant(self, w, slug): ...
    def action(self, w, text, people): ...
    def finished_action(self, w, text, name, people, came=""): ...
    def refusal(self, w, rule, params): ...
    def uncertainty_note(self, w, slugs): ...
    def last_sheet(self, view, printed): ...

    def category(self, w, slug):
        return slug

    def made_of(self, w, row, made):
        return f"{made[0]} {row}" if made and row != "cards" else ""

    def describe_tie_break(self, w, n):
        return f"{n} stages"


@pytest.mark.parametrize(
    ("last_sheet", "you", "said"),
    [
        pytest.param(
            sheet((18, 6, 0, 0), (6, 6, 2, 0)), None,
            (
                "Mia won with 18 wonder: 18 points, 12 more than Ben.",
                "18 of Mia’s 24 came from 18 wonder; Ben had 6 there.",
            ),
            id="a row, to all",
        ),
        pytest.param(
            sheet((18, 6, 0, 0), (6, 6, 2, 0)), 2,
            (
                "Mia won with 18 wonder: 18 points, 12 more than Ben.",
                "18 of Mia’s 24 came from 18 wonder; you had 6 there.",
            ),
            id="a row, to who is behind",
        ),
        pytest.param(
            sheet((1, 0, 0, 0), (0, 0, 0, 0)), 1,
            ("You won with 1 wonder: 1 point, 1 more than Ben.", "Ben lacked 1 point; no single row cost more than 1."),
            id="one point, to who has won",
        ),
        pytest.param(
            sheet((0, 0, 9, 0), (0, 0, 2, 0)), 2,
            ("Cards made the difference: Mia 9, 7 more than Ben.", "Cards made the difference: Mia 9, you 2."),
            id="a row of which nothing tells what it came from",
        ),
        pytest.param(
            sheet((0, 9, 0, 0), (0, -3, 0, 0)), 1,
            ("War made the difference: you 9, 12 more than Ben.", "War made the difference: Mia 9, Ben −3."),
            id="a row that cost points",
        ),
        pytest.param(
            sheet((3, 3, 3, 0), (0, 0, 0, 0)), 2,
            (
                "Mia won with 3 wonder: 3 points, 3 more than Ben.",
                "You lacked 9 points; no single row cost you more than 3.",
            ),
            id="spread",
        ),
        pytest.param(
            sheet((8, 0, 0, 0), (0, 8, 0, 0), deciding=(2, 4), won=(2,)), 1,
            ("8 points each; Ben has 4 stages, you have 2.", "8 points each; Ben has 4 stages, Mia has 2."),
            id="a tie broken, to who lost it",
        ),
        pytest.param(
            sheet((8, 0, 0, 0), (0, 8, 0, 0), deciding=(2, 4), won=(2,)), 2,
            ("8 points each; Ben has 4 stages, Mia has 2.", "8 points each; you have 4 stages, Mia has 2."),
            id="a tie broken, to who won it",
        ),
        pytest.param(
            sheet(*3 * ((8, 0, 0, 0),), deciding=(3, 3, 3), won=(1, 2, 3)), 2,
            (
                "Mia shares it with Ben and Ada: 8 points and 3 stages each.",
                "You share it with Mia and Ada: 8 points and 3 stages each.",
                "Ada shares it with Mia and Ben: 8 points and 3 stages each.",
            ),
            id="a victory that is shared",
        ),
        pytest.param(
            sheet((1, 0, 0, 0), (9, 0, 0, 0), at_once=InstantWin("war", 2)), 2,
            ("", ""), id="won at once, in a game that has no words for it",
        ),
    ],
)  # fmt: skip
def test_reasons_are_worded_for_their_reader(last_sheet, you, said):
    assert result_explanation.explain_sheet(words("en"), Invented(), last_sheet, PEOPLE, you) == said


def result(*scores, winners=(1,), **more):
    identities = ("",) * len(scores)
    return Result((None,) * len(scores), identities, scores, winners, more.pop("early", False), 9, **more)


def test_stored_game_is_explained_by_its_points_alone():
    kept = result({"wonder": 9, "coins": 1, "total": 10}, {"wonder": 2, "coins": 1, "total": 3})
    said = result_explanation.explain_stored(words("en"), Invented(), kept, PEOPLE)
    assert said == ("Wonder made the difference: Mia 9, 7 more than Ben.", "Wonder made the difference: Mia 9, Ben 2.")


@pytest.mark.parametrize(
    "kept",
    [
        pytest.param(result({"wonder": 9, "total": 9}, {"wonder": 2, "total": 2}, early=True), id="ended early"),
        pytest.param(result({"wonder": 9, "total": 9}, {"wonder": 2, "total": 2}, winners=()), id="nobody won"),
        pytest.param(result({"wonder": 9, "feats": 4, "total": 13}, {"wonder": 2, "total": 2}), id="an unknown row"),
    ],
)
def test_early_undecided_or_unknown_stored_game_is_not_explained(kept):
    assert result_explanation.explain_stored(words("en"), Invented(), kept, PEOPLE) == ()
