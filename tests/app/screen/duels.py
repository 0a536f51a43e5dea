"""Games of Duel for the screen: positions of random games, sent to a controller as a table sends them."""

from dataclasses import replace
from functools import cache, partial

import msgspec

from app.games.duel.screen import cards
from app.looks.military_track import toll
from app.protocol.play_messages import UndoOffer
from app.screen.control.controller import Controller
from app.screen.widgets import faces
from engine.duel.game_facade import Duel
from engine.game import CHANCE, Rng
from tests.app.screen import stage

DUEL = Duel((stage.ROOT / "data/duel.toml").read_bytes())
DATA = DUEL.data(None, "")
SEEDS = range(40)  # of random games
CARD = (108.0, 140.0)


@cache
def states(seed, first_game=True):
    """List the positions of a random game in which a seat is asked something, and the last one."""
    header = {"game": "duel", "seats": "2", **({"variant": "first-game"} if first_game else {})}
    rng, state = Rng(seed), DUEL.start(DUEL.setup(header))
    found = []
    while state.to_act:
        seat = state.to_act[0]
        if seat == CHANCE:
            state.apply(CHANCE, state.deal(rng))
        else:
            found.append(state.copy())
            state.apply(seat, rng.choice(list(state.legal(seat))))
    return (*found, state)


def in_age(seed, age, after=8):
    """Return a position in the middle of an age, in which a card is to be taken."""
    turns = [state for state in states(seed) if _age(state) == age and state.view(None).derived.ask == "turn"]
    return turns[min(after, len(turns) - 1)]


def _age(state):
    return state.view(None).age


def asking(ask, first_game=True):
    """Return a position of some random game in which a seat is asked this."""
    for seed in SEEDS:
        for state in states(seed, first_game):
            if state.view(None).derived.ask == ask:
                return state
    raise LookupError(ask)


def printed():
    """Yield everything printed, in its order: its name, its size, and a function that paints it at the pen."""
    for slug in DATA.cards:
        yield slug, CARD, partial(cards.card, data=DATA, slug=slug, w=CARD[0], h=CARD[1])
    for slug in DATA.wonders:
        yield slug, (228.0, 140.0), partial(cards.wonder, data=DATA, slug=slug, w=216.0, h=132.0)
    for slug in DATA.tokens:
        yield slug, CARD, partial(cards.token, data=DATA, slug=slug, r=50.0)
    for coins in sorted({zone.coins for zone in DATA.military.zones if zone.coins}):
        yield f"a military token of {coins}", CARD, partial(faces.lay_out, face=toll(coins, 27))
    for age in (1, 2, 3):
        yield f"a back of age {age}", CARD, partial(faces.card_back, age=age, guild=False, w=CARD[0], h=CARD[1])
    yield "a back of a guild", CARD, partial(faces.card_back, age=3, guild=True, w=CARD[0], h=CARD[1])


class Room(stage.Room):
    """A controller that shows games of Duel."""

    def __init__(self):
        super().__init__()
        self.control = Controller(stage.screens(duel=DUEL.data), self.wishes, lambda: self.now)

    def show(self, state, lang="en", by="touch", **facts):
        """Send the controller a snapshot of this position."""
        asked = question(state, self.rev + 41)
        shown = table("game" if asked else "over", lang, by, **facts)
        return self.hear(shown, state.view(None), asked, the_codes=stage.codes())


def question(state, number=41):
    """Return the open question of a position as a tuple; empty once the game is over."""
    seats = state.to_act[:1]
    return tuple(
        asked for seat in seats for asked in stage.question(seat + 1, *map(str, state.legal(seat)), number=number)
    )


def table(phase="game", lang="en", by="touch", **facts):
    chairs = tuple(msgspec.structs.replace(chair, wonder=None) for chair in stage.seats(2, by, lang))
    base = {"game": "duel", "games": ("architects", "duel"), "variants": {"first-game": ()}, "rules": {}}
    return stage.table(2, phase, lang, by, **{**base, "places": (2, 2), "seats": chairs, **facts})


def room(state, lang="en", by="touch", **facts):
    return Room().show(state, lang, by, **facts)


def settle(room, **settings):
    """Change these settings of the room's table."""
    model = room.control.model
    fresh = msgspec.structs.replace(model.table.settings, **settings)
    room.control.model = replace(model, table=msgspec.structs.replace(model.table, settings=fresh))
    room.control.repaint()


def undo():
    """Return an offer to undo an action."""
    return UndoOffer(row=5, seat=2, action="build palisade", more=0, free=True)
