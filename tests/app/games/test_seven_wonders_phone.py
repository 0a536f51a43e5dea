"""7 Wonders on phones: every legal action once, what is missing and what it brings said, figures for all that is printed."""

import json
import random
import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

from app.phones.page_state import Reader
from app.phones.presenter import Show
from app.protocol import messages
from app.protocol.rights import ONLOOKER, Who
from engine.architects.game import Architects
from engine.game import Seat
from engine.seven_wonders.data import game_data
from engine.seven_wonders.game import SevenWonders
from tests.app.phones.served import GAMES, Served

DATA = Path(__file__).parents[3] / "data"
FACTS = game_data(*((DATA / f"{name}.toml").read_bytes() for name in ("seven_wonders", "leaders"))).read()
BUTTON = re.compile(r'data-do="act;seat=\d+;question=\d+;action=([^"{]*)"')
CHOICE = re.compile(r'<input type="radio" name="what" value="([^"]*)"')
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")
BOARDS = ("babylon-night", "roma-night", "abu-simbel-day", "halikarnassos-night")  # those that ask
SAMPLE = 2  # games; 200 with `full`
KINDS = {"draft", "recruit", "play", "extra", "bury", "seventh", "rebuild"}
FIRST_LOAD = 24_000  # bytes, packed, of the page of a seat
WATCHED = 24 * 1024  # and of an onlooker


@pytest.fixture(scope="module")
def shelf(facts, every_fact):
    game = SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])
    return {"architects": Architects(facts), "seven-wonders": game}


@pytest.fixture
def evening(tmp_path, facts, shelf):
    """A table set for 7 Wonders with Leaders, with five phones."""
    served = Served(tmp_path, facts, shelf=shelf)
    yield set_for(served, 5), Show(served.table, GAMES)
    served.store.close()


def set_for(served, seats, lang="en"):
    served.send(messages.SetGame, game="seven-wonders", variant=("leaders", "experts"))
    served.sit(*NAMES[:seats], lang=lang)
    for seat, board in enumerate(BOARDS[: seats - 1], start=1):
        served.send(messages.SetSeat, seat=seat, wonder=board)
    return served


def shown(show, seat=None, tab=None, lang=""):
    """What a page shows, part by part. None: an onlooker's."""
    reader = Reader(ONLOOKER if seat is None else Who("seat", Seat(seat - 1)), tab, lang)
    show.changes(reader, False)
    return {name: unescape(part.html) for name, part in reader.shown.items()}


def offered(page):
    return sorted([*BUTTON.findall(page.get("ask", "")), *CHOICE.findall(page.get("ask", ""))])


def view(served, seat=None):
    who = ONLOOKER if seat is None else Who("seat", Seat(seat - 1))
    return json.loads(bytes(served.table.snapshot(who, served.table.log_end).game))


def question(served, seat):
    return served.table.snapshot(Who("seat", Seat(seat - 1)), served.table.log_end).questions[0]


def played(served, rng):
    """A whole game, question by question, with much built; the public view and the question of a seat."""
    served.send(messages.Rematch) if served.phase() == "over" else served.start()
    while served.phase() == "game":
        now = view(served)
        asked = question(served, rng.choice(now["to_act"]))
        yield now, asked
        likely = [text for text in asked.legal if "sell" not in text]
        action = rng.choice(likely if likely and rng.random() < 0.8 else list(asked.legal))
        who = Who("seat", Seat(asked.seat - 1))
        served.send(messages.Act, who, seat=asked.seat, question=asked.number, action=action)


@pytest.mark.parametrize("games", [SAMPLE, pytest.param(200, marks=pytest.mark.full)])
def test_every_legal_action_stands_exactly_once(evening, games):
    served, show = evening
    rng, kinds = random.Random(2), Counter()
    for _ in range(games):
        for now, asked in played(served, rng):
            assert offered(shown(show, asked.seat, "mine")) == sorted(asked.legal)
            kinds[now["asked"]] += 1
            for seat in {1, 2, 3, 4, 5} - set(now["to_act"]):
                assert offered(shown(show, seat, "mine")) == []
    assert kinds.keys() >= KINDS | ({"lose"} if games > SAMPLE else set())
