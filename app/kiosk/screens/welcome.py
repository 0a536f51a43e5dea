"""The first start, and never again: language, screen size, one code to try with a phone."""

from collections.abc import Callable
from math import hypot

from app import messages as said
from app.i18n import LANGUAGES
from app.kiosk.desk import Desk, new_id
from app.kiosk.draw import Pen
from app.kiosk.part import Part
from app.kiosk.ring import INCH, Ring, guessed_diagonal
from app.kiosk.screens.lobby import way_in
from app.kiosk.widgets.controls import button, stepper, tick

BANK_CARD = (85.6, 54.0)  # mm


def parts(desk: Desk, ring: Ring) -> list[Part]:
    """One sheet for the whole screen, from one edge: whoever sets the table up stands there."""
    table, w = desk.table, desk.words()
    assert table is not None
    now = table.settings
    width, height = ring.width, ring.height
    inches = now.diagonal or guessed_diagonal(width, height)
    mm = hypot(width, height) / (inches * INCH)
    step = min(desk.page, 2)
    u = min(width / 1000, height / 620)
    t = max(88.0, 9.05 * mm / u)

    def put(**facts: object) -> Callable[[], None]:
        return lambda: desk.say(said.SetTable(id=new_id(), **facts))  # type: ignore[arg-type]  # fields of SetTable

    def paint(p: Pen) -> None:
        w_box, h_box = width / u, height / u
        with p.at(0, 0, 0, u):
            p.text(w_box / 2, 42, w("Welcome to the table"), 44, "text", bold=True, room=w_box - 40)
            p.text(w_box / 2, 82, w("{n} of {all}", n=step + 1, all=3), 24, "mute", room=200)
            y, room = 104.0, h_box - 104 - t - 36
            if step == 0:
                _languages(p, now.lang, w_box, y, room, t, put)
            elif step == 1:
                _size(p, w_box, y, room)
            else:
                with p.at((w_box - min(w_box - 40, 760)) / 2, y):
                    p.rect(0, 0, min(w_box - 40, 760), room, 22, "zone")
                    way_in(p, desk, table, w, min(w_box - 40, 760), room)
            fy = h_box - t - 20
            half = min(320.0, (w_box - 56) / 2)
            if step:
                button(p, w_box / 2 - half - 8, fy, half, t, w("Back"), "back", lambda: desk.leaf(-1), "left", size=30)
            last = step == 2
            button(
                p, w_box / 2 + 8 if step else (w_box - half) / 2, fy, half, t,
                w("To the table") if last else w("Next"), "next",
                put(welcomed=True, diagonal=inches) if last else (lambda: desk.leaf(1)), primary=True, size=32,
            )  # fmt: skip

    def _languages(
        p: Pen, lang: str, w_box: float, y: float, room: float, t: float, put: Callable[..., Callable[[], None]]
    ) -> None:
        columns = 2 if w_box > 620 else 1
        lines = -(-len(LANGUAGES) // columns)
        wide = min(360.0, (w_box - 40 - (columns - 1) * 20) / columns)
        high = min(t * 1.3, (room - (lines - 1) * 20) / lines)
        left = (w_box - columns * wide - (columns - 1) * 20) / 2
        top = y + (room - lines * high - (lines - 1) * 20) / 2
        for i, (slug, name) in enumerate(LANGUAGES.items()):
            x, by = left + (i % columns) * (wide + 20), top + (i // columns) * (high + 20)
            button(p, x, by, wide, high, name, f"lang {slug}", put(lang=slug), on=slug == lang, size=34)
            if slug == lang:
                tick(p, x + wide - 12, by + 12, 20)

    def _size(p: Pen, w_box: float, y: float, room: float) -> None:
        """A bank card laid on the outline tells how large the screen is."""
        cw, ch = BANK_CARD[0] * mm / u, BANK_CARD[1] * mm / u
        wide = min(400.0, w_box - cw - 70)
        beside = wide >= 2 * t + 130
        fits = ch <= room and (beside or cw <= w_box - 20)
        if not beside:
            fits = fits and ch + t + 120 <= room
        if fits and beside:
            left = (w_box - cw - 40 - wide) / 2
            p.rect(left, y + (room - ch) / 2, cw, ch, 3.2 * mm / u, None, "candle", 3)
            x, top, tall = left + cw + 40, y, room - t - 16
        elif fits:
            wide = min(560.0, w_box - 40)
            x, top, tall = (w_box - wide) / 2, y + ch + 16, room - ch - t - 32
            p.rect((w_box - cw) / 2, y + 4, cw, ch, 3.2 * mm / u, None, "candle", 3)
        else:
            wide = min(560.0, w_box - 40)
            x, top, tall = (w_box - wide) / 2, y, room - t - 16
        sentence = (
            w("Lay a bank card on the outline and make it as large as the card.")
            if fits
            else w("How large is the screen, from corner to corner?")
        )
        p.prose(x, top, sentence, 28, wide, tall, "soft", "middle", middle=True)
        by = 0.1 if inches < 15 else 0.5
        less, more = put(diagonal=round(max(4.0, inches - by), 1)), put(diagonal=round(min(80.0, inches + by), 1))
        stepper(
            p, x, top + tall + 8, wide, t, w("Screen size"), w("{n} inches", n=f"{inches:.1f}"), "size", less, more, t
        )

    facts = (width, height, now, step, desk.codes.get(0), table.network, w.lang)
    return [Part("welcome", facts, paint)]
