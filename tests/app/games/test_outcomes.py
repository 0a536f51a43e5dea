"""Explanations of a result in each game: every number in every sentence, compared with the view."""

import random
import re
from functools import cache

import msgspec
import pytest

from app.games.game_list import words as words_of_games
from app.games.tally.sheet_words import SheetWords
from app.shown.play import result_explanation
from app.shown.play.result_explanation import InstantWinReason
from app.text.translation import complete, words
from engine.game import CHANCE
from tests.app.screen import duel_states, sheets
from tests.honest.played import GAMES, SET_UPS

SAY = words_of_games()
PEOPLE = ("Nora", "Idris", "Tomás", "Maximilian", "Zoë", "Aiko", "Sam")
PLAYED = ("random", "greedy")


@cache
def finished_game(setup, number):
    """Play a whole game with players of one kind and return its state."""
    rng = random.Random(number)
    state, choose = setup.begun(rng), setup.player(PLAYED[number % len(PLAYED)])
    while state.to_act:
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat == CHANCE else choose(state, seat, rng))
    return state


def explain_result(setup, view, lang="en", you=None):
    return result_explanation.explain_view(
        words(lang), SAY[setup.slug], view, GAMES[setup.slug].data(None, ""), PEOPLE, you
    )


# ---- each number a second time ---------------------------------------------------------------------------------------


def has_own_points(thing):
    """Check whether a printed thing brings points by itself."""
    if getattr(thing, "points", 0):
        return True
    effects = getattr(thing, "effects", ())
    return any(effect.__struct_config__.tag.startswith("points") or getattr(effect, "points", 0) for effect in effects)


def cards(slug, chair, colour):
    """Count the cards of a colour that score in their own row."""
    known, held = GAMES[slug].data(None, "").cards, chair["cards"]
    counts = held if isinstance(held, dict) else dict.fromkeys(held, 1)
    return sum(n for name, n in counts.items() if known[name].colour == colour and has_own_points(known[name]))


def count_things(slug, view, seat, noun):
    """Count the things of a seat by their noun in a sentence; None if the sentence has no number for it."""
    chair, data = view["seats"][seat - 1], GAMES[slug].data(None, "")
    match noun:
        case "the whole wonder":
            assert len(chair["stages"]) == len(data.wonders[chair["wonder"]].stages)
            return None
        case "the cat":
            assert chair["cat"]
            return None
        case "stage":
            return chair["stages"] if isinstance(chair["stages"], int) else len(chair["stages"])
        case "wonder":
            return sum(under is not None and data.wonders[name].points > 0 for name, under in chair["wonders"].items())
        case "military token":
            return chair["military"]
        case "medal":
            return len(chair["medals"])
        case "progress token":
            return sum(has_own_points(data.tokens[name]) for name in chair["progress"])
        case "victory token":
            return sum(each > 0 for each in chair["tokens"])
        case "defeat token":
            return sum(each < 0 for each in chair["tokens"])
        case "science symbol":
            return sum(view["hints"]["standing"][seat - 1]["symbols"].values())
        case "leader":
            return len(chair["leaders"])
        case "coin":
            return chair["coins"]
        case "blue card" | "green card" | "yellow card":
            return cards(slug, chair, noun.partition(" ")[0])
        case "guild":
            science = {"scientists-guild"} & {*chair["cards"]} if slug == "seven-wonders" else ()  # symbols score
            return sum(data.cards[name].colour == "purple" for name in chair["cards"]) - len(science)
        case "space":
            return abs(view["military"]["pawn"])
        case "point on blue cards":
            return chair["score"]["blue"]
    return pytest.fail(noun)


def singular(noun):
    """Return the singular: `stages` as `stage`."""
    first, *rest = noun.split(" on ")
    return " on ".join([first.removesuffix("s"), *rest])


THING_PATTERN = r"(?P<what>[^:;]+?)"
NAME = "|".join(PEOPLE)
ROW = re.compile(
    rf"^(?P<n>\d+) of (?P<a>{NAME})’s (?P<total>\d+) came from {THING_PATTERN}; (?P<b>{NAME}) had (?P<m>\d+) there\.$"
)
LEAD = re.compile(
    rf"^(?P<a>{NAME}) won with {THING_PATTERN}: (?P<n>\d+) points?, (?P<more>\d+) more than (?P<b>{NAME})\.$"
)
PLAIN = re.compile(
    rf"^(?P<row>[\w ]+) made the difference: (?P<a>{NAME}) (?P<n>−?\d+), "
    rf"(?:(?P<more>\d+) more than )?(?P<b>{NAME})(?: (?P<m>−?\d+))?\.$"
)
SPREAD = re.compile(rf"^(?P<b>{NAME}) lacked (?P<n>\d+) points?; no single row cost more than (?P<m>\d+)\.$")
TIE = re.compile(rf"^(?P<total>\d+) points each; (?P<a>{NAME}) has {THING_PATTERN}, (?P<b>{NAME}) has (?P<m>\d+)\.$")
SHARED = re.compile(rf"^(?P<a>{NAME}) shares it with .*: (?P<total>\d+) points and {THING_PATTERN} each\.$")
PAWN = re.compile(
    rf"^(?:The pawn reached the capital of (?P<b>{NAME})|(?P<a>{NAME}) brought the pawn into the other capital)"
    rf" in Age (?P<age>I+)(?:; by points (?:{NAME}) led (?P<n>\d+) to (?P<m>\d+))?\.$"
)
SYMBOLS = re.compile(
    rf"^(?P<a>{NAME}) had (?P<n>\d+) different symbols in Age (?P<age>I+); (?P<b>{NAME}) had (?P<m>\d+)\.$"
)
KINDS = {
    "row": ROW, "lead": LEAD, "plain": PLAIN, "spread": SPREAD, "tie": TIE, "shared": SHARED, "pawn": PAWN,
    "symbols": SYMBOLS,
}  # fmt: skip


def parse_number(text):
    return int(text.replace("−", "-"))


def check_sentence(slug, view, seat, said):
    """Check every number in a sentence against this view and return the kind of the sentence."""
    [(kind, found)] = [(kind, match) for kind, each in KINDS.items() if (match := each.match(said))] or [
        pytest.fail(said)
    ]
    groups, seats = found.groupdict(), view["seats"]
    a, b = (PEOPLE.index(groups[who]) + 1 if groups.get(who) else 0 for who in "ab")
    winner = view["winners"][0]
    ahead, behind = (seats[(at or winner) - 1] for at in (a, b))
    gaps = {row: n - behind["score"][row] for row, n in ahead["score"].items() if row != "total"}
    lacked = ahead["score"]["total"] - behind["score"]["total"]
    won = seat in view["winners"]
    assert seat == (a if won else b) or kind in ("symbols", "pawn", "tie")
    if kind in ("row", "lead", "plain"):
        n = parse_number(groups["n"])
        m = n - int(groups["more"]) if groups.get("more") else parse_number(groups["m"])
        rows = [row for row in gaps if (ahead["score"][row], behind["score"][row]) == (n, m)]
        assert rows
        assert max(gaps.values()) == n - m
        assert won or (n - m >= 3 and 2 * (n - m) >= lacked)
        if won:
            assert behind["score"]["total"] == max(
                each["score"]["total"] for each in seats if each["seat"] not in view["winners"]
            )
    if kind == "row":
        assert int(groups["total"]) == ahead["score"]["total"]
    if kind == "plain":
        assert groups["row"] in {SAY[slug].category(words("en"), row) for row in rows}
    if kind == "spread":
        assert int(groups["n"]) == lacked
        assert int(groups["m"]) == max(gaps.values())
        assert max(gaps.values()) < 3 or 2 * max(gaps.values()) < lacked
    if kind in ("tie", "shared"):
        assert all(int(groups["total"]) == each["score"]["total"] for each in (ahead, behind))
    if kind == "tie":
        [noun] = re.findall(r"\d+ (.*)", groups["what"])
        assert int(groups["m"]) == count_things(slug, view, b, singular(noun))
    if kind == "pawn":
        assert view["victory"] == "military"
        assert (len(groups["age"]), abs(view["military"]["pawn"])) == (view["age"], 9)
        if groups["n"]:
            assert (int(groups["n"]), int(groups["m"])) == (behind["score"]["total"], ahead["score"]["total"])
        elif b:
            assert behind["score"]["total"] <= seats[winner - 1]["score"]["total"]
    if kind == "symbols":
        assert view["victory"] == "science"
        assert len(groups["age"]) == view["age"]
        assert (int(groups["n"]), int(groups["m"])) == (len(ahead["science"]), len(behind["science"]))
    for part in re.split(r" and |, ", groups.get("what") or ""):
        if part and part != "the pawn":
            n, noun = re.fullmatch(r"(?:(\d+) )?(.*?)(?: ahead)?", part).groups()
            assert (n and int(n)) == count_things(slug, view, a or winner, singular(noun) if n else noun), part
    return kind


@pytest.mark.rotated
@pytest.mark.parametrize("number", [pytest.param(n, marks=[pytest.mark.full] if n > 1 else []) for n in range(24)])
def test_result_explanations_have_correct_numbers(number):
    for setup in SET_UPS:
        state = finished_game(setup, number)
        view = state.view(None)
        plain = msgspec.to_builtins(view)
        said = explain_result(setup, view)
        assert len(said) == setup.seats
        for seat, sentence in enumerate(said, 1):
            check_sentence(setup.slug, plain, seat, sentence)


@pytest.mark.parametrize(
    "name", ["capital-before-the-choice", "six-symbols-with-law", "first-game", "tie-by-blue-cards", "shared-victory"]
)
def test_result_explanations_of_special_duel_endings_are_correct(name):
    view = duel_states.sheet(name).view
    said = result_explanation.explain_view(words("en"), SAY["duel"], view, GAMES["duel"].data(None, ""), PEOPLE)
    kinds = {check_sentence("duel", msgspec.to_builtins(view), seat, sentence) for seat, sentence in enumerate(said, 1)}
    wanted = {
        "capital-before-the-choice": {"pawn"}, "six-symbols-with-law": {"symbols"}, "tie-by-blue-cards": {"tie"},
        "shared-victory": {"shared"},
    }  # fmt: skip
    assert kinds <= wanted.get(name, {"lead", "row", "spread", "plain"})


@pytest.mark.rotated
def test_result_explanation_is_the_same_for_every_reader():
    """Private knowledge of a seat is in no sentence."""
    for setup in SET_UPS:
        state = finished_game(setup, 1)
        public = explain_result(setup, state.view(None))
        assert all(explain_result(setup, state.view(seat)) == public for seat in range(setup.seats))


# ---- how long, and in which words ------------------------------------------------------------------------------------


@pytest.mark.rotated
@pytest.mark.parametrize("lang", complete())
def test_result_explanations_are_short(lang):
    for setup in SET_UPS:
        for n in range(len(PLAYED)):
            view = finished_game(setup, n).view(None)
            for you in (None, *range(1, setup.seats + 1)):
                for said in explain_result(setup, view, lang, you):
                    assert said
                    assert len(said) <= 130, said
                    assert lang != "en" or len(said.split()) <= 18, said


MADE = {  # a row of each game with all that can be said of what it came from
    "architects": [("wonder", (2, 6)), ("wonder", (6, 6)), ("military", (2,)), ("blue", (2,)), ("medals", (2,)),
                   ("progress", (2,)), ("cat", (1,))],
    "duel": [(row, (2,)) for row in ("wonders", "military", "green", "blue", "guilds", "yellow", "progress", "coins")],
    "seven-wonders": [("military", (2, 1)), ("military", (2, 0)), *((row, (2,)) for row in (
        "wonder", "science", "blue", "guilds", "leaders", "yellow", "treasury"))],
}  # fmt: skip


@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("slug", SAY)
def test_every_score_row_uses_the_right_plural_form(slug, lang):
    say, w = SAY[slug], words(lang)
    assert {row for row, _ in MADE[slug]} == set(say.DEEDS)
    for row, made in MADE[slug]:
        said = say.made_of(w, row, made)
        assert said
        assert say.made_of(w, row, ()) == "" or row == "cat"
        if made[0] != 2:
            continue
        forms = {n: say.made_of(w, row, (n, *made[1:])) for n in (0, 1, 2, 5)}
        assert all(str(n) in form for n, form in forms.items())
        if lang == "en":
            assert forms[1].replace("1", "5", 1) != forms[5]
            assert forms[0].replace("0", "5", 1) == forms[5]
        if lang == "fr":
            assert forms[0].replace("0", "1", 1) == forms[1]


def test_instant_duel_victory_has_words_for_each_reader():
    for lang in complete():
        for how, reached in (("military", (6, 2)), ("science", (6, 4))):
            for mine in (31, 20):
                said = set()
                for you in (0, 1, 2):
                    for seat, other, won in ((1, 2, True), (2, 1, False)):
                        points = (24, mine) if won else (mine, 24)
                        at = reached if won else reached[::-1]
                        reason = InstantWinReason(seat, won, other, how, 2, *points, at)
                        said.add(SAY["duel"].won_at_once(words(lang), reason, PEOPLE, you if you == seat else 0))
                assert len(said) == (4 if how == "military" else 3), (lang, said)
                assert all(0 < len(each) <= 130 for each in said)


# ---- score sheets ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats", "lines", "said"),
    [
        pytest.param(
            "architects", 2,
            ["1 set wonder 20", "1 set stages 5", "2 set wonder 8", "2 set stages 3", "2 set blue 6"],
            ("Nora won with 5 stages: 20 points, 12 more than Idris.",
             "20 of Nora’s 20 came from 5 stages; Idris had 8 there."),
            id="a row whose things are entered",
        ),
        pytest.param(
            "architects", 2, ["1 set blue 12", "2 set blue 3"],
            ("Blue cards made the difference: Nora 12, 9 more than Idris.",
             "Blue cards made the difference: Nora 12, Idris 3."),
            id="a row of points alone",
        ),
        pytest.param(
            "architects", 2, ["1 set blue 9", "2 set military 3", "1 set stages 2", "2 set stages 4"],
            ("9 points each; Idris has 4 stages, Nora has 2.", "9 points each; Idris has 4 stages, Nora has 2."),
            id="a tie broken",
        ),
        pytest.param(
            "architects", 2, ["1 set blue 9", "2 set military 3", "1 set stages 2", "2 set stages 2"],
            ("Nora shares it with Idris: 9 points and 2 stages each.",
             "Idris shares it with Nora: 9 points and 2 stages each."),
            id="a tie shared",
        ),
        pytest.param("architects", 2, ["1 set blue 9", "2 set military 3"], ("", ""), id="nobody entered what decides"),
        pytest.param("duel", 2, ["1 set blue 9", "supremacy 2 science"], ("", ""), id="won at once, not told how"),
        pytest.param(
            "seven-wonders", 3, ["1 set gear 4", "2 set compass 1", "3 set military -2"],
            ("Nora won with 4 science symbols: 16 points, 15 more than Idris.",
             "16 of Nora’s 16 came from 4 science symbols; Idris had 1 there.",
             "16 of Nora’s 16 came from 4 science symbols; Tomás had 0 there."),
            id="symbols",
        ),
    ],
)  # fmt: skip
def test_tally_explains_its_result_by_the_same_rules(game, seats, lines, said):
    view = sheets.session(game, seats, (*lines, "end")).view(None)
    say = SheetWords(game, SAY[game])
    assert result_explanation.explain_view(words("en"), say, view, None, PEOPLE) == said
