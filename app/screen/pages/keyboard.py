"""A keyboard on the table, facing whoever types."""

from collections.abc import Callable
from functools import partial
from typing import Final

from app.screen.desk import Desk
from app.screen.draw import Pen
from app.screen.ring import Ring
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import place
from app.text.languages import Words

LETTERS: Final = "abcdefghijklmnopqrstuvwxyzäöüßéèêçëïñáóø-' "
ADDRESS: Final = "0123456789.:abcdefghijklmnopqrstuvwxyz-"


def paint(
    desk: Desk, ring: Ring, w: Words, title: str, most: int, done: Callable[[], None], keys: str
) -> Callable[[Pen], None]:
    """The keys in as many lines as it takes; they turn pages where a finger would not find them otherwise."""

    def press(key: str) -> None:
        if len(desk.typed) < most:
            start = not desk.typed or desk.typed[-1] in " -"
            desk.typed += key.upper() if start and keys is LETTERS and key != "ß" else key
            desk.changed()

    def erase() -> None:
        desk.typed = desk.typed[:-1]
        desk.changed()

    def draw(p: Pen) -> None:
        at, t, gap = place(ring, desk.edge), ring.touch, max(8.0, 2.05 * ring.mm / ring.u)
        with p.at(at.x, at.y, at.angle, ring.u):
            frame(p, at.w, at.h)
            room = at.w - 32
            beside = room - 3 * (t + gap) > 320
            controls = 3 * (t + gap) if beside else 0.0
            p.rect(16, 12, room - controls, t, 14, "zone", "line", 2)
            if desk.typed:
                p.text(32, 12 + t / 2, desk.typed, 36, "text", "start", bold=True, room=room - controls - 32)
            else:
                p.text(32, 12 + t / 2, title, 26, "mute", "start", room=room - controls - 32)
            x = 16 + room - controls + gap if beside else 16.0
            y = 12.0 if beside else 12 + t + gap
            button(p, x, y, t, t, "", "erase", erase, "left", each=True)
            button(p, x + t + gap, y, t, t, "", "ok", done, "tick", primary=True)
            button(p, x + 2 * (t + gap), y, t, t, "", "close", lambda: desk.open(""), "cross")
            top = y + t + gap + 4
            columns = max(1, int((room + gap) / (t + gap)))
            lines = max(1, int((at.h - top - 12 + gap) / (t + gap)))
            fit = columns * lines
            pages = [keys]
            if len(keys) > fit:
                pages = [keys[i : i + fit - 1] for i in range(0, len(keys), fit - 1)]
            page = desk.page % len(pages)
            shown = [*pages[page], *(["more"] if len(pages) > 1 else [])]
            wide = (room + gap) / columns - gap
            for i, key in enumerate(shown):
                kx, ky = 16 + (i % columns) * (wide + gap), top + (i // columns) * (t + gap)
                if key == "more":
                    label = f"{page + 1}/{len(pages)}"
                    button(p, kx, ky, wide, t, label, "more keys", partial(desk.leaf, 1), size=26, each=True)
                else:
                    button(
                        p,
                        kx,
                        ky,
                        wide,
                        t,
                        key if key != " " else w.pick("key", "space"),
                        f"key {key}",
                        partial(press, key),
                        size=34,
                        each=True,
                    )

    return draw
