"""A sound falls as the thing lands that makes it, and what was said goes with the next touch."""

from app.games.duel.screen.flights import flights
from app.games.duel.screen.scene import present
from app.screen.controller import READ
from engine.duel import actions
from tests.app.screen import duel_states, duels, stage
from tests.app.screen.ears import Ears
from tests.app.screen.finger import Finger, Stage, frames


def test_a_sound_waits_until_what_makes_it_lands():
    ears = Ears()
    ears.sound.later("turn", 0.18)
    ears.sound.later("your-turn", 0.3)
    assert ears.sound.tick(ears.room.now) == ears.room.now + 0.18
    assert ears.after(0.17) == []
    assert ears.after(0.02) == ["turn"]
    assert ears.after(0.2) == ["your-turn"]
    assert ears.after(60) == []


def test_another_turn_is_heard_as_the_card_lands():
    room = duels.room(duels.in_age(1, 1))
    scene = present(room.control)
    card = next(it.card for it in scene.view.structure.values() if it.card)
    built = actions.CardBuilt(seat=1, card=card, paid=0, traded=0, chain=False)
    again = actions.TurnBegan(seat=1, turn=5, again=True)
    flown = flights(scene, scene.ring(1280, 720), (built, again))
    card_flight, ring = flown[0], flown[-1]
    assert [flight.sound for flight in flown] == [""] * (len(flown) - 1) + ["your-turn"]
    assert ring.after >= card_flight.after + card_flight.lasts


def test_a_card_that_turns_up_is_heard_once_when_it_lies():
    game = duel_states.Game(duels.in_age(1, 1))
    seen, heard = Stage(game), []
    seen.surface.motion.heard = lambda name, after: heard.append((name, after))
    try:
        for text in _until_a_card_turns_up(game):
            heard.clear()
            game.say(text)
            frames(2)
        assert len(heard) == 1
        name, after = heard[0]
        assert name == "turn"
        assert after > 0
    finally:
        seen.close()


def _until_a_card_turns_up(game):
    """Cards that are discarded, up to one that leaves a card without anything on it that lay face down."""
    while True:
        hidden = {slot for slot, it in game.view.structure.items() if it.card is None}
        free = [slot for slot, it in game.view.structure.items() if it.accessible]
        slot = next((one for one in free if {*map(str, game.view.hints.frees.get(one, ()))} & hidden), free[0])
        yield f"discard {game.view.structure[slot].card}"
        if any(game.view.structure[one].card for one in hidden if one in game.view.structure):
            return


def test_what_was_said_goes_with_a_touch_anywhere_that_is_carried_out_all_the_same():
    room = stage.Room().hear(stage.table(4), stage.view(4, active=2), stage.question(2, "take left", "take right"))
    seen = Stage(room)
    try:
        room.control.tell(1, "A sentence.")
        frames(2)
        assert "notice 1" in seen.surface.meshes
        seen.touch("menu").down()  # at once: it was for something else
        assert 1 in room.control.notices
        room.now += READ + 0.1
        seen.now += 1
        finger: Finger = seen.touch("menu").down()
        assert 1 not in room.control.notices
        finger.up()
        frames(2)
        assert room.control.opened.panel
    finally:
        seen.close()
