"""Scenes of 7 Wonders, for a number of seats, in a language."""

from dataclasses import replace
from math import inf

from app.games.seven_wonders.screen import touch_handlers
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.games.seven_wonders.screen.ui_state import Fight
from app.protocol.play_messages import UndoOffer
from engine.seven_wonders import actions
from tests.app.screen import scenes, sevens, stage


def playing(n, lang="en", nth=600):
    """Ask all seats to choose, in the second age."""
    return scenes.long_names(sevens.room(sevens.asking("play", n, nth), lang, "mixed"))


def drafting(n, lang="en"):
    return sevens.room(sevens.asking("draft", n, 500), lang)


def recruiting(n, lang="en"):
    return sevens.room(sevens.asking("recruit", n, 500), lang)


def rich(n, lang="en"):
    """Open a city at the end of the game, with everything it has built."""
    room = playing(n, lang, 999)
    room.control.open_panel(f"zone {n}", room.control.scene.ring(1280, 720).zones[n - 1].edge)
    return room


def large(n, lang="en"):
    """Enlarge a card of a city."""
    room = rich(n, lang)
    room.control.change_game_ui(touched=room.control.model.view.seats[n - 1].cards[-1])
    return room


def stage_large(n, lang="en"):
    room = rich(n, lang)
    room.control.change_game_ui(touched="stage 2")
    return room


def ability(n, lang="en"):
    """Enlarge the ability of Roma."""
    room = playing(n, lang)
    room.control.open_panel("zone 3", 1)
    room.control.change_game_ui(touched="ability")
    return room


def revealed(n, lang="en", nth=950):
    """Reveal a turn with many payments."""
    room = scenes.long_names(sevens.room(sevens.revealing(n, nth), lang, "mixed"))
    room.control.change_game_ui(reveal=inf)
    return room


def fighting(n, lang="en"):
    room = playing(n, lang)
    shields = tuple(chair.shields for chair in room.control.model.view.seats)
    settled = actions.ConflictSettled(age=2, shields=shields)
    gains = [3 * (mine > left) - (mine < left) for mine, left in zip(shields, (*shields[1:], shields[0]), strict=True)]
    against = [
        3 * (mine > right) - (mine < right) for mine, right in zip(shields, (shields[-1], *shields), strict=False)
    ]
    gained = tuple(zip(gains, against, strict=True))
    room.control.change_game_ui(fight=Fight(settled, 1, room.now + 8, gained, met=True))
    return room


def ended(n, lang="en"):
    return sevens.room(sevens.play_to_end(n), lang)


def alone(n, lang="en"):
    """Ask one seat, while all others wait for it."""
    return scenes.long_names(sevens.room(sevens.asking("rebuild", n), lang, "mixed"))


def by_touch(n, lang="en", ask="play", nth=500):
    """Show the hands of all who are asked; one has chosen a card, a finger is on another's."""
    state = sevens.asking(ask, n, nth)
    room = scenes.long_names(sevens.room(state, lang, "touch", questions=sevens.asked(state)))
    seats = [seat + 1 for seat in state.to_act]
    if ask not in ("lose", "bury"):
        touch_handlers.pick(room.control, seats[-1], 1)
        sevens.answer_look(room, state, seats[-1])
        touch_handlers.hold(room.control, seats[0], 0, True)
        sevens.answer_look(room, state, seats[0])
    touch_handlers.open_hand(room.control, seats[0])
    return room


def drafted_by_touch(n, lang="en"):
    return by_touch(n, lang, "draft", 200)


def rebuilt_by_touch(n, lang="en"):
    return by_touch(n, lang, "rebuild", 999)


def buried_by_touch(n, lang="en"):
    return by_touch(n, lang, "bury", 999)


def paid_by_touch(n, lang="en"):
    """Ask several seats whom to pay."""
    room = by_touch(n, lang)
    for seat in room.control.model.questions:
        hold = replace(SevenScene.from_scene(room.control.scene).game_ui.holds(seat), picked=0, under=-1)
        hold = replace(hold, use="build", ways=((2, 2, 1), (0, 4, 1), (12, 1, 1)))
        room.control.change_game_ui(hands={**SevenScene.from_scene(room.control.scene).game_ui.hands, seat: hold})
    return room


def chosen_by_touch(n, lang="en"):
    """Show a choice that can be taken back."""
    found = (state for state in sevens.states(n) if any(chair.chosen for chair in state.view(None).seats))
    state = next(state for state in found if state.view(None).asked == "play")
    room = scenes.long_names(sevens.room(state, lang, "touch", questions=sevens.asked(state)))
    seat = next(chair.seat for chair in state.view(None).seats if chair.chosen)
    stage.known(room, retractable=(UndoOffer(row=9, seat=seat, action="choose", more=0, free=True),))
    touch_handlers.open_hand(room.control, seat)
    return room


def happened(n, lang="en"):
    """Show each seat's deed of the newest turn at its edge, above open hands."""
    room = by_touch(n, lang)
    deeds = [
        actions.CardBuilt(seat=seat, card="chamber-of-commerce", coins=1, left=2, right=2, bank=0, chain=False)
        for seat in range(1, n + 1)
    ]
    return scenes.add_events(room, actions.TurnBegan(age=2, turn=1), *deeds, actions.TurnBegan(age=2, turn=2))


def happened_on_phones(n, lang="en"):
    room = playing(n, lang)
    deeds = [actions.StageBuilt(seat=seat, stage=1, coins=0, left=2, right=2, bank=0) for seat in range(1, n + 1)]
    return scenes.add_events(room, actions.TurnBegan(age=2, turn=1), *deeds, actions.TurnBegan(age=2, turn=2))


SCENES = (
    *(happened, happened_on_phones),
    *(by_touch, drafted_by_touch, rebuilt_by_touch, buried_by_touch, paid_by_touch, chosen_by_touch, playing, drafting),
    *(recruiting, rich, large, stage_large, ability, revealed, fighting, ended, alone),
)
