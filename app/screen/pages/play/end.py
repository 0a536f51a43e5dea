"""The end sequence: the decisive moment, the count at every edge, the crown; then the sheet and what to do next."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from app.looks.icons import icon
from app.looks.wonder_window import World
from app.protocol.results import RankKey, rank_seats
from app.screen.control.controller import Controller
from app.screen.pages.play import dome_seats, end_vistas, score_pillars
from app.screen.pages.play.end_vistas import VistaSeat
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Picture, Scene
from app.screen.widgets.pillar import PillarDrum, Sign
from app.shown.form import Button
from app.shown.play import game_over as over
from app.text.translation import Words

BUTTON_RADIUS: Final = 88.0  # u, of a button in a corner, at most


@dataclass(frozen=True, slots=True)
class Category:
    """A scoring category: its sign (comparable) and the colour of its drums."""

    sign: Sign
    colour: str
    slug: str


@dataclass(frozen=True, slots=True)
class Peak:
    """The decisive moment: a large picture in the middle and its sentence."""

    picture: Picture  # square
    says: Callable[[Words], str]
    facing: int = 0  # its seat, from 0
    completed: str = ""  # a wonder that fills the table instead of the picture
    points: int = 0  # printed on it


@dataclass(frozen=True, slots=True)
class EndScore:
    """A seat's result."""

    points: tuple[int, ...]  # by category
    total: int
    rank: int  # from 1; ties share it
    won: bool


def list_scores(
    scores: Iterable[object], slugs: Sequence[str], reached: Sequence[RankKey], winners: Collection[int]
) -> tuple[EndScore, ...]:
    """Return the results by seat: points of these categories, which are fields of a score, and places by `reached`."""
    return tuple(
        EndScore(tuple(getattr(score, slug) for slug in slugs), key[0], place, seat in winners)
        for seat, (score, key, place) in enumerate(zip(scores, reached, rank_seats(reached, winners), strict=True), 1)
    )


@dataclass(frozen=True, slots=True)
class EndSheet:
    """The final results by seat.

    `result`: how the game ended. `ties`: how other ties were broken. `worlds`: each seat's wonders, if the game has
    them. `why`: a sentence for each seat on its result, if there is one.
    """

    rows: tuple[Category, ...]
    scored: tuple[EndScore, ...]
    result: Callable[[Words], str]
    ties: Callable[[Words], str]
    peak: Peak | None = None
    worlds: Callable[[Words], tuple[tuple[World, ...], ...]] | None = None
    why: Callable[[Words], tuple[str, ...]] | None = None

    def reason(self, w: Words, seat: int) -> str:
        """Return the sentence on a seat's (from 0) result."""
        sentences = self.why(w) if self.why is not None else ()
        return sentences[seat] if sentences else ""

    def list_worlds(self, w: Words) -> tuple[tuple[World, ...], ...]:
        return ((),) * len(self.scored) if self.worlds is None else self.worlds(w)

    def standings(self, w: Words) -> tuple[VistaSeat, ...]:
        """List the results with the wonders, named in these words where somebody has several."""
        owned = self.list_worlds(w)
        if all(len(own) < 2 for own in owned):
            owned = tuple(tuple(replace(world, name="") for world in own) for own in owned)
        return tuple(
            VistaSeat(each.rank, each.won, each.total, worlds, self._drums(each, len(self.rows)))
            for each, worlds in zip(self.scored, owned, strict=True)
        )

    def _drums(self, score: EndScore, counted: int) -> tuple[PillarDrum, ...]:
        return tuple(
            PillarDrum(points, row.colour, row.sign, row.slug)
            for row, points in zip(self.rows[:counted], score.points, strict=False)
        )

    def count(self, counted: int) -> list[tuple[PillarDrum, ...]]:
        """List each seat's drums of so many categories."""
        return [self._drums(each, counted) for each in self.scored]


def elements(scene: Scene, ring: Ring, ended: EndSheet) -> Elements:
    """Build the score sheet and the buttons, or the current part of the end sequence."""
    step, peak, model, result = scene.ending, ended.peak, scene.model, partial(_tell_result, ended)
    standings = ended.standings(model.words())
    if step is None or (step.part == "moment" and peak is None):
        corners = Element("corners", EndButtons(ring, model.menu_sign, model.words()), paint_corners)
        return score_pillars.elements(scene, ring, standings, result, ended.reason, [corners])
    drawn = not model.settings.plain_figures
    if step.part == "moment" and peak is not None:
        if drawn and peak.completed:
            whole = end_vistas.build_completed(scene, ring, peak.facing, peak.completed, peak.points, peak.says)
            return [whole, cover(ring)]
        seats = dome_seats.elements(scene, ring, [each.worlds for each in standings], peak.says)
        return [*seats, *_build_peak(ring, peak), cover(ring)]
    if step.part == "count":
        most = max(sum(max(0, points) for points in each.points) for each in ended.scored)
        drums, row = ended.count(step.counted), ended.rows[step.counted - 1]
        seats = dome_seats.build_dome(scene, ring, [each.worlds for each in standings], drums, most, row.slug)
        return [*seats, Element("middle", CountedSign(ring, row), paint_counted), cover(ring)]
    vista = end_vistas.build_winner(scene, ring, standings, ended.result, ended.reason) if drawn else None
    if vista is None:
        return score_pillars.elements(scene, ring, standings, result, ended.reason, [cover(ring)])
    return [vista, cover(ring)]


def _tell_result(ended: EndSheet, w: Words) -> str:
    return " ".join(filter(None, (ended.result(w), ended.ties(w))))


@dataclass(frozen=True, slots=True)
class PeakPicture:
    """The picture of the decisive moment. `glow`: only the light behind it."""

    ring: Ring
    picture: Picture
    edge: int
    glow: bool


def _build_peak(ring: Ring, peak: Peak) -> Elements:
    """Build the picture and the pulsing light behind it."""
    edge = ring.zones[peak.facing].edge
    return [
        Element("glow", PeakPicture(ring, peak.picture, edge, glow=True), paint_lit, breathes=True),
        Element("peak", PeakPicture(ring, peak.picture, edge, glow=False), paint_lit),
    ]


def paint_lit(p: Pen, picture: PeakPicture, control: Controller) -> None:
    ring, (x, y) = picture.ring, picture.ring.inner.centre
    side = min(ring.inner.w, ring.inner.h) / ring.u - 20
    with p.at(x, y, picture.edge * 90.0, ring.u):
        if picture.glow:
            r = side * 0.43
            lighting.halo(p, r, side * 0.24)
            if not p.plain:
                lighting.disc(p, r, "plate", "candle", lighting.BRASS[p.bright])
        else:
            with p.at(-side * 0.4, -side * 0.4):
                picture.picture(p, side * 0.8, side * 0.8)


@dataclass(frozen=True, slots=True)
class CountedSign:
    """The sign of the category that is counted, in the middle."""

    ring: Ring
    row: Category


def paint_counted(p: Pen, sign: CountedSign, control: Controller) -> None:
    r = dome_seats.COUNT_RADIUS * 0.96
    with p.at(*sign.ring.inner.centre, 0, sign.ring.u):
        lighting.halo(p, r, r * 0.4)
        lighting.disc(p, r, "plate", "candle", lighting.BRASS[p.bright])
        sign.row.sign(p, 0, 0, r * 1.2, "plate", None)


def cover(ring: Ring) -> Element[Ring]:
    """Build the hit area over the whole screen that skips to the next part."""
    return Element("finale", ring, paint_cover)


def paint_cover(p: Pen, ring: Ring, control: Controller) -> None:
    p.hit_area(0, 0, ring.width, ring.height, "finale", control.skip_end_step)


@dataclass(frozen=True, slots=True)
class EndButtons:
    """The buttons in the corners. `sign`: the icon of the menu."""

    ring: Ring
    sign: str
    w: Words


def paint_corners(p: Pen, buttons: EndButtons, control: Controller) -> None:
    """Paint the buttons; the menu is in two corners and opens towards the edge nearest to it."""
    ring, w = buttons.ring, buttons.w
    c = 0.85 * ring.card + 32 * ring.u
    h, v = ring.width, ring.height
    far = 2 if ring.seat_counts[2] else 0
    again, lobby = list_next_steps(w)
    uses: tuple[tuple[float, float, int, str, str, str, Callable[[], None]], ...] = (
        (c, v - c, 45, "menu", buttons.sign, w("Menu"), partial(control.open_panel, "menu", 0)),
        (c, c, 135, "menu far", buttons.sign, w("Menu"), partial(control.open_panel, "menu", far)),
        (h - c, c, 225, "turn", again.picture, again.words, partial(control.send, again.says)),
        (h - c, v - c, 315, "wonder", lobby.picture, lobby.words, partial(control.send, lobby.says)),
    )
    r = min(BUTTON_RADIUS, c / ring.u / 1.42 - 2)  # its square, lying aslant, stays on the screen

    def paint_press(p: Pen) -> None:
        p.disc(0, 0, r, "raised", opacity=0.4)

    for x, y, a, key, picture, label, tap in uses:
        ground, ink = ("candle", "ink") if key == "turn" else ("raised", "text")
        with p.at(x, y, a, ring.u):
            if not p.plain:
                lighting.shadow(p, -r, -r, 2 * r, 2 * r, r)
            p.disc(0, 0, r, ground, "line", 2)
            if not p.plain:
                lighting.bevel(p, r, r * 0.05, lighting.BRASS[p.bright])
            icon(p, picture, 0, -r * 0.46, r * 0.5, ink, ground)
            size = p.legible(28) / p.grown
            p.prose(-r * 0.74, -r * 0.16, label, size, r * 1.48, r * 1.06, ink, "middle", middle=True)
            p.hit_area(-r, -r, 2 * r, 2 * r, f"corner {key}", tap, press=paint_press)


def list_next_steps(w: Words) -> list[Button]:
    """Return the buttons for a rematch and for the lobby."""
    return [row for row in over.game_over_page(w).rows_on("screen") if isinstance(row, Button)]
