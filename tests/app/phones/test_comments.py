"""Comments of a guided first game on phones: each is true of the view of whom it is said to."""

import json
import random
import re

import pytest

from app.phones.page_maker import PageMaker
from app.phones.page_state import Reader
from app.protocol import messages
from app.protocol.rights import ONLOOKER, Who
from engine.game import Seat
from engine.seven_wonders.game import SevenWonders
from tests.app.phones.served import GAMES, Served

SAID = re.compile(r'data-comment="\d+-([\w-]+)"')
LEAST = {"draft", "recruit", "hand", "passed"}
# By moment, what its comment says, as it is in the view of whom it is said to, and in what can be answered.
TRUE = {
    "hand": lambda view, at, legal: view["asked"] == "play" and legal,
    "last": lambda view, at, legal: view["turn"] == 6,
}


@pytest.fixture
def evening(tmp_path, facts, every_fact):
    """A first game at this table, with a phone for each seat."""
    seven = SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])
    served = Served(tmp_path, facts, shelf={"seven-wonders": seven}, seed="comments")
    served.send(messages.SetGame, game="seven-wonders", variant=("leaders",))
    served.sit("Ada", "Ben", "Cleo", lang="en")
    yield served
    served.store.close()


def comments_of(show, who):
    """What a page has of them; the moments."""
    reader = Reader(who, None, "en")
    show.changes(reader, False)
    said = reader.shown.get("comment")
    return SAID.findall(said.html) if said else []


@pytest.mark.parametrize("steps", [40, pytest.param(1000, marks=pytest.mark.full)])
def test_what_is_said_is_true_of_the_view_of_whom_it_is_said_to(evening, steps):
    served = evening
    served.start()
    show, rng, said = PageMaker(served.table, GAMES), random.Random(3), set()
    for _ in range(steps):
        if served.phase() != "game":
            break
        for seat in served.keys:
            who = Who("seat", Seat(seat - 1))
            snapshot = served.table.snapshot(who, served.table.log_end)
            view, legal = (
                json.loads(bytes(snapshot.game)),
                [*(snapshot.questions[0].legal if snapshot.questions else ())],
            )
            for moment in comments_of(show, who):
                assert TRUE.get(moment, lambda *_: True)(view, seat - 1, legal), (moment, seat, legal)
                said.add(moment)
        served.act(rng.choice(served.asked().legal))
    assert said >= LEAST
    assert comments_of(show, ONLOOKER) == []


def test_nothing_is_said_where_nobody_wants_it(evening):
    evening.send(messages.SetGame, guided=False)
    evening.start()
    assert comments_of(PageMaker(evening.table, GAMES), Who("seat", Seat(0))) == []
