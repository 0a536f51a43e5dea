"""The turn entry panel: the things that can still come, and the question whether an excluded one is meant."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from app.screen.control.controller import Controller
from app.screen.input import cardboard_entry as touches
from app.screen.paint.element import AnyElement, Element
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import FELT
from app.screen.state.ring_layout import Ring
from app.screen.state.typed_scene import ReportScene, ReportStep
from app.screen.widgets.controls import frame
from app.screen.widgets.panel import panel
from app.screen.widgets.panel_cells import CellList, cell, prose
from app.screen.widgets.panel_frame import Frame, PanelContext, context_facing, place, place_of_many
from app.screen.widgets.touch_tiles import (
    NARROW_PANEL,
    PAD,
    Button,
    Picture,
    ThingTile,
    Tiles,
    paint_sides,
    paint_tiles,
)
from app.shown.cardboard.turn_entry import EntryItem, EntryQuestion, EntryWords
from app.text.translation import Words


class PicturedEntryWords(EntryWords, Protocol):
    """The words and pictures of a game for turn entry."""

    def picture(self, thing: EntryItem) -> Picture: ...

    def pictured(self, text: str) -> Picture:
        """Return the picture of a line."""


def tiles_of(game_tells: PicturedEntryWords, tells: EntryQuestion, meant: bool) -> Tiles:
    """Return the things to choose, each in its place; excluded duplicates are left out. `meant`: excluded things can be
    chosen."""
    likely = {thing.slug for thing in tells.likely_things}
    tiles = (
        ThingTile(thing, 0 if thing.excluded else thing.left, group.counted, game_tells.picture(thing))
        for group in tells.groups
        for thing in group.things
        if thing.lines and not (thing.excluded and thing.slug in likely)
    )
    return Tiles(tuple(tiles), tells.unsure or meant, bool(tells.excluded_things))


@dataclass(frozen=True, slots=True)
class TurnEntryPanel:
    """The question and the things to choose."""

    ring: Ring
    edge: int
    telling: ReportStep
    tiles: Tiles
    before: str  # the previous step: where the card was taken
    question: tuple[str, ...]  # from long to short
    can_undo: bool
    menu_sign: str
    w: Words


def build_turn_entry(
    scene: ReportScene,
    ring: Ring,
    telling: ReportStep,
    game_tells: PicturedEntryWords,
    source: Callable[[Words], str] | None = None,
) -> AnyElement:
    """Build the panel, turned to the seat that reports. `source`: describes the source of the card if no action
    does."""
    seat, of = telling.seat or scene.acting, telling.identity
    edge = scene.faced_edge(scene.answering_edge(ring, seat))
    w = scene.model.words(seat)
    if scene.is_asking_other(of):
        return Element("telling", ExcludedCardQuestion(context_facing(scene, ring, edge, w), of), paint_other)
    before = ""
    if telling.action:
        name = scene.model.people(w)[telling.seat - 1]
        before = w("{name}: {action}", name=name, action=scene.action(w, telling.action))
    tells = game_tells.to_tell(w, telling.question, scene.model.people(w), now=True)
    tiles, question = tiles_of(game_tells, tells, scene.is_other_confirmed(of)), tells.title
    if source and (said := source(w)):
        question = (f"{said} · {question[0]}", f"{said} · {question[-1]}", *question)
    can_undo = scene.model.table is not None and scene.model.table.puts_back
    view = TurnEntryPanel(ring, edge, telling, tiles, before, question, can_undo, scene.model.menu_sign, w)
    return Element("telling", view, paint_asking)


def paint_asking(p: Pen, panel: TurnEntryPanel, control: Controller) -> None:
    at, touch, w, telling = place_of_many(panel.ring, panel.edge, 1500, 760), panel.ring.touch, panel.w, panel.telling
    of = telling.identity
    with p.at(at.x, at.y, at.angle, panel.ring.u), p.use_material(FELT):
        frame(p, at.w, at.h)
        _paint_title(p, at, panel.before, panel.question)
        side: list[Button] = offer_excluded(control, panel.tiles, of, w)
        if telling.action:
            side.append((w("Log"), "log", "menu", partial(control.open_panel, "log", panel.edge)))
            side.append((w("Back"), "put back", "undo", partial(touches.unpick, control)))
        else:  # nothing else leads to the code, to the settings or out of the game
            side.append((w("Menu"), "menu", panel.menu_sign, partial(control.open_panel, "menu", panel.edge)))
            side.append(
                (w("Undo"), "undo", "undo", partial(control.open_panel, "undo", panel.edge) if panel.can_undo else None)
            )
        room = paint_sides(p, at, touch, side)
        tell, other = partial(touches.report, control, telling), partial(touches.ask_other, control, of)
        paint_tiles(p, panel.tiles, room, touch, tell, other)


def _paint_title(p: Pen, at: Frame, before: str, question: tuple[str, ...]) -> None:
    """Paint the steps: the previous answer and the current question."""
    left, y = PAD + 4, PAD + 30
    if before and at.w >= NARROW_PANEL:  # else the stack itself says so
        p.disc(left + 26, y, 26, None, "candle", 3)
        p.text(left + 26, y, "1", 28, "candle", bold=True)
        room = (at.w - 2 * PAD) * 0.42 - 70
        p.text(left + 64, y, before, 28, "soft", "start", room=room)
        left += (at.w - 2 * PAD) * 0.42
        p.disc(left + 26, y, 26, "candle")
        p.text(left + 26, y, "2", 28, "ink", bold=True)
        left += 64
    p.text(left, y, question, 34, "text", "start", bold=True, room=at.w - PAD - left)


def offer_excluded(control: Controller, tiles: Tiles, of: object, w: Words) -> list[Button]:
    """Return the button that offers excluded things, if there are any. `of`: the current question."""
    if not tiles.others or tiles.open:
        return []
    return [(w("Another card"), "another", "card", partial(touches.ask_other, control, of))]


@dataclass(frozen=True, slots=True)
class ExcludedCardQuestion:
    """The question whether an excluded card is meant. `of`: the current question."""

    context: PanelContext
    of: object


def paint_other(p: Pen, question: ExcludedCardQuestion, control: Controller) -> None:
    w, ring, edge = question.context.w, question.context.ring, question.context.edge
    text = w("By our count none of these can be left there. Was an entry wrong, or is your box different?")
    meant = partial(touches.ask_other, control, question.of, meant=True)
    foot = [
        cell(w("Our copy is different"), "different", meant, "card", 1.2),
        cell(w("Correct an entry"), "entered wrongly", partial(_open_log, control, edge), "menu", 1.2),
        cell(w("Back"), "no other", partial(touches.cancel_other, control), "undo"),
    ]
    at = place(ring, edge, 1000, 460)
    content = CellList([prose(text, 30, "text")])
    panel(p, control, question.context, at, w("Another card?"), content, foot=foot, turn=False)


def _open_log(control: Controller, edge: int) -> None:
    touches.cancel_other(control)
    control.open_panel("log", edge)
