"""Guest pages on phones: open choices, sentences for somebody who has only a phone, and a short *More*."""

import random
import re
from collections import Counter
from pathlib import Path

import aiohttp
import pytest

import main
from app.games.game_list import shelf
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.text.table_text import refusal
from app.text.translation import complete, words
from engine.game import Seat
from tests.app.phones.said_numbers import Node, parsed
from tests.app.phones.served import GAMES, Served, serving

COMMAND = re.compile(r"\bsudo\b|\.venv|setup\.sh|\bwondertable [a-z]|terminal import .*\btyped\b|\{command\}")
OWNERS = {"manage", "sound", "host", "club", "today"}
SENTENCE = 5  # words
LINES, WORDS = 10, 50  # of a guest's *More*, above what happened


@pytest.fixture
def served(tmp_path, facts, every_fact):
    served = Served(tmp_path, facts, shelf=shelf(every_fact), headless=False)
    yield served
    served.store.close()


def walk_elements(node, folded=False):
    """List every element with whether it is folded away."""
    for child in node.children:
        if isinstance(child, Node):
            inside = folded or (node.tag == "details" and child.tag != "summary")
            yield child, inside
            yield from walk_elements(child, inside)


def page(served, seat, tab):
    reader = PageState(Actor("seat", Seat(seat)), tab, "")
    PageMaker(served.table, GAMES).update_page(reader, True)
    return {name: parsed(part.html) for name, part in reader.shown.items()}


@pytest.mark.parametrize("mode", ["play", "track"])
@pytest.mark.parametrize("game", ["architects", "seven-wonders"])
def test_wonder_choices_are_not_folded_away(served, game, mode):
    served.send(SetGame, game=game, mode=mode)
    served.sit("Ada", "Ben", "Cleo", lang="en")
    assert mode == "play" or served.table_view()["owing"]
    for seat in range(3):
        found = [
            (node.attrs["data-do"].rpartition("=")[2], node.attrs.get("aria-pressed"), folded)
            for part in page(served, seat, "mine").values()
            for node, folded in walk_elements(part)
            if node.attrs.get("data-do", "").startswith(f"set-seat;seat={seat + 1};wonder=")
        ]
        names = {name for name, _, folded in found if not folded}
        assert names >= {*served.table_view()["identities"]}
        assert [pressed for _, pressed, _ in found].count("true") == 1 < len(found), (
            "what is chosen stands among others"
        )


@pytest.mark.parametrize("game", ["architects", "duel", "seven-wonders"])
def test_lobby_shows_no_sentence_twice(served, game):
    served.sit("Ada", "Ben", lang="en")
    served.send(SetGame, game=game)
    shown = [node for part in page(served, 0, "mine").values() for node, _ in walk_elements(part)]
    said = Counter(
        text for node in shown for text in node.children if isinstance(text, str) and len(text.split()) >= SENTENCE
    )
    assert len(said) > 3
    assert [text for text, times in said.items() if times > 1] == []


@pytest.mark.parametrize("headless", [True, False])
@pytest.mark.parametrize("begun", [True, False])
async def test_full_table_page_shows_no_terminal_command(tmp_path, facts, begun, headless):
    served = Served(tmp_path, facts, headless=headless)
    served.sit("Ada", "Ben", lang="en")
    if begun:
        served.start()
    async with serving(served), aiohttp.ClientSession(served.base, headers={"Accept-Language": "en"}) as client:
        text = await (await client.get("/")).text()
    assert "All seats are taken" in text
    assert "If that phone is gone" in text
    assert not COMMAND.search(text)


def test_no_phone_page_or_refusal_names_a_terminal_command():
    """A PIN file that only the owner can read is the exception: it is reported where the table was started."""
    rooms = [Path(main.ROOT, "app", room) for room in ("phones", "shown", "web", "games")]
    files = [file for room in rooms for kind in ("*.html", "*.py", "*.js") for file in room.rglob(kind)]
    assert len(files) > 200
    read = {file.name: COMMAND.search(re.sub(r'"""[\s\S]*?"""', "", file.read_text("utf-8"))) for file in files}
    assert {name: found[0] for name, found in read.items() if found} == {}
    facts = {name: "7" for name in ("n", "file", "number")}
    told = {
        rule: refusal(words(lang), rule, facts) for rule in ("history-large", "history-many") for lang in complete()
    }
    assert [text for text in told.values() if COMMAND.search(text)] == []


@pytest.mark.parametrize("begun", [False, True])
def test_more_tab_is_short_and_settings_are_on_the_owner_tab(served, begun):
    served.sit("Ada", "Ben", "Cleo", lang="en")
    if begun:
        served.start()
        for _ in range(20):
            served.act(random.Random(1).choice(served.asked().legal))
    for seat in range(3):
        more = page(served, seat, "more")
        assert not {*more} & OWNERS
        lines, said = 0, 0
        for name in ("own", "leave", "way"):
            for node, folded in walk_elements(more[name]) if name in more else ():
                if not folded:
                    lines += node.tag in ("summary", "button", "select", "input", "a")
                    said += sum(len(text.split()) for text in node.children if isinstance(text, str))
        assert 4 < lines <= LINES
        assert said <= WORDS
        assert {*page(served, seat, "owner")} >= OWNERS, "everybody finds all they may change"
