"""The table in play: lines, stacks, the middle and the seats, each a part of its own."""

from collections.abc import Callable, Mapping
from functools import partial
from math import atan2, cos, degrees, radians, sin
from typing import Final

from app.games.architects import words as terms
from app.games.architects.screen import pieces, zone
from app.looks.icons import icon
from app.screen.desk import Desk
from app.screen.draw import Pen
from app.screen.part import Part
from app.screen.ring import MEDAL, Ring, link_path
from app.screen.track import asked
from app.screen.widgets.controls import round_button, tick
from app.text.languages import Words, capital
from engine.architects import actions as said
from engine.architects.view import StackView, View

HIDDEN: Final = 0.8  # of the other cards' width: a card that one seat alone may see, so that a hand covers it …
SEEN: Final = 7.5  # mm; … if that is enough for who looks at it


def face_angle(desk: Desk, ring: Ring) -> float:
    """Labels of the middle turn to whoever acts."""
    return ring.zones[desk.acting - 1].angle if desk.acting else 0.0


def lit(desk: Desk) -> dict[str, tuple[int, str]]:
    """Stacks that may be touched now, with the seat and its action that a tap says.

    In track the next seat's too, where its card ends the turn of the one before.
    """
    if desk.fight or desk.game is None or desk.track.telling or desk.track.repair:
        return {}
    found: dict[str, tuple[int, str]] = {}
    seats = {desk.acting, *desk.questions} if desk.track.on else {desk.acting}
    for seat in sorted(seats - {0}):
        for text in desk.legal(seat) if desk.by_hand(seat) else ():
            match text.split():
                case ["take" | "draw", where]:
                    found[said.stack_of(where, seat, len(desk.game.seats))] = (seat, text)
    return found


def parts(desk: Desk, ring: Ring) -> list[Part]:
    """Everything that lies on the table while a game runs, from the lowest up."""
    game = desk.game
    assert game is not None
    found = [_links(desk, ring)]
    found += [part for i in range(len(game.seats)) for part in _stack(desk, ring, game, i)]
    found += [_medal(desk, ring, game, i) for i in range(len(ring.goals)) if str(i + 1) in game.medals]
    if not desk.covered and (not desk.panel or desk.code_aside):
        found += _middle(desk, ring, game)
    found += [seat_part(desk, ring, game, i + 1) for i in range(len(game.seats))]
    if desk.secret and desk.secret.center:
        found.append(_peeked(desk, ring, desk.secret.seat, desk.secret.center))
    return found


def _links(desk: Desk, ring: Ring) -> Part:
    acting = desk.acting

    def paint(p: Pen) -> None:
        n = len(ring.zones)
        for bright in (False, True):
            for i, place in enumerate(ring.stacks):
                for j in (i, (i + 1) % n):
                    if (j == acting - 1) == bright:
                        p.path(
                            *link_path(place, ring.zones[j]),
                            line="candle" if bright else "hair",
                            width=(6 if bright else 4) * ring.u,
                        )

    return Part("links", (ring, acting), paint)


def _stack(desk: Desk, ring: Ring, game: View, i: int) -> list[Part]:
    name = str(i + 1)
    stack = game.stacks.get(name)
    if stack is None:
        return []
    place, w = ring.stacks[i], ring.card / ring.u
    seat, action = lit(desk).get(name, (desk.acting, ""))
    picked = _picked(desk, game) == name
    dim = desk.acting > 0 and not action and not picked

    def tap() -> None:
        if action:
            desk.track.pick(seat, action)
        elif picked:
            desk.track.put_back()
        else:
            _refuse(desk, ring, stack)

    def paint(p: Pen) -> None:
        with p.at(place.x, place.y, place.angle, ring.u):
            pieces.stack(p, stack.top, w, stack.left, legal=bool(action), dim=dim, aslant=place.angle % 90, bare=True)
            if picked:
                _unknown(p, w, -place.angle)
            _touchable(p, ring, w, f"stack {name}", tap, 2 if action else 1)

    def ring_of_light(p: Pen) -> None:
        with p.at(place.x, place.y, place.angle, ring.u):
            pieces.halo(p, w, min(3, -(-stack.left // 8)) * w * 0.035)

    found = []
    if action:
        found.append(Part(f"halo {name}", (ring, stack.left), ring_of_light, breathes=True))
    flips = (stack.top, stack.left)
    found.append(
        Part(
            f"stack {name}",
            (ring, stack, action, picked, dim, seat),
            paint,
            angle=place.angle,
            pivot=(place.x, place.y),
            flips=flips,
        )
    )
    return found


def _refuse(desk: Desk, ring: Ring, stack: StackView) -> None:
    """Say at the finger's edge why nothing can be taken from a stack now, and what lies on it."""
    seat = desk.reader(ring)
    w = desk.words(seat)
    says = [_why_not(desk, w, seat, stack)]
    if stack.top:
        says.append(f"{capital(terms.card(w, stack.top))}: {terms.card_says(w, stack.top, desk.box)}")
    desk.deny(seat, " ".join(says))


def _why_not(desk: Desk, w: Words, seat: int, stack: StackView) -> str:
    acting, telling = desk.acting, desk.track.telling
    ritual = desk.table.ritual if desk.table else None
    if not stack.left:
        return w("This stack is empty.")
    if desk.track.repair:
        return w("First a line has to be put right.")
    if telling:
        return w("First: {question}", question=asked(w, telling)[0])
    if not acting:
        return w("Nobody takes a card now.")
    name = desk.name(acting, w)
    if not lit(desk) and ritual and ritual.seat == acting:
        return w("First {name} turns the conflict tokens.", name=name)
    if not desk.by_hand(acting):
        return w("It is {name}’s turn, and a bot chooses by itself.", name=name)
    if not lit(desk):
        mine = w("First choose what you are asked.")
        return mine if acting == seat else w("First {name} has something else to choose.", name=name)
    if acting == seat:
        return w("You can only take from a stack that is lit.")
    return w("It is {name}’s turn: only a stack that is lit can be taken.", name=name)


def _picked(desk: Desk, game: View) -> str:
    """The stack whose card is being told."""
    if desk.track.picked is None:
        return ""
    seat, action = desk.track.picked
    return said.stack_of(action.split()[-1], seat, len(game.seats))


def _unknown(p: Pen, w: float, upright: float) -> None:
    """A stack whose card has not been told: chosen, and a question."""
    p.above()
    p.rect(-w / 2 - 10, -w * 0.7 - 10, w + 20, w * 1.4 + 20, w * 0.11 + 10, "table", "candle", 5)
    p.rect(-w / 2, -w * 0.7, w, w * 1.4, w * 0.11, "back", "candle", 2, dash=(8, 8))
    with p.at(0, 0, upright):
        p.text(0, 0, "?", w * 0.66, "candle", bold=True)
        tick(p, w * 0.6, -w * 0.6)


def _touchable(
    p: Pen,
    ring: Ring,
    w: float,
    key: str,
    tap: Callable[[], None],
    rank: int,
    hold: Callable[[bool], None] | None = None,
) -> None:
    """A stack can be touched with its ring, or as wide as a finger where that is more."""

    def pressed(p: Pen) -> None:
        p.rect(-w / 2 - 12, -w * 0.7 - 12, w + 24, w * 1.4 + 24, w * 0.11 + 12, None, "candle", 9)
        p.rect(-w / 2, -w * 0.7, w, w * 1.4, w * 0.11, "candle", opacity=0.28)

    p.spot(
        -w / 2 - 10,
        -w * 0.7 - 10,
        w + 20,
        w * 1.4 + 20,
        key,
        tap,
        hold,
        rank=rank,
        press=pressed if rank == 2 else None,
        least=ring.touch,
    )


def _medal(desk: Desk, ring: Ring, game: View, i: int) -> Part:
    """The medal between a seat and the next; where it has been won, its empty place. A tap tells both what it asks."""
    goal, n = ring.goals[i], len(game.seats)
    slug = game.medals[str(i + 1)]
    need = _need(desk, slug)

    def paint(p: Pen) -> None:
        with p.at(goal.x, goal.y, goal.angle, ring.u):
            r = goal.r / ring.u
            if isinstance(slug, str):
                pieces.medal(p, need, r, goal.twice, goal.angle % 90)
                p.spot(-r, -r * 0.87, 2 * r, 2 * r * 0.87, f"medal {i + 1}", tell, rank=1)
            else:
                pieces.hexagon(p, r, 3, "hair", None)

    def tell() -> None:
        for seat in sorted({i + 1, (i + 1) % n + 1}):
            _say_medal(desk, seat, str(slug))

    return Part(f"medal {i + 1}", (ring, slug, tuple(need.items())), paint)


def _need(desk: Desk, slug: object) -> Mapping[str, int]:
    return desk.box.medals[slug].need if isinstance(slug, str) else {}


def _say_medal(desk: Desk, seat: int, slug: str) -> None:
    """What a medal asks for, and how far a seat is."""
    w = desk.words(seat)
    goals = desk.game.hints.goals[seat - 1] if desk.game and seat else ()
    near = next((terms.goal(w, goal) for goal in goals if goal.medal == slug), "")
    text = terms.medal_says(w, slug, desk.box)
    if near and near != terms.medal(w, slug, desk.box):  # some of it can be counted
        text += f" {capital(near)}."
    desk.tell(seat, text)


# ---- the middle ------------------------------------------------------------------------------------------


def _middle(desk: Desk, ring: Ring, game: View) -> list[Part]:
    u = ring.u
    x, y = ring.inner.centre
    roomy = ring.depth > 250 * u
    radius = 216 if roomy else 240
    acting, angle = desk.acting, face_angle(desk, ring)
    found = [
        Part(
            "plate",
            (ring, acting),
            lambda p: _plate(p, ring, radius, acting),
            angle=_towards(ring, acting),
            pivot=(x, y),
        ),
        *_markers(desk, ring, game),
        *_center(desk, ring, game, roomy),
    ]
    tokens = [*game.tokens, *(["hidden"] if game.tokens_left else [])]
    found += [_token(desk, ring, slug, i, angle) for i, slug in enumerate(tokens)]
    if desk.code_aside:  # it lies on the rest
        return found
    lying = bool(angle % 180)
    discarded = sum(game.discard.values())
    dx, dy = (-240.0, 380.0) if ring.upright else (330.0, 0.0)
    w = desk.words(desk.acting)
    label = w("discard {n}", n=discarded)
    top = max(game.discard, key=lambda slug: game.discard[slug]) if game.discard else None

    def discard(p: Pen) -> None:
        with p.at(x + dx * u, y + dy * u, angle, u):
            if top is None:
                p.rect(-52, -73, 104, 146, 11, None, "hair", 3, dash=(9, 8))
            else:
                with p.dimmed(0.9):
                    for i in range(min(3, discarded)):
                        with p.at(0, 0, (i - min(3, discarded) + 1) * 7):
                            pieces.face(p, top, 104)
            p.text(0, 94 if lying else 104, label, 22, "soft", room=150)
            p.spot(-60, -80, 120, 160, "discard", partial(_say_discard, desk, ring), rank=1)

    found.append(
        Part("discard", (ring, angle, top, discarded, label), discard, angle=angle, pivot=(x + dx * u, y + dy * u))
    )
    found += _center_medals(desk, ring, game, angle)
    found.append(_buttons(desk, ring))
    return found


def _center_medals(desk: Desk, ring: Ring, game: View, angle: float) -> list[Part]:
    """The medals that are open to all, beside the plate; they turn to whoever acts."""
    places = ((-265.0, 215.0), (265.0, 215.0)) if ring.upright else ((304.0, -166.0), (304.0, 166.0))
    x, y = ring.inner.centre

    def part(nth: int, slug: str) -> Part:
        dx, dy = places[nth % len(places)]
        need = _need(desk, slug)

        def paint(p: Pen) -> None:
            with p.at(x + dx * ring.u, y + dy * ring.u, angle, ring.u):
                pieces.medal(p, need, MEDAL)

                def tell() -> None:
                    _say_medal(desk, _reader(desk, ring), slug)

                p.spot(-MEDAL, -MEDAL * 0.87, 2 * MEDAL, 2 * MEDAL * 0.87, f"medal center {nth}", tell, rank=1)

        pivot = (x + dx * ring.u, y + dy * ring.u)
        return Part(f"medal center {nth}", (ring, slug, angle, tuple(need.items())), paint, angle=angle, pivot=pivot)

    return [part(nth, slug) for nth, slug in enumerate(game.medals.get("center") or ())]


def _towards(ring: Ring, acting: int) -> float:
    """The way from the middle to whoever acts, in degrees."""
    if not acting:
        return 0.0
    x, y = ring.inner.centre
    target = ring.zones[acting - 1]
    return degrees(atan2(target.y - y, target.x - x))


def _reader(desk: Desk, ring: Ring) -> int:
    """Who is told what a thing in the middle is: it faces whoever acts; where that is a bot, whose finger it is."""
    acting = desk.acting
    return acting if acting and desk.by_hand(acting) else desk.reader(ring)


def _say_discard(desk: Desk, ring: Ring) -> None:
    seat = _reader(desk, ring)
    w = desk.words(seat)
    discard = desk.game.discard if desk.game else {}
    cards = terms.cards(w, [slug for slug, n in discard.items() for _ in range(n)])
    desk.tell(seat, w("Discarded: {cards}.", cards=cards) if discard else w("Nothing has been discarded yet."))


def _plate(p: Pen, ring: Ring, radius: float, acting: int) -> None:
    u = ring.u
    x, y = ring.inner.centre
    p.disc(x, y, radius * u, "plate", "shade", 2)
    if acting:
        angle = _towards(ring, acting)
        p.arc(x, y, radius * u, angle - 16, angle + 16, "candle", 7 * u)
        with p.at(x, y, angle, u):
            p.poly(radius + 6, -24, radius + (18 if radius < 230 else 28), 0, radius + 6, 24, fill="candle")


def marker_place(ring: Ring, nth: int, count: int) -> tuple[float, float, float]:
    """Where a conflict marker lies, whoever acts, so that hands learn it; and its radius in u."""
    far, r = (174, 38) if ring.depth > 250 * ring.u else (184, 42)
    t = radians((nth + 0.5) * 360 / count - 90)
    x, y = ring.inner.centre
    return x + far * cos(t) * ring.u, y + far * sin(t) * ring.u, r


def _markers(desk: Desk, ring: Ring, game: View) -> list[Part]:
    """The conflict markers. Those that wait for a hand lie in peace, with the candle round them."""
    assert desk.table is not None
    ritual, n = desk.table.ritual, game.conflict.tokens
    flipped, waiting = (ritual.flipped, ritual.open) if ritual else (game.conflict.flipped, ())
    angle = ring.zones[ritual.seat - 1].angle if ritual else face_angle(desk, ring)
    found = []
    for nth in range(n):
        open_, battle = nth + 1 in waiting, nth < flipped and nth + 1 not in waiting
        if open_:
            light = partial(_marker_light, ring, nth, n)
            found.append(Part(f"halo marker {nth}", (ring, n), light, breathes=True))
        x, y, _ = marker_place(ring, nth, n)
        says = partial(_say_markers, desk, ring, flipped - len(waiting), n, bool(waiting))
        tap = partial(desk.turn_marker, nth + 1) if open_ else says
        found.append(
            Part(
                f"marker {nth}",
                (ring, n, angle, battle, open_, flipped, len(waiting)),
                partial(_marker, ring, nth, n, angle, battle, open_, tap),
                angle=angle,
                pivot=(x, y),
                flips=battle,
            )
        )
    return found


def _marker(
    ring: Ring, nth: int, count: int, angle: float, battle: bool, open_: bool, tap: Callable[[], None], p: Pen
) -> None:
    x, y, r = marker_place(ring, nth, count)

    def pressed(p: Pen) -> None:
        p.disc(0, 0, r + 11, None, "candle", 9)
        p.disc(0, 0, r, "candle", opacity=0.28)

    with p.at(x, y, angle, ring.u):
        pieces.marker(p, battle, r)
        far = r + 11 if open_ else r
        least = ring.touch if open_ else 0
        p.spot(
            -far, -far, 2 * far, 2 * far, f"marker {nth}", tap,
            rank=3 if open_ else 1, press=pressed if open_ else None, least=least,
        )  # fmt: skip


def _marker_light(ring: Ring, nth: int, count: int, p: Pen) -> None:
    x, y, r = marker_place(ring, nth, count)
    with p.at(x, y, 0, ring.u):
        p.disc(0, 0, r + 17, "candle", opacity=0.15)
        p.disc(0, 0, r + 9, None, "candle", 5)


def _say_markers(desk: Desk, ring: Ring, flipped: int, count: int, others: bool) -> None:
    """What conflict markers are; at the finger's edge, and why this one does not turn, where `others` wait for it."""
    seat = desk.reader(ring) if others else _reader(desk, ring)
    w = desk.words(seat)
    says = w(
        "{flipped} of {tokens} conflict tokens show battle; with the last one, neighbours compare shields.",
        flipped=flipped,
        tokens=count,
    )
    if others:
        desk.deny(seat, w("Only conflict tokens that are lit are turned now.") + " " + says)
    else:
        desk.tell(seat, says)


def _center(desk: Desk, ring: Ring, game: View, roomy: bool) -> list[Part]:
    stack = game.stacks["center"]
    x, y = ring.inner.centre
    w = 118 if roomy else 124
    (seat, action), angle = lit(desk).get("center", (desk.acting, "")), face_angle(desk, ring)
    peek = bool(action) and desk.can_peek(seat)

    unseen = peek and seat not in game.hints.looked

    def tap() -> None:
        if unseen:
            desk.ask_to_look(seat)
        elif action:
            desk.track.pick(seat, action)
        else:
            _refuse(desk, ring, stack)

    def paint(p: Pen) -> None:
        with p.at(x, y, angle, ring.u):
            pieces.stack(p, "back", w, stack.left, legal=bool(action), bare=True)
            if peek:
                _eye(p, w, desk.words(seat), ring.small)
            look = partial(desk.peek, seat) if peek else None
            _touchable(p, ring, w, "stack center", tap, 2 if action else 1, look)

    def ring_of_light(p: Pen) -> None:
        with p.at(x, y, angle, ring.u):
            pieces.halo(p, w, min(3, -(-stack.left // 8)) * w * 0.035)

    found = []
    if action:
        found.append(Part("halo center", (ring, angle, stack.left), ring_of_light, breathes=True))
    facts = (ring, angle, stack, action, seat, peek, unseen)
    found.append(Part("stack center", facts, paint, angle=angle, pivot=(x, y)))
    return found


def _eye(p: Pen, wide: float, w: Words, small: bool) -> None:
    """On the middle stack, for who may look at its top card: that a finger has to stay."""
    p.above()
    p.disc(0, -32, 30, "ink", "candle", 3)
    icon(p, "eye", 0, -32, 40, "candle", "ink")
    high = 46 if small else 36
    p.rect(-wide / 2 - 8, 32 - high / 2, wide + 16, high, high / 2, "ink", "candle", 2)
    p.text(0, 32, (w("Hold to see"), w.pick("a finger", "hold")), high * 0.66, "candle", bold=True, room=wide)


def _token(desk: Desk, ring: Ring, slug: str, i: int, angle: float) -> Part:
    u = ring.u
    x, y = ring.inner.centre
    if ring.upright:
        dx, dy = (i - 1.5) * 164.0, -380.0
    else:
        dx, dy = -430 + (i % 2 - 0.5) * 164, (i // 2 - 0.5) * 164 - (0 if angle % 180 else 12)
    w = desk.words(desk.acting)
    name = terms.token(w, slug) if slug != "hidden" else w("hidden")

    def paint(p: Pen) -> None:
        with p.at(x + dx * u, y + dy * u, angle, u):
            pieces.token(p, slug, 58)
            p.text(0, 82, name, 22, "soft", room=156)
            p.spot(-58, -58, 116, 116, f"token {slug} {i}", partial(_say_token, desk, ring, slug), rank=1)

    return Part(f"token {i}", (ring, slug, angle, name), paint, angle=angle, pivot=(x + dx * u, y + dy * u), flips=slug)


def _say_token(desk: Desk, ring: Ring, slug: str) -> None:
    seat = _reader(desk, ring)
    w = desk.words(seat)
    name = terms.token(w, slug) if slug != "hidden" else capital(w("hidden"))
    desk.tell(seat, f"{name}: {terms.token_says(w, slug, desk.box)}")


def _buttons(desk: Desk, ring: Ring) -> Part:
    """The horn, undo, the way in for a phone, and the menu: round, and always in the same place."""
    u = ring.u
    x, y = ring.inner.centre
    r = ring.touch / 2
    angle = face_angle(desk, ring)
    gap = max(2.1 * ring.mm / u, 12)
    step = 2 * r + gap
    if ring.upright:  # in a row below the plate, from the right
        last = min(ring.inner.w / u / 2, 420) - r - 8
        places = [(last - (3 - i) * step, 380.0) for i in range(4)]
        if places[0][0] - r < -165:  # into the discard
            places[0] = (last, 380 + step)
    else:
        column = 580.0 - max(0, r - 44)
        places = [(column, (i - 1.5) * step) for i in range(4)]
        if 3 * step + 2 * r > ring.inner.h / u:
            places = [(column - step, -step), *((column, (i - 1) * step) for i in range(3))]
    table = desk.table
    assert table is not None
    can_undo = table.undo is not None
    silent = desk.sound.silent
    edge = int(angle // 90)
    taps: tuple[tuple[str, Callable[[], None]], ...] = (
        ("horn", desk.blow),
        *((panel, partial(desk.open, panel, edge)) for panel in ("undo", "code", "menu")),
    )
    pictures = ("horn", "undo", "phone", "menu")

    def paint(p: Pen) -> None:
        for (dx, dy), picture, (key, tap) in zip(places, pictures, taps, strict=True):
            with p.at(x + dx * u, y + dy * u, angle, u):
                round_button(p, r, picture, key, tap, off=picture == "undo" and not can_undo)
                if picture == "horn" and silent:
                    with p.at(r * 0.7, -r * 0.7):
                        p.disc(0, 0, r * 0.5, "plate", "line", 2)
                        icon(p, "mute", 0, 0, r * 0.7, "text", "plate")

    return Part("buttons", (ring, angle, can_undo, silent), paint)


# ---- the seats -------------------------------------------------------------------------------------------


def seat_part(desk: Desk, ring: Ring, game: View, number: int, dim: bool | None = None) -> Part:
    """One seat's zone."""
    seat = seat_facts(desk, game, number, bool(desk.choosing()) and desk.choosing() != number if dim is None else dim)
    at = ring.zones[number - 1]
    return Part(f"zone {number}", (ring, seat), lambda p: zone.paint(p, seat, desk, ring, at))


def seat_facts(desk: Desk, game: View, number: int, dim: bool = False) -> zone.Seat:
    w = desk.words(number)
    turn = desk.acting == number
    buildable = tuple(need.stage for need in game.hints.needs[number - 1] if not need.missing) if turn else ()
    return zone.Seat(
        number,
        desk.name(number, w),
        game.seats[number - 1],
        desk.info(number),
        game.hints.needs[number - 1],
        turn,
        _prompt(desk, number, turn),
        buildable,
        desk.slow(number),
        desk.table is not None and desk.table.settings.points,
        dim,
        desk.table.game_data if desk.table else (1, ""),
        w.lang,
    )


def _prompt(desk: Desk, seat: int, turn: bool) -> tuple[str, ...]:
    """What a seat is asked, from long to short."""
    w, info = desk.words(seat), desk.info(seat)
    if desk.table and desk.table.ritual and desk.table.ritual.seat == seat:
        markers = len(desk.table.ritual.open)
        return (w.many("Turn {n} conflict token", "Turn {n} conflict tokens", markers), w("Turn tokens"))
    if not turn:
        return ()
    if desk.track.repair:  # nothing else can be told until then
        return (w("A line is being put right"), w("Correction"))
    if info.by == "bot":
        return (w("thinking"),)
    if desk.track.picked and desk.track.picked[0] == seat:
        return (w("Enter the card"), w("Which card?"))
    if info.by == "phone" and info.present and not lit(desk):
        return (w("Choose on your phone"),)
    if desk.asks == "take":
        three = (terms.asked(w, desk.asks, desk.legal(seat)),) if len(lit(desk)) > 2 else ()  # a stack may be empty
        return (*three, w("Take one"), w("Your turn"))
    return (terms.asked(w, desk.asks, desk.legal(seat)), w("Your turn"))


def _peeked(desk: Desk, ring: Ring, seat: int, card: str) -> Part:
    """The middle card at the peeking seat's own edge, below the hand, while the finger is down."""
    at = ring.zones[seat - 1]

    def paint(p: Pen) -> None:
        u = ring.u
        with p.at(at.x, at.y, at.angle, u):
            w = min((at.d - 40 * u) / 1.4, ring.card, max(ring.card * HIDDEN, SEEN * ring.mm)) / u
            p.rect(-at.w / u / 2, -at.d / u / 2, at.w / u, at.d / u, 22, "plate", "candle", 4)
            p.spot(-at.w / u / 2, -at.d / u / 2, at.w / u, at.d / u, "peek ground", None, rank=0)
            with p.at(-at.w / u / 4 if at.w / u > 560 else -at.w / u / 2 + w / 2 + 24, 0):
                pieces.face(p, card, w)
            w_ = desk.words(seat)
            left = -at.w / u / 4 + w / 2 + 24 if at.w / u > 560 else -at.w / u / 2 + w + 48
            room = at.w / u / 2 - left - 16
            p.prose(
                left,
                -at.d / u / 2 + 24,
                w_("Only you see it. Let go to hide it."),
                38 if ring.small else 26,
                room,
                at.d / u - 48,
                "soft",
                middle=True,
            )

    return Part("peek", (ring, seat, card), paint)
