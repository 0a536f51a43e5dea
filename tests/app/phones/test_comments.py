"""Comments of a guided first game on phones: each names one thing that its own page has, by its label."""

import random
import re
from html import unescape

import pytest

from app.phones.page_state import Reader
from app.phones.presenter import Show
from app.protocol import messages
from app.protocol.rights import ONLOOKER, Who
from app.text.languages import words
from engine.duel.game import Duel
from engine.game import Seat
from engine.seven_wonders.game import SevenWonders
from tests.app.phones.served import GAMES, Served

NAMED = re.compile(r'data-comment="\d+-([\w-]+)".*?Touch next: (.+?)\.</p>', re.DOTALL)
TABS = ("Table", "My city")  # below every page


@pytest.fixture(params=["duel", "seven-wonders"])
def evening(request, tmp_path, facts, every_fact):
    """A first game at this table, with a phone for each seat; what is commented at its beginning, at least."""
    seven = SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])
    games = {"duel": Duel(every_fact["duel"]), "seven-wonders": seven}
    served = Served(tmp_path, facts, shelf={request.param: games[request.param]}, seed="comments")
    served.send(messages.SetGame, game=request.param, variant=("leaders",) if request.param != "duel" else ())
    served.sit(*("Ada", "Ben", "Cleo")[: 2 if request.param == "duel" else 3], lang="en")
    served.start()
    yield served, {"draft", "take", "price"} if request.param == "duel" else {"draft", "recruit", "hand", "passed"}
    served.store.close()


def page_of(show, who):
    """What a page has, part by part."""
    reader = Reader(who, None, "en")
    show.changes(reader, False)
    return {name: unescape(part.html) for name, part in reader.shown.items()}


@pytest.mark.parametrize("steps", [40, pytest.param(1000, marks=pytest.mark.full)])
def test_what_a_comment_names_is_on_the_page_of_whom_it_is_said_to(evening, steps):
    served, least = evening
    show, rng, said = Show(served.table, GAMES), random.Random(3), set()
    seats = len(served.keys)
    for _ in range(steps):
        if served.phase() != "game":
            break
        for seat in range(1, seats + 1):
            page = page_of(show, Who("seat", Seat(seat - 1)))
            comments = NAMED.findall(page.pop("comment", ""))
            rest = " ".join(page.values())
            for moment, name in comments:
                assert name in rest or name in TABS, (moment, name)
                said.add(moment)
        asked = served.asked()
        served.act(rng.choice(asked.legal))
    assert said >= least
    assert "comment" not in page_of(show, ONLOOKER)


def test_nothing_is_said_where_nobody_wants_it(tmp_path, facts, every_fact):
    served = Served(tmp_path, facts, shelf={"duel": Duel(every_fact["duel"])})
    served.send(messages.SetGame, game="duel", guided=False)
    served.sit("Ada", "Ben", lang="en")
    served.start()
    assert "comment" not in page_of(Show(served.table, GAMES), Who("seat", Seat(0)))
    served.store.close()


@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "A card of your hand",
            "A card of your hand: hold it to look at it, touch it to choose it. Nobody else sees it.",
        ),
        ("Another card", "Another card: this one lies in your hand again."),
        ("A way to pay", "A way to pay: {ways}."),
        ("A free card", "A free card: {card}. {says}"),
        ("Military track", "Military track: {lines}"),
    ],
)
def test_what_a_comment_names_is_what_the_screen_calls_it(lang, name, says):
    w = words(lang)
    assert w(says, ways="", card="", says="", lines="").lower().startswith(w(name).lower())
