"""The table of a self-describing game: seats around it, and in the middle the cards and stacks between them.

The middle is a panel that faces the seat to act: a touched card is enlarged, with its effects and uses. A hand is face
down; a finger on one of its cards reveals it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.self_describing import typed_scene as touches
from app.games.self_describing.typed_scene import HAND, ShownScene, ShownUi
from app.games.text_only.table_elements import total
from app.looks import card_faces
from app.looks.card_faces import CARD_RATIO
from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.input import cardboard_entry, explain_mode
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_pen import FELT
from app.screen.state.ring_layout import Ring
from app.screen.widgets import faces
from app.screen.widgets.count_pills import paint_pills
from app.screen.widgets.name_plate import Player, draw_zone, link_sign, optional_text, paint_name, plate_prompt, player
from app.screen.widgets.panel import PAD as PANEL_PAD
from app.screen.widgets.panel import PanelHeading, fit_foot, panel
from app.screen.widgets.panel_cells import GAP, Cell, CellList, cell, text_block
from app.screen.widgets.panel_frame import Frame, PanelContext, context_facing, panel_context, place
from app.shown.play.table_description import Card, Play, Price, SeatArea

PLATE: Final = 60.0  # u, height of a seat's name
ON_SMALL: Final = 1.4  # factor on a small screen
PAD: Final = 14.0  # u
LARGEST: Final = 210.0  # u, width of a card in the middle
TITLE: Final = 90.0  # u, height of the title above them
LINE: Final = 64.0  # u, height of a heading between them
NAME: Final = 40.0  # u, height of a card's name
READ: Final = 220.0  # u, height of a card's effects


def elements(scene: ShownScene, ring: Ring) -> Elements:
    """Return the elements of the table, bottom first."""
    found = seats(scene, ring)
    if not scene.ui.panel or scene.code_aside:
        found.append(middle(scene, ring))
    return found


def seats(scene: ShownScene, ring: Ring) -> Elements:
    """Return the zones of all seats."""
    return [_zone(scene, ring, before) for before in scene.play().seats]


# ---- a seat ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatZone:
    """The things before a seat. `points`: None where the table hides them."""

    ring: Ring
    player: Player
    before: SeatArea
    points: int | None


def _zone(scene: ShownScene, ring: Ring, before: SeatArea) -> Element[SeatZone]:
    model, seat = scene.model, before.seat
    legal, w = model.legal(seat), model.words(seat)
    asked = (scene.say.prompt(w, legal, model.people(w)),) if legal else ()
    acts = seat in scene.to_act
    who = player(scene, seat, plate_prompt(scene, seat, asked, scene.answers == seat) if acts else ())
    return Element(f"zone {seat}", SeatZone(ring, who, before, total(scene, seat)), paint_zone)


def paint_zone(p: Pen, seat_zone: SeatZone, control: Controller) -> None:
    """Paint its pills, below them its cards, at the edge its name. A touch enlarges the zone."""
    ring, before, who = seat_zone.ring, seat_zone.before, seat_zone.player
    zone, u = ring.zones[before.seat - 1], ring.u
    w, d, high = zone.w / u, zone.d / u, PLATE * (ON_SMALL if ring.small else 1)
    with p.at(zone.x, zone.y, zone.angle, u), p.at(-w / 2, -d / 2):
        draw_zone(p, w, d, high, 1, who.turn, who.colour)
        _plate(p, seat_zone, w, d - high / 2, high)
        room, tall = w - 2 * PAD, d - high - 2 * PAD
        low = tall * 0.52 if before.cards else 0.0
        paint_pills(p, before.pills, PAD, PAD, room, tall - low, 64 if ring.small else 52)
        _row(p, before.cards, PAD, PAD + tall - low + 6, room, low - 6)
        edge, key = zone.edge, f"seat {before.seat}"
        tap = partial(control.open_panel, f"zone {before.seat}", edge)
        p.hit_area(0, 0, w, d - high, f"{key} zone", tap, rank=0)
        p.hit_area(
            0, d - high, w, high, f"{key} name", partial(control.open_panel, key, edge), rank=1, least=ring.touch
        )


def _plate(p: Pen, zone: SeatZone, w: float, y: float, high: float) -> None:
    """Paint name, number of cards in hand and points, and the prompt if there is room."""
    who, size = zone.player, high * 0.52
    ink, back = ("ink", "candle") if who.turn else ("text", "raised")
    right = w - PAD
    right -= link_sign(p, who, right, y, size, ink, back) + 8
    for picture, n in (("star", zone.points), ("card", zone.before.hand or None)):
        if n is not None:
            right -= p.text(right, y, str(n), size * 0.9, ink, "end", bold=True) + size * 0.6
            icon(p, picture, right, y, size, ink, back)
            right -= size * 0.6
    used = paint_name(p, who, PAD + 6, y, size, ink, right - PAD - 20)
    optional_text(p, right - 8, y, who.prompt, size * 0.8, ink, right - used - PAD - 30)


def _row(p: Pen, found: Sequence[Card], x: float, y: float, w: float, h: float) -> None:
    """Paint cards side by side, overlapping where room is short."""
    if not found:
        return
    wide = min(h / CARD_RATIO, w)
    step = min(wide + 8, (w - wide) / max(1, len(found) - 1))
    for nth, card in enumerate(found):
        with p.at(x + wide / 2 + nth * step, y + h / 2):
            faces.paint_card(p, card_faces.card(card.printed, wide, wide * CARD_RATIO))


# ---- an enlarged seat ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LargeSeat:
    """A seat's things, described in words."""

    context: PanelContext
    name: str
    before: SeatArea


def zone(scene: ShownScene, ring: Ring, seat: int) -> Element[LargeSeat]:
    """Return a seat's things enlarged over the middle."""
    at = panel_context(scene, ring)
    before = next(each for each in scene.play().seats if each.seat == seat)
    return Element(f"panel zone {seat}", LargeSeat(at, scene.model.name(seat, at.w), before), paint_large)


def paint_large(p: Pen, seat: LargeSeat, control: Controller) -> None:
    at, before = place(seat.context.ring, seat.context.edge), seat.before
    size = (min(420, at.w - 40), READ)
    cells = [_read(card) for card in before.cards]

    def pills(p: Pen, w: float, h: float) -> None:
        paint_pills(p, before.pills, 0, 0, w, h, 72)

    close = partial(control.open_panel, "")
    heading = PanelHeading(seat.name, bold=True, head=pills, head_h=84)
    panel(p, control, seat.context, at, heading, CellList(cells, size), close=close)


def _read(card: Card, named: bool = True) -> Cell:
    """Return a cell with a card and its effects, and its name if `named`."""

    def draw(p: Pen, w: float, h: float) -> None:
        wide = min(h / CARD_RATIO, w * 0.42)
        with p.at(wide / 2 + 4, h / 2):
            _face(p, card, wide)
        left = wide + 20
        if named:
            p.prose(left, 0, card.name, 32, w - left - 8, h * 0.4, "text", bold=STONE, middle=True)
        p.prose(left, h * 0.4, card.says, 28, w - left - 8, h * 0.6, "soft")

    return Cell(draw, name=card.key)


def _face(p: Pen, card: Card, wide: float, price: Price | None = None) -> None:
    """Paint a card round the pen's origin, with its price on its lower edge."""
    high = wide * CARD_RATIO
    faces.paint_card(
        p, card_faces.card(card.printed, wide, high, price is not None, card_faces.band(wide, high) if price else 0)
    )
    if price is not None:
        faces.price(p, 0, wide * CARD_RATIO / 2 - wide * 0.06, wide * 0.24, price)


# ---- the middle ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Middle:
    """The things between the seats. `seat`: answers here; 0: none.

    `legal`: its actions, without secret ones. `rest`: actions that use no thing, in words. `hand`: number of face-down
    cards; `held`: the card revealed under its finger.
    """

    context: PanelContext
    seat: int
    title: str
    play: Play
    touched: ShownUi
    legal: tuple[str, ...]
    rest: tuple[tuple[str, str], ...]
    hand: int
    held: Card | None
    back: bool  # a replay, without touch areas
    can_undo: bool
    menu_sign: str
    asking: bool


def middle(scene: ShownScene, ring: Ring, back: bool = False) -> Element[Middle]:
    """Return the middle, facing the seat to act. `back`: for the replay of a game, without touch areas."""
    model, seat, reader = scene.model, 0 if back else scene.answers, scene.turn
    w, words = model.words(reader), scene.say
    play, people = scene.play(reader), model.people(w)
    legal = model.legal(seat) if seat else ()
    title = w("Turn: {name}", name=people[reader - 1]) if reader else ""
    title = f"{people[reader - 1]}{w.colon}{words.prompt(w, legal, people)}" if seat else title
    hand = play.seats[seat - 1].hand if seat and not scene.tracked else 0
    view = Middle(
        context=context_facing(scene, ring, ring.edge_of(reader), w, seat=reader),
        seat=seat,
        title=title,
        play=play,
        touched=ShownUi() if back else scene.game_ui,
        legal=legal,
        rest=tuple((text, words.action(w, text, people)) for text in play.rest(legal)),
        hand=hand,
        held=touches.held_card(scene, seat) if hand else None,
        back=back,
        can_undo=model.table is not None and model.table.puts_back,
        menu_sign=model.menu_sign,
        asking=scene.ui.asking,
    )
    return Element("middle", view, paint_middle)


def paint_middle(p: Pen, middle: Middle, control: Controller) -> None:
    ring, edge, w, key = middle.context.ring, middle.context.edge, middle.context.w, middle.touched.key
    at = place(ring, edge, 1500)
    if key:
        close = partial(touches.touch, control, "")
        card = middle.play.cards().get(key)
        title = card.name if card else w("A card in your hand")
        cells, read = _touched_card(middle, control), (min(420, at.w - 40), READ)
        panel(p, control, middle.context.on_ground(FELT), at, title, CellList(cells, read), close=close, turn=False)
        return
    hand = (Cell(partial(_back, middle, control, nth), name=f"{HAND}{nth}") for nth in range(middle.hand))
    cells, foot = [*_open_spread(middle, control), *hand], []
    if not middle.back:
        ask = partial(explain_mode.ask, control, middle.seat, edge)
        foot = [
            cell(w("Undo"), "undo", partial(control.open_panel, "undo", edge) if middle.can_undo else None, "undo"),
            cell(w("Menu"), "menu", partial(control.open_panel, "menu", edge), middle.menu_sign),
            cell("", explain_mode.KEY, ask, "question", on=middle.asking),
        ]
        uses = _uses(middle, control)
        few = len(uses) < 4 and at.w > (len(uses) * 2 + 4) * ring.touch
        cells, foot = (cells, [*foot, *uses]) if few else ([*cells, *uses], foot)
        cells, foot = fit_foot(ring, at, cells, foot, stays=1)  # the way to the menu
    size = _fit_width(cells, at, ring.touch, bool(foot))
    content = CellList(cells, (size, size * CARD_RATIO + NAME))
    panel(p, control, middle.context.on_ground(FELT), at, middle.title, content, foot=foot, turn=False)


def _fit_width(cells: Sequence[Cell], at: Frame, touch: float, foot: bool) -> float:
    """Return the width at which all cards fit, but at least a finger's; more of them are paged."""
    lines = sum(each.wide for each in cells)
    inside, room = at.w - 2 * PANEL_PAD, at.h - 2 * PANEL_PAD - TITLE - lines * LINE - (touch + GAP if foot else 0)
    size = LARGEST
    while size > touch:
        columns, rows = int((inside + GAP) / (size + GAP)), int(room / (size * CARD_RATIO + NAME + GAP))
        if columns * rows >= len(cells) - lines:
            return size
        size -= 4
    return touch


def _uses(middle: Middle, control: Controller) -> list[Cell]:
    """Return buttons for actions that use no card here."""
    if not middle.seat:
        return []
    found = [
        _use(middle, control, use.say, use.text, use.note, middle.play.possible(use, middle.legal))
        for use in middle.play.uses_of("")
    ]
    return [*found, *(_use(middle, control, text, label, "", can=True) for text, label in middle.rest)]


def _open_spread(middle: Middle, control: Controller) -> list[Cell]:
    """Return the cards between the seats, and the stacks beside them."""
    found = []
    for spread in middle.play.middle:
        if len(middle.play.middle) > 1:
            found.append(text_block(spread.title, 30, "text"))
        for card in spread.cards:
            tap = None if middle.back else partial(touches.touch, control, card.key)
            found.append(Cell(partial(_card, card, card.price if middle.seat else None, tap), name=card.key))
        if spread.stack is not None:
            found.append(Cell(partial(_stack, spread.stack)))
    return found


def _card(card: Card, price: Price | None, tap: Callable[[], None] | None, p: Pen, w: float, h: float) -> None:
    wide = min(w - 12, (h - NAME * p.grown - 6) / CARD_RATIO)
    with p.at(w / 2, wide * CARD_RATIO / 2 + 4):
        _face(p, card, wide, price)
    p.text(w / 2, _below(wide, h), card.name, 26, "text", room=w - 8)
    press = lambda p: p.rect(0, 0, w, h, 18, "candle", opacity=0.28)  # noqa: E731  # as others of the kit
    p.hit_area(0, 0, w, h, f"card {card.key}", tap, press=press)


def _below(wide: float, h: float) -> float:
    """Return the position of a card's name in a cell: below the card and the price over its edge."""
    return min(h - NAME / 2, wide * CARD_RATIO + wide * 0.1 + NAME / 2 + 4)


def _stack(n: int, p: Pen, w: float, h: float) -> None:
    """Paint a face-down stack with its count."""
    wide = min(w - 12, (h - NAME - 6) / CARD_RATIO)
    with p.at(w / 2, wide * CARD_RATIO / 2 + 4):
        faces.paint_card(p, card_faces.blank(wide, wide * CARD_RATIO, "back", "stone"))
        p.text(0, 0, str(n), wide * 0.4, "stone", bold=True, room=wide * 0.8)


def _back(middle: Middle, control: Controller, nth: int, p: Pen, w: float, h: float) -> None:
    """Paint a card of the hand, face down unless a finger reveals it."""
    wide = min(w - 12, (h - NAME - 6) / CARD_RATIO)
    seen = middle.held if middle.touched.under == nth else None
    with p.at(w / 2, wide * CARD_RATIO / 2 + 4):
        if seen:
            _face(p, seen, wide, seen.price)
        else:
            faces.paint_card(p, card_faces.blank(wide, wide * CARD_RATIO, "back", "candle"))
            icon(p, "eye", 0, 0, wide * 0.5, "stone", "back")
    words = seen.name if seen else middle.context.w.pgettext("a finger", "hold")
    p.text(w / 2, _below(wide, h), words, 26, "text" if seen else "candle", room=w - 8)
    tap, held = partial(touches.pick, control, middle.seat, nth), partial(touches.hold, control, middle.seat, nth)
    p.hit_area(0, 0, w, h, f"{HAND}{nth}", tap, held)


def _use(middle: Middle, control: Controller, say: str, text: str, note: str, can: bool) -> Cell:
    tap = partial(cardboard_entry.pick_action, control, middle.seat, say) if can else None
    return Cell(partial(_button, text, say, tap, note), name=say)


def _button(text: str, key: str, tap: Callable[[], None] | None, note: str, p: Pen, w: float, h: float) -> None:
    """Paint wrapped words, below them costs or gains; in a recess if it is impossible now."""
    ink = "ink" if tap else "stone"
    faces.box(p, 0, 0, w, h, min(18, h / 2), "candle" if tap else "")
    low = min(h * 0.4, 60.0) if note else 0.0
    p.prose(10, 2, text, 30, w - 20, h - low - 4, ink, "middle", bold=True, middle=True)
    if note:
        p.prose(10, h - low, note, 24, w - 20, low - 4, ink, "middle", middle=True)
    press = lambda p: p.rect(0, 0, w, h, 18, "plate", opacity=0.25)  # noqa: E731  # as others of the kit
    p.hit_area(0, 0, w, h, key, tap, press=press)


def _touched_card(middle: Middle, control: Controller) -> list[Cell]:
    key = middle.touched.key
    if key.startswith(HAND):
        nth = int(key.removeprefix(HAND))
        taps = [partial(touches.use_hidden, control, middle.seat, nth, n) for n in range(len(middle.touched.uses))]
        found = zip(middle.touched.uses, taps, strict=True)
        return [Cell(partial(_button, text, f"use {n}", tap, "")) for n, (text, tap) in enumerate(found)]
    card = middle.play.cards().get(key)
    uses = middle.play.uses_of(key) if middle.seat else ()
    cells = [
        _use(middle, control, use.say, use.text, use.note, middle.play.possible(use, middle.legal)) for use in uses
    ]
    return [*([_read(card, named=False)] if card else []), *cells]
