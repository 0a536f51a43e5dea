"""Painters of cards, leaders, stages and buildings of 7 Wonders, without touch areas. All lengths are u."""

from collections.abc import Collection
from typing import Final

from app.games.seven_wonders import face_layouts as of
from app.looks.effect_icons import Atom, Inks, cost, lay_out_atoms
from app.looks.icons import icon
from app.screen.paint.pen import Pen
from app.screen.widgets import faces
from app.screen.widgets.change_marks import brackets
from engine.seven_wonders.data_schema import BoardData, Data, StageData

CARD_ASPECT: Final = 1.38  # height / width of a card


def card(p: Pen, data: Data, slug: str, w: float, h: float) -> None:
    """Paint a building card or a leader around the pen's origin."""
    faces.paint_card(p, of.card(data, slug, w, h, plain=faces.is_plain(p, w)))


def paint_back(p: Pen, age: int, w: float, h: float) -> None:
    """Paint a card back around the pen's origin; `age` as in its face."""
    faces.paint_back(p, of.draw_back(age, w, h, p.plain))


def picture(p: Pen, w: float, h: float, wonder: str, built: int, stages: int, ahead: bool = True) -> None:
    """Paint a wonder from its upper left corner, its built stages in stone. `ahead`: also the next one, if drawn."""
    with p.at(w / 2, h / 2):
        faces.lay_out(p, of.wonder(wonder, built, stages, w, h, ahead and not p.plain))


def paint_entered(p: Pen, w: float, h: float, *, slug: str, data: Data, lies: bool) -> None:
    """Paint a card, a leader or a wonder that people enter, round the pen's place. `lies`: before somebody."""
    if slug in data.cards or slug in data.leaders:
        across = min(w * 0.8, h / CARD_ASPECT)
        card(p, data, slug, across, across * CARD_ASPECT)
        return
    across = min(w * 0.9, h * 1.1)
    with p.at(-across / 2, -across / 2.2):
        picture(p, across, across / 1.1, slug, int(lies), 1, ahead=False)


def stages(p: Pen, board: BoardData, built: int, w: float, h: float, fresh: Collection[str] = ()) -> None:
    """Paint stages side by side: built ones with effects, the next one with its cost and twice as wide, later ones
    dashed.

    `fresh`: recent changes, a stage as `stage 2`.
    """
    x, gap = 0.0, min(8.0, h * 0.12)
    for nth, (stage, wide) in enumerate(zip(board.stages, _widths(len(board.stages), built, w, gap), strict=True)):
        _stage(p, stage, nth - built, x, wide, h)
        if f"stage {nth + 1}" in fresh:
            brackets(p, x - 4, -4, wide + 8, h + 8)
        x += wide + gap


def paint_stages(
    p: Pen, board: BoardData, built: int, shown: range, most: float, h: float, fresh: Collection[str] = ()
) -> float:
    """Paint stages in a narrow space and return their width: built ones as ticks, the next one with its cost, later
    ones dashed.

    `shown`: those to paint, from 0. `most`: largest width. `fresh`: recent changes, a stage as `stage 2`.
    """
    gap, each = h * 0.14, min(h * 1.1, most * 0.16)
    signs = cost(board.stages[built].cost) if built < len(board.stages) else ()
    next_ = min(most - (len(shown) - 1) * (each + gap), max(len(signs), 1.4) * h + gap)
    x = 0.0
    for nth in shown:
        wide = next_ if nth == built else each
        if nth < built:
            p.rect(x, 0, wide, h, h * 0.18, "stone")
            icon(p, "tick", x + wide / 2, h / 2, min(h, wide) * 0.74, "ink", "stone")
        elif nth == built:
            p.rect(x, 0, wide, h, h * 0.18, "chosen", "candle", max(2.0, h * 0.07))
            groups = (signs,) if signs else ((Atom("free"),),)
            faces.atoms(
                p, lay_out_atoms(groups, x + wide / 2, h / 2, wide - gap, h * 0.9, h * 0.84 * p.grown), Inks("chosen")
            )
        else:
            faces.unbuilt(p, x, 0, wide, h, h * 0.18)
        if f"stage {nth + 1}" in fresh:
            brackets(p, x - 4, -4, wide + 8, h + 8, 7)
        x += wide + gap
    return x - gap


def _widths(count: int, built: int, w: float, gap: float) -> list[float]:
    few = count < 3
    more = 0.0 if built >= count else 0.5 if few else 0.9
    each = (w - gap * (count - 1)) / (count + more)
    return [each * (1 + more) if nth == built else each for nth in range(count)]


def _stage(p: Pen, stage: StageData, after: int, x: float, w: float, h: float) -> None:
    """Paint one stage from its upper left corner; `after`: its distance from the next one, negative if built."""
    face = of.built_stage if after < 0 else of.draw_next_stage if after == 0 else of.later_stage
    with p.at(x + w / 2, h / 2):
        faces.lay_out(p, face(stage, w, h, p.grown))


def paint_stage(p: Pen, stage: StageData, number: int, built: int, w: float, h: float) -> None:
    """Paint a stage with its cost and effects from its upper left corner."""
    with p.at(w / 2, h / 2):
        faces.lay_out(p, of.draw_stage(stage, number, built, w, h))


def abilities(p: Pen, board: BoardData, w: float, h: float) -> None:
    """Paint a board's ability in a box from its upper left corner."""
    with p.at(w / 2, h / 2):
        faces.lay_out(p, of.abilities(board, w, h))
