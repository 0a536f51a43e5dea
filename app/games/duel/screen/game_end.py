"""The end of a game of Duel: the final moment, points counted at both edges, the crown; then the sheet and the kind of
victory.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from app.games.duel import words_facade as say
from app.games.duel.face_icons import SIGNS
from app.games.duel.screen import touch_handlers, track_zone
from app.games.duel.screen.layout import CARD_ASPECT, Layout, TableBox, layout_of
from app.games.duel.screen.typed_scene import DuelScene
from app.games.duel.shared_table_facts import list_won_worlds, list_worlds
from app.looks import military_track
from app.looks.card_faces import numeral
from app.looks.drawing_fallback import has_card
from app.looks.end_stages import Step
from app.looks.face_layout import Illustration
from app.looks.icons import icon, sign
from app.looks.score_icons import scored
from app.looks.symbols import figure
from app.looks.wonder_window import World
from app.screen.control.controller import Controller
from app.screen.pages.common import result_code
from app.screen.pages.common.forms import send_intent as to_table
from app.screen.pages.play import end, end_vistas, final_scores_panel
from app.screen.pages.play.end import Category
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.paint.text_pen import PITCH
from app.screen.state.ring_layout import Rect, Ring
from app.screen.widgets import faces, illustrations, wonder_window
from app.screen.widgets.badges import draw_before_name
from app.screen.widgets.controls import button, tick
from app.screen.widgets.dome import Dome, paint_dome
from app.screen.widgets.game_pieces import fan
from app.screen.widgets.vista import Vista
from app.shown.play import game_over, result_explanation
from app.text.translation import Words
from engine.duel.view_json import Score, View

ROWS: Final = tuple((what, SIGNS[what][1]) for what in say.SCORED)  # each with the colour of its bar
SIGN_SCALES: Final = {"": 0.76, "purple": 0.86}  # of signs that would fill their box
PAD: Final = 14.0  # u
WORDS_HEIGHT: Final = 0.52  # of the scores at an edge, for the words below
POINTS: Final = 640.0  # u, width of both seats' points beside the built wonders
VICTORY_PICTURES: Final = {"military": ("guard", "behind-red"), "science": ("armillary-sphere", "behind-green")}
SYMBOL_PICTURES: Final = {"law": "scales"}  # of symbols whose picture has another name
DISC_PICTURE_SIDE: Final = 1.42  # of the disc's radius
WAY: Final = 2.3  # fingers, width of the button to the result's code


def elements(scene: DuelScene, ring: Ring) -> Elements:
    """Return everything but the track, once the game is over and its end sequence has played."""
    lay, view = layout_of(ring), scene.view
    found: Elements = [_result(scene, lay, view, seat) for seat in (1, 2)]
    found.append(_corners(scene, lay, ring))
    if not scene.opened.panel:
        found += [_build_ways_to_win(scene, lay, view), _sheet(scene, lay, view)]
    return found


def parts(scene: DuelScene, ring: Ring, step: Step) -> Elements:
    """Return everything on the table during one step of the end sequence."""
    lay, view = layout_of(ring), scene.view
    if step.part == "moment":
        return [*_moment(scene, ring, lay, view), end.cover(ring)]
    found: Elements = [
        *track_zone.elements(scene, lay),
        *(_result(scene, lay, view, seat, step) for seat in (1, 2)),
    ]
    if step.part == "count":
        slug = say.SCORED[step.counted - 1]
        row = Category(CategorySign(slug), SIGNS[slug][1], slug)
        found.append(end.build_counting(scene, ring, _between(lay), row))
    elif (vista := _build_vista(scene, ring)) is not None:
        return [vista, end.cover(ring)]
    else:
        found.append(end.build_crown(scene, ring, _between(lay), partial(_describe_result, scene)))
    return [*found, end.cover(ring)]


def _build_vista(scene: DuelScene, ring: Ring) -> Element[Vista] | None:
    """Build the winner's wonders with the loser's on the horizon; None without drawings, or without such wonders."""
    if scene.model.settings.plain_figures:
        return None
    view = scene.view
    standings = tuple(
        end_vistas.VistaSeat(
            1 if not view.winners or seat in view.winners else 2,
            seat in view.winners,
            sum(getattr(chair.score, what) for what in say.SCORED),
            list_worlds(scene.model.words(view.winners[0] if view.winners else 0), chair),
        )
        for seat, chair in enumerate(view.seats, 1)
    )
    return end_vistas.build_winner(scene, ring, standings, partial(_describe_result, scene), partial(_explain, scene))


def _explain(scene: DuelScene, w: Words, i: int) -> str:
    """Return the sentence on a seat's (from 0) result."""
    told = result_explanation.explain_view(w, say, scene.view, scene.data, scene.model.people(w))
    return told[i] if told else ""


def _between(lay: Layout) -> Rect:
    """Return the sheet's rectangle, in pixels."""
    (x, y), box = lay.point(lay.structure.x, lay.structure.y), lay.structure
    w, h = (box.w, box.h) if lay.angle % 180 == 0 else (box.h, box.w)
    return Rect(x - w * lay.u / 2, y - h * lay.u / 2, w * lay.u, h * lay.u)


def _describe_result(scene: DuelScene, w: Words) -> str:
    return say.result(w, scene.view, scene.model.people(w))


@dataclass(frozen=True, slots=True)
class CategorySign:
    """A painter of a category's sign, round a point."""

    what: str

    def __call__(self, p: Pen, x: float, y: float, size: float, ground: str = "zone", ink: str | None = None) -> None:
        _glyph(p, self.what, x, y, size, ground)


def faced(scene: DuelScene) -> int:
    """Return the seat that the sheet faces: the one it was turned to, else the winner, but no bot before a person."""
    if scene.duel.turned:
        return scene.duel.turned
    order = sorted((1, 2), key=lambda seat: (scene.model.info(seat).by == "bot", seat not in scene.view.winners))
    return order[0]


def _glyph(p: Pen, what: str, x: float, y: float, size: float, ground: str) -> None:
    with p.at(x, y, scale=size * SIGN_SCALES.get(SIGNS[what][0], 1) / 100):
        scored(p, SIGNS[what], ground)


# ---- the edges -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's result."""

    lay: Layout
    seat: int
    name: str
    score: Score
    won: bool
    how: str  # for a winner
    counted: int  # number of categories counted so far
    counting: bool  # the newest category is lit
    wonders: tuple[str, ...]  # built ones
    badge: tuple[str, str]
    why: str = ""  # explanation of the result; empty during the end sequence

    @property
    def total(self) -> str:
        """The points counted so far."""
        return str(sum(getattr(self.score, what) for what in say.SCORED[: self.counted]))


def _result(scene: DuelScene, lay: Layout, view: View, seat: int, step: Step | None = None) -> Element[SeatResult]:
    """Build a seat's result; the element turns over when the seat is crowned."""
    w, box = scene.model.words(seat), lay.city(seat)
    counting = step is not None and step.part == "count"
    won = seat in view.winners and not counting
    how = say.victory(w, view.victory or "") if won else ""
    counted = step.counted if step is not None and counting else len(ROWS)
    chair = view.seats[seat - 1]
    wonders = tuple(slug for slug, under in chair.wonders.items() if under is not None)
    badge = scene.model.info(seat).badge
    why = _explain(scene, w, seat - 1) if step is None else ""
    it = SeatResult(lay, seat, scene.model.name(seat), chair.score, won, how, counted, counting, wonders, badge, why)
    angle = (lay.angle + lay.face(seat)) % 360
    return Element(
        f"zone {seat}", it, paint_result, angle=angle, pivot=lay.point(box.x, box.y), flips=won, together=True
    )  # fmt: skip


def paint_result(p: Pen, it: SeatResult, control: Controller) -> None:
    box = it.lay.city(it.seat)
    w, h = box.w, box.h
    ink = "ink" if it.won else "text"
    with it.lay.at_city(p, it.seat):
        if it.won:
            p.rect(-8, -8, w + 16, h + 16, 30, "candle", opacity=0.14)
        p.rect(0, 0, w, h, 22, "candle" if it.won else "zone")
        two = w < 1300  # one above the other
        head, tall = (w, h * 0.44) if two else (min(w * 0.36, 660.0), h)
        total = it.total
        size = min(96.0, tall * 0.72)
        mid = tall / 2
        left = 28.0
        if it.won:
            icon(p, "crown", left + size * 0.42, mid, size * 0.84, "ink", "candle")
            left += size * 0.84 + 20
        wide = p.text_width(total, size, True)
        room = head - left - wide - 40
        how, size_of_how = p.break_lines(it.how, it.lay.words(26), False, room, 2)  # none if nothing is said
        pitch = size_of_how * PITCH
        at = mid - (14 + (pitch / 2 if len(how) > 1 else 0) if how else 0)
        used = draw_before_name(p, left, at, 44, it.name, room, *it.badge)
        named = used + p.name(left + used, at, it.name, 44, ink, room=room - used, high=tall * (0.6 - 0.2 * len(how)))
        said = [
            p.text(left, at + 44 + nth * pitch, row, size_of_how, "ink_soft", "start") for nth, row in enumerate(how)
        ]
        used = max(named, *said, 0) + 24
        _paint_built_wonders(p, it.wonders, left + used, mid, room - used, min(tall * 0.62, 104.0))
        p.text(head - 18, mid, total, size, ink, "end", bold=True)
        x, y = (14.0, tall) if two else (head, 16.0)
        with p.at(x, y):
            _scored(p, it, w - x - 14, h - y - 14)


def _paint_built_wonders(p: Pen, wonders: tuple[str, ...], x: float, y: float, room: float, side: float) -> None:
    """Paint a seat's built wonders, centred on y, if there is room for all of them."""
    step = min(side + 12, room / max(1, len(wonders)))
    if not wonders or step < side * 0.6:
        return
    p.rect(x, y - side / 2 - 10, len(wonders) * step, side + 20, 16, "zone")
    for nth, slug in enumerate(wonders):
        wide = min(side, step - 8)
        faces.picture(p, slug, x + nth * step + (step - wide) / 2, y - side / 2, wide, side, built=True)


def _scored(p: Pen, it: SeatResult, w: float, h: float) -> None:
    """Paint the categories and, once all are counted, the explanation below."""
    told = h * WORDS_HEIGHT if it.why else 0.0
    if it.why:
        ink = "ink" if it.won else "text"
        p.prose(8, h - told + 4, it.why, it.lay.words(30), w - 16, told, ink, "start", middle=True)
    _categories(p, it, w, h - told)


def _categories(p: Pen, it: SeatResult, w: float, h: float) -> None:
    """Paint points below the signs, or beside them where there is little room."""
    p.rect(0, 0, w, h, 16, "shade" if it.won else "table")
    each = w / len(ROWS)
    for nth, (what, _) in enumerate(ROWS):
        x, points = each * (nth + 0.5), getattr(it.score, what)
        size = min(56.0, h * 0.42, each * 0.7)
        if it.counting and nth == it.counted - 1:
            p.rect(x - each / 2 + 2, 4, each - 4, h - 8, 12, "chosen", "candle", 3)
        if nth >= it.counted:
            with p.dimmed(0.35, "table"):
                _glyph(p, what, x, h / 2, size * 0.8, "table")
            continue
        ink, ground = "text" if points else "mute", "shade" if it.won else "table"
        if it.why:
            size = min(56.0, h * 0.6, each * 0.36)
            _glyph(p, what, x - each * 0.2, h / 2, size, ground)
            p.text(x + each * 0.2, h / 2, str(points), min(44.0, h * 0.6), ink, bold=True, room=each * 0.46)
            continue
        _glyph(p, what, x, h * 0.3, size, ground)
        p.text(x, h * 0.73, str(points), min(44.0, h * 0.36), ink, bold=True, room=each - 8)


# ---- the sheet between them ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PointsSheet:
    """The points of both seats, line by line; the seat that the sheet faces is on the left."""

    lay: Layout
    seat: int
    names: tuple[str, str]
    scores: tuple[Score, Score]
    won: tuple[bool, bool]
    result: str
    w: Words
    link: str = ""  # to the result's page
    won_at_once: str = ""  # military | science
    worlds: tuple[World, ...] = ()  # built by the winners


def _sheet(scene: DuelScene, lay: Layout, view: View) -> Element[PointsSheet]:
    seat = faced(scene)
    w, both = scene.model.words(seat), (seat, 3 - seat)
    people = scene.model.people(w)
    result = say.result(w, view, people)
    if scene.model.table is not None and scene.model.table.early:
        result = f"{game_over.ended_early_text(w)} {result}"
    mine, theirs = (view.seats[each - 1].score for each in both)
    sheet = PointsSheet(
        lay, seat, (people[seat - 1], people[2 - seat]), (mine, theirs),
        (seat in view.winners, 3 - seat in view.winners), result, w,
        scene.model.table.result_link if scene.model.table is not None else "",
        view.victory if view.victory in say.AT_ONCE else "", list_won_worlds(w, view),
    )  # fmt: skip
    return Element("sheet", sheet, paint_sheet)


def paint_sheet(p: Pen, it: PointsSheet, control: Controller) -> None:
    box, t = it.lay.structure, it.lay.touch
    buttons = _column(p, it.lay, it.w)
    left = max(box.x - min(box.w, 1000.0) / 2, buttons.x + buttons.w / 2 + 12)
    w, h = box.x + min(box.w, 1000.0) / 2 - left, box.h
    with it.lay.at_table(p), p.at(left + w / 2, box.y, it.lay.face(it.seat)), p.at(-w / 2, -h / 2):
        lighting.shadow(p, 0, 0, w, h, 26, lighting.ZONE)
        p.rect(0, 0, w, h, 26, "plate", "raised", 2)
        p.hit_area(0, 0, w, h, "plate", None, rank=0)
        if lit := _lit(p, it, w, h):
            with p.at(final_scores_panel.RIM, final_scores_panel.RIM):
                _shines(p, it, lit - final_scores_panel.RIM, h - 2 * final_scores_panel.RIM)
    w -= lit
    with it.lay.at_table(p), p.at(left + (w + lit) / 2, box.y, it.lay.face(it.seat)), p.at((lit - w) / 2, -h / 2):
        edge, turn = it.lay.edge(it.seat), partial(touch_handlers.turn_to, control, 3 - it.seat)
        code = result_code.paint_code_beside(p, control, it.link, edge, it.w, w, h, t)
        w -= code
        button(p, w - t - PAD, PAD, t, t, "", "turn sheet", turn, "turn")
        room = w - t - 44 - PAD
        if it.link and not code:
            result_code.paint_code_button(p, control, edge, it.w, w - t - 2 * PAD - WAY * t, PAD, WAY * t, t)
            room -= WAY * t + PAD
        p.prose(24, 4, it.result, it.lay.words(32), room, t + 20, "text", bold=True, middle=True)
        top = PAD + t + 8
        line = (h - top - PAD) / (len(ROWS) + 1.3)
        most = max(1, *(getattr(score, what) for score in it.scores for what, _ in ROWS))
        _paint_names(p, it, w, top + line * 0.6, min(it.lay.words(40), line * 0.8))
        for nth, (what, colour) in enumerate(ROWS):
            _row(p, it, what, colour, w, top + line * (nth + 1.8), line, most)


def _lit(p: Pen, it: PointsSheet, w: float, h: float) -> float:
    """Return the width, at the left of the sheet, for a picture of the victory or of the built wonders; 0 if none."""
    shown = (it.won_at_once and not p.plain) or wonder_window.are_drawn(p, it.worlds)
    wide = min(w - POINTS, h * 0.7)
    return wide if shown and wide >= final_scores_panel.LIGHT else 0.0


def _shines(p: Pen, it: PointsSheet, w: float, h: float) -> None:
    """Paint the victory's picture above the winner's built wonders."""
    above = 0.0
    if it.won_at_once:
        above = h * (0.44 if it.worlds else 1)
        picture, behind = VICTORY_PICTURES[it.won_at_once]
        illustrations.illustration(p, Illustration(picture, 0, 0, w, above, behind, 18))
    if it.worlds:
        with p.at(0, above):
            wonder_window.paint_lit(p, it.worlds, w, h - above, 0 if above else 18)


def _paint_names(p: Pen, it: PointsSheet, w: float, y: float, size: float) -> None:
    for side, name, score, won in zip((-1, 1), it.names, it.scores, it.won, strict=True):
        ink = "candle" if won else "text"
        total = str(score.total)
        x = w / 2 + side * 70
        align: Literal["start", "end"] = "end" if side < 0 else "start"
        p.text(x, y, total, size * 1.2, ink, align, bold=True)
        wide = p.text_width(total, size * 1.2, True) + 24
        p.name(
            x + side * wide,
            y,
            name,
            max(size * 0.8, it.lay.words(0)),
            ink,
            align,
            room=w / 2 - 70 - wide - 28,
            high=size * 1.6,
        )


def _row(p: Pen, it: PointsSheet, what: str, colour: str, w: float, y: float, line: float, most: int) -> None:
    _glyph(p, what, w / 2, y, min(46.0, line * 0.74), "plate")
    size, unit = min(36.0, line * 0.66), (w / 2 - 150) / most
    for side, score in zip((-1, 1), it.scores, strict=True):
        points: int = getattr(score, what)
        p.text(w / 2 + side * 62, y, str(points), size, "text" if points else "mute", bold=True, room=60)
        wide = points * unit
        if points > 0:
            left = w / 2 + side * 104 - (wide if side < 0 else 0)
            p.rect(left, y - line * 0.28, wide, line * 0.56, 6, colour)


# ---- how it was won --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WaysToWin:
    """The three ways to win, the one that won, and the best progress on each: `ahead` of `capital` spaces, etc."""

    lay: Layout
    seat: int
    victory: str
    ahead: int
    capital: int
    symbols: int
    winning: int
    points: int
    w: Words


def _build_ways_to_win(scene: DuelScene, lay: Layout, view: View) -> Element[WaysToWin]:
    seat = faced(scene)
    ahead = abs(view.military.pawn)
    most = max(len(chair.science) for chair in view.seats)
    points = max(chair.score.total for chair in view.seats)
    capital, winning = scene.data.military.capital, scene.data.table.winning_symbols
    it = WaysToWin(lay, seat, view.victory or "", ahead, capital, most, winning, points, scene.model.words(seat))
    return Element("ways", it, paint_ways)


def paint_ways(p: Pen, it: WaysToWin, control: Controller) -> None:
    box = it.lay.side_box(it.seat)
    w = it.w
    rows = (
        ("military", "swords", w("{n} of {all}", n=it.ahead, all=it.capital), w("to the capital")),
        ("science", "green", w("{n} of {all}", n=it.symbols, all=it.winning), w("symbols")),
        ("civilian", "gable", str(it.points), w("points")),
    )
    across = box.w > box.h
    n = len(rows)
    wide = (box.w - (n - 1) * 12) / n if across else min(box.w, 360.0)
    high = min(130.0, box.h * 0.5)
    with it.lay.at_table(p), p.at(box.x, box.y, it.lay.face(it.seat)):
        for nth, (victory, picture, large, below) in enumerate(rows):
            x = (nth - (n - 1) / 2) * (wide + 12) if across else 0.0
            y = 0.0 if across else -box.h / 2 + 12 + high / 2 + nth * (high + 12)
            with p.at(x - wide / 2, y - high / 2):
                _paint_way_to_win(p, it.lay, picture, large, below, wide, high, victory == it.victory)


def _paint_way_to_win(p: Pen, lay: Layout, picture: str, large: str, below: str, w: float, h: float, on: bool) -> None:
    p.rect(0, 0, w, h, 18, "chosen" if on else "zone", "candle" if on else "line", 5 if on else 2)
    side = min(h * (0.44 if lay.small else 0.6), 72.0)
    x, y = 20 + side / 2, h / 2
    if picture == "green":
        sign(p, "green", x, y, side * 0.8, "green")
    elif picture == "gable":
        faces.gable(p, x, y, side, int(large))
    else:
        icon(p, picture, x, y, side, "red", "zone")
    p.text(36 + side, h * 0.34, large, 38, "text", "start", bold=True, room=w - side - 60)
    if p.text_width(below, lay.words(26)) <= w - side - 42:  # omit unreadable words: the sign is enough
        p.text(36 + side, h * 0.74, below, lay.words(26), "soft", "start")
    if on:
        p.begin_layer()
        tick(p, w - 12, 12, 22)


# ---- buttons ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndCorners:
    """The buttons after a game. `sign`: the picture on the menu button."""

    lay: Layout
    ring: Ring
    seat: int
    sign: str
    w: Words


def _corners(scene: DuelScene, lay: Layout, ring: Ring) -> Element[EndCorners]:
    seat = faced(scene)
    view = EndCorners(lay, ring, seat, scene.model.menu_sign, scene.model.words(seat))
    return Element("corners", view, paint_corners)


def paint_corners(p: Pen, it: EndCorners, control: Controller) -> None:
    """Paint rematch, lobby and menu at the place of the tokens."""
    lay, w = it.lay, it.w
    uses = (
        *(
            (row.picture, f"corner {row.picture}", partial(to_table, control, row.says))
            for row in end.list_next_steps(w)
        ),
        (it.sign, "corner menu", partial(_open_menu, control, it.ring)),
    )
    column = _column(p, lay, w)
    high = min((column.h - 3 * 12) / len(uses), 132.0)
    with lay.at_table(p), p.at(column.x, column.y, lay.face(it.seat)):
        for nth, ((picture, key, tap), label) in enumerate(zip(uses, _labels(w), strict=True)):
            y = (nth - (len(uses) - 1) / 2) * (high + 12) - high / 2
            button(
                p, -column.w / 2, y, column.w, high, label, key, tap, picture, on=nth == 0, size=lay.words(26),
                stacked=True,
            )  # fmt: skip


def _labels(w: Words) -> tuple[str, ...]:
    return *(row.words for row in end.list_next_steps(w)), w("Menu")


def _column(p: Pen, lay: Layout, w: Words) -> TableBox:
    """Return the column of the buttons: the place of the tokens, widened until its labels are readable."""
    at, size = lay.tokens, lay.words(26)
    with lay.at_table(p):
        wide = max(at.w, lay.touch, *(p.text_width(label, size, True) + 16 for label in _labels(w)))
    return TableBox(at.x + (wide - at.w) / 2, at.y, wide, at.h)


def _open_menu(control: Controller, ring: Ring) -> None:
    """Open the menu facing whoever touched it, else the bottom edge."""
    seat = control.scene.reader(ring)
    control.open_panel("menu", ring.edge_of(seat))


# ---- the final moment ------------------------------------------------------------------------------------


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
    found: Elements = track_zone.elements(scene, lay) if victory == "military" else []
    pawn = track_zone.space_at(lay, view.military.pawn, scene.data.military.capital)
    ground = Element("dome", Dome(ring, (), war=victory == "military"), paint_dome)
    it = EndMoment(lay, victory, symbols, view.age, pawn, (said(scene.model.words(1)), said(scene.model.words(2))))
    return [ground, *found, Element("glow", it, paint_glow, breathes=True), Element("moment", it, paint_moment)]


def _heart(it: EndMoment) -> tuple[float, float]:
    """Return the position of the announcement's picture, from the middle, and its radius; u."""
    return (it.lay.structure.x if it.victory == "military" else 0.0), min(it.lay.h * 0.2, 170.0)


def _symbols(it: EndMoment) -> tuple[tuple[float, float], ...]:
    """Return position, from the middle, and radius of each symbol; u."""
    n = len(it.symbols)
    step = min(it.lay.w / n, 240.0)
    return tuple(((nth - (n - 1) / 2) * step, step * 0.44) for nth in range(n))


def paint_glow(p: Pen, it: EndMoment, control: Controller) -> None:
    """Paint the glow behind the announcement."""
    lit = _symbols(it) if it.symbols else (_heart(it),)
    with it.lay.at_table(p):
        if it.victory == "military":
            with p.at(*it.pawn):
                lighting.halo(p, 46, 60)
        for at, far in lit:
            with p.at(at, 0):
                lighting.halo(p, far, far)


def paint_moment(p: Pen, it: EndMoment, control: Controller) -> None:
    lay, (x, r) = it.lay, _heart(it)
    w = lay.w / 2
    bold: Weight = True if it.victory in say.AT_ONCE else STONE  # it names the winner
    with lay.at_table(p):
        if it.victory == "science":
            for symbol, (at, far) in zip(it.symbols, _symbols(it), strict=True):
                with p.at(at, 0):
                    lighting.disc(p, far, "green_tint", "green", lighting.GREENS)
                    if not _struck(p, SYMBOL_PICTURES.get(symbol, symbol), far):
                        figure(p, symbol, 0, 0, far * 1.27, "green", "green_tint")
        elif it.victory == "military":
            with p.at(x, 0):
                lighting.disc(p, r, "red_tint", "red", lighting.REDS)
                if not _struck(p, VICTORY_PICTURES["military"][0], r):
                    icon(p, "swords", 0, 0, r * 1.26, "red", "red_tint")
            with p.at(*it.pawn):
                faces.lay_out(p, military_track.pawn(46))
        else:
            with p.at(x, 0):
                lighting.disc(p, r, "plate", "candle", lighting.BRASS[p.bright])
                if p.plain:
                    faces.draw_marks(p, numeral(it.age, 0, 0, r * 0.84, "candle"))
                else:
                    wide = r * 0.8
                    fan(p, it.age, wide, partial(faces.card_back, guild=False, w=wide, h=wide * CARD_ASPECT))
        for seat, says in enumerate(it.says, 1):
            with p.at(x, 0, lay.face(seat)):
                room = max(2 * w - 2 * abs(x) - 380, lay.structure.w - 40)
                p.prose(-room / 2, r * 1.1 + 30, says, 52, room, 180, "candle", "middle", bold, middle=True)


def _struck(p: Pen, picture: str, r: float) -> bool:
    """Paint a card's picture on a disc of radius `r`. Return False if there is no drawing."""
    drawn = not p.plain and has_card(picture)
    if drawn:
        side = r * DISC_PICTURE_SIDE
        illustrations.illustration(p, Illustration(picture, -side / 2, -side / 2, side, side))
    return drawn
