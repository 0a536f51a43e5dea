"""The end of a game of Duel: the final moment, points counted at both edges, the crown; then the sheet and the kind of
victory.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.duel import words_facade as say
from app.games.duel.face_icons import SIGNS
from app.games.duel.screen import track_zone, victory_vistas
from app.games.duel.screen.layout import CARD_ASPECT, Layout, layout_of
from app.games.duel.screen.typed_scene import DuelScene
from app.games.duel.screen.victory_vistas import paint_burning_capital, paint_constellation
from app.games.duel.shared_table_facts import list_worlds
from app.looks import military_track
from app.looks.card_faces import numeral
from app.looks.drawing_fallback import has_card
from app.looks.face_layout import Illustration
from app.looks.icons import icon
from app.looks.score_icons import paint_sign
from app.looks.symbols import figure
from app.screen.control.controller import Controller
from app.screen.pages.play import end
from app.screen.pages.play.end import Category, EndScore, EndSheet
from app.screen.paint import lighting
from app.screen.paint.element import BoundCall, Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.state.ring_layout import Ring
from app.screen.widgets import faces, illustrations
from app.screen.widgets.dome import Dome, paint_dome
from app.screen.widgets.game_pieces import fan
from app.shown.play import result_explanation
from app.text.translation import Words
from engine.duel.view_json import View

ROWS: Final = tuple((what, SIGNS[what][1]) for what in say.SCORED)  # each with the colour of its bar
SIGN_SCALES: Final = {"": 0.76, "purple": 0.86}  # of signs that would fill their box
PAD: Final = 14.0  # u
POINTS: Final = 640.0  # u, width of both seats' points beside the built wonders
VICTORY_PICTURES: Final = {"military": ("guard", "behind-red"), "science": ("armillary-sphere", "behind-green")}
SYMBOL_PICTURES: Final = {"law": "scales"}  # of symbols whose picture has another name
DISC_PICTURE_SIDE: Final = 1.42  # of the disc's radius
WAY: Final = 2.3  # fingers, width of the button to the result's code


def elements(scene: DuelScene, ring: Ring) -> Elements:
    """Return the score sheet, or the current part of the end sequence."""
    view = scene.view
    if scene.ending is not None and scene.ending.part == "moment":
        return [*_moment(scene, ring, layout_of(ring), view), end.cover(ring)]
    rows = tuple(Category(BoundCall(paint_category_sign, slug=slug), SIGNS[slug][1], slug) for slug in say.SCORED)
    scored = tuple(
        EndScore(
            tuple(getattr(chair.score, slug) for slug in say.SCORED),
            sum(getattr(chair.score, slug) for slug in say.SCORED),
            1 if not view.winners or seat in view.winners else 2,
            seat in view.winners,
        )
        for seat, chair in enumerate(view.seats, 1)
    )
    ended = EndSheet(
        rows,
        scored,
        result=partial(_describe_result, scene),
        ties=lambda w: "",
        worlds=lambda w: tuple(list_worlds(w, chair) for chair in view.seats),
        why=lambda w: result_explanation.explain_view(w, say, view, scene.data, scene.model.people(w)),
    )
    return end.elements(scene, ring, ended)


def _describe_result(scene: DuelScene, w: Words) -> str:
    return say.result(w, scene.view, scene.model.people(w))


def paint_category_sign(
    p: Pen, x: float, y: float, size: float, ground: str = "zone", ink: str | None = None, *, slug: str
) -> None:
    """Paint a category's sign, round a point."""
    with p.at(x, y, scale=size * SIGN_SCALES.get(SIGNS[slug][0], 1) / 100):
        paint_sign(p, SIGNS[slug], ground)


@dataclass(frozen=True, slots=True)
class EndMoment:
    """A full-screen announcement of the victory, or of the end of the last age."""

    lay: Layout
    victory: str
    symbols: tuple[str, ...]  # of a winner by science
    age: int
    pawn: tuple[float, float]  # u, from the middle of the table
    says: tuple[str, str]  # to each seat


def _moment(scene: DuelScene, ring: Ring, lay: Layout, view: View) -> Elements:
    """Return the announcement: the pawn in the capital with the track, six symbols, or the last age."""
    victory = view.victory or ""
    said = partial(_describe_result, scene) if victory in say.AT_ONCE else say.say_last_age_over
    symbols = tuple(view.seats[view.winners[0] - 1].science) if victory == "science" else ()
    if victory in say.AT_ONCE and not scene.model.settings.plain_figures:
        winner = view.winners[0] - 1
        won, lost = (list_worlds(scene.model.words(), view.seats[seat]) for seat in (winner, 1 - winner))
        burning = victory == "military"
        picture = (
            BoundCall(paint_burning_capital, lost=lost)
            if burning
            else BoundCall(paint_constellation, symbols=symbols, paint_star=paint_symbol, city=won)
        )
        return [victory_vistas.build(scene, ring, winner, picture, said)]
    found: Elements = track_zone.elements(scene, lay) if victory == "military" else []
    pawn = track_zone.space_at(lay, view.military.pawn, scene.data.military.capital)
    ground = Element("dome", Dome(ring, (), war=victory == "military"), paint_dome)
    moment = EndMoment(lay, victory, symbols, view.age, pawn, (said(scene.model.words(1)), said(scene.model.words(2))))
    return [ground, *found, Element("glow", moment, paint_glow, breathes=True), Element("moment", moment, paint_moment)]


def _heart(moment: EndMoment) -> tuple[float, float]:
    """Return the position of the announcement's picture, from the middle, and its radius; u."""
    return (moment.lay.structure.x if moment.victory == "military" else 0.0), min(moment.lay.h * 0.2, 170.0)


def _symbols(moment: EndMoment) -> tuple[tuple[float, float], ...]:
    """Return position, from the middle, and radius of each symbol; u."""
    n = len(moment.symbols)
    step = min(moment.lay.w / n, 240.0)
    return tuple(((nth - (n - 1) / 2) * step, step * 0.44) for nth in range(n))


def paint_glow(p: Pen, moment: EndMoment, control: Controller) -> None:
    """Paint the glow behind the announcement."""
    lit = _symbols(moment) if moment.symbols else (_heart(moment),)
    with moment.lay.at_table(p):
        if moment.victory == "military":
            with p.at(*moment.pawn):
                lighting.halo(p, 46, 60)
        for at, far in lit:
            with p.at(at, 0):
                lighting.halo(p, far, far)


def paint_moment(p: Pen, moment: EndMoment, control: Controller) -> None:
    lay, (x, r) = moment.lay, _heart(moment)
    w = lay.w / 2
    bold: Weight = True if moment.victory in say.AT_ONCE else STONE  # it names the winner
    with lay.at_table(p):
        if moment.victory == "science":
            for symbol, (at, far) in zip(moment.symbols, _symbols(moment), strict=True):
                with p.at(at, 0):
                    lighting.disc(p, far, "green_tint", "green", lighting.GREENS)
                    if not paint_symbol(p, symbol, far):
                        figure(p, symbol, 0, 0, far * 1.27, "green", "green_tint")
        elif moment.victory == "military":
            with p.at(x, 0):
                lighting.disc(p, r, "red_tint", "red", lighting.REDS)
                if not _struck(p, VICTORY_PICTURES["military"][0], r):
                    icon(p, "swords", 0, 0, r * 1.26, "red", "red_tint")
            with p.at(*moment.pawn):
                faces.lay_out(p, military_track.pawn(46))
        else:
            with p.at(x, 0):
                lighting.disc(p, r, "plate", "candle", lighting.BRASS[p.bright])
                if p.plain:
                    faces.draw_marks(p, numeral(moment.age, 0, 0, r * 0.84, "candle"))
                else:
                    wide = r * 0.8
                    fan(p, moment.age, wide, partial(faces.card_back, guild=False, w=wide, h=wide * CARD_ASPECT))
        for seat, says in enumerate(moment.says, 1):
            with p.at(x, 0, lay.face(seat)):
                room = max(2 * w - 2 * abs(x) - 380, lay.structure.w - 40)
                p.prose(-room / 2, r * 1.1 + 30, says, 52, room, 180, "candle", "middle", bold=bold, middle=True)


def paint_symbol(p: Pen, symbol: str, r: float) -> bool:
    """Paint the picture of a scientific symbol on a disc. Return False if there is no drawing."""
    return _struck(p, SYMBOL_PICTURES.get(symbol, symbol), r)


def _struck(p: Pen, picture: str, r: float) -> bool:
    """Paint a card's picture on a disc of radius `r`. Return False if there is no drawing."""
    drawn = not p.plain and has_card(picture)
    if drawn:
        side = r * DISC_PICTURE_SIDE
        illustrations.illustration(p, Illustration(picture, -side / 2, -side / 2, side, side))
    return drawn
