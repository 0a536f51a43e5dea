"""What lies on a seat's zone for a while: sentences, votes, codes; and what is said across the table."""

from app.looks.icons import icon
from app.protocol import messages as said
from app.screen.codes import matrix_of
from app.screen.desk import Desk, Notice, new_id
from app.screen.draw import Pen
from app.screen.part import Part
from app.screen.ring import Ring, Zone
from app.screen.widgets.controls import button

VOTE = 23.0  # u: words of a vote at least; its plate grows for them
LINES = 8  # of them at most


def parts(desk: Desk, ring: Ring) -> list[Part]:
    """Whatever is to be said now."""
    table = desk.table
    assert table is not None
    found = []
    for seat, code in desk.codes.items():
        if seat and code.hand_over and seat <= len(ring.zones):
            found.append(_hand_over(desk, ring, seat, code))
    if table.vote:
        found += [_vote(desk, ring, seat, table.vote) for seat in table.vote.open if _asked_here(desk, seat)]
    for seat, notice in sorted(desk.notices.items()):
        found.append(
            _notice(desk, ring, seat, notice) if 0 < seat <= len(ring.zones) else _common(desk, ring, seat, notice)
        )
    if not desk.link:
        found.append(away(desk, ring))
    return found


def _asked_here(desk: Desk, seat: int) -> bool:
    info = desk.info(seat)
    return info.by == "touch" or (info.by == "phone" and not info.present)


def _over(p: Pen, ring: Ring, zone: Zone, key: str, edge: str, more: float = 0.0) -> tuple[float, float]:
    """A plate on the zone, and `more` of the middle; the zone's width and height in u, the pen at its corner."""
    w, d = zone.w / ring.u, zone.d / ring.u
    p.rect(4, 4 - more, w - 8, d - 8 + more, 18, "plate", edge, 3)
    p.spot(0, -more, w, d + more, f"{key} ground", None, rank=0)
    return w, d


def _notice(desk: Desk, ring: Ring, seat: int, notice: Notice) -> Part:
    zone = ring.zones[seat - 1]

    def paint(p: Pen) -> None:
        u = ring.u
        with p.at(zone.x, zone.y, zone.angle, u), p.at(-zone.w / u / 2, -zone.d / u / 2):
            w, d = _over(p, ring, zone, f"notice {seat}", "red" if notice.refused else "line")
            left = 24.0
            if notice.refused:
                icon(p, "cross", 54, d / 2, 48, "red", "plate")
                left = 96.0
            size = 42 if ring.small else 29
            p.prose(left, 16, notice.text, size, w - left - 24, d - 32, "text", middle=True)
            p.spot(0, 0, w, d, f"notice {seat}", lambda: desk.hush(seat), rank=1)

    return Part(f"notice {seat}", (ring, notice), paint)


def _common(desk: Desk, ring: Ring, seat: int, notice: Notice) -> Part:
    """For nobody in particular: on the middle, facing whom the panels face."""
    edge = desk.edge

    def paint(p: Pen) -> None:
        u = ring.u
        x, y = ring.inner.centre
        across = (ring.inner.w if edge % 2 == 0 else ring.inner.h) / u
        w, h = min(900.0, across - 20), 150.0
        with p.at(x, y, edge * 90.0, u), p.at(-w / 2, -h / 2):
            p.rect(0, 0, w, h, 22, "raised", "red" if notice.refused else "line", 3)
            p.prose(28, 12, notice.text, 30, w - 56, h - 24, "text", "middle", middle=True)
            p.spot(0, 0, w, h, f"notice {seat}", lambda: desk.hush(seat))

    return Part(f"notice {seat}", (ring, notice, edge), paint)


def _vote(desk: Desk, ring: Ring, seat: int, vote: said.UndoVote) -> Part:
    zone, w_ = ring.zones[seat - 1], desk.words(seat)
    people = desk.people(w_)
    action = desk.did(w_, vote.of or vote.seat, vote.action, vote.card)
    sentence = w_("{name} would like to undo: {action}.", name=people[vote.seat - 1], action=action)
    if vote.more:
        sentence += " " + w_.many("{n} later action goes with it.", "{n} later actions go with it.", vote.more)
    if vote.seen:
        sentence += " " + w_("All have seen: {cards}.", cards=", ".join(desk.action(w_, line) for line in vote.seen))

    def answer(yes: bool) -> None:
        desk.say(said.Vote(id=new_id(), row=vote.row, seat=seat, yes=yes), seat)

    def paint(p: Pen) -> None:
        u, t = ring.u, ring.touch
        with p.at(zone.x, zone.y, zone.angle, u), p.at(-zone.w / u / 2, -zone.d / u / 2):
            room, tall = zone.w / u - 40, zone.d / u - t - 36
            lines, _ = p.lines(sentence, VOTE, False, room, LINES)
            more = max(0.0, len(lines) * VOTE * 1.28 - tall)
            w, d = _over(p, ring, zone, f"vote {seat}", "candle", more)
            p.prose(20, 12 - more, sentence, 27, room, tall + more, "text", middle=True)
            half = (w - 44) / 2
            button(p, 16, d - t - 16, half, t, w_("Yes, undo it"), f"vote {seat} yes", lambda: answer(True), size=26)
            button(
                p, 28 + half, d - t - 16, half, t, w_("No, continue"), f"vote {seat} no", lambda: answer(False), size=26
            )

    return Part(f"vote {seat}", (ring, vote, sentence, w_.lang), paint)


def _hand_over(desk: Desk, ring: Ring, seat: int, code: said.Code) -> Part:
    zone, w_ = ring.zones[seat - 1], desk.words(seat)

    def paint(p: Pen) -> None:
        u, t = ring.u, ring.touch
        with p.at(zone.x, zone.y, zone.angle, u), p.at(-zone.w / u / 2, -zone.d / u / 2):
            w, d = _over(p, ring, zone, f"code {seat}", "line")
            side = min(d - 36, w - t - 60)
            left = max(18.0, (w - side - 16 - 340) / 2)
            p.code(left, (d - side) / 2, side, matrix_of(code.url))
            left += side + 16
            room = min(340.0, w - left - 18)
            p.prose(left, 16, w_("Scan to play this seat with your phone"), 26, room, d - t - 44, "soft", middle=True)
            button(
                p, left, d - t - 18, room, t, w_("Cancel") if room > 150 else "", f"code {seat} cancel",
                lambda: desk.say(said.HandOver(id=new_id(), seat=seat, cancel=True), seat), "cross", size=25,
            )  # fmt: skip

    return Part(f"code {seat}", (ring, code, w_.lang), paint)


def away(desk: Desk, ring: Ring) -> Part:
    """The table cannot be reached: said to all four sides."""
    w_ = desk.words()
    text, picture = (w_("The table is away"), "wifi") if desk.missing else ("Wondertable", "wonder")

    def paint(p: Pen) -> None:
        u = ring.u
        x, y = ring.inner.centre
        r = min(ring.inner.w, ring.inner.h) / u / 2
        with p.at(x, y, 0, u):
            p.disc(0, 0, r, "plate", "line", 3)
            p.spot(-r, -r, 2 * r, 2 * r, "away", None, rank=0)
            icon(p, picture, 0, 0, r * 0.4, "mute", "plate")
            for angle in (0, 90, 180, 270):
                with p.at(0, 0, angle):
                    p.text(0, r * 0.56, text, min(34, r * 0.16), "text", bold=True, room=r * 1.0)

    return Part("away", (ring, text), paint)
