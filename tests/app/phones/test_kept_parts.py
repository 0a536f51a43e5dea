"""Cache of rendered parts: recently used ones are kept within a limit of bytes."""

from typing import ClassVar

import pytest

from app.phones import template_rendering
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.phones.template_rendering import CACHE_KEY_BYTES, Pages, Part
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import Suspend
from engine.game import Seat
from tests.app.phones.served import GAMES, Served


class TextPart(Part, frozen=True):
    template: ClassVar[str] = "game/said.html"

    text: str = ""


class RecordingLabels:
    def __init__(self):
        self.asked = []

    def label(self, text):
        self.asked.append(text)
        return text


@pytest.fixture
def rendered(tmp_path, monkeypatch):
    """Renders a part; and how often its template was asked for each text."""
    (tmp_path / "said.html").write_text("{{ labels.label(p.text) }}", encoding="utf-8")
    labels = RecordingLabels()
    monkeypatch.setattr(template_rendering, "CACHE_BYTES", 3 * (len('""') + 100 + CACHE_KEY_BYTES))
    pages = Pages({"game": tmp_path})
    return lambda text: pages.part("en", labels, TextPart(text)).html, labels.asked


def test_part_cache_evicts_the_least_recently_used(rendered):
    part, asked = rendered
    texts = [letter * 100 for letter in "abcd"]
    for text in texts:
        assert part(text) == text
    assert [part(text) for text in texts[1:]] == texts[1:]
    assert asked == texts
    part(texts[0])
    assert asked == [*texts, texts[0]]


def test_long_part_evicts_several_short_ones(rendered):
    part, asked = rendered
    for text in ("a" * 10, "b" * 10, "c" * 1200, "c" * 1200, "b" * 10):
        part(text)
    assert asked == ["a" * 10, "b" * 10, "c" * 1200, "b" * 10]


def test_empty_parts_count_towards_the_cache_size(rendered):
    part, asked = rendered
    for text in ("a", "", " ", "  ", "   ", "a"):
        part(text)
    assert asked.count("a") == 2


def test_oversized_part_is_still_rendered(rendered):
    part, _ = rendered
    assert part("a" * 5000) == "a" * 5000
    assert part("b") == "b"


def test_part_cache_is_emptied_with_the_game(tmp_path, facts):
    served = Served(tmp_path / "table", facts)
    show, reader = PageMaker(served.table, GAMES), PageState(Actor("seat", Seat(0)))
    served.sit("Ada", "Bo").start()
    show.update_page(reader, False)
    first = set(show.pages._cache)
    served.send(Suspend)
    show.update_page(reader, False)
    assert first
    assert not first & set(show.pages._cache)
    served.store.close()
