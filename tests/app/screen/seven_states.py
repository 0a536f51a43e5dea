"""Every state of a game of 7 Wonders on the screen, by its name: a function of the seats and the table's language."""

import random
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path

from app.games.seven_wonders.reported_things import thing_of
from app.games.seven_wonders.screen import touch_handlers
from tests.app.screen import seven_positions as positions
from tests.app.screen import sevens
from tests.app.screen import sevens as lobbies
from tests.app.screen.seven_scenes import SCENES, by_touch
from tests.app.screen.seven_tellers import People


def ask_one(n, lang, ask):
    """Ask one seat, while others wait."""
    boards = ("babylon-night", *sevens.BOARDS) if ask == "seventh" else sevens.BOARDS
    return sevens.room(sevens.asking(ask, n, boards=boards), lang)


def telling(n, lang="en", turns=0):
    """Report, in a dealt game, a recruited leader, or what was built after this many turns."""
    at = People(Path(tempfile.mkdtemp()), sevens.BOARDS[:n], variant=("leaders",), lang=lang)
    rng = random.Random(n)
    for _ in range(turns * n):
        question = min(at.model.questions.values(), key=lambda each: each.seat)
        at.evening.say(question.seat, rng.choice(question.legal))
        at.hear()
    at.go_on()
    at.touch("seat 1 hand")
    return at


def telling_paid(n, lang="en"):
    """Report whom a seat paid, for the first card with more than one way to pay."""
    for turns in range(2, 12):
        at = telling(n, lang, turns)
        things = Counter(thing_of(text) for text in at.model.legal(1) if " build " in text)
        if several := [thing for thing, ways in things.items() if ways > 1]:
            touch_handlers.look_at(at.control, 1, thing=several[0])
            return at
    raise LookupError("two ways")


def log(n, lang="en"):
    """Open the log in the second age."""
    state, lines = sevens.play_choices(n, 14 * n)
    room = sevens.room(state, lang, news=lines)
    room.control.open_panel("log")
    return room


STATES = {
    **{scene.__name__: scene for scene in SCENES},
    "lobby": lobbies.lobby,
    "position": lambda n, lang: positions.tell_steps(n, 30, lang)[0],
    **{f"{ask}_by_touch": partial(by_touch, ask=ask) for ask in ("recruit", "extra", "lose")},
    **{ask: partial(ask_one, ask=ask) for ask in ("bury", "lose", "seventh", "extra")},
    "telling": telling,
    "telling_cards": partial(telling, turns=2),
    "telling_paid": telling_paid,
    "log": log,
}
