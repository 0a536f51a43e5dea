"""Duel in words: a name for everything in the box, a sentence for everything said, all of a position, each language."""

import ast
import re
from collections import Counter
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from app.games.duel import effect_text, printed_names
from app.games.duel import words_facade as say
from app.text.amount_text import n_coins
from app.text.translation import complete, words
from app.text.words_protocols import PlainWords
from engine.duel import actions, data_schema
from engine.duel.game_facade import Duel
from engine.duel.view_json import Score
from engine.game import CHANCE, Rng

ROOT = Path(__file__).resolve().parents[3]
PEOPLE = ("Ada", "Ben")
EN = words("en")


@pytest.fixture(scope="module")
def game(every_fact) -> Duel:
    return Duel(every_fact["duel"])


def moments(game, seed, variant="", until=999):
    """Yield every position of a random game with the events since the last one and their audiences."""
    rng = Rng(seed)
    state = game.start(game.setup({"game": "duel", "seats": "2", "variant": variant}))
    events = []
    while state.to_act and until:
        yield state, tuple(events)
        events.clear()
        seat = state.to_act[0]
        action = state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat)))
        state.apply(seat, action, lambda event, readers: events.append((event, readers)))
        until -= 1
    yield state, tuple(events)


def decoded_view(state, seat):
    """Return a view as a page decodes it."""
    return say.parse_view(msgspec.json.encode(state.view(seat)))


def test_words_implement_the_plain_words_protocol():
    assert isinstance(say, PlainWords)


@pytest.mark.parametrize("lang", complete())
def test_every_component_has_a_unique_name_and_an_effect_text(lang, game):
    w, facts = words(lang), game.data()
    names = {slug: printed_names.card(w, slug) for slug in facts.cards}
    names |= {slug: printed_names.wonder(w, slug) for slug in facts.wonders}
    assert len(set(names.values())) == 73 + 12
    assert all(slug != name and "{" not in name for slug, name in names.items())
    assert len({printed_names.token(w, slug) for slug in facts.tokens}) == 10
    for slug in facts.cards:
        assert " · " in effect_text.card_says(w, slug, facts)
    for slug in facts.wonders:
        assert effect_text.wonder_says(w, slug, facts)
        assert effect_text.cost(w, facts.wonders[slug].cost)
    for slug in facts.tokens:
        assert effect_text.token_says(w, slug, facts)
    symbols = {
        effect.symbol
        for card in facts.cards.values()
        for effect in card.effects
        if isinstance(effect, data_schema.Science)
    }
    assert len({printed_names.symbol(w, slug) for slug in symbols | {"law"}}) == 7


@pytest.mark.parametrize(
    ("slug", "names"),
    [
        ("wood-reserve", ("Wood Reserve", "Holzlager", "Wood Reserve", "Dépôt de bois")),
        ("customs-house", ("Customs House", "Zollstelle", "Customs House", "Douanes")),
        ("shelf-quarry", ("Shelf Quarry", "Felsbruch", "Shelf Quarry", "Carrière")),
    ],
)
def test_cards_have_the_names_on_the_box(slug, names):
    assert tuple(printed_names.card(words(lang), slug) for lang in ("en", "de", "nl", "fr")) == names


def test_effect_texts_are_short(game):
    facts = game.data()
    assert effect_text.card_says(EN, "theater", facts) == "blue · 3 points · leads to: Statue"
    assert effect_text.card_says(EN, "shipowners-guild", facts) == (
        "purple · 1 coin and 1 point for each brown card or grey card in the city with more"
    )
    assert effect_text.card_says(EN, "forum", facts) == "yellow · glass or papyrus"
    assert (
        effect_text.wonder_says(EN, "appian-way", facts)
        == "3 points · 3 coins · the other side loses 3 coins · another turn"
    )
    assert effect_text.token_says(EN, "masonry", facts) == "2 resources less for each blue card"
    assert effect_text.cost(EN, facts.cards["forum"].cost) == "3 coins, clay"
    assert effect_text.cost(EN, facts.cards["altar"].cost) == "free"


# ---- actions ---------------------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_choice_is_listed_once_with_its_own_label(lang, seed, game):
    w, lines = words(lang), set()
    for state, _ in moments(game, seed):
        for seat in state.to_act:
            legal = [str(action) for action in state.legal(seat)]
            labels = [say.action(w, text, PEOPLE) for text in legal]
            assert len(set(labels)) == len(labels)
            lines |= {text.split()[0] for text in legal}
            if seat == CHANCE:
                continue
            offered = [one for group in say.choices(w, decoded_view(state, seat), legal, PEOPLE, seat + 1, game.data())
                       for one in group.choices]  # fmt: skip
            assert Counter(one.say for one in offered) == Counter(legal)
            assert all(one.text and "{" not in one.note for one in offered)
            assert say.prompt(w, legal, PEOPLE)
    assert {"draft", "build", "discard", "start", "reveal"} <= lines


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("draft sphinx", "Take The Sphinx"),
        ("build quarry", "Build Quarry"),
        ("build sphinx with quarry", "Build The Sphinx with Quarry"),
        ("discard quarry", "Discard Quarry"),
        ("progress economy", "Take Economy"),
        ("destroy sawmill", "Destroy Sawmill"),
        ("revive walls", "Build Walls from the discard pile"),
        ("keep law", "Keep Law"),
        ("start 2", "Ben begins"),
        ("reveal token law", "New progress token: Law"),
        ("reveal wonder sphinx", "On offer: The Sphinx"),
        ("reveal 14 quarry", "Place 15: Quarry"),
        ("reveal 2 guild", "Place 3: a guild, face down"),
        ("reveal box law", "From the box: Law"),
    ],
)
def test_every_line_of_the_notation_has_a_label(text, label):
    assert say.action(EN, text, PEOPLE) == label


def test_choices_are_grouped_by_card_with_prices(game):
    state = next(state for state, _ in moments(game, 5, "first-game") if state.to_act and state.to_act[0] != CHANCE)
    seat = state.to_act[0]
    legal = [str(action) for action in state.legal(seat)]
    groups = list(say.choices(EN, decoded_view(state, seat), legal, PEOPLE, seat + 1, game.data()))
    assert [group.title for group in groups] == [
        printed_names.card(EN, text.split()[1]) for text in legal if "discard" in text
    ]
    assert all(group.note for group in groups)
    assert all(choice.note for group in groups for choice in group.choices)


# ---- the position ----------------------------------------------------------------------------------------


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", complete())
def test_every_position_can_be_described_to_each_reader(lang, game):
    w = words(lang)
    for state, _ in moments(game, 7):
        for seat in (None, 0, 1):
            told_to = None if seat is None else seat + 1
            sections = list(say.position(w, decoded_view(state, seat), PEOPLE, told_to, game.data()))
            assert all(section.title for section in sections)
            assert not [line for section in sections for line in section.lines if "{" in line or not line]
            assert set(PEOPLE) <= {section.title for section in sections if section.seat and section.lines}


def test_position_text_lists_every_card_of_the_structure(game):
    state = next(state for state, _ in moments(game, 9) if state.view(None).turn == 3)
    view = state.view(None)
    text = "\n".join(line for section in say.position(EN, view, PEOPLE, None, game.data()) for line in section.lines)
    for slot in view.structure.values():
        if slot.card:
            assert text.count(printed_names.card(EN, slot.card)) >= 2  # in its row, and what it is
    down = sum(int(run or 1) for run in re.findall(r"(?:(\d) × )?face down", text))
    assert down == sum(slot.card is None for slot in view.structure.values())


def test_drawn_tokens_are_shown_to_their_seat_only(game):
    found = False
    for seed in range(40):
        for state, _ in moments(game, seed):
            draw = next((seat for seat in (0, 1) if not isinstance(state.view(seat).draw, msgspec.UnsetType)), None)
            if draw is None or not state.view(draw).draw:
                continue
            found = True
            mine = list(say.position(EN, decoded_view(state, draw), PEOPLE, draw + 1, game.data()))
            others = list(say.position(EN, decoded_view(state, 1 - draw), PEOPLE, 2 - draw, game.data()))
            assert mine[0].seat == draw + 1
            assert mine[1:] == others
        if found:
            break
    assert found


# ---- events, results, refusals ---------------------------------------------------------------------------


def make_event(kind):
    """Return an event of this kind with valid fields."""
    values = {
        int: 1,
        bool: True,
        str: "quarry",
        tuple[int, ...]: (1,),
    }
    said = {field.name: values[field.type] for field in msgspec.structs.fields(kind)}
    if "victory" in said:
        said["victory"] = "civilian"
    return kind(**said)


@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("kind", get_args(actions.Events), ids=lambda kind: kind.__name__)
def test_every_kind_of_event_has_a_sentence(lang, kind):
    sentence = say.event(words(lang), make_event(kind), PEOPLE)
    assert sentence
    assert "{" not in sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (actions.CardBuilt(1, "quarry", 0, 0, False), "Ada builds Quarry for nothing."),
        (actions.CardBuilt(1, "statue", 0, 0, True), "Ada builds Statue, free by its chain."),
        (actions.CardBuilt(1, "forum", 5, 2, False), "Ada builds Forum for 5 coins."),
        (actions.WonderBuilt(2, "sphinx", "forum", 1, 1), "Ben builds The Sphinx with Forum for 1 coin."),
        (actions.CoinsLost(2, 5, "military"), "Ben loses 5 coins (conflict)."),
        (actions.CoinsGained(2, 6, "urbanism"), "Ben gets 6 coins (Urbanism)."),
        (actions.CardDestroyed(1, 2, "press"), "Ada destroys Press (Ben)."),
        (actions.TurnBegan(1, 4, True), "Turn 4: Ada has another turn."),
        (actions.GameEnded("military", (2,)), "Ben wins by military supremacy!"),
        (
            actions.GameEnded("civilian", (1, 2)),
            "The last card is gone: the game is over. Ada and Ben share the victory.",
        ),
    ],
)
def test_events_have_the_expected_sentences(event, sentence):
    assert say.event(EN, event, PEOPLE) == sentence


def finished_view(game, victory, winners, totals):
    """Return the view of a finished game with these totals."""
    view = game.start(game.setup({"game": "duel", "seats": "2"})).view(None)
    seats = tuple(
        msgspec.structs.replace(chair, score=Score(0, 0, 0, 0, 0, 0, 0, 0, total))
        for chair, total in zip(view.seats, totals, strict=True)
    )
    return msgspec.structs.replace(view, over=True, victory=victory, winners=winners, seats=seats)


@pytest.mark.parametrize(
    ("victory", "winners", "totals", "sentence"),
    [
        pytest.param("military", (1,), (3, 9), "Ada wins by military supremacy!", id="military"),
        pytest.param("science", (2,), (3, 9), "Ben wins by scientific supremacy!", id="science"),
        pytest.param("civilian", (2,), (41, 50), "Ben wins with 50 points.", id="points"),
        pytest.param("civilian", (1,), (50, 50), "Ada wins: equal points (50), but more on blue cards.", id="blue"),
        pytest.param(
            "civilian",
            (1, 2),
            (50, 50),
            "Ada and Ben share the victory: equal points (50), on blue cards too.",
            id="shared",
        ),
        pytest.param(None, (), (1, 2), "", id="not over"),
    ],
)
def test_result_text_names_winner_and_victory(game, victory, winners, totals, sentence):
    assert say.result(EN, finished_view(game, victory, winners, totals), PEOPLE) == sentence


@pytest.mark.parametrize("lang", complete())
def test_every_score_category_has_its_own_name(lang):
    heads = [say.category(words(lang), field) for field in Score.__struct_fields__]
    assert len(set(heads)) == len(heads)


def refusals():
    """Return every rule that the engine of Duel raises, with the names of its facts."""
    found = set()
    for path in sorted((ROOT / "engine" / "duel").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="IllegalAction"), args=[first, *_], keywords=named):
                    rules = [one.value for one in ast.walk(first) if isinstance(one, ast.Constant)]
                    found |= {(rule, tuple(sorted(word.arg for word in named))) for rule in rules}
    return sorted(found)


@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize(("rule", "facts"), refusals())
def test_every_refusal_has_its_sentence(lang, rule, facts):
    w = words(lang)
    said = say.refusal(w, rule, dict.fromkeys(facts, 1))
    assert said != w("That is not possible now.")
    assert "{" not in said
    assert rule != "price" or n_coins(w, 1) in said


@pytest.mark.parametrize("asked", ["draft", "turn", "progress", "destroy", "revive", "keep", "start"])
def test_asked_first_refusal_names_the_pending_question(asked):
    assert say.refusal(EN, "asked-first", {"asked": asked}).endswith((" first.", "First say who begins this age."))


def test_price_refusal_names_the_missing_coins():
    said = say.refusal(EN, "price", {"thing": "senate", "cost": 8, "coins": 3})
    assert said == "Senate costs 8 coins; you have 3: 5 coins missing."


def test_unknown_rule_gets_a_generic_refusal():
    assert say.refusal(EN, "never-heard-of", {}) == "That is not possible now."
    assert len(refusals()) > 12
