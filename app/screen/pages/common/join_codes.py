"""Join codes for phones: the table's QR code with its address, or a notice that there is no network.

While the table's hotspot is open, the code of its Wi-Fi comes first.
"""

from dataclasses import dataclass
from typing import Final

from app.looks import qr_codes
from app.looks.icons import icon
from app.protocol.network_messages import Hotspot
from app.screen.paint.pen import Pen
from app.screen.state.scene import Scene
from app.shown.form import CodeRow, Form
from app.shown.lobby.join_codes import to_table
from app.text.translation import Words

MIN_SCALE: Final = 0.7  # of an address beside its code
FLAT_RATIO: Final = 1.25  # width per height from which the code is beside its words
MIN_CODE_SHARE: Final = 0.4  # width of a code beside its words, as a share of the box
MIN_SCANNABLE_U: Final = 220.0  # side of a code above its words; the machine's name is shown only if this is left
MIN_WORDS_U: Final = 190.0  # width for words beside a code


@dataclass(frozen=True, slots=True)
class JoinCode:
    """The join code: `url` (None: no phone can reach the table), and the same address with the machine's name.

    `form`: its words.
    """

    form: Form
    url: str | None
    named: str | None
    locked: bool  # newcomers cannot sit down
    hotspot: Hotspot | None
    w: Words


def join_code(scene: Scene) -> JoinCode:
    code, table = scene.model.codes.get(0), scene.model.table
    named, locked = (table.network.name, table.locked) if table else (None, False)
    w, url = scene.model.words(), code.url if code else None
    return JoinCode(to_table(w, url or "", locked=locked), url, named, locked, hotspot(scene), w)


def hotspot(scene: Scene) -> Hotspot | None:
    """Return the table's hotspot while it is open."""
    return scene.model.wifi.hotspot if scene.model.wifi else None


def hotspot_code(scene: Scene) -> str | None:
    """Return the text of the code with which a phone joins the hotspot, while it is open."""
    own = hotspot(scene)
    return qr_codes.wifi(own.name, own.password) if own else None


def paint_join_code(p: Pen, code: JoinCode, wide: float, high: float) -> None:
    """Paint code and address, side by side in a flat box."""
    row, pad = code.form.rows[0], min(20.0, high * 0.06)
    if code.hotspot is not None:
        _paint_two(p, code, code.hotspot, wide, high, pad)
        return
    if code.url is None:
        icon(p, "wifi", wide / 2, high * 0.28, min(90, high * 0.25), "mute")
        p.prose(pad, high * 0.42, row.words, 28, wide - 2 * pad, high * 0.5, "soft", "middle", middle=True)
        return
    address, size = shorten(code.url), p.legible(30)
    host, _, port = address.rpartition(":")
    ways = ((address,), (host, f":{port}")) if host else ((address,),)  # in two lines where one is too wide
    widths = [max(p.text_width(line, size, bold=True) for line in lines) for lines in ways]
    room = wide * (1 - MIN_CODE_SHARE) - 3 * pad - 20
    beside = [way for way in zip(ways, widths, strict=True) if wide > high * FLAT_RATIO and way[1] * MIN_SCALE <= room]
    if beside:
        them, width = beside[0]
        side = min(high - 2 * pad, max(wide * MIN_CODE_SHARE, wide - 3 * pad - 20 - width))
        p.code(pad, (high - side) / 2, side, qr_codes.matrix(code.url))
        x, room, y, tall = pad + side + 20, wide - 2 * pad - 20 - side, pad, high - 2 * pad
    else:
        them, side = (address,), max(120.0, min(wide - 2 * pad, high - 80 - 2 * pad - 12))
        if side >= MIN_SCANNABLE_U + 40:
            side -= 40  # for the machine's name, too
        p.code((wide - side) / 2, pad, side, qr_codes.matrix(code.url))
        x, room, y, tall = pad, wide - 2 * pad, pad + side, high - 2 * pad - side
    hint = row.about if isinstance(row, CodeRow) else ""
    lines = [(line, size, "text", True) for line in them]
    if code.named and (beside or tall >= 120) and p.text_width(shorten(code.named), p.legible(22) * 0.85) <= room:
        lines.append((shorten(code.named), p.legible(22), "soft", False))
    lines.append((hint, p.legible(24), "soft", False))
    each = min(50.0 if beside else 40.0, tall / len(lines))
    y += (tall - each * len(lines)) / 2
    for i, (text, size, ink, bold) in enumerate(lines):
        p.prose(x, y + i * each, text, size, room, each, ink, "middle", bold=bold, middle=True)


def _paint_two(p: Pen, code: JoinCode, hotspot: Hotspot, wide: float, high: float, pad: float) -> None:
    """Paint the Wi-Fi code, then the table's code, each with as many words as fit."""
    w, size = code.w, p.legible(24)
    line = size * 1.4
    ways = [(qr_codes.wifi(hotspot.name, hotspot.password), (f"1 · {w('Wi-Fi')}", hotspot.name, hotspot.password))]
    if code.url is not None:
        ways.append((code.url, ("2 · Wondertable", shorten(code.url), w("The table is locked") if code.locked else "")))
    column = wide / len(ways)
    beside = column - high >= MIN_WORDS_U
    most = max(p.text_width(each, size, bold=not row) for _, said in ways for row, each in enumerate(said))
    side = min(column - 2 * pad, high - line - 1.5 * pad)
    if beside:
        side = min(high - 2 * pad, max(column * 0.4, column - 4 * pad - most))
    top = (high - side - (0 if beside else line)) / 2
    for nth, (text, said) in enumerate(ways):
        left = nth * column + (pad if beside else (column - side) / 2)
        p.code(left, top, side, qr_codes.matrix(text))
        if not beside:
            p.text(left + side / 2, top + side + line / 2, said[0], size, bold=True, room=column - 2 * pad)
            continue
        words, x = [each for each in said if each], left + side + 2 * pad
        for row, each in enumerate(words):
            y, room = high / 2 + (row - (len(words) - 1) / 2) * 1.5 * line, (nth + 1) * column - x - pad
            p.text(x, y, each, size, "soft" if row else "text", "start", bold=not row, room=room)


def shorten(url: str) -> str:
    """Return an address as people read it."""
    return url.removeprefix("http://").rstrip("/")
