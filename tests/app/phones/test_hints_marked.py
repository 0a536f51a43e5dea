"""Highlights of hints in every game: each thing that a hint names is marked on its reader's page by that name."""

import re
from html import unescape

import pytest

from app.games import game_list
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.teaching_messages import AskHint
from app.table.game.match import box_of
from app.text import translation
from app.text.printed_names import printed_name
from tests.app.phones.served import GAMES
from tests.app.table.bots import BOTS, PLAYERS, AtHand
from tests.app.tables import Evening, phone

KEYS = re.compile(r'data-key="([^"]+)"|data-(?:about|say)="\w-([^"]+)"|data-say="(next)"')
SEATS = {"architects": 2, "duel": 2, "seven-wonders": 3}
QUESTIONS = 20
NAMELESS = {"done", "peek", "start", "lose", "draw"}  # actions that name no thing


@pytest.fixture(params=SEATS)
def evening(request, tmp_path, every_fact):
    games, seats = game_list.shelf(every_fact), SEATS[request.param]
    made = Evening(
        tmp_path, shelf=games, players=PLAYERS, bots=BOTS, thinker=AtHand(games, PLAYERS), reasons=game_list.reasons()
    )
    made.send(SetGame, game=request.param, guided=False)
    made.start(*(f"phone {'ABC'[seat]}" for seat in range(seats)), first=1 if made.at_table().first_seat else None)
    yield made
    made.close()


def page(evening, seat):
    reader = PageState(phone(seat), None, "en")
    PageMaker(evening.table, GAMES).update_page(reader, False)
    return {name: part.html for name, part in reader.shown.items()}


def things_in_action(evening, action):
    """Return the cards, wonders and tokens that an action names."""
    match = evening.table.committed.match
    box = box_of(match.rules, match)
    things = {*box.cards, *getattr(box, "wonders", ()), *getattr(box, "tokens", ()), *getattr(box, "leaders", ())}
    words = action.removeprefix("choose ").split()
    if match.rules.name == "architects":  # what is paid is named by kind, and is no one card
        words = action.partition(" with ")[0].split()
    if match.rules.name == "architects" and words[0] == "build":
        return {"wonder"}
    return {word for word in words[1:] if word in things}


@pytest.mark.rotated
@pytest.mark.sampled(3)
def test_things_in_a_hinted_action_are_highlighted_on_the_page(evening):
    asked, met = 0, set()
    for _ in range(QUESTIONS):
        question = evening.table.committed.state.questions[0]
        seat = question.seat + 1
        legal = evening.table.committed.match.position.legal(question.seat)
        if len(legal) > 1:
            evening.send(AskHint, phone(seat), seat=seat)
            evening.now += 1
            evening.table.tick(evening.now)
            [said] = evening.snapshot(phone(seat)).hints
            parts = page(evening, seat)
            found = re.search(r'data-lit="([^"]*)"', parts["hint"])
            lit = set(found[1].split()) if found else set()
            there = {key for html in parts.values() for found in KEYS.findall(html) for key in found if key}
            for action in filter(None, (said.action, said.other)):
                assert things_in_action(evening, action) <= lit, action
                verb = action.removeprefix("choose ").split()[0]
                met.add(verb)
                assert lit & there or verb in NAMELESS, (action, lit)
                missing = things_in_action(evening, action) - there
                assert not missing, (action, missing)
            asked += 1
        evening.say(seat, legal[-1 - asked % min(3, len(legal))], phone(seat))
        if evening.table.committed.state.phase != "game":
            break
    assert asked > 10
    assert met - NAMELESS


MARKUP_OF_SENTENCES = {"hint": 'class="hint', "why": 'id="d-why"', "lesson": 'class="lesson"'}


def things_of(evening):
    """Map the English name of every card, wonder and token of the game to its slug."""
    match = evening.table.committed.match
    box, game, w = box_of(match.rules, match), match.rules.name, translation.words("en")
    kinds = {"cards": box.cards, "wonders": getattr(box, "wonders", {}), "tokens": getattr(box, "tokens", {})}
    kinds["leaders"] = getattr(box, "leaders", {})
    return {printed_name(w, game, kind, slug): slug for kind, slugs in kinds.items() for slug in slugs}


def names_in(text, names):
    """List the names in a text, longest match first; names in lower case, such as those of goods, are left out."""
    found = re.findall("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names, key=len, reverse=True)), text)
    return [name for name in found if name[0].isupper()]


def text_and_highlights(html):
    """Return the visible text of a part and the set of keys that it highlights."""
    lit = re.search(r'data-lit="([^"]*)"', html)
    words = re.sub(r"<span[^>]*hidden>.*?</span>|<[^>]*>", " ", html)
    return unescape(words), set(lit[1].split()) if lit else set()


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", SEATS)
def test_things_named_in_hint_reason_or_lesson_text_are_highlighted(game, tmp_path, every_fact):
    """Hints, reasons of bots and lessons, by the names in their sentences; and what a coach would name."""
    games = game_list.shelf(every_fact)
    made = {"players": PLAYERS, "bots": BOTS, "reasons": game_list.reasons(), "lessons": game_list.lessons()}
    evening = Evening(tmp_path, shelf=games, thinker=AtHand(games, PLAYERS), **made)
    evening.send(SetGame, game=game, guided=True)
    evening.start("phone Ada", *["bot"] * (SEATS[game] - 1), first=1 if evening.at_table().first_seat else None)
    slugs, met, choices = things_of(evening), set(), 0
    for nth in range(4 * QUESTIONS):
        if evening.table.committed.state.phase != "game":
            break
        asked = next((question for question in evening.table.committed.state.questions if question.seat == 0), None)
        legal = evening.table.committed.match.position.legal(0) if asked else ()
        choices += len(legal) > 1
        if len(legal) > 1 and choices % 2:
            evening.send(AskHint, phone(1), seat=1)
        evening.now += 5
        evening.table.tick(evening.now)
        reader = PageState(phone(1), None, "en")
        maker = PageMaker(evening.table, GAMES)
        maker.update_page(reader, False)
        parts = {name: part.html for name, part in reader.shown.items()}
        there = {key for html in parts.values() for found in KEYS.findall(html) for key in found if key}
        for kind, sign in MARKUP_OF_SENTENCES.items():
            for text, lit in (
                text_and_highlights(html) for html in parts.values() if sign in html and "d-again" not in html
            ):
                named = {slugs[name] for name in names_in(text, slugs)}
                assert named & there <= lit, (kind, text, lit)
                met |= {kind} if named & there else set()
        for action in legal:
            lit = set(maker.highlighted(reader, {"seat": 1, "instead": action}))
            assert things_in_action(evening, action) & there <= lit, action
        if asked:
            evening.say(1, legal[nth % min(3, len(legal))], phone(1))
    evening.close()
    assert met >= ({"hint"} if game != "architects" else set()), met
