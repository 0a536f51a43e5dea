"""Pages of games with cards, followed through a whole game: they never differ from pages that are built anew, and every
copy of a card finds its drawing on the page.
"""

import random
import re

import pytest

from app.games.game_list import shelf
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act, Undo
from app.protocol.seat_messages import Rename
from app.protocol.settings_messages import SetTable
from engine.game import Seat
from tests.app.phones.served import GAMES, Served

SEATS = {"duel": 2, "seven-wonders": 4}
COPIED, DEFINED = re.compile(r'href="#(f-[\w-]+)"'), re.compile(r' id="(f-[\w-]+)"')


@pytest.fixture(params=SEATS)
def served(request, tmp_path, facts, every_fact):
    served = Served(tmp_path, facts, shelf=shelf(every_fact), seed="copies")
    served.send(SetGame, game=request.param, variant=("leaders",) if request.param == "seven-wonders" else ())
    yield served.sit(*[f"P{seat}" for seat in range(1, SEATS[request.param] + 1)], lang="nl").start()
    served.store.close()


class Page:
    """A page as its phone has it: each diff changes what was there before."""

    def __init__(self, who: Actor, tab: str) -> None:
        self.reader = PageState(who, tab)
        self.parts: dict[str, str] = {}

    def follow(self, show: PageMaker) -> None:
        news = show.update_page(self.reader, False)
        for name in news.gone:
            del self.parts[name]
        self.parts |= {name: part.html for name, part in news.parts.items()}

    def render_from_scratch(self, show: PageMaker) -> dict[str, str]:
        reader = PageState(self.reader.who, self.reader.tab)
        show.update_page(reader, False)
        return {name: part.html for name, part in reader.shown.items()}


def questions(served):
    for seat in served.keys:
        yield from served.table.snapshot(Actor("seat", Seat(seat - 1)), served.table.log_end).questions


def change_anything(served, rng):
    """Take a choice back, or change a name, a language or the display of points."""
    seat = rng.choice([*served.keys])
    who = Actor("seat", Seat(seat - 1))
    own = served.table.snapshot(who, served.table.log_end).own
    if own and rng.random() < 0.5:
        served.send(Undo, who, row=own[0].row)
    elif rng.random() < 0.5:
        served.send(Rename, who, name=f"N{rng.randrange(100)} {seat}", lang=rng.choice(["nl", "nl", "nl", "de"]))
    else:
        served.send(SetTable, points=rng.random() < 0.5)


@pytest.mark.rotated
@pytest.mark.parametrize("most", [60, pytest.param(300, marks=pytest.mark.full)])
def test_updated_page_equals_a_fresh_page_and_defines_every_drawing(served, most):
    show, rng, copies = PageMaker(served.table, GAMES), random.Random(7), set()
    seats = [Actor("seat", Seat(seat - 1)) for seat in served.keys]
    pages = [*(Page(who, tab) for who in seats for tab in ("mine", "table")), Page(ONLOOKER, "table")]
    for number in range(most):
        for page in pages:
            page.follow(show)
            html = "".join(page.parts.values())
            defined, copied = DEFINED.findall(html), COPIED.findall(html)
            assert len(defined) == len(set(defined))
            assert set(copied) <= set(defined), page.reader.tab
            copies.update(copied)
        if number % 4 == 3:
            fresh = PageMaker(served.table, GAMES)
            assert [page.parts for page in pages] == [page.render_from_scratch(fresh) for page in pages]
        if served.phase() == "over":
            break
        if rng.random() < 0.4:
            change_anything(served, rng)
            continue
        while not (asked := [each for each in questions(served) if each.legal]) and served.phase() == "game":
            served.now = max(served.now, served.table.next_tick() or served.now) + 1
            served.table.tick(served.now)
        if asked:
            each = rng.choice(asked)
            who = Actor("seat", Seat(each.seat - 1))
            served.send(Act, who, seat=each.seat, question=each.number, action=rng.choice(each.legal))
    assert len(copies) > 30


def test_choices_are_drawn_before_the_socket_connects(served):
    show, reader = PageMaker(served.table, GAMES), PageState(Actor("seat", Seat(0)))
    show.update_page(reader, False)
    assert not COPIED.search(reader.initial_parts()["ask"].html)
