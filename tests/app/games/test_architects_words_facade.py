"""Architects in words: a sentence for everything, the right one for what matters, in every language."""

import ast
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from app.games.architects import action_text, effect_text, printed_names
from app.games.architects import words_facade as say
from app.text.translation import complete, words
from engine.architects import actions
from engine.architects import data_schema as printed
from engine.architects.data_validation import game_data
from engine.architects.game_facade import Architects
from engine.architects.view_json import CardEffect, ConflictView, DerivedFacts, Goal, Need, Part, Score, SeatView, View
from engine.corrections_and_agreements import AgreementMade, CountCorrected, WonderCorrected

ROOT = Path(__file__).resolve().parents[3]
PEOPLE = ("Ada", "Ben", "Cleo")
EN = words("en")


@pytest.fixture(scope="module")
def box(facts) -> printed.Data:
    return game_data(facts).get_version()


# ---- names and what printed things do ----------------------------------------------------------------------


@pytest.mark.parametrize("lang", complete())
def test_every_printed_thing_has_a_name_and_a_sentence(lang, box):
    w = words(lang)
    for slug in box.cards:
        assert printed_names.card(w, slug)
        assert effect_text.card_says(w, slug, box).endswith(".")
    for slug in (*box.tokens, "hidden"):
        assert printed_names.token(w, slug) != slug
        assert effect_text.token_says(w, slug, box).endswith(".")
    for slug in box.wonders:
        assert printed_names.wonder(w, slug) != slug
        assert effect_text.wonder_says(w, slug, box).endswith(".")
    for slug in get_args(printed.Colour):
        assert printed_names.colour(w, slug)
    for slug in box.medals:
        assert effect_text.medal(w, slug, box)
        assert effect_text.medal_says(w, slug, box).endswith(".")


def test_card_names_are_unique_in_every_language(box):
    for lang in complete():
        names = [printed_names.card(words(lang), slug) for slug in (*box.cards, "double-coin")]
        assert len(set(names)) == len(names)


def test_every_kind_of_effect_has_a_sentence(box):
    invented = {
        printed.ExtraCard: printed.ExtraCard(takes=("wood", "glass"), builds=True),
        printed.PickFromSide: printed.PickFromSide(look=3),
        printed.Shields: printed.Shields(amount=5),
        printed.PointsForWonder: printed.PointsForWonder(unfinished=1, finished=9),
        printed.PointsEach: printed.PointsEach(of="cat-card", amount=7),
        printed.PointsByCopies: printed.PointsByCopies(points=(3, 6, 9)),
    }
    stage = printed.Stage(requires=(), cost=2, kind="same", points=4, effect=True)
    for kind in get_args(printed.TokenEffect):
        tokens = {"x": printed.TokenData(copies=1, effects=(invented.get(kind) or kind(),))}
        assert effect_text.token_says(EN, "x", msgspec.structs.replace(box, tokens=tokens))
    for kind in get_args(printed.WonderEffect):
        wonders = {"x": printed.WonderData(effects=(invented.get(kind) or kind(),), cards={}, stages=(stage,))}
        assert effect_text.wonder_says(EN, "x", msgspec.structs.replace(box, wonders=wonders)).startswith("Stage 1: ")


def test_invented_token_is_described_from_its_numbers(box):
    effects = (printed.ExtraCard(takes=("wood", "coin")), printed.Shields(amount=3))
    tokens = {"night-watch": printed.TokenData(copies=1, effects=effects)}
    told = effect_text.token_says(EN, "night-watch", msgspec.structs.replace(box, tokens=tokens))
    assert told == "Once a turn, when you take wood or a coin, you may take an extra card. 3 shields, for good."
    assert printed_names.token(EN, "night-watch") == "Night Watch"


@pytest.mark.parametrize(
    ("token", "cards"),
    [
        ("urbanism", "wood or brick"),
        ("science", "any green card"),
        ("propaganda", "any card with a horn"),
    ],
)
def test_token_text_groups_cards_of_a_kind(token, cards, box):
    told = effect_text.token_says(EN, token, box)
    assert told == f"Once a turn, when you take {cards}, you may take an extra card."


def test_wonder_text_lists_stages_effects_and_points(box):
    assert effect_text.wonder_says(EN, "halicarnassus", box) == (
        "Stages 2 and 4: Look at the top 5 cards on the left or right and keep one. All stages: 24 points."
    )
    assert effect_text.wonder_says(words("de"), "giza", box) == "Keine Wirkung. Alle Bauabschnitte: 30 Punkte."


@pytest.mark.parametrize(
    ("medal", "name"),
    [
        ("three-blue", "3 blue cards"),
        ("four-colors", "one card each: green, yellow, blue and red"),
        ("yellow-cat-horn", "1 yellow card, 1 blue card with a cat and 1 red card with a horn"),
        ("two-stages-cat", "2 stages and the cat"),
        ("two-military-one-conflict", "2 military tokens in one conflict"),
    ],
)
def test_medal_name_is_its_requirement(medal, name, box):
    assert effect_text.medal(EN, medal, box) == name
    assert effect_text.medal_says(EN, medal, box) == f"Whoever has this first gets 4 points: {name}."


@pytest.mark.parametrize("lang", complete())
def test_medal_names_are_unique_in_every_language(lang, box):
    names = [effect_text.medal(words(lang), medal, box) for medal in box.medals]
    assert len(set(names)) == len(names)


def test_corrected_medal_is_renamed_to_its_requirement(box):
    medals = {**box.medals, "three-blue": printed.MedalData(need={"blue": 5})}
    assert effect_text.medal(EN, "three-blue", msgspec.structs.replace(box, medals=medals)) == "5 blue cards"


@pytest.mark.parametrize("lang", complete())
def test_every_medal_requirement_has_words(lang, box):
    w = words(lang)
    names = [
        effect_text.medal(w, "x", msgspec.structs.replace(box, medals={"x": printed.MedalData(need={what: 2})}))
        for what in printed.NEEDS
    ]
    assert len(set(names)) == len(names)
    told = [effect_text.goal_part(w, Part(what, have, 2)) for what in printed.NEEDS for have in (0, 2)]
    assert len(set(told)) == len(told) - 1  # within one conflict there is no half


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ((Part("blue", 2, 3),), "2 of 3 blue cards"),
        ((Part("stages", 1, 2), Part("cat", 0, 1)), "1 of 2 stages, the cat: not yet"),
        ((Part("cards", 9, 7), Part("cat", 1, 1)), "7 of 7 cards, the cat: yes"),
        ((Part("military-in-one-conflict", 0, 2),), "2 military tokens in one conflict"),
    ],
)
def test_medal_progress_names_count_and_place(parts, told):
    assert effect_text.goal(EN, Goal("x", "1", parts)) == told


@pytest.mark.parametrize("lang", complete())
def test_every_variant_has_a_name_and_a_sentence(lang, box, facts):
    w, game = words(lang), Architects(facts)
    variants = (*game.variants(), *game.house_rules())
    assert len({say.variant(w, slug) for slug in variants}) == len(variants)
    assert all(say.variant_effect(w, slug, box).endswith(".") for slug in variants)


def test_variant_text_comes_from_the_data(box):
    assert say.variant_effect(EN, "expert", box) == "2 more medals lie in the middle, open to all."
    assert say.variant_effect(EN, "medal-tokens", box) == (
        "Shuffled in: Culture, Logistics, Domestication and Fortification."
    )


def test_assumption_note_appears_only_for_assumed_numbers(box):
    told = say.uncertainty_note(EN, ["giza", "rome", "ur"], box)
    says = "these numbers are our assumption. Correct them in the settings under “Numbers of the box”."
    assert told == f"Rome and Ur: {says}"
    assert say.uncertainty_note(EN, ["giza", "rhodes"], box) == ""
    assert effect_text.wonder_says(EN, "ur", box).endswith(" The numbers are our assumption.")
    sure = {**box.wonders, "ur": msgspec.structs.replace(box.wonders["ur"], certainty="confirmed")}
    corrected = msgspec.structs.replace(box, wonders=sure)
    assert "assumption" not in effect_text.wonder_says(EN, "ur", corrected) + say.uncertainty_note(
        EN, ["ur"], corrected
    )


def test_equal_cards_are_counted_in_card_lists():
    assert printed_names.cards(EN, ["wood", "coin", "coin"]) == "wood and 2 × coin"


# ---- actions ---------------------------------------------------------------------------------------------

ACTIONS = {
    "peek": "Look at the top card of the central deck",
    "take left": "Take from the left",
    "take right": "Take from the right",
    "take center": "Take from the middle",
    "build 2 with wood coin": "Build stage 2: wood and coin",
    "build 3 with double-coin": "Build stage 3: double coin",
    "progress economy": "Take Economy",
    "progress economy with gear gear": "Take Economy: 2 × gear",
    "progress hidden": "Take the hidden token",
    "progress hidden with compass gear tablet": "Take the hidden token: compass, gear and tablet",
    "extra science left": "Extra card from the left (Science)",
    "extra science right": "Extra card from the right (Science)",
    "extra science center": "Extra card from the middle (Science)",
    "draw left": "The left stack",
    "draw right": "The right stack",
    "draw center": "The central deck",
    "draw 3": "Between Cleo and Ada",
    "keep glass": "Keep glass",
    "steal 3 blue-2-cat": "Take a cat’s house from Cleo",
    "done": "End the turn",
    "reveal 2 wood": "Between Ben and Cleo: wood",
    "reveal token decor": "New progress token: Decor",
    "reveal medal 2 three-red": "Between Ben and Cleo: medal for 3 red cards",
    "reveal medal center two-progress": "In the middle: medal for 2 progress tokens",
    "reveal gift blue-3": "The face-down card: sanctuary",
    "reveal 2 wood !": "Between Ben and Cleo: wood (not on our list)",
    "house stack 2 17": "Counted at the table: cards between Ben and Cleo, 17",
    "house says Horns stay": "How we play it: Horns stay",
    "house seat 1 has giza not ur": "Corrected: the wonder of Ada is Giza, not Ur.",
}


@pytest.mark.parametrize(("text", "label"), ACTIONS.items())
def test_actions_have_the_expected_labels(text, label, box):
    assert say.action(EN, text, PEOPLE, box) == label


def test_cases_cover_every_kind_of_action():
    assert {type(actions.parse(text)) for text in ACTIONS} == set(get_args(actions.Action))


@pytest.mark.parametrize("lang", complete())
def test_different_actions_have_different_labels(lang, box):
    labels = [say.action(words(lang), text, data=box) for text in ACTIONS]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("text", "cards"), [("build 2 with wood coin", "wood and coin"), ("progress decor", ""), ("take left", "")]
)
def test_payment_names_its_cards(text, cards):
    assert action_text.payment(EN, text) == cards


@pytest.mark.parametrize(
    ("stack", "people", "name"),
    [
        ("center", PEOPLE, "The central deck"),
        ("3", PEOPLE, "Between Cleo and Ada"),
        ("1", ("Ada", "Ben"), "On the left of Ada"),
        ("2", (), "Stack 2"),
    ],
)
def test_stack_name_is_its_place(stack, people, name):
    assert printed_names.stack_name(EN, stack, people) == name


@pytest.mark.parametrize("lang", complete())
def test_every_question_has_a_prompt(lang):
    prompts = [say.prompt(words(lang), ask, ("done",)) for ask in ("take", "main", "draw", "keep", "progress", "steal")]
    assert len(set(prompts)) == len(prompts)


@pytest.mark.parametrize(
    ("legal", "prompt"),
    [
        (("build 2 with wood stone", "build 2 with wood coin"), "Pay for stage 2"),
        (("build 2 with wood stone", "build 3 with coin coin"), "Build a stage"),
        (("progress decor with gear gear", "done"), "Take a progress token or end the turn"),
        (("extra science left", "extra science right", "done"), "Take an extra card or end the turn"),
        (
            ("build 2 with wood stone", "progress decor with gear gear", "extra science left"),
            "Build a stage, take a progress token or take an extra card",
        ),
    ],
)
def test_prompt_within_a_turn_names_the_next_step(legal, prompt):
    assert say.prompt(EN, "main", legal) == prompt


@pytest.mark.parametrize(
    ("lang", "line", "card", "told"),
    [
        ("en", "take left", "gear", "Ben took a gear (left)"),
        ("de", "take right", "gear", "Ben nahm ein Zahnrad (rechts)"),
        ("nl", "take center", "tablet", "Ben pakte een kleitablet (midden)"),
        ("fr", "take left", "wood", "Ben a pris du bois (gauche)"),
        ("en", "extra science right", "wood", "Ben took wood (right, Science)"),
        ("en", "draw center", "wood", "Ben took wood (middle)"),
        ("en", "draw 2", "wood", "Ben took wood (Between Ben and Cleo)"),
        ("en", "take center", "", "Ben took a card (middle)"),
        ("en", "build 3 with wood stone", "", "Ben built stage 3"),
        ("en", "progress decor with gear gear", "", "Ben took Decor"),
        ("en", "keep wood", "", "Ben kept wood"),
        ("en", "done", "", "Ben ended the turn"),
    ],
)
def test_finished_action_text_names_the_card(lang, line, card, told):
    assert say.finished_action(words(lang), line, "Ben", ("Ada", "Ben", "Cleo"), card) == told


# ---- derived facts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("what", ["build", "set", "cat", "horns", "conflict", "points", "extra", "shield"])
def test_every_card_effect_has_words(lang, what):
    assert action_text.describe_effect(words(lang), CardEffect(what, n=2, word="decor"))


def test_medal_effect_text_names_the_medal(box):
    does = CardEffect("medal", word="three-blue")
    assert (action_text.describe_effect(EN, does), action_text.describe_effect(EN, does, box)) == (
        "wins a medal",
        "wins a medal: 3 blue cards",
    )


@pytest.mark.parametrize(
    ("missing", "helps", "told"),
    [
        (0, (), "Can be built"),
        (1, ("wood", "coin"), "1 missing: wood or coin"),
        (2, ("wood", "coin"), "2 missing, such as wood or coin"),
        (2, ("wood", "stone", "brick", "glass", "papyrus", "coin"), "2 missing: any resources or coins"),
        (3, (), "3 missing"),
    ],
)
def test_stage_text_names_the_missing_cards(missing, helps, told):
    assert action_text.need(EN, Need(2, 3, "different", 5, False, missing, helps)) == told


def test_stage_cost_names_count_and_kind():
    assert (action_text.cost(EN, 3, "same"), action_text.cost(words("de"), 2, "different")) == (
        "3 the same",
        "2 verschiedene",
    )


# ---- events --------------------------------------------------------------------------------------------------

EVENTS = [
    (CountCorrected("military 2", 1, 3), "Counted at the table: military tokens of Ben, 3 instead of 1."),
    (AgreementMade("Horns stay"), "How we play it: Horns stay"),
    (WonderCorrected(1, "giza", "ur"), "Corrected: the wonder of Ada is Giza, not Ur."),
    (actions.TurnBegan(seat=2, turn=7), "Turn 7: Ben."),
    (actions.CardRevealed(stack="2", card="wood"), "Between Ben and Cleo: wood turns up."),
    (actions.CardSeen(seat=1, stack="center", card="red-1"), "Only you see: horn call."),
    (actions.StackPeeked(seat=1), "Ada looks at the top card of the central deck."),
    (actions.CardTaken(seat=1, stack="1", card="wood", by="take"), "Ada takes wood from the left."),
    (actions.CardTaken(seat=1, stack="3", card="wood", by="take"), "Ada takes wood from the right."),
    (actions.CardTaken(seat=1, stack="center", card="wood", by="science"), "Ada takes wood from the middle (Science)."),
    (
        actions.CardTaken(seat=1, stack="2", card="wood", by="alexandria"),
        "Ada takes wood from the stack between Ben and Cleo (Alexandria).",
    ),
    (actions.CatMoved(seat=3, before=None), "The cat comes to Cleo."),
    (actions.CatMoved(seat=3, before=1), "The cat leaves Ada and comes to Cleo."),
    (actions.ExtraOpened(seat=1, token="crafts"), "Crafts: Ada may take an extra card."),
    (
        actions.MarkersTurned(seat=1, count=1, flipped=1, tokens=3),
        "Ada turns 1 conflict token; 1 of 3 show battle.",
    ),
    (
        actions.MarkersTurned(seat=1, count=2, flipped=3, tokens=3),
        "Ada turns 2 conflict tokens; 3 of 3 show battle. The turn ends with a conflict!",
    ),
    (
        actions.StageBuilt(seat=1, wonder="giza", stage=1, points=4, paid=("wood", "coin")),
        "Ada builds stage 1 for 4 points (wood and coin).",
    ),
    (actions.WonderCompleted(seat=1, wonder="giza"), "Ada completes Giza!"),
    (actions.StackSearched(seat=1, stack="1", cards=5), "Ada looks at the top 5 cards on the left."),
    (actions.StackShuffled(stack="1"), "Between Ada and Ben: shuffled."),
    (actions.EffectLost(seat=1, wonder="babylon"), "Ada: the effect finds nothing to do and is lost."),
    (actions.TokenTaken(seat=1, token="decor", hidden=False, spent=()), "Ada takes Decor."),
    (
        actions.TokenTaken(seat=1, token="decor", hidden=False, spent=("gear", "gear")),
        "Ada takes Decor for 2 × gear.",
    ),
    (actions.TokenTaken(seat=1, token="decor", hidden=True, spent=()), "Ada takes the hidden token: Decor."),
    (
        actions.TokenTaken(seat=1, token="decor", hidden=True, spent=("gear", "gear")),
        "Ada takes the hidden token for 2 × gear: Decor.",
    ),
    (actions.TokenRevealed(token="tactics"), "New progress token: Tactics."),
    (actions.MedalRevealed(gap="1", medal="three-blue"), "Between Ada and Ben: a medal for 3 blue cards."),
    (actions.MedalRevealed(gap="center", medal="two-stages-cat"), "In the middle: a medal for 2 stages and the cat."),
    (actions.MedalTaken(seat=1, medal="three-blue", gap="1"), "Ada wins a medal: 3 blue cards!"),
    (
        actions.MedalTaken(seat=2, medal="seven-cards", gap="box"),
        "Ben wins a medal from the box: 7 cards!",
    ),
    (actions.CardStolen(seat=1, of=3, card="red-1"), "Ada takes a horn call away from Cleo."),
    (actions.GiftGiven(seat=3), "Cleo gets the top card of the central deck, face down."),
    (actions.GiftTurnedUp(seat=3, card="wood", at_end=False), "Cleo turns the face-down card up: wood."),
    (actions.GiftTurnedUp(seat=3, card="wood", at_end=True), "Cleo turns a card up for the score: wood."),
    (
        actions.ConflictFought(shields=(2, 1, 0), won=(2, 1, 0), discarded=(("red-1",), (), ())),
        "Conflict! Military tokens: Ada 2, Ben 1. Cards with horns are discarded: Ada horn call.",
    ),
    (
        actions.ConflictFought(shields=(1, 1, 1), won=(0, 0, 0), discarded=((), (), ())),
        "Conflict! All shields are equal, and nobody wins a token.",
    ),
    (actions.GameEnded(reason="wonder", winners=(2,)), "The game is over. Ben wins!"),
    (
        actions.GameEnded(reason="stacks", winners=(1, 3)),
        "All stacks are empty: the game is over. Ada and Cleo share the victory.",
    ),
]


@pytest.mark.parametrize(
    ("event", "sentence"), EVENTS, ids=lambda value: type(value).__name__ if value in EVENTS else None
)
def test_events_have_the_expected_sentences(event, sentence, box):
    assert say.event(EN, event, PEOPLE, box) == sentence


def test_medal_without_data_has_a_generic_name():
    assert say.event(EN, actions.MedalTaken(seat=1, medal="three-blue", gap="1"), PEOPLE) == "Ada wins a medal!"
    assert say.action(EN, "reveal medal center three-blue") == "In the middle: a medal"


def test_cases_cover_every_kind_of_event():
    assert {type(event) for event, _ in EVENTS} == set(get_args(actions.Events))


@pytest.mark.parametrize("lang", [lang for lang in complete() if lang != "en"])
def test_every_event_is_translated(lang, box):
    told = [say.event(words(lang), event, PEOPLE, box) for event, _ in EVENTS]
    assert not {sentence for _, sentence in EVENTS} & set(told)


# ---- conflict, result ----------------------------------------------------------------------------------------


def finished_view(winners: tuple[int, ...], *seats: tuple[int, int]) -> View:
    """Return the view of a finished game with the points and built stages of each seat."""
    chairs = tuple(
        SeatView(number, name, "giza", tuple(range(1, stages + 1)), {}, 0, False, 0, (), (), 0,
                 Score(points, 0, 0, 0, 0, 0, points))
        for number, (name, (points, stages)) in enumerate(zip(PEOPLE, seats, strict=True), start=1)
    )  # fmt: skip
    facts = DerivedFacts(1, None, 1, (), (), (), (), (), ())
    return View("architects", bool(winners), 9, (), None, winners, chairs, {}, ConflictView(3, 0), (), 0, {}, {}, facts)


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        pytest.param(finished_view((2,), (40, 5), (45, 4), (9, 1)), "Ben wins with 45 points.", id="one winner"),
        pytest.param(
            finished_view((1,), (45, 5), (45, 4), (9, 1)),
            "Ada wins: equal points (45), but more stages.",
            id="stages decide",
        ),
        pytest.param(
            finished_view((1, 3), (45, 4), (9, 1), (45, 4)),
            "Ada and Cleo share the victory: equal points (45), equally many stages.",
            id="shared",
        ),
        pytest.param(finished_view((), (1, 0), (2, 0), (3, 0)), "", id="not over"),
    ],
)
def test_result_text_names_winner_and_reason(view, sentence):
    assert say.result(EN, view) == sentence


@pytest.mark.parametrize("lang", complete())
def test_every_score_category_has_its_own_name(lang):
    heads = [say.category(words(lang), field) for field in Score.__struct_fields__]
    assert len(set(heads)) == len(heads)
    assert say.tie_rule(words(lang), "")


# ---- refusals ------------------------------------------------------------------------------------------------


def refusals(*folders: str) -> list[tuple[str, tuple[str, ...]]]:
    """List every rule that these folders raise, with the names of its facts."""
    found = set()
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                match node:
                    case ast.Call(
                        func=ast.Name(id="IllegalAction" | "Rejection" | "TableNotice"),
                        args=[ast.Constant(value=str(rule)), *_],
                        keywords=named,
                    ):
                        found.add((rule, tuple(sorted(word.arg or "" for word in named))))
    return sorted(found)


@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize(("rule", "facts"), refusals("engine/architects"))
def test_every_refusal_has_its_sentence(lang, rule, facts):
    w = words(lang)
    told = say.refusal(w, rule, dict.fromkeys(facts, 1))
    assert rule == "not-now" or told != w("That is not possible now.")
    assert "{" not in told


def test_unknown_rule_gets_a_generic_refusal():
    assert say.refusal(EN, "never-heard-of", {}) == "That is not possible now."


def test_refusal_rules_are_found_in_the_source():
    assert ("not-your-turn", ("active",)) in refusals("engine/architects")


# ---- speed ---------------------------------------------------------------------------------------------------


def test_translating_a_message_makes_few_calls():
    """Two microseconds a message leave no room for parsing: it is one look-up and one format."""
    calls = []
    w = words("de")
    w("Take {token}", token="x")
    sys.setprofile(lambda frame, kind, what: calls.append(frame.f_code.co_name) if kind == "call" else None)
    try:
        w("Take {token}", token="x")
    finally:
        sys.setprofile(None)
    assert len(calls) <= 4
