"""The structure: its cards, uncovered ones, prices for both seats, and the cards that a touched one would uncover."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Final, Literal

from app.games.duel import words_facade as say
from app.games.duel.screen import cards, touch_handlers
from app.games.duel.screen.layout import Layout, Slot, TableBox
from app.games.duel.screen.typed_scene import DuelScene
from app.looks.card_faces import band
from app.screen.control.controller import Controller
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.model import event_of
from app.screen.widgets import faces
from app.screen.widgets.change_marks import PREVIEW
from engine.duel import actions
from engine.duel.data_schema import Data
from engine.duel.view_json import BuildOption, Place, SlotView, View

PILL: Final = 0.94  # of its band, the height of a price on an uncovered card
FEW_CARDS: Final = 6  # of an age, from which on the next one is prepared
Mark = Literal["touched", "freed", "covering"]


def elements(scene: DuelScene, lay: Layout) -> Elements:
    """Return the structure, far row first, and its prices."""
    view, slots = scene.view, lay.slots(scene.view.derived.places)
    lying = _map_slots(scene, slots)
    found: Elements = []
    for n, each in lying.items():
        lit, faced_seat = _is_offered(scene, each), scene.faced_seat if each.card is not None else 1
        shown = StructureCard(
            lay=lay, n=n, slot=slots[n], card=each.card, age=view.age, guild=bool(each.guild), open=each.accessible,
            lit=lit, faced_seat=faced_seat, data=scene.data,
        )  # fmt: skip
        at = lay.point(slots[n].card.x, slots[n].card.y)
        angle = lay.angle + lay.face(faced_seat)
        found.append(Element(f"slot {n}", shown, paint_card, angle=angle, pivot=at, flips=each.card))
    ahead = scene.public_preview
    then = (
        {}
        if ahead is None
        else {(3 - ahead.seat, each.card): each.theirs for each in ahead.freed if each.card and each.theirs}
    )
    options = [
        {card: then.get((seat, card), option) for card, option in scene.options_of_seat(seat).items()}
        for seat in (1, 2)
    ]
    prices = tuple(
        BothPrices(slots[n], each.accessible, tuple(option[each.card] for option in options))
        for n, each in lying.items()
        if each.card is not None and all(each.card in option for option in options)
    )
    if prices:
        changed = scene.game_ui.changed.prices if scene.game_ui.changed else frozenset()
        found.append(Element("prices", Prices(lay, scene.faced_seat, prices, changed, frozenset(then)), paint_prices))
    return found


def offers(scene: DuelScene, lay: Layout) -> Elements:
    """Return the elements above it: a glow round cards that can be taken, and marks of the touched card."""
    slots = lay.slots(scene.view.derived.places)
    found: Elements = []
    offered = tuple(slots[n].card for n, each in _map_slots(scene, slots).items() if _is_offered(scene, each))
    if offered:
        found.append(Element("halos", Halos(lay, offered), paint_halos, breathes=True))
    marks = _marks(scene, slots)
    if marks:
        found.append(Element("marks", TouchedCard(lay, marks), paint_marks))
    return found


def lay_at(scene: DuelScene, card: str) -> int | None:
    """Return the slot from which a card was taken, or None if the log does not tell."""
    for _, line in sorted(scene.model.lines.items(), reverse=True):
        event = event_of(line, say.parse_event) if card.encode() in bytes(line.event) else None
        if isinstance(event, actions.CardRevealed) and event.card == card:
            return event.slot
    return None


def _map_slots(scene: DuelScene, slots: Mapping[int, Slot]) -> dict[int, SlotView]:
    """Return the cards by slot, far row first."""
    return {n: card for n in slots if (card := scene.view.structure.get(str(n))) is not None}


def _is_offered(scene: DuelScene, slot: SlotView) -> bool:
    """Check whether a card can be taken on the screen now."""
    return slot.accessible and bool(scene.seat_taking_card) and slot.card is not None


# ---- a card --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StructureCard:
    """A card of the structure. `card`: None if it is face down; `open`: uncovered; `lit`: on offer."""

    lay: Layout
    n: int
    slot: Slot
    card: str | None
    age: int
    guild: bool
    open: bool
    lit: bool
    faced_seat: int
    data: Data


def paint_card(p: Pen, card: StructureCard, control: Controller) -> None:
    lay, box, seen = card.lay, card.slot.card, card.slot.strip
    with lay.at_table(p):
        if card.card is None:
            with p.at(box.x, box.y):
                faces.card_back(p, card.age, card.guild, box.w, box.h, 0 if card.open else seen.h)
        elif card.open or card.slot.roomy:
            with p.at(box.x, box.y, lay.face(card.faced_seat)):
                cards.card(p, card.data, card.card, box.w, box.h, priced=True)
        else:
            with p.at(box.x, box.y, lay.face(card.faced_seat)):
                cards.paint_covered(p, card.data, card.card, box.w, box.h)
            with p.at(seen.x, seen.y, lay.face(card.faced_seat)):
                cards.strip(
                    p, card.data, card.card, seen.w, seen.h, not lay.small, faces.PILL * _covered_pill(seen) + 4
                )
        if card.card is not None:
            shows = box if card.open else seen
            p.thing(card.card, shows.left_edge, shows.top_edge, shows.w, shows.h)
        tap = partial(touch_handlers.touch_slot, control, card.n)
        with p.at(box.x, box.y):

            def press(p: Pen) -> None:
                p.rect(-box.w / 2, -box.h / 2, box.w, box.h, box.w * 0.09, "candle", opacity=0.28)

            p.hit_area(
                -box.w / 2, -box.h / 2, box.w, box.h, f"slot {card.n}", tap, rank=2 if card.lit else 1, press=press
            )


def list_next_age(view: View, data: Data, lay: Layout) -> Iterator[Element[StructureCard]]:
    """Yield all cards of the next age and their back, uncovered and covered, once few cards lie in this one."""
    age = view.age + 1
    if age > len(data.structures) or len(view.structure) > FEW_CARDS:
        return
    rows = enumerate(data.structures[age - 1].rows, start=1)
    slot = lay.slots(tuple(Place(0, row, column, ()) for row, line in rows for column in line.columns))[0]
    names = [None, *(name for name, card in data.cards.items() if card.age == age)]
    for name, uncovered in product(names, (True, False)):
        card = StructureCard(lay, 0, slot, name, age, guild=False, open=uncovered, lit=False, faced_seat=1, data=data)
        yield Element("slot", card, paint_card)


# ---- cards on offer --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Halos:
    """The glow round the cards that can be taken."""

    lay: Layout
    boxes: tuple[TableBox, ...]


def paint_halos(p: Pen, halos: Halos, control: Controller) -> None:
    with halos.lay.at_table(p):
        for box in halos.boxes:
            p.stamp(box.x, box.y, 1, _halo, box.w, box.h)


def _halo(p: Pen, w: float, h: float) -> None:
    r = w * 0.09
    p.rect(-w / 2 - 11, -h / 2 - 11, w + 22, h + 22, r + 11, None, "candle", 12, opacity=0.15)
    p.rect(-w / 2 - 6, -h / 2 - 6, w + 12, h + 12, r + 6, None, "candle", 5)


# ---- prices -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BothPrices:
    """The current price of a face-up card for seat 1 and seat 2."""

    slot: Slot
    open: bool
    ways: tuple[BuildOption, ...]


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices of all cards, each facing the seat that would pay.

    `changed`: prices, by seat and card, that have just changed and are ringed for a while. `then`: those that would
    change with the touched use.
    """

    lay: Layout
    faced_seat: int
    prices: tuple[BothPrices, ...]
    changed: frozenset[tuple[int, str]]
    then: frozenset[tuple[int, str]] = frozenset()


def paint_prices(p: Pen, prices: Prices, control: Controller) -> None:
    with prices.lay.at_table(p):
        for seat, option, x, y, h in _pills(prices):
            if (seat, option.thing) in prices.changed:
                p.stamp(x, y, 1, _ring, round(h, 2))
            elif (seat, option.thing) in prices.then:
                p.stamp(x, y, 1, _ring, round(h, 2), PREVIEW)
            with p.at(x, y, prices.lay.face(seat)):
                cards.price(p, 0, 0, h, option)


def _ring(p: Pen, h: float, width: float = 5) -> None:
    w = faces.PILL * h
    p.rect(-w / 2 - 4, -h / 2 - 4, w + 8, h + 8, h / 2 + 4, None, "text", width)


def _pills(prices: Prices) -> Iterator[tuple[int, BuildOption, float, float, float]]:
    """Yield seat, price, centre and height of each price."""
    for each in prices.prices:
        box, seen = each.slot.card, each.slot.strip
        for seat, option in enumerate(each.ways, start=1):
            near = 1 if seat == 1 else -1  # the price is on the side of its seat
            if each.open or each.slot.roomy:
                high = band(box.w, box.h)
                yield seat, option, box.x, box.y + near * (box.h - high) / 2, PILL * high
            else:
                h, right = _covered_pill(seen), 1 if prices.faced_seat == 1 else -1
                x = seen.x + right * (seen.w / 2 - faces.PILL * h / 2 - 5)
                yield seat, option, x, seen.y + near * (seen.h / 4), h


def _covered_pill(strip: TableBox) -> float:
    """Return the height of a price on a covered card, where two are placed one above the other."""
    return min(33.0, strip.h / 2 - 4)


# ---- the touched card ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TouchedCard:
    """A touched card with the cards it would uncover or that cover it."""

    lay: Layout
    marks: tuple[tuple[Mark, TableBox], ...]


def _marks(scene: DuelScene, slots: Mapping[int, Slot]) -> tuple[tuple[Mark, TableBox], ...]:
    """Mark the touched card, and the cards it would uncover or that cover it."""
    touched = scene.game_ui.touched
    if touched is None or touched.kind != "slot" or int(touched.what) not in slots:
        return ()
    n, view = int(touched.what), scene.view
    if str(n) not in view.structure:
        return ()
    freed = view.derived.frees.get(str(n), ())
    covering = next(place.covered_by for place in view.derived.places if place.slot == n)
    return (
        *(("freed", slots[other].strip) for other in freed if str(other) in view.structure),
        *(("covering", _visible_box(view, slots, other)) for other in covering if str(other) in view.structure),
        ("touched", _visible_box(view, slots, n)),
    )


def _visible_box(view: View, slots: Mapping[int, Slot], n: int) -> TableBox:
    return slots[n].card if view.structure[str(n)].accessible else slots[n].strip


def paint_marks(p: Pen, card: TouchedCard, control: Controller) -> None:
    with card.lay.at_table(p):
        for mark, box in card.marks:
            r, out = min(box.w, box.h) * 0.09, 6.0
            x, y, w, h = box.left_edge - out, box.top_edge - out, box.w + 2 * out, box.h + 2 * out
            if mark == "touched":
                p.rect(x, y, w, h, r + out, None, "candle", 10)
            else:
                p.rect(x, y, w, h, r + out, None, "table", 11)
                p.rect(x, y, w, h, r + out, None, "candle" if mark == "freed" else "red", 3.5)
