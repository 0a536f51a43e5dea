"""The area beside the structure: the discard pile, the count of wonders still to build, and the round buttons."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.duel.screen import choices, touch_handlers
from app.games.duel.screen.layout import Layout
from app.games.duel.screen.typed_scene import DuelScene, present
from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.input import explain_mode
from app.screen.pages.common.join_codes import JoinCode, join_code, paint_join_code
from app.screen.paint import lighting
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PARCHMENT
from app.screen.widgets import faces
from app.screen.widgets.controls import frame, round_button
from app.screen.widgets.panel import closing
from app.text.translation import Words

PILE: Final = 0.76  # of its box, the largest width of a card of the discard pile


@dataclass(frozen=True, slots=True)
class AsideButtons:
    """Buttons at fixed places: turn the cards to the other seat, ?, undo, code for a phone, menu."""

    lay: Layout
    can_undo: bool
    asking: bool
    menu_sign: str


def buttons(scene: DuelScene, lay: Layout) -> Element[AsideButtons]:
    can_undo = scene.model.table is not None and scene.model.table.puts_back
    return Element("buttons", AsideButtons(lay, can_undo, scene.ui.asking, scene.model.menu_sign), paint_buttons)


def paint_buttons(p: Pen, buttons: AsideButtons, control: Controller) -> None:
    lay, r = buttons.lay, buttons.lay.round / 2
    taps: tuple[tuple[str, str, Callable[[], None]], ...] = (
        ("turn", "turn cards", partial(_turn, control)),
        ("question", explain_mode.KEY, partial(_ask, control, lay)),
        ("undo", "undo", partial(_open_panel, control, lay, "undo")),
        ("phone", "code", partial(_open_panel, control, lay, "code")),
        (buttons.menu_sign, "menu", partial(_open_panel, control, lay, "menu")),
    )
    with lay.at_table(p):
        for (x, y), (picture, key, tap) in zip(lay.buttons, taps, strict=True):
            with p.at(x, y):
                lit = key == explain_mode.KEY and buttons.asking
                round_button(p, r, picture, key, tap, lit, off=picture == "undo" and not buttons.can_undo)


@dataclass(frozen=True, slots=True)
class DiscardPile:
    """The discarded cards, and the count of wonders still to build."""

    lay: Layout
    faced_seat: int
    age: int
    count: int
    built: int
    most: int
    w: Words


def discard(scene: DuelScene, lay: Layout) -> Element[DiscardPile]:
    view, derived = scene.view, scene.view.derived
    w = scene.model.words(scene.faced_seat)
    return Element(
        "discard",
        DiscardPile(lay, scene.faced_seat, max(1, view.age), len(view.discard), derived.built, derived.most, w),
        paint_discard,
        ahead=partial(choices.list_pile, view, scene.data, lay),
    )


def paint_discard(p: Pen, discard_pile: DiscardPile, control: Controller) -> None:
    pile = discard_pile.lay.discard
    with discard_pile.lay.at_table(p):
        p.cached(_paint_discard, discard_pile)
        with p.at(pile.x, pile.y, discard_pile.lay.face(discard_pile.faced_seat)):
            tap = partial(touch_handlers.touch_discard, control)
            p.hit_area(-pile.w / 2, -pile.h / 2, pile.w, pile.h, "discard", tap, rank=1)


def _paint_discard(p: Pen, discard_pile: DiscardPile) -> None:
    lay = discard_pile.lay
    pile, left, face = lay.discard, lay.wonders_left, lay.face(discard_pile.faced_seat)
    words = p.legible(26)
    low = words * 1.3 + 0.1 * pile.h  # for the words and the corners of oblique cards
    h = min(pile.h - low, 1.3 * PILE * pile.w)
    w, says, shown = h / 1.3, (h + low) / 2 - words * 0.65, min(3, discard_pile.count)
    with p.at(pile.x, pile.y, face):
        with p.at(0, -low / 2):
            for nth in range(shown):
                with p.at(0, 0, (nth - shown + 1) * 6):
                    faces.card_back(p, discard_pile.age, guild=False, w=w, h=h)
            if not shown:
                lighting.recess(p, -w / 2, -h / 2, w, h, w * 0.09)
        p.text(0, says, discard_pile.w("discard {n}", n=discard_pile.count), words, "soft", room=pile.w)
    with p.at(left.x, left.y, face):
        size, columns = max(
            _fit_wonders(left.w, h, each, discard_pile.most) for each in range(3, discard_pile.most + 1)
        )
        rows = -(-discard_pile.most // columns)
        for nth in range(discard_pile.most):
            row = nth // columns
            here = min(columns, discard_pile.most - row * columns)
            x = (nth % columns - (here - 1) / 2) * size * 1.2
            y = (row - (rows - 1) / 2) * size * 1.1 - low / 2
            if nth < discard_pile.built:
                faces.figure(p, "wonder", x, y, size, "stone", "table")
            else:
                faces.unbuilt(p, x - size * 0.38, y - size * 0.35, size * 0.76, size * 0.7, 5)
        spare = discard_pile.most - discard_pile.built
        said = (
            discard_pile.w.ngettext("{n} wonder left", "{n} wonders left", spare),
            discard_pile.w.pgettext("wonders", "{n} left", n=spare),
        )
        p.text(0, says, said, words, "soft", room=left.w)


def _fit_wonders(w: float, h: float, columns: int, most: int) -> tuple[float, int]:
    """Return the size of each of `most` wonders in that many columns, and the columns."""
    return min(w / (1.2 * columns + 0.3), h / (1.1 * -(-most // columns))), columns


def _open_panel(control: Controller, lay: Layout, panel: str) -> None:
    """Open a panel on the middle, facing the seat that the cards face."""
    control.open_panel(panel, _edge(control, lay))


def _ask(control: Controller, lay: Layout) -> None:
    explain_mode.ask(control, present(control).faced_seat, _edge(control, lay))


def _edge(control: Controller, lay: Layout) -> int:
    return lay.edge(present(control).faced_seat)


def _turn(control: Controller) -> None:
    """Turn the cards to the other seat; with cards that turn by themselves, until somebody has acted."""
    control.change_game_ui(facing=3 - present(control).faced_seat)


@dataclass(frozen=True, slots=True)
class AsideCode:
    """A code to join by phone, while the game continues."""

    lay: Layout
    seat: int
    join_code: JoinCode


def code(scene: DuelScene, lay: Layout) -> Element[AsideCode]:
    """Show the code beside the structure, facing the edge from which it was opened."""
    seat = 1 if scene.ui.edge == int(lay.angle // 90) else 2
    return Element("panel code", AsideCode(lay, seat, join_code(scene)), paint_code)


def paint_code(p: Pen, code: AsideCode, control: Controller) -> None:
    lay, box = code.lay, code.lay.side_box(code.seat)
    with lay.at_box(p, box, code.seat), p.use_material(PARCHMENT):
        frame(p, box.w, box.h)
        paint_join_code(p, code.join_code, box.w, box.h)
        icon(p, "cross", box.w - 30, 30, 36, "soft", "plate")

        def paint_pressed(p: Pen) -> None:
            p.rect(0, 0, box.w, box.h, 26, "candle", opacity=0.22)

        p.hit_area(0, 0, box.w, box.h, "close", closing(control), press=paint_pressed)  # anywhere on it
