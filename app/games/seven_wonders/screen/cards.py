"""Cards, leaders, stages and buildings of 7 Wonders, without anything to touch. All lengths are u."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from app.games.seven_wonders.glyphs import LEADER, ability, cost, effects, face
from app.looks.atoms import Atom, Group, lay
from app.looks.buildings import standing
from app.looks.icons import icon
from app.screen.draw import Pen
from app.screen.widgets import faces
from app.screen.widgets.faces import Inks
from app.screen.widgets.marks import brackets
from engine.seven_wonders.cards import BoardData, Data, StageData

UPRIGHT: Final = 1.38  # of its width, the height of a card
NO_AGE: Final = -1  # of a card that lies face down


def card(p: Pen, facts: Data, slug: str, w: float, h: float) -> None:
    """A building card, or a leader, round the pen's place."""
    faces.card(p, face(slug, facts), w, h)


def back(p: Pen, age: int, w: float, h: float) -> None:
    """A card that lies face down, round the pen's place; age 0: a leader; `NO_AGE`: nobody said of which age it is."""
    if age == NO_AGE:
        faces.shape(p, w, h, "back", "stone")
    elif age:
        faces.back(p, age, False, w, h)
    else:
        p.stamp(0, 0, 1, _leader_back, round(w, 2), round(h, 2))


def _leader_back(p: Pen, w: float, h: float) -> None:
    faces.shape(p, w, h, "leader_tint", "leader")
    p.rect(-w * 0.41, -h / 2 + w * 0.08, w * 0.82, h - w * 0.16, w * 0.05, None, "leader_weave", 1.6)
    faces.figure(p, LEADER, 0, 0, min(w, h) * 0.5, "leader", "leader_tint")


# ---- the wonder ------------------------------------------------------------------------------------------


def picture(p: Pen, wonder: str, built: int, stages: int, w: float, h: float) -> None:
    """A wonder from a corner; as much of it is of stone as stages are built."""
    faces.picture(p, wonder, 0, 0, w, h, standing(wonder, built, stages))


@dataclass(frozen=True, slots=True)
class Entered:
    """Paints a card, a leader or a wonder that people enter, round the pen's place. `lies`: before somebody."""

    slug: str
    facts: Data
    lies: bool

    def __call__(self, p: Pen, w: float, h: float) -> None:
        if self.slug in self.facts.cards or self.slug in self.facts.leaders:
            across = min(w * 0.8, h / UPRIGHT)
            card(p, self.facts, self.slug, across, across * UPRIGHT)
            return
        across = min(w * 0.9, h * 1.1)
        with p.at(-across / 2, -across / 2.2):
            picture(p, self.slug, int(self.lies), 1, across, across / 1.1)


def stages(p: Pen, board: BoardData, built: int, w: float, h: float, fresh: Collection[str] = ()) -> None:
    """The stages side by side: built with what it brings, next with its cost and twice as wide, later ones dashed.

    `fresh`: what has just changed, a stage as `stage 2`.
    """
    x, gap = 0.0, min(8.0, h * 0.12)
    for nth, (stage, wide) in enumerate(zip(board.stages, _widths(len(board.stages), built, w, gap), strict=True)):
        _stage(p, stage, nth - built, x, wide, h)
        if f"stage {nth + 1}" in fresh:
            brackets(p, x - 4, -4, wide + 8, h + 8)
        x += wide + gap


def ahead(p: Pen, board: BoardData, built: int, most: float, h: float, fresh: Collection[str] = ()) -> float:
    """The stages in little room: built ones as ticks, the next one with its cost, later ones dashed; how wide they are.

    `most`: wider they never are. `fresh`: what has just changed, a stage as `stage 2`.
    """
    count, gap = len(board.stages), h * 0.14
    each = min(h * 1.1, most * 0.16)
    signs = cost(board.stages[built].cost) if built < count else ()
    next_ = min(most - (count - 1) * (each + gap), max(len(signs), 1.4) * h + gap)
    x = 0.0
    for nth in range(count):
        wide = next_ if nth == built else each
        if nth < built:
            p.rect(x, 0, wide, h, h * 0.18, "stone")
            icon(p, "tick", x + wide / 2, h / 2, min(h, wide) * 0.74, "ink", "stone")
        elif nth == built:
            p.rect(x, 0, wide, h, h * 0.18, "chosen", "candle", max(2.0, h * 0.07))
            groups = (signs,) if signs else ((Atom("free"),),)
            faces.atoms(p, lay(groups, x + wide / 2, h / 2, wide - gap, h * 0.9, h * 0.84 * p.grown), Inks("chosen"))
        else:
            p.stamp(x, 0, 1, _later, wide, h, h * 0.18)
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
    """One stage from its upper left corner; `after` the next one, or below 0: built."""
    r, middle = h * 0.16, (x + w / 2, h / 2)
    if after < 0:
        faces.box(p, x, 0, w, h, r, "stone")
        faces.atoms(
            p, lay(effects(stage.effects), *middle, w * 0.86, h * 0.84, h * 0.74 * p.grown), Inks("stone", "ink")
        )
    elif after == 0:
        p.rect(x, 0, w, h, r, "chosen", "candle", max(2.0, h * 0.045))
        faces.atoms(p, lay(_priced(stage), *middle, w * 0.84, h * 0.8, h * 0.52 * p.grown), Inks("chosen"))
    else:
        p.stamp(x, 0, 1, _later, w, h, r)
        faces.atoms(p, lay(_priced(stage), *middle, w * 0.84, h * 0.8, h * 0.46 * p.grown), Inks("zone", "mute"))


def _later(p: Pen, w: float, h: float, r: float) -> None:
    """The edge of a stage after the next one."""
    p.rect(0, 0, w, h, r, None, "line", 2, dash=(6, 5))


def _priced(stage: StageData) -> tuple[Group, ...]:
    """What a stage costs, in halves that may stand in two rows."""
    signs = cost(stage.cost)
    if len(signs) < 3:
        return (signs,) if signs else ((Atom("free"),),)
    half = -(-len(signs) // 2)
    return signs[:half], signs[half:]


def whole_stage(p: Pen, stage: StageData, number: int, built: int, w: float, h: float) -> None:
    """A stage with its cost and what it brings, from its upper left corner."""
    done, following = number <= built, number == built + 1
    fill, line = ("stone", None) if done else ("chosen", "candle") if following else (None, "line")
    inks = Inks("stone", "ink") if done else Inks("chosen" if following else "plate")
    p.rect(0, 0, w, h, 16, fill, line, 3, dash=None if done or following else (8, 7))
    low, size = h * 0.42, min(h * 0.36, 64.0)
    faces.atoms(p, lay(effects(stage.effects), w / 2, low / 2 + 6, w - 20, low, min(h * 0.5, 84.0)), inks)
    p.path(16, h * 0.56, w - 16, h * 0.56, line=inks.only or "line", width=2)
    faces.atoms(p, lay((cost(stage.cost),), w / 2, h * 0.78, w - 20, h * 0.36, size), inks)


def abilities(p: Pen, board: BoardData, w: float, h: float) -> None:
    """What a board can do besides its stages, in a box from its upper left corner."""
    if groups := ability(board):
        p.rect(0, 0, w, h, 16, "leader_tint")
        faces.atoms(p, lay(groups, w / 2, h / 2, w - 16, h - 16, 64), Inks("leader_tint"))
