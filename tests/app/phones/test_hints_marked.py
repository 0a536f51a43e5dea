"""Whatever a hint names is marked on the page of whoever reads it, and bears its name there: in every game."""

import re

import pytest

from app.games import shelf
from app.phones.page_maker import PageMaker
from app.phones.page_state import Reader
from app.protocol import messages
from app.table.lessons import box_of
from tests.app.phones.served import GAMES
from tests.app.table.bots import BOTS, PLAYERS, AtHand
from tests.app.tables import Evening, phone

KEYS = re.compile(r'data-key="([^"]+)"|data-(?:about|say)="\w-([^"]+)"|data-say="(next)"')
SEATS = {"architects": 2, "duel": 2, "seven-wonders": 3}
QUESTIONS = 40
NAMELESS = {"done", "peek", "start", "lose", "draw"}  # actions that name no thing


@pytest.fixture(params=SEATS)
def at(request, tmp_path, every_fact):
    games, seats = shelf.shelf(every_fact), SEATS[request.param]
    made = Evening(
        tmp_path, shelf=games, players=PLAYERS, bots=BOTS, thinker=AtHand(games, PLAYERS), reasons=shelf.reasons()
    )
    made.send(messages.SetGame, game=request.param, guided=False)
    made.start(*(f"phone {'ABC'[seat]}" for seat in range(seats)), first=1 if made.at_table().first_seat else None)
    yield made
    made.close()


def page(at, seat):
    reader = Reader(phone(seat), None, "en")
    PageMaker(at.table, GAMES).changes(reader, False)
    return {name: it.html for name, it in reader.shown.items()}


def named(at, action):
    """The cards, wonders and tokens that an action names."""
    match = at.table.truth.match
    box = box_of(match.rules, match)
    things = {*box.cards, *getattr(box, "wonders", ()), *getattr(box, "tokens", ()), *getattr(box, "leaders", ())}
    words = action.removeprefix("choose ").split()
    if match.rules.name == "architects":  # what is paid is named by kind, and is no one card
        words = action.partition(" with ")[0].split()
    if match.rules.name == "architects" and words[0] == "build":
        return {"wonder"}
    return {word for word in words[1:] if word in things}


def test_all_that_a_hint_names_is_marked_on_its_page(at):
    asked, met = 0, set()
    for _ in range(QUESTIONS):
        question = at.table.truth.state.questions[0]
        seat = question.seat + 1
        legal = at.table.truth.match.position.legal(question.seat)
        if len(legal) > 1:
            at.send(messages.AskHint, phone(seat), seat=seat)
            at.now += 1
            at.table.tick(at.now)
            [said] = at.snapshot(phone(seat)).hints
            parts = page(at, seat)
            found = re.search(r'data-lit="([^"]*)"', parts["hint"])
            lit = set(found[1].split()) if found else set()
            there = {key for html in parts.values() for found in KEYS.findall(html) for key in found if key}
            for action in filter(None, (said.action, said.other)):
                assert named(at, action) <= lit, action
                verb = action.removeprefix("choose ").split()[0]
                met.add(verb)
                assert lit & there or verb in NAMELESS, (action, lit)
                missing = named(at, action) - there
                assert not missing, (action, missing)
            asked += 1
        at.say(seat, legal[-1 - asked % min(3, len(legal))], phone(seat))
        if at.table.truth.state.phase != "game":
            break
    assert asked > 10
    assert met - NAMELESS
