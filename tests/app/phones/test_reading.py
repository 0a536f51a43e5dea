"""Pages read by a screen reader: headings are in order, and names contain what is seen."""

import random
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from app.protocol.game_lifecycle_messages import EndEarly, SetGame
from tests.app.phones.served import Served

LABELLED_TAGS = frozenset({"button", "a", "summary"})
EMPTY = frozenset({"br", "input", "use", "path", "rect", "circle", "img", "meta", "link", "line", "polygon"})


class Reader(HTMLParser):
    """A parser that collects the heading levels of each tab, and texts that the name of their element lacks."""

    def __init__(self) -> None:
        super().__init__()
        self.above: list[int] = []
        self.tabs: list[list[int]] = []
        self.other: list[tuple[str, str]] = []  # name, text that is not in it
        self._open: list[tuple[str, str | None, list[str]]] = []

    def handle_starttag(self, tag, attrs):
        facts = dict(attrs)
        if tag == "section":
            self.tabs.append([])
        if re.fullmatch(r"h[1-6]", tag) and facts.get("id") is None:  # those with an id head panels that are not open
            (self.tabs[-1] if self.tabs else self.above).append(int(tag[1]))
        if tag not in EMPTY:
            self._open.append((tag, facts.get("aria-label") if tag in LABELLED_TAGS else None, []))

    def handle_endtag(self, tag):
        while self._open:
            here, name, texts = self._open.pop()
            text = " ".join("".join(texts).split())
            if name is not None and text and text.casefold() not in name.casefold():
                self.other.append((name, text))
            if self._open:
                self._open[-1][2].extend(texts)
            if here == tag:
                break

    def handle_data(self, data):
        if self._open:
            self._open[-1][2].append(data if re.search(r"\w", data) else " ")


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    return reader


async def pages(served: Served, client, state: str) -> list[str]:
    served.send(SetGame, variant=("medals", "expert", "medal-tokens"))
    served.sit("Ada", "Ben", "Cleo", lang="en")
    rng = random.Random(5)
    if state != "lobby":
        served.start()
        for _ in range(400 if state == "over" else 60):
            if served.phase() != "game":
                break
            served.act(rng.choice(list(served.asked().legal)))
    if state == "over" and served.phase() == "game":
        served.send(EndEarly, sure=True)
    assert served.phase() == state
    keys = [chair.key for chair in served.table.committed.state.chairs if chair.key]
    return [await (await client.get(path)).text() for path in (*[f"/seat/{key}" for key in keys], "/watch", "/")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("state", ["lobby", "game", "over"])
async def test_no_heading_level_is_skipped(served, client, state):
    for page in await pages(served, client, state):
        reader = read(page)
        for tab in reader.tabs or [[]]:
            levels = [*reader.above, *tab]
            assert levels[0] == 1
            assert [pair for pair in pairwise(levels) if pair[1] - pair[0] > 1] == [], levels


@pytest.mark.sampled(3)
@pytest.mark.parametrize("state", ["lobby", "game", "over"])
async def test_the_accessible_name_of_a_button_contains_its_label(served, client, state):
    for page in await pages(served, client, state):
        assert read(page).other == []
