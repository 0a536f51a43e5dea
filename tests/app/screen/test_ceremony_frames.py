"""Frames of every ceremony on a started screen: whole elements, no words on words, nothing outdated."""

import msgspec
import pytest

from app.protocol.log_messages import Line
from app.protocol.play_messages import Opening
from engine import record
from engine.architects import actions as architects_said
from engine.game import CHANCE
from engine.seven_wonders import actions as seven_said
from engine.tally import actions as tally_said
from tests.app.screen import duel_states, duels, endings, scenes, sevens, sheets, stage
from tests.app.screen.ceremony_frames import FrameChecker

SIZES = ((1280, 720), (800, 480), (1920, 1080), (720, 1280))


def lines(*events, first=200):
    return tuple(
        Line(number, number, msgspec.Raw(msgspec.json.encode(event))) for number, event in enumerate(events, first)
    )


# ---- ceremonies: what the table looks like before, and what is said then -------------------------------------


def architects_conflict(seats=4, settings=None):
    shields = (3, 1, 4, 4, 2, 0, 12)[:seats]
    event = architects_said.ConflictFought(
        shields=shields, won=tuple(scenes.count_tokens(shields)), discarded=(("red-1",),) * seats
    )
    facts = stage.table(seats, settings=settings), stage.view(seats), stage.question(1, "take left")
    room = stage.Room().hear(*facts)
    return room, lambda: room.hear(*facts, lines(event))


def architects_stage(seats=4, settings=None):
    facts = stage.table(seats, settings=settings), stage.question(2, "take left")
    built = stage.view(seats, active=2)
    before = stage.view(seats, active=2, seats=tuple(stage.seat_view(i, built=1) for i in range(seats)))
    room = stage.Room().hear(facts[0], before, facts[1])
    seat = built.seats[1]
    number = seat.stages[-1]
    points = stage.BOX.wonders[seat.wonder].stages[number - 1].points
    event = architects_said.StageBuilt(seat=2, wonder=seat.wonder, stage=number, points=points, paid=())
    return room, lambda: room.hear(facts[0], built, facts[1], lines(event))


def seven_age(seats=4, settings=None):
    """Return a room and steps that reveal a turn, fight its conflict and begin the next age."""
    facts = {"settings": settings}
    room = sevens.Room().show(sevens.asking("play", seats, 300), **facts)
    state = sevens.revealing(seats)
    last = state.view(None).derived.last
    did = [
        seven_said.CardBuilt(seat=act.seat, card=act.card, coins=0, left=0, right=0, bank=0, chain=False)
        for act in last.did
        if act.what == "build"
    ]
    fought = seven_said.ConflictSettled(age=1, shields=(2, *(0,) * (seats - 2), 1))
    won = (
        seven_said.TokenTaken(seat=1, value=1, against=2), seven_said.TokenTaken(seat=2, value=-1, against=1),
        seven_said.TokenTaken(seat=1, value=1, against=seats), seven_said.TokenTaken(seat=seats, value=-1, against=1),
    )  # fmt: skip
    dealt = (seven_said.HandDealt(seat=seat, number=7) for seat in range(1, seats + 1))
    return room, lambda: room.show(state, news=lines(*did, fought, *won, *dealt), **facts)


def seven_stage(seats=4, settings=None, fought=(), by="phone"):
    states = sevens.states(seats)
    nth = next(
        nth
        for nth, state in enumerate(states)
        if (last := state.view(None).derived.last) and any(act.what == "stage" for act in last.did) and nth
    )
    room = sevens.Room().show(states[nth - 1], settings=settings, by=by)
    built = next(act.seat for act in states[nth].view(None).derived.last.did if act.what == "stage")
    number = states[nth].view(None).seats[built - 1].stages
    event = seven_said.StageBuilt(seat=built, stage=number, coins=0, left=0, right=0, bank=0)
    return room, lambda: room.show(states[nth], news=lines(event, *fought), settings=settings, by=by)


def seven_quick(seats=4, settings=None):
    """Return a game of fast bots in which a conflict begins while a stage still rises."""
    hurry = msgspec.structs.replace(settings, bot_pace=0.3)
    fought = seven_said.ConflictSettled(age=1, shields=(0,) * seats)
    return seven_stage(seats, hurry, (fought,), "bot")


def tally_conflict(seats=4, settings=None):
    facts = {
        "game": "architects", "mode": "tally", "games": sheets.GAMES, "variant": ("medals",), "rules": {},
        "settings": settings,
    }  # fmt: skip
    view = sheets.session("architects", seats, sheets.ARCHITECTS, "medals").view(None)
    room = stage.Room().hear(stage.table(seats, **facts), view)
    shields = (3, 1, 4, 4, 2, 0, 12)[:seats]
    event = tally_said.ConflictSettled(shields=shields, won=tuple(scenes.count_tokens(shields)))
    return room, lambda: room.hear(stage.table(seats, **facts), view, news=lines(event))


def tally_age(seats=4, settings=None):
    chairs = tuple(msgspec.structs.replace(chair, wonder=None) for chair in stage.seats(seats))
    facts = {"game": "seven-wonders", "mode": "tally", "games": sheets.GAMES, "rules": {}, "seats": chairs}
    facts["settings"] = settings
    view = sheets.session("seven-wonders", seats, sheets.MARKED["seven-wonders"], "leaders").view(None)
    room = stage.Room().hear(stage.table(seats, variant=("leaders",), **facts), view)
    shields = (3, 1, 4, 4, 2, 0, 12)[:seats]
    event = tally_said.AgeSettled(age=1, shields=shields, left=(1, -1) + (0,) * (seats - 2), right=(-1,) * seats)
    return room, lambda: room.hear(stage.table(seats, variant=("leaders",), **facts), view, news=lines(event))


def opening_ceremony(make):
    """Return a ceremony with the steps of an opening, and the table after it."""

    def ceremony(seats=4, settings=None):
        room, show = make(seats, settings)
        show(Opening("wonders", 2))
        steps = (Opening("turning", 2), Opening("found", 2), None)
        return room, *(lambda step=step: show(step) for step in steps)

    return ceremony


def architects_opening(seats, settings):
    room = stage.Room()
    facts = stage.view(seats, active=2), ()
    return room, lambda step: room.hear(stage.table(seats, settings=settings, opening=step), *facts)


def seven_opening(seats, settings):
    room, state = sevens.Room(), sevens.asking("play", seats)
    return room, lambda step: room.show(state, settings=settings, opening=step)


def duel_opening(seats, settings):
    room, state = duels.Room(), duels.asking("turn")
    return room, lambda step: room.show(state, settings=settings, opening=step)


def end_ceremony(name):
    def ceremony(seats=4, settings=None):
        facts = {} if settings is None else {"large": settings.large}
        return endings.UNFINISHED_GAMES[name](seats, **facts)

    return ceremony


def duel_ceremony(wanted):
    """Return a ceremony: the first turn of a recorded game that has an event of this type."""

    def ceremony(seats=2, settings=None):
        game = duel_states.Replayed("first-game", settings=settings)
        while wanted not in next_event_types(game.state.copy(), iter(game.lines)):
            play_turn(game)
        return game, lambda: play_turn(game)

    return ceremony


def play_turn(game):
    _, _, text = game.lines.pop(0).partition(" ")
    game.say(text)


def next_event_types(state, following):
    """List the types of the events of the next turn, including what it reveals."""
    found = []
    while not found or state.to_act[0] == CHANCE:
        state.apply(
            *record.parse_move(state, next(following)), lambda event, to: found.append(event.__struct_config__.tag)
        )
    return found


KINDS = {
    "conflict of Architects": architects_conflict,
    "conflict of 7 Wonders": seven_age,
    "conflict on a sheet": tally_conflict,
    "age on a sheet": tally_age,
    "stage of Architects": architects_stage,
    "stage of 7 Wonders": seven_stage,
    "conflict of bots": seven_quick,
    "wonder of Duel": duel_ceremony("wonder-built"),
    "age of Duel": duel_ceremony("age-began"),
    "shields of Duel": duel_ceremony("military-token"),
    "opening of Architects": opening_ceremony(architects_opening),
    "opening of 7 Wonders": opening_ceremony(seven_opening),
    "opening of Duel": opening_ceremony(duel_opening),
    **{f"end of {name}": end_ceremony(name) for name in endings.UNFINISHED_GAMES},
}


def faults_of(kind, size, step, seats=4, **settings):
    room, *acts = KINDS[kind](seats, stage.settings(**settings))
    watched = FrameChecker(room, size, step)
    for act in acts:
        watched.do(act)
    watched.close()
    return watched.faults


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS)
def test_ceremony_frames_are_complete_and_match_the_settled_picture(kind):
    assert not faults_of(kind, SIZES[1], 0.3)  # the smallest: drawing takes most of the time


@pytest.mark.full
@pytest.mark.parametrize("large", [False, True], ids=["usual words", "large words"])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_ceremony_frames_are_complete_on_every_screen_size(kind, size, large):
    for seats in (2,) if "duel" in kind.lower() else (3, 5, 7):
        assert not faults_of(kind, size, 0.05, seats, large=large), seats
