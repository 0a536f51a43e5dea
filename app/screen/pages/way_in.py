"""The way in for phones: the table's own code, with its address as text; or that there is no network."""

from dataclasses import dataclass

from app.looks.icons import icon
from app.screen.codes import matrix_of
from app.screen.draw import Pen
from app.screen.scene import Scene
from app.text.languages import Words


@dataclass(frozen=True, slots=True)
class WayIn:
    """The address in the code (None: no phone can reach the table), and the same with the machine's name in it."""

    url: str | None
    named: str | None
    w: Words


def way_in(scene: Scene) -> WayIn:
    """What the table says of it now."""
    code, table = scene.model.codes.get(0), scene.model.table
    return WayIn(code.url if code else None, table.network.name if table else None, scene.model.words())


def paint_way_in(p: Pen, it: WayIn, wide: float, high: float) -> None:
    """A code and an address in a box: side by side where it is flat."""
    w, pad = it.w, 20.0
    if it.url is None:
        icon(p, "wifi", wide / 2, high * 0.28, min(90, high * 0.25), "mute")
        p.prose(
            pad,
            high * 0.42,
            w("No network: everything works on the screen."),
            28,
            wide - 2 * pad,
            high * 0.5,
            "soft",
            "middle",
            middle=True,
        )
        return
    lines = [(_bare(it.url), p.legible(30), "text", True)]
    if it.named:
        lines.append((_bare(it.named), p.legible(22), "soft", False))
    lines.append((w("same Wi-Fi as this table"), p.legible(24), "soft", False))
    tall = 40.0 * len(lines)
    if wide > high * 1.25:
        side = min(high - 2 * pad, wide * 0.5)
        p.code(pad, (high - side) / 2, side, matrix_of(it.url))
        x, room, y = pad + side + 20, wide - 3 * pad - side, (high - tall) / 2
    else:
        side = max(120.0, min(wide - 2 * pad, high - tall - 2 * pad - 12))
        p.code((wide - side) / 2, pad, side, matrix_of(it.url))
        x, room, y = pad, wide - 2 * pad, pad + side + (high - pad - side - tall) / 2 - 2
    for i, (text, size, ink, bold) in enumerate(lines):
        p.text(x + room / 2, y + (i + 0.5) * 40, text, size, ink, bold=bold, room=room)


def _bare(url: str) -> str:
    """As people type it."""
    return url.removeprefix("http://").rstrip("/")
