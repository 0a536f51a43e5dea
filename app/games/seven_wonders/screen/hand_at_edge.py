"""The hand of a seat without a phone: cards face down at its edge, each revealed only under that person's finger.

A tap chooses one unseen; what becomes of it, and who is paid, follows on the same panel with the card face down. Where
backs are too narrow for a finger, the panel lies on the middle, for one seat after another.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Final, NamedTuple

from app.games.seven_wonders import action_previews, action_text, effect_text, printed_names
from app.games.seven_wonders import words_facade as say
from app.games.seven_wonders.screen import cards, enlarged_city, touch_handlers
from app.games.seven_wonders.screen.seat_facts import CHOICE_PILLS, SeatFacts, pills, prompt_of_seat, seat_of
from app.games.seven_wonders.screen.typed_scene import AT_ONCE, SevenScene
from app.games.seven_wonders.screen.ui_state import CHOSEN_CARD, HandHeld
from app.games.seven_wonders.shared_table_facts import USES, use_text
from app.looks.icons import icon
from app.looks.plain_wonder_shapes import drawing_of
from app.screen.control.controller import Controller
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.state.ring_layout import Ring
from app.screen.widgets import faces, illustrations
from app.screen.widgets.card_highlights import card_ring
from app.screen.widgets.controls import button
from app.screen.widgets.count_pills import paint_pills, pill_height, select_pills
from app.screen.widgets.panel_frame import Frame, at_hand, place
from app.shown.play.table_description import Pill
from app.text.translation import Words, capital
from engine.seven_wonders.data_schema import Data
from engine.seven_wonders.view_json import View

HEAD: Final = 38.0  # u, of what stands over the backs
HEAD_ON_SMALL: Final = 54.0
PAD: Final = 8.0  # u
BUTTON_GAP: Final = 4.0  # u, between two buttons
LEAST: Final = 150.0  # u, of words beside a face
HINT: Final = 26.0  # u, at least, of what stands over the backs
CITY: Final = 80.0  # u, at most, of what a seat has, below its hand
CITY_MIDDLE: Final = 112.0  # u, the same for a hand that lies on the middle
LEAST_CITY: Final = 36.0
PILL: Final = 45.0  # u, usual height of a pill in a low row
# Of a hand's width, the stages below it, and if only the next one is shown; a held card says what they cost.
STAGES: Final = ((0.34, False), (0.24, False), (0.16, True))
LEAST_PILL: Final = 30.0  # u, least height of a pill; below it all but goods are left out
LEAST_PILL_PX: Final = 21.3  # a sign in such a pill has 14 px


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's hand face down, for its answer; or its choice."""

    ring: Ring
    seat: int
    at: Frame
    here: bool  # at its own edge, not on the middle
    city: SeatFacts  # what it has stays in sight below
    asked: str
    count: int
    age: int  # of the backs; 0: leaders
    title: str  # what is asked openly, or who looks
    alone: str  # what is asked, where that is not one of the hand's turns
    one: bool  # nobody else is asked: that is said over the backs, whatever else has room
    page: int
    hold: HandHeld
    open: tuple[tuple[str, str], ...]  # answers that everybody may know, with their labels
    row: int | None  # of the answer that may be taken back
    data: Data
    w: Words
    left: bool  # buttons lie at the left hand, not at the right one
    spoken: frozenset[int]  # things that a hint under a finger names

    @property
    def low(self) -> float:
        """The height of its cells in u; the city is visible below, unless it is beside them."""
        return _bottom_of_hand(self.ring, self.at, self.here, HINT if self.one else 0.0)

    def mirror_x(self, x: float, w: float) -> float:
        """Mirror a position `x` for left-handed seats; `w`: the width of the thing."""
        return at_hand(self.left, x, w, self.at.w)


@dataclass(frozen=True, slots=True)
class RevealedCard:
    """An enlarged card under a finger, beside the finger, while the seat holds it."""

    ring: Ring
    seat: int
    at: Frame
    nth: int
    under: tuple[float, float, float, float]  # the finger: its cell's middle and size
    slug: str
    title: str
    says: str
    low: float  # where the hand ends
    data: Data
    spoken: bool  # the lesson speaks of it


def elements(scene: SevenScene, ring: Ring) -> list[Element[Hand]]:
    """Return the open hands, those on the middle last."""
    found = [hand for chair in scene.view.seats if (hand := _hand(scene, ring, chair.seat))]
    found.sort(key=lambda hand: not hand.here)
    return [Element(f"hand {hand.seat}", hand, paint, ahead=partial(_hand_of_next_turn, hand)) for hand in found]


def _hand_of_next_turn(hand: Hand) -> list[Element[Hand]]:
    """Return a hand with one card fewer, of which nobody has chosen one; none after the last turn of an age."""
    later = replace(hand, count=hand.count - 1, hold=HandHeld())
    return [Element("hand", later, paint)] if hand.row is None and later.count > 1 else []


def faces_of(scene: SevenScene, hands: Iterable[Element[Hand]]) -> Elements:
    """Return the cards that fingers on these hands reveal."""
    seen = (under for hand in hands if (under := _under(scene, hand.view)))
    return [Element(f"under {under.seat}", under, paint_face) for under in seen]


def _hand(scene: SevenScene, ring: Ring, seat: int) -> Hand | None:
    """Return the open hand of a seat, or None."""
    hold, row = scene.game_ui.holds(seat), scene.retractable_row(seat)
    if not scene.is_answering(seat) and row is None:
        return None
    opens = _opens(scene, seat)
    count = 1 if row is not None else _count(scene, seat)
    one = scene.view.asked not in AT_ONCE and not opens and row is None
    here = _has_room(ring, seat, len(opens) or count + 1, HINT if one else 0.0)
    if here:
        shown = hold.open if row is not None else not hold.away
    else:
        shown = scene.game_ui.over == seat or (scene.acting == seat and not hold.away)
    if not shown or (scene.ui.panel and not here):
        return None
    w, view = scene.model.words(seat), scene.view
    leaders = view.asked in ("draft", "recruit", "extra")
    return Hand(
        ring=ring,
        seat=seat,
        at=zone_frame(ring, seat) if here else _on_the_middle(ring, seat, count),
        here=here,
        city=seat_of(scene, seat),
        asked=view.asked or "",
        count=count,
        age=0 if leaders else view.age,
        title=say.prompt(w, [text for text, _ in opens]) if opens else "" if here else scene.model.name(seat, w),
        alone="".join(prompt_of_seat(scene, seat)) if view.asked != "play" else "",
        one=one,
        page=scene.ui.pages.get(seat, 0),
        hold=hold,
        open=opens,
        row=row,
        data=scene.data,
        w=w,
        left=scene.model.info(seat).left,
        spoken=_list_hinted(scene, seat),
    )


def _list_hinted(scene: SevenScene, seat: int) -> frozenset[int]:
    """Return which things a hint names, while its seat reads it."""
    view, secret = scene.private_view(seat), scene.secrets.get(seat)
    if view is None or secret is None or secret.hint is None:
        return frozenset()
    named = scene.ringed_in_hand(seat)
    return frozenset(nth for nth, slug in enumerate(touch_handlers.things(view)) if slug in named)


def _opens(scene: SevenScene, seat: int) -> tuple[tuple[str, str], ...]:
    """Return public answers with labels; together with card backs only declining is one."""
    w, legal = scene.model.words(seat), scene.model.legal(seat)
    people = scene.model.people(w)
    return tuple((text, say.action(w, text, people)) for text in legal)


def _count(scene: SevenScene, seat: int) -> int:
    """Count the things that a seat chooses from."""
    chair = scene.view.seats[seat - 1]
    match scene.view.asked:
        case "recruit" | "extra":
            return chair.leaders_left
        case "rebuild":
            return scene.view.discard
    return chair.hand


def zone_frame(ring: Ring, seat: int) -> Frame:
    """Return a seat's zone as the frame of a panel."""
    zone, u = ring.zones[seat - 1], ring.u
    x, y = zone.w / 2, zone.d / 2
    dx, dy = ((-x, -y), (y, -x), (x, y), (-y, x))[zone.edge]
    return Frame(zone.x + dx, zone.y + dy, zone.angle, zone.w / u, zone.d / u)


def _on_the_middle(ring: Ring, seat: int, count: int) -> Frame:
    """Return the part of the middle that this many things need in front of a seat, with its own things."""
    edge, t = ring.zones[seat - 1].edge, ring.touch + BUTTON_GAP
    rows = -(-(count + 2) // int(place(ring, edge).w / t))
    return place(ring, edge, 1300, max(3.2 * t, head(ring) + 1.6 * t * rows + PAD) + CITY_MIDDLE + PAD)


def head(ring: Ring) -> float:
    """Return the height of the heading over the backs, in u."""
    return HEAD_ON_SMALL if ring.small else HEAD


def letters(ring: Ring) -> float:
    """Return the font size of touchable words, in u."""
    return 40.0 if ring.small else 30.0


def _has_room(ring: Ring, seat: int, cells: int, over: float) -> bool:
    """Check if finger-sized cells, or two rows of buttons, fit into a zone with the city. `over`: u of the heading."""
    at, t = zone_frame(ring, seat), ring.touch + BUTTON_GAP
    across = int((at.w - 2 * PAD) / t)
    rows = -(-cells // max(1, across))
    return across > 2 and max(2, rows) * t + max(over, PAD) + PAD <= _bottom_of_hand(ring, at, here=True, over=over)


def _bottom_of_hand(ring: Ring, at: Frame, here: bool, over: float) -> float:
    """Return where the things of a hand end, in u; the city gets what rows for fingers leave below."""
    if not here:
        low = at.h - PAD - CITY_MIDDLE
        return low if low >= 3.2 * (ring.touch + BUTTON_GAP) else at.h
    return at.h - PAD - max(LEAST_CITY, min(CITY, at.h - 2 * (ring.touch + BUTTON_GAP) - 2 * PAD - max(over, PAD)))


def _under(scene: SevenScene, hand: Hand) -> RevealedCard | None:
    """Return the card that a finger reveals, if any."""
    seat, nth, cell = hand.seat, hand.hold.under, _locate_held_cell(hand)
    view, secret = scene.private_view(seat), scene.secrets.get(seat)
    if cell is None or view is None or secret is None:
        return None
    slug, says = _card_and_use(scene, hand, view) if nth == CHOSEN_CARD else _costs(scene, hand, view, secret.legal)
    if not slug:
        return None
    title, spoken = printed_names.name_of(hand.w, slug), slug in scene.ringed_in_hand(seat)
    return RevealedCard(
        ring=hand.ring, seat=seat, at=hand.at, nth=nth, under=cell, slug=slug, title=title, says=says, low=hand.low,
        data=hand.data, spoken=spoken,
    )  # fmt: skip


def _costs(scene: SevenScene, hand: Hand, view: View, legal: Sequence[str]) -> tuple[str, str]:
    """Return the card under a finger, with its current cost or its effects."""
    w, mine, nth = hand.w, touch_handlers.things(view), hand.hold.under
    if not 0 <= nth < len(mine):
        return "", ""
    slug = mine[nth]
    title = printed_names.name_of(w, slug)
    groups = say.choices(w, view, legal, scene.model.people(w), hand.seat, hand.data)
    price = next((group.note for group in groups if group.title == title), "")
    says = price or " ".join(enlarged_city.card_says(w, slug, hand.data))
    options = {option.thing: option for option in view.derived.build_options}
    if slug in options and (lacks := action_text.explain_unavailable(w, options[slug])):
        does = effect_text.leader_says if slug in hand.data.leaders else effect_text.card_says
        says = f"{capital(lacks)} · {does(w, slug, hand.data)}"
    seen = scene.foreseen.get(hand.seat)
    if seen is not None and isinstance(seen.view, View):
        lines = action_previews.describe_changes(
            w, action_previews.compare_views(scene.view, seen.view, hand.seat), scene.model.people(w)
        )
        brief = price if slug in hand.data.leaders else price.partition(" · ")[0]  # what a card brings is drawn on it
        says = " · ".join(filter(None, (brief, *lines)))
    if (
        hand.hold.picked == nth
        and "stage" in options
        and (lacks := action_text.explain_unavailable(w, options["stage"]))
    ):
        says += f" · {use_text(w, 'stage', view.seats[hand.seat - 1], hand.data)}{w.colon}{lacks}"
    return slug, says


def _card_and_use(scene: SevenScene, hand: Hand, view: View) -> tuple[str, str]:
    choice = touch_handlers.choice(view)
    return choice.partition(" ")[2].partition(" ")[0], say.action(hand.w, choice, scene.model.people(hand.w))


# ---- how it looks ----------------------------------------------------------------------------------------


def paint(p: Pen, hand: Hand, control: Controller) -> None:
    at = hand.at
    with p.at(at.x, at.y, at.angle, hand.ring.u):
        p.cached(
            _paint_ground, drawing_of(hand.city.view.wonder), at.w, at.h, hand.low, hand.city.player.colour or "line"
        )
        p.hit_area(0, 0, at.w, at.h, f"hand {hand.seat} ground", None, rank=0)
        if hand.row is not None:
            _paint_chosen(p, hand, control)
        elif hand.open:
            _paint_answers(p, hand, control)
        elif hand.hold.picked >= 0:
            _uses(p, hand, control)
        else:
            _backs(p, hand, control)
        if hand.low < at.h:
            _city(p, hand)


def _paint_ground(p: Pen, sky: str, w: float, h: float, low: float, line: str) -> None:
    """Paint the ground: a distant view of the wonder's sky, blurred so that text stays readable, over the city."""
    lighting.shadow(p, 0, 0, w, h, 22, lighting.ZONE)
    p.rect(0, 0, w, h, 22, "plate")
    illustrations.draw_faded_sky(p, sky, w, low, 22, 0 if low < h else 22, "plate")
    lighting.sheen(p, w, h, 22)
    p.rect(0, 0, w, h, 22, None, "candle", 4)
    if low < h:
        p.path(PAD, low, w - PAD, low, line=line, width=2)


def _city(p: Pen, hand: Hand) -> None:
    """Draw what the seat has, below its hand: coins, stages unless all stand, and its pills.

    Goods, which decide what can be built, are large enough to be read; other pills have what room is left.
    """
    seat, left, room, tall = hand.city, 2 * PAD, hand.at.w - 4 * PAD, hand.at.h - hand.low - PAD
    with p.at(left, hand.low + PAD * 0.75):
        coin = min(tall, 56.0 if hand.here else 72.0)
        faces.coin(p, coin / 2, tall / 2, coin * 0.8)
        x = coin + p.text(coin, tall / 2, str(seat.view.coins), coin * 0.7, "text", "start", bold=True) + PAD
        row, high = min(tall, 52.0), max(tall * 0.7, min(tall * 0.95, PILL))
        select = partial(_select_pills, p, pills(seat), tall, high)
        if (built := seat.view.stages) < len(seat.board.stages) and (chosen := _choose_stages(select, room, x + PAD)):
            share, alone = chosen
            with p.at(x, (tall - row) / 2):
                shown = range(built, built + 1) if alone else range(len(seat.board.stages))
                wide = p.cached(cards.paint_stages, seat.board, built, shown, room * share, row)
                p.thing(f"wonder {hand.seat}", 0, 0, wide, row)
                x += wide + PAD
        paint_pills(p, select(room - x).pills, x, 0, room - x, tall, high, brief=True)


class SelectedPills(NamedTuple):
    """Pills with room below a hand. `readable`: they are high enough; `missing`: how many more matter for a choice."""

    pills: Sequence[Pill]
    readable: bool
    missing: int


def _select_pills(p: Pen, have: Sequence[Pill], tall: float, high: float, room: float) -> SelectedPills:
    least = min(high, max(LEAST_PILL, LEAST_PILL_PX / p.scale))
    found = select_pills(p, have, CHOICE_PILLS, least, room, tall, high)
    matter = {pill.colour for pill in have} & {*CHOICE_PILLS}
    missing = len(matter - {pill.colour for pill in found})
    return SelectedPills(found, pill_height(p, found, room, tall, high) >= least, missing)


def _choose_stages(select: Callable[[float], SelectedPills], room: float, used: float) -> tuple[float, bool] | None:
    """Return the first of `STAGES` beside which the most pills for a choice have room, or None.

    Stages give way to goods, which have to be read; those after the next one to shields and science, too.
    """
    fewest, chosen = inf, None
    for share, alone in STAGES:
        found = select(room * (1 - share) - used)
        if found.readable and found.missing < fewest:
            fewest, chosen = found.missing, (share, alone)
        if fewest == 0:
            break
    return chosen


class HandCells(NamedTuple):
    """Cells of a hand by rows, each with the index of a thing or the name of a button; and the page number."""

    cells: tuple[int | str, ...]
    across: int
    top: float  # of the first row
    w: float
    h: float
    page: int
    pages: int
    left: bool
    head: float  # of what stands over them; 0: that has no room

    def middle(self, cell: int | str) -> tuple[float, float]:
        """Return the centre of a cell from the hand's corner."""
        nth = self.cells.index(cell)
        column = nth % self.across
        return PAD + ((self.across - 1 - column if self.left else column) + 0.5) * self.w, self.top + (
            nth // self.across + 0.5
        ) * self.h


def _grid(hand: Hand) -> HandCells:
    """Lay out backs, a cell to close the hand and one to decline; what does not fit goes to further pages."""
    t, free = hand.ring.touch + BUTTON_GAP, hand.low - 2 * PAD
    wide = hand.at.w - 2 * PAD
    across, rows = max(1, int(wide / t)), max(1, int(free / t))
    more = ["close", *(["done"] if hand.asked in ("extra", "rebuild") else [])]
    fit = across * rows - len(more)
    if hand.count > fit:
        more, fit = ["left", "right", *more], fit - 2
    pages = max(1, -(-hand.count // fit))
    page = min(hand.page, pages - 1)
    cells = (*range(page * fit, min(hand.count, (page + 1) * fit)), *more)
    across = min(across, -(-len(cells) // min(rows, -(-len(cells) // across))))
    lines = -(-len(cells) // across)
    over = min(head(hand.ring), hand.low - PAD - lines * t)
    top = over if over >= HINT else PAD
    tall = hand.low - top - PAD
    high = min(tall / lines, t * 2.2)
    at = top + (tall - lines * high) / 2
    return HandCells(cells, across, at, wide / across, high, page, pages, hand.left, over if over >= HINT else 0.0)


def _locate_held_cell(hand: Hand) -> tuple[float, float, float, float] | None:
    """Return the centre and size of the cell under a finger; None if it is on another page."""
    grid, t, nth = _grid(hand), hand.ring.touch, hand.hold.under
    if hand.row is not None or hand.hold.picked >= 0:
        return (
            (hand.mirror_x(PAD, t) + t / 2, PAD + t / 2, t, t)
            if nth == (hand.hold.picked if hand.row is None else CHOSEN_CARD)
            else None
        )
    return (*grid.middle(nth), grid.w, grid.h) if nth in grid.cells else None


def _backs(p: Pen, hand: Hand, control: Controller) -> None:
    w, grid = hand.w, _grid(hand)
    hint: tuple[str, ...] = (w("Hold a card to see it, tap it to choose it."), w("Hold: see. Tap: choose."))
    if hand.alone:
        hint = (*(f"{hand.alone} · {each}" for each in hint), hand.alone)
    if hand.title:
        hint = tuple(f"{hand.title}{w.colon}{each}" for each in hint)
    if hand.hold.under < 0 and grid.head:  # what a finger sees lies there else
        high = grid.head
        p.text(hand.at.w / 2, high / 2 + 2, hint, high * 0.64, "soft", room=hand.at.w - 2 * PAD)
    taps: dict[str, touch_handlers.Tap | None] = {
        "close": partial(touch_handlers.put_hand_away, control, hand.seat),
        "done": partial(touch_handlers.decline, control, hand.seat),
        "left": partial(control.turn_pages, -1, hand.seat) if grid.page else None,
        "right": partial(control.turn_pages, 1, hand.seat) if grid.page + 1 < grid.pages else None,
    }
    for cell in grid.cells:
        with p.at(*grid.middle(cell)):
            if isinstance(cell, int):
                _paint_face_down(p, hand, control, cell, grid.w, grid.h)
            else:
                _paint_other_button(p, hand, cell, taps[cell], grid.w, grid.h)


def _paint_face_down(p: Pen, hand: Hand, control: Controller, nth: int, w: float, h: float) -> None:
    """Paint one card face down: holding reveals it, a tap chooses it, unless a choice was made."""
    wide = min(w - 12, (h - 10) / cards.CARD_ASPECT)
    cards.paint_back(p, hand.age, wide, wide * cards.CARD_ASPECT)
    if nth == hand.hold.under:
        p.rect(-w / 2 + 2, -h / 2 + 2, w - 4, h - 4, 12, None, "candle", 4)
    if nth in hand.spoken:
        card_ring(p, wide, wide * cards.CARD_ASPECT)
    p.hit_area(-w / 2, -h / 2, w, h, *_felt(control, hand.seat, nth))


def _felt(control: Controller, seat: int, nth: int) -> tuple[str, touch_handlers.Tap | None, Callable[[bool], None]]:
    """Return the name of a card's touch area, and the handlers of a tap and a hold."""
    hold = partial(touch_handlers.hold, control, seat, nth)
    if nth == CHOSEN_CARD:
        return f"chosen of {seat}", None, hold
    return f"back {nth} of {seat}", partial(touch_handlers.pick, control, seat, nth), hold


def _paint_other_button(p: Pen, hand: Hand, what: str, tap: touch_handlers.Tap | None, w: float, h: float) -> None:
    picture, label = {
        "close": ("wonder" if hand.here else "cross", ""),
        "done": ("", hand.w("No, thank you")),
    }.get(what, (what, ""))
    w, h = w - BUTTON_GAP, h - BUTTON_GAP
    button(p, -w / 2, -h / 2, w, h, label, f"{what} hand {hand.seat}", tap, picture=picture, off=tap is None, size=24)


def _uses(p: Pen, hand: Hand, control: Controller) -> None:
    """Paint the chosen card face down, and below it its uses or ways to pay."""
    w, t, (width, height) = hand.w, hand.ring.touch, (hand.at.w, hand.low)
    with p.at(hand.mirror_x(PAD, t) + t / 2, PAD + t / 2):
        _paint_face_down(p, hand, control, hand.hold.picked, t, t)
    number = hand.hold.picked + 1
    title = w("Card {n}, face down", n=number) if hand.age else w("Leader {n}, face down", n=number)
    room = width - 2 * t - 4 * PAD
    p.prose(PAD * 2 + t, PAD, title, letters(hand.ring), room, t, "text", "middle", bold=True, middle=True)
    again = partial(touch_handlers.pick, control, hand.seat, -1)
    button(p, hand.mirror_x(width - t - PAD, t), PAD, t, t, "", f"other hand {hand.seat}", again, picture="left")
    top = 2 * PAD + t
    tall = min(height - top - PAD, 1.7 * t)
    if hand.hold.ways:
        _paint_payments(p, hand, control, top, tall)
        return
    uses = USES[hand.asked]
    each = (width - PAD * (len(uses) + 1)) / len(uses)
    for nth, use in enumerate(uses):
        tap = partial(touch_handlers.use, control, hand.seat, use)
        x = hand.mirror_x(width - PAD - each - nth * (each + PAD), each)  # the first at the hand
        can, key = use in hand.hold.can, f"{use} of {hand.seat}"
        says = use_text(w, use, hand.city.view, hand.data)
        button(p, x, top, each, tall, says, key, tap, primary=can and not nth, off=not can, size=letters(hand.ring))


def _paint_payments(p: Pen, hand: Hand, control: Controller, top: float, tall: float) -> None:
    """Paint the ways to pay; a touch chooses one."""
    ways = hand.hold.ways
    each = (hand.at.w - PAD * (len(ways) + 1)) / len(ways)
    for nth, way in enumerate(ways):
        x = hand.mirror_x(hand.at.w - PAD - each - nth * (each + PAD), each)
        tap = partial(touch_handlers.pay, control, hand.seat, nth)
        button(p, x, top, each, tall, "", f"way {nth} of {hand.seat}", tap, primary=not nth)
        ink, ground = ("ink", "candle") if not nth else ("text", "raised")
        paid = [(picture, n) for picture, n in zip(("left", "right", "card"), way, strict=True) if n]
        size = min(tall * 0.3, each / (len(paid) * 2.4))
        for k, (picture, n) in enumerate(paid):
            cx, cy = x + each / 2 + (k - (len(paid) - 1) / 2) * size * 2.3, top + tall / 2
            icon(p, picture, cx - size * 0.55, cy, size, ink, ground)
            faces.coin(p, cx + size * 0.5, cy, size * 1.1, n)


def _paint_answers(p: Pen, hand: Hand, control: Controller) -> None:
    """Paint public answers as buttons."""
    t, top, (width, height) = hand.ring.touch, head(hand.ring), (hand.at.w, hand.low)
    across = max(1, min(len(hand.open), int(width / max(2.2 * t, 180))))
    fit = max(1, int((height - top - PAD) / (t + PAD)))  # rows that are as high as a finger wants
    across = max(across, min(-(-len(hand.open) // fit), int(width / (1.3 * t))))
    rows = -(-len(hand.open) // across)
    each, high = (width - PAD) / across, min((height - top - PAD) / rows, 1.6 * t)
    p.text(width / 2, top / 2 + 2, hand.title, top * 0.74, "text", bold=True, room=width - 2 * PAD)
    top += (height - top - PAD - rows * high) / 2
    for nth, (text, told) in enumerate(hand.open):
        x, y = PAD + nth % across * each, top + nth // across * high
        tap = partial(control.act, hand.seat, text)
        button(p, x, y, each - PAD, high - PAD, told, f"{text} of {hand.seat}", tap, size=letters(hand.ring))


def _paint_chosen(p: Pen, hand: Hand, control: Controller) -> None:
    """Paint the choice face down until all have chosen; holding reveals it, and it may be taken back."""
    w, t, (width, height) = hand.w, hand.ring.touch, (hand.at.w, hand.low)
    with p.at(hand.mirror_x(PAD, t) + t / 2, PAD + t / 2):
        _paint_face_down(p, hand, control, CHOSEN_CARD, t, t)
    left, room = 2 * PAD + t, width - 2 * t - 4 * PAD
    size = letters(hand.ring)
    p.text(left, PAD + t * 0.34, w("chosen"), size, "text", "start", bold=True, room=room)
    p.text(left, PAD + t * 0.7, w("Hold to see"), size * 0.8, "soft", "start", room=room)
    away = partial(touch_handlers.put_hand_away, control, hand.seat)
    x, picture = hand.mirror_x(width - t - PAD, t), "wonder" if hand.here else "cross"
    button(p, x, PAD, t, t, "", f"close hand {hand.seat}", away, picture=picture)
    back = partial(touch_handlers.take_back, control, hand.seat)
    top = 2 * PAD + t
    tall = min(height - top - PAD, 1.7 * t)
    key, says = f"again {hand.seat}", w("Choose again")
    button(p, PAD, top, width - 2 * PAD, tall, says, key, back, picture="undo", primary=True, size=size)


def paint_face(p: Pen, card: RevealedCard, control: Controller) -> None:
    """Paint a card, its name, cost and effects, on the side away from the finger."""
    at, (x, y, w, h) = card.at, card.under
    tall = min(card.low, 300.0) - 2 * PAD
    wide = tall / cards.CARD_ASPECT
    box, right = min(at.w - 2 * PAD, wide + 320), x > at.w / 2
    beside = (x - w / 2 if right else at.w - x - w / 2) - PAD
    if beside > wide + LEAST:
        box = min(box, beside)
    left = PAD if right else at.w - PAD - box
    with p.at(at.x, at.y, at.angle, card.ring.u):
        p.rect(left, PAD, box, tall, 16, "table", "candle", 3)
        p.hit_area(left, PAD, box, tall, f"under {card.seat} ground", None, rank=0)
        start, end = max(x - w / 2, left), min(x + w / 2, left + box)
        if start < end:  # the finger lies on it: it holds what it held
            p.hit_area(start, y - h / 2, end - start, h, *_felt(control, card.seat, card.nth), rank=1)
        with p.at(left, PAD):
            with p.at(wide / 2 + 6 if right else box - wide / 2 - 6, tall / 2):
                cards.card(p, card.data, card.slug, wide - 16, tall - 16)
                if card.spoken:
                    card_ring(p, wide - 16, tall - 16)
            start, room = wide + 12 if right else 14, box - wide - 26
            p.prose(start, 8, card.title, 34, room, tall * 0.26, "text", bold=STONE, middle=True)
            p.prose(start, tall * 0.3, card.says, 30, room, tall * 0.66, "soft")
