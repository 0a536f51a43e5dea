"""Duel on the screen as a game that is described in words."""

from functools import cache

import msgspec

from app.games import game_list
from app.games.pack import GamePack
from app.screen.control.controller import Controller
from engine.duel.game_facade import Duel
from engine.game import CHANCE, Rng
from tests.app.screen import (
    scenes,  # noqa: F401  # sets the surroundings up
    stage,
)
from tests.app.screen.lettering import painted

DUEL = Duel((stage.ROOT / "data/duel.toml").read_bytes())
GAMES = ("architects", "duel")
UNDRAWN = {"screen": GamePack._field_defaults["screen"], "touch": False}
PACKS = {**game_list.GAMES, "duel": game_list.GAMES["duel"]._replace(**UNDRAWN)}  # as if nobody had drawn it


class Room(stage.Room):
    """A controller that also knows the printed data of Duel."""

    def __init__(self):
        super().__init__()
        self.control = Controller(stage.screens(PACKS, duel=DUEL.data), self.sent.append, lambda: self.now)


@cache
def position(lines):
    """Return a game of Duel after this many lines, or (None) at its end."""
    rng, state = Rng(3), DUEL.start(DUEL.setup({"game": "duel", "seats": "2"}))
    while state.to_act and (lines is None or lines):
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat))))
        lines = None if lines is None else lines - 1
    while lines is not None and state.to_act[0] == CHANCE:
        state.apply(CHANCE, state.deal(rng))
    return state


def table(phase="game", lang="en", by="phone", **facts):
    chairs = tuple(msgspec.structs.replace(chair, wonder=None) for chair in stage.seats(2, by, lang))
    base = {"game": "duel", "games": GAMES, "variants": {"first-game": ()}, "rules": {}, "places": (2, 2)}
    return stage.table(2, phase, lang, by, **{**base, "seats": chairs, **facts})


def told(lang="en", lines=60, **facts):
    state = position(lines)
    seat = state.to_act[0]
    ask = stage.question(seat + 1, *map(str, state.legal(seat)))
    return Room().hear(table(lang=lang, **facts), state.view(None), ask, the_codes=stage.codes())


def ended(lang="en"):
    return Room().hear(table("over", lang), position(None).view(None))


def lobby(lang="en", **facts):
    free = tuple(
        msgspec.structs.replace(chair, by="free", name=None, wonder=None) if chair.seat == 2 else chair
        for chair in table("lobby", lang).seats
    )
    return Room().hear(table("lobby", lang, **{"seats": free, **facts}), the_codes=stage.codes(free=[2]))


def choosing(lang="en"):
    room = lobby(lang)
    room.control.open_panel("more", 0)
    return room


SCENES = (told, ended, lobby, choosing)


def texts(room, size=(1920, 1080)):
    return [word.text for _, words_, _ in painted(room, size) for word in words_]


def taps(room, size=(1920, 1080)):
    return {area.key: area.tap for _, _, areas in painted(room, size) for area in areas if area.tap}
