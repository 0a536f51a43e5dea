"""The first start, and never again: language, screen size, one code to try with a phone."""

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot

import msgspec

from app.protocol import messages as said
from app.screen.desk import Desk, new_id
from app.screen.draw import Pen
from app.screen.pages.lobby import way_in
from app.screen.part import Part
from app.screen.ring import FINGER, INCH, Ring, guessed_diagonal
from app.screen.widgets.controls import button, stepper, tick
from app.text.languages import LANGUAGES, Words

BANK_CARD = (85.6, 54.0)  # mm
STEPS = 3


def parts(desk: Desk, ring: Ring) -> list[Part]:
    """One sheet for the whole screen, from one edge: whoever sets the table up stands there."""
    table, w = desk.table, desk.words()
    assert table is not None
    width, height = ring.width, ring.height
    inches = table.settings.diagonal or guessed_diagonal(width, height)
    mm = hypot(width, height) / (inches * INCH)
    u = min(width / 1000, height / 620)
    step = min(desk.page, STEPS - 1)
    sheet = _Sheet(desk, table, w, width / u, height / u, max(88.0, (FINGER + 0.05) * mm / u), mm / u, inches, step)

    def paint(p: Pen) -> None:
        with p.at(0, 0, 0, u):
            sheet.paint(p)

    facts = (width, height, table.settings, step, desk.codes.get(0), table.network, w.lang)
    return [Part("welcome", facts, paint)]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The sheet, `w` by `h`, all lengths in its own unit; `touch` is the least side of a control, `mm` a millimetre."""

    desk: Desk
    table: said.TableView
    words: Words
    w: float
    h: float
    touch: float
    mm: float
    inches: float
    step: int

    def paint(self, p: Pen) -> None:
        w = self.words
        p.text(self.w / 2, 42, w("Welcome to the table"), 44, "text", bold=True, room=self.w - 40)
        p.text(self.w / 2, 82, w("{n} of {all}", n=self.step + 1, all=STEPS), 24, "mute", room=200)
        y, room = 104.0, self.h - 104 - self.touch - 36
        (self._languages, self._size, self._code)[self.step](p, y, room)
        self._foot(p)

    def _put(self, **facts: object) -> Callable[[], None]:
        """A wish to change these settings."""
        return lambda: self.desk.say(msgspec.convert({"type": "set-table", "id": new_id(), **facts}, said.SetTable))

    def _foot(self, p: Pen) -> None:
        w, t, y = self.words, self.touch, self.h - self.touch - 20
        half = min(320.0, (self.w - 56) / 2)
        first, last = self.step == 0, self.step == STEPS - 1
        if not first:
            back = self.w / 2 - half - 8
            button(p, back, y, half, t, w("Back"), "back", lambda: self.desk.leaf(-1), "left", size=30)
        x = (self.w - half) / 2 if first else self.w / 2 + 8
        label = w("To the table") if last else w("Next")
        on = self._put(welcomed=True, diagonal=self.inches) if last else lambda: self.desk.leaf(1)
        button(p, x, y, half, t, label, "next", on, primary=True, size=32)

    def _languages(self, p: Pen, y: float, room: float) -> None:
        columns = 2 if self.w > 620 else 1
        lines = -(-len(LANGUAGES) // columns)
        wide = min(360.0, (self.w - 40 - (columns - 1) * 20) / columns)
        high = min(self.touch * 1.3, (room - (lines - 1) * 20) / lines)
        left = (self.w - columns * wide - (columns - 1) * 20) / 2
        top = y + (room - lines * high - (lines - 1) * 20) / 2
        for i, (slug, name) in enumerate(LANGUAGES.items()):
            x, by = left + (i % columns) * (wide + 20), top + (i // columns) * (high + 20)
            chosen = slug == self.table.settings.lang
            button(p, x, by, wide, high, name, f"lang {slug}", self._put(lang=slug), on=chosen, size=34)
            if chosen:
                tick(p, x + wide - 12, by + 12, 20)

    def _size(self, p: Pen, y: float, room: float) -> None:
        """A bank card laid on the outline tells how large the screen is, where there is room for one."""
        w, t = self.words, self.touch
        card_w, card_h = BANK_CARD[0] * self.mm, BANK_CARD[1] * self.mm
        wide = min(400.0, self.w - card_w - 70)
        beside = wide >= 2 * t + 130
        card: tuple[float, float] | None
        if beside and card_h <= room:
            left = (self.w - card_w - 40 - wide) / 2
            card = (left, y + (room - card_h) / 2)
            x, top, tall = left + card_w + 40, y, room - t - 16
        else:
            wide = min(560.0, self.w - 40)
            x = (self.w - wide) / 2
            fits = not beside and card_w <= self.w - 20 and card_h + t + 120 <= room
            card = ((self.w - card_w) / 2, y + 4) if fits else None
            top, tall = (y + card_h + 16, room - card_h - t - 32) if fits else (y, room - t - 16)
        if card:
            p.rect(*card, card_w, card_h, 3.2 * self.mm, None, "candle", 3)
            sentence = w("Lay a bank card on the outline and make it as large as the card.")
        else:
            sentence = w("How large is the screen, from corner to corner?")
        p.prose(x, top, sentence, 28, wide, tall, "soft", "middle", middle=True)
        by = 0.1 if self.inches < 15 else 0.5
        less = self._put(diagonal=round(max(4.0, self.inches - by), 1))
        more = self._put(diagonal=round(min(80.0, self.inches + by), 1))
        value = w("{n} inches", n=f"{self.inches:.1f}")
        stepper(p, x, top + tall + 8, wide, t, w("Screen size"), value, "size", less, more, t)

    def _code(self, p: Pen, y: float, room: float) -> None:
        wide = min(self.w - 40, 760)
        with p.at((self.w - wide) / 2, y):
            p.rect(0, 0, wide, room, 22, "zone")
            way_in(p, self.desk, self.table, self.words, wide, room)
