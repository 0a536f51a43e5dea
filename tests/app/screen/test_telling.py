"""Reporting a card in a made-up game: possible things, their order, names and pictures come from the game."""

from dataclasses import dataclass

import pytest

from app.protocol.play_messages import Question
from app.screen.pages.cardboard.turn_entry import build_turn_entry
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.shown.cardboard.turn_entry import EntryGroup, EntryItem, EntryQuestion, EntryUse
from app.text.translation import complete
from tests.app.screen import SIZE, stage
from tests.app.screen.lettering import painted

LANTERNS = ("red", "green", "gold")
DRAWN = Question(number=41, seat=0, legal=("reveal gold", "reveal red"), left=(1, 2), others=("reveal green !",))


@dataclass(frozen=True, slots=True)
class Lamp:
    """A picture of the game's own."""

    colour: str

    def __call__(self, p, w, h):
        p.disc(0, 0, min(w, h) / 2, "candle")


class Lanterns:
    """A game in which lanterns are drawn."""

    def to_tell(self, w, question, people, *, now):
        left = dict(zip((line.split()[1] for line in question.legal), question.left, strict=True))
        lanterns = (
            EntryItem(
                slug=slug,
                words=slug,
                uses=(entry_use(slug, slug in left),),
                excluded=slug not in left,
                left=left.get(slug, 0),
            )
            for slug in LANTERNS
        )
        group = EntryGroup(key="lantern", words="", things=tuple(lanterns), counted=True)
        return EntryQuestion(title=("Which lantern?",), groups=(group,))

    def picture(self, thing):
        return Lamp(thing.slug)


def entry_use(slug, known):
    line = f"reveal {slug}{'' if known else ' !'}"
    return EntryUse(key=line, line=line, words=slug)


@pytest.fixture
def room():
    return stage.Room().hear(stage.table(3, mode="track"), stage.view(3, active=2), (DRAWN,))


def report_page(room):
    """Return the words and the buttons of the page on which a card is reported, in the order of painting."""
    scene, pen = stage.at(room.control), Pen(measure)
    build_turn_entry(scene, scene.ring(1280, 720), scene.report_step, Lanterns()).draw(pen, room.control)
    return [word.text for layer in pen.layers for word in layer.words], {area.key: area.tap for area in pen.hit_areas}


def test_report_page_lists_things_in_game_order_with_counts(room):
    words, touched = report_page(room)
    assert [key for key in touched if key.startswith("tell ")] == ["tell red", "tell green", "tell gold"]
    assert [word for word in words if word in ("Which lantern?", "×1", "×2")] == ["Which lantern?", "×2", "×1"]


def test_single_touch_reports_a_card(room):
    report_page(room)[1]["tell gold"]()
    assert (room.sent[-1].seat, room.sent[-1].action) == (0, "reveal gold")


def test_an_impossible_card_asks_for_confirmation(room):
    report_page(room)[1]["tell green"]()
    assert not room.sent
    report_page(room)[1]["different"]()
    report_page(room)[1]["tell green"]()
    assert room.sent[-1].action == "reveal green !"


def test_unconfirmed_card_can_be_cancelled(room):
    report_page(room)[1]["tell green"]()
    report_page(room)[1]["no other"]()
    assert "tell green" in report_page(room)[1]
    assert not room.sent


@pytest.mark.parametrize("lang", complete())
def test_medal_texts_on_the_report_page_are_readable(lang):
    lines = tuple(f"reveal medal 1 {slug}" for slug in stage.ARCHITECTS.data().medals)
    asked = Question(number=41, seat=0, legal=lines, left=(1,) * len(lines), nth=1, of=3)
    room = stage.Room().hear(stage.table(3, lang=lang, mode="track"), stage.view(3, active=2), (asked,))
    words = next(words for key, words, _ in painted(room, SIZE) if key == "telling")
    assert len(words) > len(lines)
    assert min(word.size for word in words) >= 10, sorted((word.size, word.text) for word in words)[:3]


@pytest.mark.parametrize(("left", "said"), [((1, 1), False), ((2, 1), True)])
def test_counts_are_hidden_after_an_entered_position(left, said):
    """The contents of stacks are unknown after people entered a position."""
    asked = Question(number=41, seat=0, legal=("reveal 1 wood", "reveal 1 glass"), left=left)
    room = stage.Room().hear(stage.table(3, mode="track"), stage.view(3, active=2), (asked,))
    words = {word.text for key, words, _ in painted(room, SIZE) if key == "telling" for word in words}
    assert ("×1" in words) == said
