"""The end of Duel on the screen: every category for both seats, the kind of victory, the next game, and animations."""

from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest

from app.games.duel.screen import flights
from app.games.duel.shared_table_facts import list_worlds
from app.games.duel.words_facade import SCORED
from app.protocol import ceremony_durations
from app.protocol.game_lifecycle_messages import Rematch, ReturnToLobby
from app.protocol.log_messages import Line
from app.screen.composition import compose
from app.screen.device.sound_cues import Sound
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.state.flight import Flight
from engine.duel import actions
from engine.duel.view_json import Score
from tests.app.screen import catalogue, duel_states, duels, endings
from tests.app.screen.duel_states import Game
from tests.app.screen.lettering import painted

ENDS = {"capital-before-the-choice": "military", "six-symbols-with-law": "science", "first-game": "civilian"}


@pytest.mark.parametrize("name", [*ENDS, "shared-victory", "tie-by-blue-cards"])
def test_seats_see_their_points_by_category(name):
    game = duel_states.sheet(name)
    for pillar in game.elements["sheet"].view.pillars:
        chair = game.view.seats[pillar.i]
        assert [drum.points for drum in pillar.drums] == [getattr(chair.score, what) for what in SCORED]
        assert pillar.stone.total == str(chair.score.total)
        assert pillar.won == (chair.seat in game.view.winners)


def test_every_category_of_the_rules_has_a_line():
    assert {*SCORED} == set(Score.__struct_fields__) - {"total"}


@pytest.mark.parametrize(
    ("name", "words"),
    [("shared-victory", "share the victory: equal points"), ("tie-by-blue-cards", "but more on blue cards")],
)
def test_tie_shows_how_it_was_decided(name, words):
    assert words in " ".join(duel_states.sheet(name).words("vista"))


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280), (1920, 1080)], ids=str)
@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
def test_built_wonders_of_both_cities_are_all_named_under_the_crown(lang, size):
    """Four wonders of the winner and three of the other are the most that can be built."""
    room = endings.GAMES["duel by points"](2, lang)
    model = room.control.model
    chairs = tuple(
        msgspec.structs.replace(
            chair, wonders=dict.fromkeys([*chair.wonders][: 4 - (chair.seat not in model.view.winners)], "x")
        )
        for chair in model.view.seats
    )
    room.control.model = replace(model, view=msgspec.structs.replace(model.view, seats=chairs))
    while room.control.ui.finale.step.part != "crown":
        endings.next_part(room)
    called = [world.name for chair in chairs for world in list_worlds(model.words(), chair)]
    assert len(called) == 7
    said = " ".join(" ".join(run.text for run in lines) for _, lines, _ in painted(room, size))
    assert [name for name in called if name not in said] == []


def test_result_sheet_leads_to_a_rematch_and_to_the_lobby():
    game = duel_states.sheet("first-game")
    for key, intent in (("corner turn", Rematch), ("corner wonder", ReturnToLobby)):
        game.touchable()[key].tap()
        assert isinstance(game.sent[-1], intent)


def test_result_row_turns_to_the_other_seat():
    game = duel_states.sheet("first-game")
    winner = game.view.winners[0]
    before = game.elements["sheet"].view.edge
    game.tap(f"turn {2 - winner}")
    assert game.elements["sheet"].view.edge == (before + 2) % 4


def test_menu_hides_the_pillars_and_keeps_the_vista():
    game = duel_states.sheet("first-game").tap("corner menu")
    assert "sheet" not in game.elements
    assert "vista" in game.elements


# ---- what flies ----------------------------------------------------------------------------------------------


def flights_of(game, *happened):
    scene = flights.DuelScene.from_scene(game.control.scene)
    return flights.flights(scene, scene.ring(*duel_states.SIZE), happened)


def test_built_card_flies_from_its_slot_to_its_city():
    game = Game(duels.states(1)[0])
    slot = next(n for n, slot_view in game.view.structure.items() if slot_view.accessible)
    card = game.view.structure[slot].card
    lay = flights.layout_of(game.control.scene.ring(*duel_states.SIZE))
    box = lay.slots(game.view.derived.places)[int(slot)].card
    game._emit(actions.CardRevealed(slot=int(slot), card=card, turned=False), None)
    game._tell()
    built = actions.CardBuilt(seat=1, card=card, paid=0, traded=0, chain=False)
    [flight] = flights_of(game, built)
    assert (flight.start.x, flight.start.y) == lay.point(box.x, box.y)
    assert flight.end.y > flight.start.y
    assert flight.lasts == pytest.approx(0.26)


def test_the_pawn_steps_a_space_at_a_time():
    steps = flights_of(Game(duels.in_age(1, 1)), actions.PawnMoved(seat=1, spaces=3, pawn=2))
    assert [step.after for step in steps] == pytest.approx([0.0, 0.14, 0.28])
    assert all(step.lasts == pytest.approx(0.14) for step in steps)
    assert all((one.end.x, one.end.y) == (other.start.x, other.start.y) for one, other in pairwise(steps))


def test_an_extra_turn_is_animated_at_its_seat():
    game = Game(duels.in_age(1, 1))
    assert flights_of(game, actions.TurnBegan(seat=1, turn=4, again=False)) == ()
    [ring] = flights_of(game, actions.TurnBegan(seat=1, turn=4, again=True))
    assert ring.lasts + ring.stays == pytest.approx(ceremony_durations.REPEAT_TURN_SECONDS), "so long bots wait"


@pytest.mark.full
def test_animations_of_a_whole_game_stay_on_the_screen():
    game, kinds, found = duel_states.Replayed("capital-before-the-choice"), set(), []

    def record_events(happened):
        kinds.update(type(event).__name__ for event in happened)
        found.extend(flights_of(game, *happened))

    game.control.animate = record_events
    game.play_until()
    assert kinds >= {"CardBuilt", "CardDiscarded", "WonderBuilt", "TokenTaken", "PawnMoved", "GameEnded"}
    assert len(found) > 20
    wide, high = duel_states.SIZE
    flying = [each for each in found if isinstance(each, Flight)]
    assert all(0 <= at.x <= wide and 0 <= at.y <= high for flight in flying for at in (flight.start, flight.end))
    assert len(flying) < len(found), "and wonders rise"


# ---- what is heard -------------------------------------------------------------------------------------------


class Device:
    """A recorder of the sounds that are played, and how often."""

    def __init__(self):
        self.played = []

    def play(self, name, times, loud):
        self.played.append((name, times))
        return True

    def hush(self):
        pass

    def close(self):
        pass


@pytest.mark.parametrize(
    ("events", "played"),
    [
        pytest.param([actions.PawnMoved(seat=1, spaces=3, pawn=3)], ("drum", 3), id="a drum for each space"),
        pytest.param(
            [
                actions.CardBuilt(seat=1, card="garrison", paid=0, traded=0, chain=False),
                actions.PawnMoved(seat=1, spaces=1, pawn=1),
            ],
            ("drum", 1),
            id="the pawn before the card",
        ),
        pytest.param([actions.AgeBegan(age=2)], ("horn", 1), id="an age begins"),
        pytest.param([actions.CardRevived(seat=1, card="altar")], ("card", 1), id="a card comes back"),
        pytest.param(
            [
                actions.PawnMoved(seat=1, spaces=1, pawn=9),
                actions.GameEnded(victory="military", winners=(1,)),
            ],
            ("end", 1),
            id="the end before all",
        ),
    ],
)
def test_sounds_of_duel_events(events, played):
    sound, device = Sound(lambda: 0.0), Device()
    sound.open_device(lambda: device)
    sound.play_for_lines(Line(n, n, msgspec.Raw(msgspec.json.encode(event))) for n, event in enumerate(events, 1))
    assert device.played == [played]


@pytest.mark.parametrize("state", ["sudden military", "sudden science"])
def test_supremacy_is_as_dark_in_a_bright_room_as_at_night(state):
    inks = []
    for bright in (False, True):
        room = catalogue.room("duel", state, seats=2)
        [vista] = [part for part in compose(room.control.scene, 1280, 720) if part.key == "vista"]
        pen = Pen(measure, bright=bright)
        vista.draw(pen, room.control)
        inks.append([word.colour for layer in pen.layers for word in layer.words])
    assert inks[0]
    assert inks[0] == inks[1]
