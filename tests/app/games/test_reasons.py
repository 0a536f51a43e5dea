"""Reasons for an action are true of their view: their numbers match the state after the action."""

import ast
import random
import re
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from app.games import game_list
from app.protocol.teaching_messages import Gain, Hint, Reason
from app.shown.play import hint
from app.text.translation import complete, words
from engine.game import CHANCE
from engine.players.action_comparison import ActionComparison
from engine.seven_wonders import data_schema
from tests.honest.played import GAMES, PLAYERS, SET_UPS, positions

REASONS, WORDS = game_list.reasons(), game_list.words()
FORBIDDEN = ("best", "wrong", "should have", "%")
PEOPLE = ("Ada", "Ben", "Cleo")


def state_after(state, seat, action):
    """Return the state right after an action, or None if chance or another seat comes first."""
    twin = state.copy()
    twin.apply(seat, action)
    return None if twin.to_act[:1] == (CHANCE,) else twin


def reasons_with_results(setup, seed, positions_):
    """Yield each reason with its state, seat, action and view."""
    for state, seat in islice(positions(setup, seed), positions_):
        view, box = state.view(seat), GAMES[setup.slug].data(None, "")
        for action in state.legal(seat):
            for reason in REASONS[setup.slug].of_action(view, box, seat + 1, str(action)):
                yield reason, state, seat, action, view


@pytest.mark.parametrize("setup", SET_UPS, ids=str)
@pytest.mark.parametrize("count", [12, pytest.param(200, marks=pytest.mark.full)])
def test_every_reason_has_words_and_gives_no_orders(setup, count):
    met = set()
    for reason, *_ in reasons_with_results(setup, f"said {setup}", count):
        for lang in complete():
            said = WORDS[setup.slug].reason(words(lang), reason, PEOPLE)
            assert said
            assert "{" not in said
            assert len(said) <= 130
            assert lang != "en" or not any(word in said for word in FORBIDDEN)
        met.add(reason.id)
    assert len(met) > 3


@pytest.mark.parametrize("count", [40, pytest.param(400, marks=pytest.mark.full)])
def test_duel_reasons_match_the_result(count):
    checked = 0
    for reason, state, seat, action, view in reasons_with_results(
        SET_UPS[[*map(str, SET_UPS)].index("duel")], "duel", count
    ):
        after = state_after(state, seat, action)
        if after is None or not after.to_act:
            continue
        before, now, other = view.derived.standing[seat], after.view(seat).derived.standing[seat], 1 - seat
        match reason.id:
            case "symbol":
                assert reason.facts["n"] == reason.facts["most"] - now.symbols_left
                assert reason.facts["symbol"] in before.symbols
                assert reason.facts["symbol"] not in now.symbols
            case "pawn":
                pawn = after.view(seat).military.pawn
                assert reason.facts["n"] == (pawn if seat == 0 else -pawn)
                assert reason.facts["points"] == after.view(seat).seats[seat].score.military
            case "coins":
                [paid] = {
                    way.cost for way in before.build_options if str(action).split()[:2] == ["build", way.thing]
                } or {0}
                assert after.view(seat).seats[seat].coins + paid - view.seats[seat].coins == reason.facts["n"]
            case "again":
                assert after.to_act[0] == seat
            case "uncovers-none":
                opened = [
                    {slot for slot, card in each.view(seat).structure.items() if card.accessible}
                    for each in (state, after)
                ]
                assert opened[1] < opened[0]
                assert after.to_act[0] == other == reason.facts["seat"] - 1
            case "denies-free" | "denies-pair":
                assert reason.facts["seat"] == other + 1
            case _:
                continue
        checked += 1
    assert checked


@pytest.mark.parametrize("count", [60, pytest.param(400, marks=pytest.mark.full)])
def test_architects_reasons_match_the_result(count):
    checked = 0
    for reason, state, seat, action, view in reasons_with_results(SET_UPS[0], "architects", count):
        twin = state.copy()
        twin.apply(seat, action)
        while twin.to_act == (CHANCE,):
            twin.apply(CHANCE, twin.deal(random.Random(1)))
        after = twin.view(seat)
        match reason.id:
            case "completes":
                assert f"build {reason.facts['stage']} " in " ".join(f"{each} " for each in twin.legal(seat))
            case "nearer":
                missing = [need.missing for need in after.derived.needs[seat] if need.stage == reason.facts["stage"]]
                assert missing == [reason.facts["left"]]
            case "ahead":
                assert after.seats[seat].shields == reason.facts["mine"]
                assert view.seats[reason.facts["seat"] - 1].shields == reason.facts["theirs"]
            case "stage":
                assert after.seats[seat].score.wonder - view.seats[seat].score.wonder == reason.facts["points"]
            case _:
                continue
        checked += 1
    assert checked


@pytest.mark.parametrize("count", [20, pytest.param(300, marks=pytest.mark.full)])
def test_denied_card_would_have_helped_the_neighbour(count):
    checked = 0
    setup = SET_UPS[[*map(str, SET_UPS)].index("seven-wonders")]
    for state, seat in islice(
        ((state, seat) for state, seat in positions(setup, "kept") if len(state.to_act) == 3), count
    ):
        view, box = state.view(seat), GAMES[setup.slug].data(None, "")
        for action in state.legal(seat):
            reasons = REASONS[setup.slug].of_action(view, box, seat + 1, str(action))
            kept = next((reason for reason in reasons if reason.id.startswith("denies")), None)
            slug = next((each for each in str(action).split() if each in box.cards), "")
            other = next((each for each in state.legal(seat) if slug and slug not in str(each).split()), None)
            if kept is None or other is None:
                continue
            twin = state.copy()
            twin.apply(seat, other)
            while seat not in twin.to_act and twin.to_act[0] != CHANCE:
                twin.apply(twin.to_act[0], twin.legal(twin.to_act[0])[0])
            there = twin.view(kept.facts["seat"] - 1)
            assert slug in there.mine.hand
            checked += 1
    assert checked


@pytest.mark.parametrize(("game", "each"), [("duel", "mathematics"), ("architects", "education")])
@pytest.mark.parametrize("count", [60, pytest.param(600, marks=pytest.mark.full)])
def test_progress_token_reasons_match_the_points_gained(game, each, count):
    """`each`: the token that counts all others, which then brings more."""
    setup = SET_UPS[[*map(str, SET_UPS)].index(game)]
    asked = ((state, seat) for state, seat in positions(setup, f"tokens {game}") if tokens_of(state, seat))
    checked = 0
    for state, seat in islice(asked, count // 10):
        view, box = state.view(seat), GAMES[game].data(None, "")
        for action in tokens_of(state, seat):
            if each in view.seats[seat].progress:
                continue
            twin = state.copy()
            twin.apply(seat, action)
            more = twin.view(seat).seats[seat].score.progress - view.seats[seat].score.progress
            reasons = REASONS[game].of_action(view, box, seat + 1, str(action))
            assert reasons
            assert sum(reason.facts.get("points", 0) for reason in reasons) == more
            checked += 1
    assert checked


def tokens_of(state, seat):
    return [
        action for action in state.legal(seat) if str(action).startswith("progress") and "hidden" not in str(action)
    ]


def test_hint_text_has_the_action_two_reasons_and_the_next_step():
    w, say = words("en"), WORDS["architects"]
    because = tuple(Reason("points", {"card": "blue-3", "points": n}) for n in (1, 2, 3))
    advice = Hint(
        1, action="take left", because=because, gains=(Gain(1, "blue", 3), Gain(2, "wonder", -4)), other="done"
    )
    told = hint.sentences(w, say, advice, PEOPLE)
    assert told[0] == "Take from the left."
    assert told[-1] == "Next comes “End the turn”."
    assert len(told) == 4
    even = hint.sentences(w, say, Hint(1, even=True, action="take left", other="take right"), PEOPLE)
    assert even == ("About equal: “Take from the left” or “Take from the right”.",)


def decisions(setup):
    """Yield decisions of games of the player *easy*, one of a few successive ones, without end."""
    rng, easy = random.Random(f"reasons {setup}"), setup.player("easy")
    while True:
        state = setup.begun(rng)
        while state.to_act:
            seat = state.to_act[0]
            if seat == CHANCE:
                state.apply(CHANCE, state.deal(rng))
                continue
            if len(state.legal(seat)) > 1 and rng.random() < 0.3:
                yield state, seat
            state.apply(seat, easy(state, seat, rng))


@pytest.mark.rotated
@pytest.mark.parametrize("setup", SET_UPS, ids=str)
@pytest.mark.parametrize(
    "count", [pytest.param(30, marks=pytest.mark.sampled(4)), pytest.param(400, marks=pytest.mark.full)]
)
def test_clear_choices_nearly_always_have_a_reason(setup, count):
    """By what one step ahead is clearly the first: a twentieth of these at most, of a few at most one."""
    evaluation, box = PLAYERS.evaluation(*setup), GAMES[setup.slug].data(None, "")
    clear, without = 0, []
    for state, seat in islice(decisions(setup), count):
        rng = random.Random(clear)
        first, *others = ActionComparison(state, seat, rng, evaluation, 0).ranking().ranked
        if others and others[0].points_behind >= 0.5:
            clear += 1
            reasons = REASONS[setup.slug].of_action(state.view(seat), box, seat + 1, first.action)
            if not any(WORDS[setup.slug].reason(words("en"), reason, PEOPLE) for reason in reasons):
                without.append(first.action)
    assert clear > count / 10
    assert len(without) <= max(1, clear / 20), without


ROOT = Path(__file__).parents[3]
MAX_WORDS = 12  # words of what is said of a moment of a review


def reason_ids(game):
    """Yield the ids of all reasons that a game can give, or that the app gives for it."""
    for path in ROOT / f"app/games/{game.replace('-', '_')}/action_reasons.py", ROOT / "app/text/action_reasons.py":
        says = [
            each for each in ast.parse(path.read_text()).body if getattr(each, "name", "").endswith(("says", "alike"))
        ]
        for node in (node for each in says for node in ast.walk(each)):
            if isinstance(node, ast.match_case) and isinstance(node.pattern, ast.MatchValue):
                yield ast.literal_eval(node.pattern.value)


def effects_by_reason(game, box):
    """Return the ids of reasons given by printed effects, each with all effects that cause it."""
    if game == "duel":
        return {"when-built": {effect for each in box.wonders.values() for effect in each.effects}}
    if game == "architects":
        return {}
    own = (
        data_schema.Points
        | data_schema.Coins
        | data_schema.Shields
        | data_schema.Trade
        | data_schema.Production
        | data_schema.PerSet
        | data_schema.Purge
    )
    leaders = {effect for each in box.leaders.values() for effect in each.effects}
    stages = {effect for board in box.boards.values() for stage in board.stages for effect in stage.effects}
    printed = {
        effect for each in box.cards.values() for effect in each.effects if not isinstance(effect, data_schema.PerThing)
    }
    found = {"does": leaders | printed, "stage-does": stages}
    return {id: {each for each in effects if not isinstance(each, own)} for id, effects in found.items()}


COLOURS = {"completes": "grey", "nearer": "grey", "later": "grey", "denies": "grey", "set": "green", "points": "blue"}


@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("game", tuple(REASONS))
def test_reasons_have_at_most_twelve_words(game, lang):
    w, box = words(lang), GAMES[game].data(None, "")
    symbols = {effect.symbol for each in box.cards.values() for effect in getattr(each, "effects", ())
               if getattr(effect, "symbol", "any") != "any"} or {""}  # fmt: skip
    taken = ("wood brick", "papyrus glass", "stone coin")
    plain = {"seat": 1, "points": 12, "n": 3, "mine": 3, "theirs": 2, "stage": 2, "left": 2, "most": 6, "less": 4}
    plain |= {"colours": "blue red green", "colour": "blue", "token": "propaganda"}
    by, said = effects_by_reason(game, box), {}
    for id in {*reason_ids(game)} - by.keys():
        for nth, (slug, its) in enumerate(box.cards.items()):
            if game == "architects" and its.colour != COLOURS.get(id, its.colour):
                continue
            facts = plain | {"card": slug, "cards": taken[nth % 3], "symbol": sorted(symbols)[nth % len(symbols)]}
            facts["resource"] = ("wood", "clay", "stone", "glass", "papyrus")[nth % 5]
            said.setdefault(id, set()).add(WORDS[game].reason(w, Reason(id, facts), PEOPLE))
    for id, effects in by.items():
        facts = [{"stage": 2, "n": 1, "effect": msgspec.json.encode(each).decode()} for each in effects]
        said[id] = {WORDS[game].reason(w, Reason(id, each), PEOPLE) for each in facts}
    assert all(said.values())
    every = {text for texts in said.values() for text in texts}
    assert "" not in every
    long = [text for text in every if len(re.findall(r"\S*\w\S*", text)) > MAX_WORDS]
    assert not long
