"""Tests that everything named by a hint, by a bot's reason or by a lesson gets a ring on the screen, in every game."""

from dataclasses import replace

import pytest
from msgspec import structs

from app.games import game_list
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.teaching_messages import AskHint, BotActionReasons, LessonTip, Reason
from app.shown.play import hint, mentioned_things
from engine.game import plain_line
from tests.app.screen import stage
from tests.app.screen.in_process import AtTable
from tests.app.screen.rings import hidden_by_help, ringed, things
from tests.app.table.bots import BOTS, PLAYERS, AtHand
from tests.app.tables import Evening

SEATS = {"architects": 2, "duel": 2, "seven-wonders": 3}
SIZE = (1280, 720)
TURNS = 30


@pytest.fixture(params=SEATS)
def evening(request, tmp_path, every_fact):
    games, seats = game_list.shelf(every_fact), SEATS[request.param]
    made = Evening(
        tmp_path,
        shelf=games,
        players=PLAYERS,
        bots=BOTS,
        thinker=AtHand(games, PLAYERS),
        reasons=game_list.reasons(),
        lessons=game_list.lessons(),
    )
    made.send(SetGame, game=request.param, guided=True)
    made.start(*["touch"] * seats, first=1 if made.at_table().first_seat else None)
    yield made
    made.close()


@pytest.fixture
def room(evening, every_fact):
    return AtTable(
        evening,
        stage.screens(**{name.replace("-", "_"): game.data for name, game in game_list.shelf(every_fact).items()}),
    )


def action_keys(game, seat, action):
    """Return the keys of the things that an action names, as far as the table may draw them."""
    verb, *words = plain_line(action.removeprefix("choose ")).partition(" with ")[0].split()
    if (game, verb) in (("architects", "build"), ("seven-wonders", "stage")):
        return {f"wonder {seat}"}
    return {word for word in words if not word.isdigit()}


@pytest.mark.rotated
@pytest.mark.sampled(3)
def test_things_named_by_a_hint_get_a_ring(evening, room):
    game, met = evening.at_table().game, set()
    for _ in range(TURNS):
        question = evening.table.committed.state.questions[0]
        seat = question.seat + 1
        legal = evening.table.committed.match.position.legal(question.seat)
        if len(legal) > 1:
            evening.send(AskHint, seat=seat)
            evening.now += 1
            evening.table.tick(evening.now)
            room.settle()
            room.control.secrets.look(seat, True)
            room.settle()
            said = room.control.scene.secrets[seat].hint
            there, marked = things(room, SIZE), ringed(room, SIZE)
            named = set().union(*(action_keys(game, seat, action) for action in (said.action, said.other) if action))
            named |= {key for lesson in hint.hint_as_tips(said) for key in mentioned_things.keys_in_facts(lesson.facts)}
            assert named & there <= marked, said
            assert not hidden_by_help(room, SIZE), said
            met |= named & there
            room.control.secrets.look(seat, False)
            room.settle()
            assert not named & ringed(room, SIZE) or room.control.model.lessons or room.control.model.table.lesson
        evening.say(seat, legal[len(met) % min(3, len(legal))])
        room.settle()
        if evening.table.committed.state.phase != "game":
            break
    assert met


def cards_in_cities(room):
    """Return the cards that lie before seats."""
    return {slug for seat in room.control.scene.model.view.seats for slug in getattr(seat, "cards", ())}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", ["lesson", "why"])
def test_things_named_by_a_lesson_or_a_bots_reason_get_a_ring(evening, room, kind):
    """A lesson or a reason is made for every thing that lies open, and names that thing alone."""
    while not (stand := cards_in_cities(room)):
        question = evening.table.committed.state.questions[0]
        evening.say(question.seat + 1, evening.table.committed.match.position.legal(question.seat)[0])
        room.settle()
    control, seat = room.control, room.control.scene.acting or 1
    control.end_interlude()
    there = {key for key in things(room, SIZE) if not key.startswith("wonder ")}
    met = set()
    if evening.at_table().game != "architects":  # a ring there would name equal cards, too
        assert stand <= there, "they are counted in a city"
    for key in there | {"of no game"}:
        facts = {"card": key}
        if kind == "lesson":
            table = structs.replace(control.model.table, lesson=LessonTip("", 0, facts), whys=())
        else:
            why = BotActionReasons(3 - seat, 1, (Reason("chain", facts),))
            table = structs.replace(control.model.table, lesson=None, whys=(why,))
        control.model = replace(control.model, table=table, lessons={})
        assert ringed(room, SIZE) & there == ({key} & there if kind == "lesson" else set())
        control.open_panel(f"since {seat}", 0)
        beside = things(room, SIZE)
        assert ringed(room, SIZE) & beside == {key} & beside
        met |= {key} & beside
        control.change(panel="")
    assert met
