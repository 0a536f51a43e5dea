"""A game in which several choose in secret at once."""

import json
import random
import shutil

from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act
from engine.game import Seat
from tests.app.phones.served import Served

CHOOSER = 2
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")


def questions(served, seat):
    return served.table.snapshot(Actor("seat", Seat(seat - 1)), served.table.log_end).questions


def choose(served, seat, action):
    [question] = questions(served, seat)
    served.send(Act, Actor("seat", Seat(seat - 1)), seat=seat, question=question.number, action=action)


def view(served, who=ONLOOKER):
    return json.loads(bytes(served.table.snapshot(who, 0).game))


def reach(folder, facts, shelf, asked, age):
    """Play until all are asked this, and let the first seat choose; a folder for each of two tables. Keys, choices."""
    served = Served(folder / "first", facts, shelf=shelf, headless=False, seed="choices")
    served.sit(*NAMES, lang="en")
    served.send(SetGame, variant=("leaders", "experts"))
    served.start()
    rng = random.Random(4)
    while not ((now := view(served))["asked"] == asked and now["age"] == age and len(now["to_act"]) == len(NAMES)):
        seat = rng.choice(now["to_act"])
        choose(served, seat, rng.choice(questions(served, seat)[0].legal))
    choose(served, 1, questions(served, 1)[0].legal[0])
    legal = questions(served, CHOOSER)[0].legal
    served.store.close()
    shutil.copytree(folder / "first", folder / "second")
    return served.keys, legal
