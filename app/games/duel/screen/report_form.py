"""Entry of Duel's turns where people deal: a place for each card of the age, wonder or token, and the uses of a card.

Places are grouped by colour and fixed during an age; an entered card leaves its place empty. They replace the
structure, which is not entered (docs/design/engine.md), and face the seat to act.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

from app.games.duel import action_text, cost_text, effect_text, reported_things
from app.games.duel.reported_things import DuelThing, DuelUse
from app.games.duel.screen import cards, touch_handlers
from app.games.duel.screen.enlarged_card import faced_seat
from app.games.duel.screen.layout import Layout, layout_of
from app.games.duel.screen.reported_pictures import PicturedTells, paint_thing
from app.games.duel.screen.typed_scene import DuelScene
from app.looks.card_faces import CARD_RATIO, band
from app.protocol.cardboard_messages import Repair
from app.protocol.play_messages import Question
from app.screen.control.controller import Controller
from app.screen.input import cardboard_entry as steps
from app.screen.pages.cardboard.correction_pages import (
    Answer,
    LineAsked,
    build_correction_page,
    find_line_question,
    list_exits,
)
from app.screen.pages.cardboard.turn_entry import ExcludedCardQuestion, paint_other
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_pen import FELT, PITCH
from app.screen.state.ring_layout import Ring
from app.screen.widgets import faces
from app.screen.widgets.controls import button, frame
from app.screen.widgets.grid import fill_grid, largest_grid, press_painter
from app.screen.widgets.panel_frame import at_hand, context_facing
from app.screen.widgets.touch_tiles import Tap
from app.shown.cardboard.turn_entry import group_lines
from app.text.translation import Words, capital
from engine.duel.data_schema import Data

GAP: Final = 6.0  # u, between two places
HEAD: Final = 46.0  # u, the question
PAD: Final = 14.0  # u
PILL: Final = 0.82  # of a card's band, the height of a price


@dataclass(frozen=True, slots=True)
class TellingGrid:
    """A grid of all places below the question, for the seat that they face. `answer`: of a line being corrected."""

    lay: Layout
    seat: int
    asked: int  # the seat of the question; 0: chance
    title: tuple[str, ...]
    spots: tuple[DuelThing, ...]
    touched: str
    of: object  # identity of the question, for choosing an excluded card
    open: bool  # things that our counts exclude can be chosen
    answer: Answer | None
    leads_back: bool  # to other corrections of the turn
    data: Data
    w: Words


def elements(scene: DuelScene, ring: Ring) -> Elements:
    """Return the entry or correction form; empty if things on the table answer, or no question is open."""
    if scene.repair:
        return _repair(scene, ring, scene.repair)
    question = next((each for each in scene.model.questions.values() if each.legal), None)
    if question is None or question.legal[0].split()[0] not in reported_things.IN_PLACES:
        return []
    seat = question.seat if question.seat and scene.model.info(question.seat).person else scene.faced_seat
    return _build_entry_elements(scene, ring, question, seat, None, (question.seat, question.legal))


def is_touched_card_entered(scene: DuelScene) -> bool:
    """Check whether the touched card is being entered."""
    touched = scene.game_ui.touched
    if touched is None or touched.kind != "card":
        return False
    asked: list[Question | Repair] = [*scene.model.questions.values()]
    if scene.repair:
        asked += [scene.repair, *(line.question for line in scene.repair.told)]
    return any(group_lines((*each.legal, *each.others), (touched.what,)) for each in asked)


def _repair(scene: DuelScene, ring: Ring, repair: Repair) -> Elements:
    """Return the form to correct a turn, in the same places; other corrections are shared by all games."""
    seat, tells = repair.by or scene.faced_seat, PicturedTells(scene.data)
    w = scene.model.words(seat)
    asks = find_line_question(scene, repair, tells, w)
    if asks is None or not reported_things.turn(asks.question.legal):
        return [build_correction_page(scene, ring, repair, tells)]
    found = _build_entry_elements(scene, ring, asks.question, seat, asks, (repair, asks.answer))
    if asks.back is None and not any(element.key == "use" for element in found):
        found.append(Element("use", OtherWays(layout_of(ring), seat, asks, w), paint_other_ways))
    return found


def _build_entry_elements(
    scene: DuelScene,
    ring: Ring,
    question: Question,
    seat: int,
    right: LineAsked | None,
    of: object,
) -> Elements:
    """Return the places and, beside them, the uses of the touched card. `right`: the line being corrected."""
    w, lay = scene.model.words(seat), layout_of(ring)
    people = tuple(scene.model.people(w))
    asks = PicturedTells(scene.data, scene.view).to_tell(w, question, people, now=right is None)
    title = asks.title if right is None else right.title
    if right is None and question.seat:
        name = people[question.seat - 1]
        title = (w("{name}: {action}", name=name, action=asks.title[0]), *asks.title)
    if scene.is_asking_other(of):
        lying = context_facing(scene, ring, ring.zones[seat - 1].edge, w, seat=seat)
        return [Element("telling", ExcludedCardQuestion(lying, of), paint_other)]
    touched = scene.game_ui.touched
    slug = touched.what if touched and touched.kind == "card" and reported_things.turn(question.legal) else ""
    grid = TellingGrid(
        lay=lay,
        seat=seat,
        asked=question.seat,
        title=title,
        spots=tuple(thing for thing in asks.things if isinstance(thing, DuelThing)),
        touched=slug,
        of=of,
        open=scene.is_other_confirmed(of),
        answer=None if right is None else right.answer,
        leads_back=right is not None and right.back is not None,
        data=scene.data,
        w=w,
    )
    found: Elements = [Element("telling", grid, paint_grid)]
    spot = next((each for each in grid.spots if each.slug == slug), None)
    if spot is not None and _lines(spot, grid.open):
        found.append(Element("use", _build_chosen_card(scene, grid, spot), paint_chosen))
    return found


# ---- entries -----------------------------------------------------------------------------------------------


def _lines(spot: DuelThing, meant: bool) -> tuple[str, ...]:
    """List what can be entered for a thing now."""
    return spot.lines if meant or not spot.excluded else ()


def _submit(control: Controller, asked: int, answer: Answer | None, text: str) -> None:
    """Enter what happened, or correct the line that is being repaired."""
    if answer is not None:
        touch_handlers.show(control, None)
        steps.correct(control, answer.row, answer.how, text)
    else:
        control.act(asked, text)


# ---- places ------------------------------------------------------------------------------------------------


def paint_grid(p: Pen, grid: TellingGrid, control: Controller) -> None:
    """Paint the question, then all places as large as they fit, then the ways out."""
    lay, box = grid.lay, grid.lay.structure
    last: list[tuple[str, str, str, Callable[[], None]]] = []
    if any(spot.excluded for spot in grid.spots) and not grid.open:
        last.append((grid.w("Another card"), "another", "card", partial(steps.ask_other, control, grid.of)))
    if grid.leads_back:
        last.append((grid.w("Back"), "back", "undo", partial(_close_entry, control)))
    with lay.at_box(p, box, grid.seat):
        size = 40 if lay.small else 32
        p.text(box.w / 2, HEAD / 2, grid.title, size, "text", bold=True, room=box.w - 16)
        count, room = len(grid.spots) + len(last), box.h - HEAD
        cells = largest_grid(count, box.w, room, GAP)
        cells = cells.lower(cells.w * CARD_RATIO)
        for nth in range(count):
            with p.at(0, HEAD), cells.at_cell(p, nth):
                if nth < len(grid.spots):
                    _spot(p, grid, grid.spots[nth], control, cells.w, cells.h)
                else:
                    label, key, picture, tap = last[nth - len(grid.spots)]
                    button(p, 0, 0, cells.w, cells.h, label, key, tap, picture=picture, size=24)


def _close_entry(control: Controller) -> None:
    touch_handlers.show(control, None)
    steps.open_page(control, "")


def _spot(p: Pen, grid: TellingGrid, spot: DuelThing, control: Controller, w: float, h: float) -> None:
    """Paint a thing at its place; the empty place of an entered thing opens its correction."""
    if not spot.lines:
        lighting.recess(p, 0, 0, w, h, 14)
        if grid.answer is None and spot.slug in grid.data.cards:
            forgot = partial(control.open_panel, f"forgot card {spot.slug}", grid.lay.edge(grid.seat))
            p.hit_area(0, 0, w, h, f"told {spot.slug}", forgot)
        return
    lines, card = _lines(spot, grid.open), spot.slug in grid.data.cards
    if spot.slug == grid.touched:
        p.rect(-5, -5, w + 10, h + 10, 18, None, "candle", 6)
    p.thing(spot.slug, 0, 0, w, h)
    with p.dimmed(1 if lines else 0.35), p.at(w / 2, h / 2):
        if card:
            _card(p, grid, spot, w, h)
        else:
            p.rect(-w / 2, -h / 2, w, h, 18, "zone")
            with p.at(0, -18):
                paint_thing(p, w - 16, h - 56, slug=spot.slug, data=grid.data)
            p.text(0, h / 2 - 22, spot.words, 32 if grid.lay.small else 26, "text", room=w - 12)
    tap: Callable[[], None] = partial(steps.ask_other, control, grid.of)
    if card and grid.answer is None:
        tap = partial(touch_handlers.touch_other, control, spot.slug, grid.of)
    if lines:
        tap = partial(touch_handlers.touch_card, control, spot.slug)
        if not card:
            tap = partial(_submit, control, grid.asked, grid.answer, lines[0])
    p.hit_area(0, 0, w, h, f"tell {spot.slug}", tap, press=press_painter(w, h, 14))


def _card(p: Pen, grid: TellingGrid, spot: DuelThing, w: float, h: float) -> None:
    """Paint a card with its price for both seats, each on the side of its seat."""
    cards.card(p, grid.data, spot.slug, w, h, priced=spot.ways != (None, None))
    high = band(w, h)
    for seat, option in enumerate(spot.ways, start=1):
        if option is not None:
            near = 0.0 if seat == grid.seat else 180.0
            with p.at(0, 0, near), p.at(0, (h - high) / 2):
                cards.price(p, 0, 0, PILL * high, option)


# ---- uses of a card ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChosenCard:
    """The touched card, and all its uses."""

    lay: Layout
    seat: int  # the panel faces it
    asked: int
    answer: Answer | None
    slug: str
    name: str
    says: tuple[str, ...]
    uses: tuple[DuelUse, ...]
    wonders: tuple[DuelUse, ...]
    other: tuple[str, str]  # who else may have had the turn, and the panel to enter that; empty: nobody
    data: Data
    w: Words
    left: bool  # mirrored for a left hand


def _build_chosen_card(scene: DuelScene, grid: TellingGrid, spot: DuelThing) -> ChosenCard:
    w, asked, now = grid.w, grid.asked, grid.answer is None
    seat = faced_seat(scene) if now else grid.seat
    other = ("", "")
    if now:
        other = (w("It was {name}", name=scene.model.people(w)[2 - asked]), f"forgot seat {3 - asked}")
    says = [capital(effect_text.card_says(w, spot.slug, scene.data))]
    for each in (asked, 3 - asked) if now else ():
        if option := spot.ways[each - 1]:
            name = scene.model.name(3 - each, w)
            parts = " · ".join(cost_text.receipt(w, option, name, scene.data, scene.model.name(each, w)))
            says.append(
                f"{scene.model.name(each, w)}{w.colon}{action_text.price(w, option)}" + (f" ({parts})" if parts else "")
            )
    return ChosenCard(
        lay=grid.lay,
        seat=seat or grid.seat,
        asked=asked,
        answer=grid.answer,
        slug=spot.slug,
        name=spot.words,
        says=tuple(says),
        uses=spot.uses,
        wonders=spot.under,
        other=other,
        data=scene.data,
        w=w,
        left=scene.model.info(seat or grid.seat).left,
    )


def paint_chosen(p: Pen, card: ChosenCard, control: Controller) -> None:
    """Paint the card beside the places, then its uses nearest the hand, and wonders below them."""
    lay, box = card.lay, card.lay.side_box(card.seat)
    with lay.at_box(p, box, card.seat), p.use_material(FELT):
        frame(p, box.w, box.h)
        if box.w > box.h:
            side, head, room = partial(at_hand, card.left, room=box.w), box.w * 0.34, box.w * 0.66 - 2 * PAD
            with p.at(side(PAD, head), PAD):
                _head(p, card, control, head, box.h - 2 * PAD)
            with p.at(side(head + PAD, room), PAD):
                _uses(p, card, control, room, box.h - 2 * PAD, 4)
        else:
            tall = max(lay.touch, 92.0)
            rows = 1 + ceil(len(card.wonders) / 2)
            low = rows * (tall + GAP) - GAP
            with p.at(PAD, PAD):
                _head(p, card, control, box.w - 2 * PAD, box.h - 2 * PAD - low - GAP)
            with p.at(PAD, box.h - PAD - low):
                _uses(p, card, control, box.w - 2 * PAD, low, 2)


def _head(p: Pen, card: ChosenCard, control: Controller, w: float, h: float) -> None:
    """Paint the card, its name and, where there is room, its effects and the parts of its prices."""
    t, side = card.lay.touch, partial(at_hand, card.left, room=w)
    button(p, side(w - t, t), 0, t, t, "", "close", partial(touch_handlers.show, control, None), picture="cross")
    high = min(max(t, 150.0), h)
    wide = min(high / CARD_RATIO, w - t - GAP)
    with p.at(side(0, wide) + wide / 2, high / 2):
        cards.card(p, card.data, card.slug, wide, min(high, wide * CARD_RATIO))
    beside = w - wide - t - 3 * GAP
    y, rest = high + GAP, h - high - GAP
    if beside > 90:
        p.prose(side(wide + GAP, beside), 0, card.name, 30, beside, high, "text", bold=STONE, middle=True)
    elif rest > 30:
        p.text(0, y + 16, card.name, 28, "text", "start", bold=STONE, room=w)
        y, rest = y + 36, rest - 36
    full, least = (32.0, 24.0) if card.lay.small else (25.0, 17.0)
    says, size = card.says, full
    while says and _tall(p, says, size, w) > rest:
        size *= 0.94
        if size < least:  # rather nothing than unreadable words: prices are on the card, too
            says, size = says[:-1], full
    for nth, text in enumerate(says):
        rows, used = p.break_lines(text, size, w, 9)
        p.prose(0, y, text, used, w, len(rows) * used * PITCH + 1, "soft" if nth else "text")
        y += len(rows) * used * PITCH + GAP


def _tall(p: Pen, texts: Sequence[str], size: float, w: float) -> float:
    return sum(len(p.break_lines(text, size, w, 9)[0]) * size * PITCH + GAP for text in texts)


def _uses(p: Pen, card: ChosenCard, control: Controller, w: float, h: float, columns: int) -> None:
    """Paint building, discarding, or the other seat's turn; below them the wonders it may be placed under."""
    rows = 1 + ceil(len(card.wonders) / columns)
    tall = (h - (rows - 1) * GAP) / rows
    edge, (label, panel) = card.lay.edge(card.seat), card.other
    count = len(card.uses) + bool(panel)
    wide = (w - (count - 1) * GAP) / count
    for nth, use in enumerate(card.uses):
        tap = partial(_submit, control, card.asked, card.answer, use.line) if use.line else None
        if use.lacks and tap is None:  # an earlier entry may be missing
            tap = partial(control.open_panel, f"forgot coins {card.asked}", edge)
        off, below = not use.line, use.below or ("",)
        button(p, nth * (wide + GAP), 0, wide, tall, use.words, use.key, tap, off=off, below=below, size=30)
    if panel:
        x = len(card.uses) * (wide + GAP)
        button(
            p, x, 0, wide, tall, label, "not in turn", partial(control.open_panel, panel, edge), below=("",), size=30
        )
    across = min(columns, len(card.wonders))
    for nth, use in enumerate(card.wonders):
        wide = (w - (across - 1) * GAP) / across
        with p.at(nth % columns * (wide + GAP), (1 + nth // columns) * (tall + GAP)):
            tap = partial(_submit, control, card.asked, card.answer, use.line) if use.line else None
            if use.lacks and tap is None:
                tap = partial(control.open_panel, f"forgot coins {card.asked}", edge)
            _wonder(p, use, wide, tall, tap)


def _wonder(p: Pen, use: DuelUse, w: float, h: float, tap: Callable[[], None] | None) -> None:
    """Paint a wonder the card may be placed under: its building, its price, and its name where it fits."""
    named, can = p.text_width(use.words, 17, bold=True) <= w - 16, bool(use.line)
    faces.box(p, 0, 0, w, h, 16, "raised" if can else "")
    top = 32.0 if named else 6.0
    if named:
        p.text(w / 2, 20, use.words, 24, "text" if can else "mute", bold=True, room=w - 16)
    high = h - top - 8
    faces.picture(p, use.thing, 8, top, min(w * 0.4, high * 1.1), high, can)
    if use.way is not None:
        with p.at(w * 0.7, top + high / 2):
            cards.price(p, 0, 0, min(44.0, w * 0.5 / faces.PILL, high), use.way)
    if tap is not None:
        p.hit_area(0, 0, w, h, use.key, tap, press=press_painter(w, h, 16))


# ---- corrections -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OtherWays:
    """A panel of ways to correct a line: a choice replaces it or precedes it, or the line is removed."""

    lay: Layout
    seat: int
    asks: LineAsked
    w: Words


def paint_other_ways(p: Pen, other_ways: OtherWays, control: Controller) -> None:
    """Paint, beside the places, instead of or before the line, then the ways to remove it."""
    lay, box = other_ways.lay, other_ways.lay.side_box(other_ways.seat)
    options: list[tuple[str, str, str, Tap, bool]] = [
        (side.label, side.page, "", partial(steps.open_page, control, side.page), side.on)
        for side in other_ways.asks.sides
    ]
    options += [(*each, False) for each in list_exits(control, other_ways.w, other_ways.asks)]
    across = box.w > box.h
    rows = ceil(len(options) / 2) if across else len(options)
    cells = fill_grid(len(options), 2 if across else 1, box.w - 2 * PAD, box.h - 2 * PAD, GAP)
    with lay.at_box(p, box, other_ways.seat):
        frame(p, box.w, box.h)
        for nth, (label, key, picture, tap, on) in enumerate(options):
            x, y = nth // rows * (cells.w + GAP), nth % rows * (cells.h + GAP)
            button(p, PAD + x, PAD + y, cells.w, cells.h, label, key, tap, picture=picture, on=on, size=28)
