"""A seat's zone during a game, facing the seat: its wonder, its things, its name and its prompt."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.architects import action_text, effect_text, printed_names
from app.games.architects.face_icons import token_signs
from app.games.architects.face_layouts import boxes
from app.games.architects.screen import pieces, wonders
from app.games.architects.screen.seat_pills import GIFTS, MEDALS, MILITARY, pills
from app.games.architects.screen.typed_scene import ArchitectsScene, present
from app.looks import piece_faces as pieces_of_all
from app.looks.drawing_data import SHAPE
from app.looks.icons import icon
from app.looks.plain_wonder_shapes import STRETCH, drawing_of
from app.screen.control.controller import Controller
from app.screen.input import cardboard_entry
from app.screen.paint.element import BoundCall
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import MARGIN, Rect, Ring
from app.screen.widgets import name_fitting
from app.screen.widgets.change_marks import PREVIEW, brackets
from app.screen.widgets.count_pills import PicturePill, paint_pills
from app.screen.widgets.faces import gable, lay_out
from app.screen.widgets.illustrations import window
from app.screen.widgets.name_plate import OVERHANG, Player, draw_zone, link_sign, paint_name, paint_prompt, waiting_dots
from app.shown.play.table_description import Pill, PillItem
from app.text.translation import Words, capital, join_phrases
from engine.architects.data_schema import Data, Stage
from engine.architects.view_json import Need, SeatView

WING: Final = 216.0  # u, from the centre of the table to the ground of a wonder beside a zone
SCALE_DEPTH: Final = 280.0  # u of a zone, beyond which only its wonder grows
WING_GAP: Final = 24.0  # u, between a wing and the things at the next edge
SLIM: Final = 480.0  # of a zone's scale, the width below which room is short
PLATE: Final = 92.0  # of a small zone's scale, height of the name …
HIGH: Final = 160.0  # … and of the wonder above it
ASIDE_SMALL: Final = 0.32  # of a small zone's width, the wonder's at most
INSET: Final = 8.0  # u at the edges of a wonder's box that do not react to touches
NUMBER: Final = 0.2  # of a wonder's height, the largest number …
LARGEST: Final = 46.0  # … and u
DRAWING_SHARE: Final = 0.47  # of a zone's width, always free for a wonder's drawing …
DRAWING_SHARE_SMALL: Final = 0.4  # … and of a small zone's
PILLS: Final = 300.0  # u of its width, enough for pills beside the drawing …
PILLS_SMALL: Final = 400.0  # … and on a small screen
HEAD: Final = 16.0  # u at the top of a zone, below the newest event, kept free of numbers
READ: Final = 24.0  # u, smallest number on a tag …
READ_SMALL: Final = 32.0  # … and on a small screen


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """The view of a seat's zone. `points`: the table shows them; `fresh`: keys of changes to mark."""

    number: int
    player: Player
    view: SeatView
    needs: tuple[Need, ...]
    points: bool
    dim: bool
    data: Data
    hour: int  # of the sky, which darkens as the central deck empties
    fresh: frozenset[str] = frozenset()
    build: str = ""  # the action of a touch on its wonder
    then: tuple[Pill, ...] = ()  # gains of the touched use
    then_stages: tuple[int, ...] = ()  # stages built or affordable after the touched use

    @property
    def turn(self) -> bool:
        """True if the seat is to act."""
        return self.player.turn

    @property
    def lit(self) -> int:
        """The stage that a touch on its wonder builds; 0: none."""
        return int(self.build.split()[1]) if self.build else 0

    @property
    def buildable(self) -> tuple[int, ...]:
        """The stages that it may build now."""
        return tuple(need.stage for need in self.needs if not need.missing) if self.turn else ()


@dataclass(frozen=True, slots=True)
class SeatZone:
    """A seat's zone at its place on the table."""

    ring: Ring
    seat: SeatFacts


def paint(p: Pen, zone: SeatZone, control: Controller) -> None:
    """Paint the whole zone, or on a small screen a summary."""
    ring, seat = zone.ring, zone.seat
    with ring.draw_in_zone(p, seat.number) as (w, d), p.dimmed(0.6 if seat.dim else 1):
        draw = _paint_summary if ring.small else full
        draw(p, seat, control, w, d, ring, wing(ring, seat.number))


def wing(ring: Ring, number: int) -> Rect | None:
    """Return the room for a wonder beside a zone between empty edges, in u from the zone's corner, or None."""
    at, u, counts = ring.zones[number - 1], ring.u, ring.seat_counts
    if counts[at.edge] > 1 or counts[at.edge - 1] or counts[(at.edge + 1) % 4]:
        return None
    high = at.d / u - 4 if ring.upright else (ring.width, ring.height)[1 - at.edge % 2] / 2 / u - MARGIN - WING
    lies = max([ring.card * 0.7, *(each.r for each in ring.rounds)])  # stack and medal, at the edge aside
    free = ((ring.width, ring.height)[at.edge % 2] - at.w) / 2 - (ring.depth / 2 + lies)
    wide = min(high * STRETCH, free / u - 2 * MARGIN - WING_GAP)
    return Rect(-wide - MARGIN, at.d / u - high, wide, high) if wide > high * 0.8 else None


def drawing_width(w: float, d: float, small: bool) -> float:
    """Return the width of a wonder's drawing in a zone of this width and depth, in u; `small`: on a small screen."""
    usual = min(d, SCALE_DEPTH)
    plate = PLATE / 272 * usual if small else 60 / 262 * usual
    return _across(w, d - plate, *((DRAWING_SHARE_SMALL, PILLS_SMALL) if small else (DRAWING_SHARE, PILLS)))


def _across(w: float, high: float, share: float, pills: float) -> float:
    """Return the width of a drawing beside pills, which need `pills` u or the rest of a `share` of the width."""
    return min((high + OVERHANG) * SHAPE, max(w * share, w - pills))


@dataclass(frozen=True, slots=True)
class _Size:
    """The measures of a whole zone, in u: `k` its scale, `plate` the height of the name, `slim`: room is short."""

    w: float
    d: float
    k: float
    plate: float
    pad: float
    slim: bool

    @classmethod
    def for_zone(cls, w: float, d: float) -> "_Size":
        k = min(d, SCALE_DEPTH) / 262
        slim = w / k < SLIM
        return cls(w, d, k, (54 if slim else 60) * k, 16 * k, slim)

    def wonder(self, plain: bool) -> Rect:
        """Return the box of the wonder. A drawing extends beyond its frame; `plain`: without drawings."""
        near, high = 8 * self.k, self.d - self.plate
        if plain:
            wide = min((128 if self.slim else 196) * self.k, self.w * 0.32)
            return Rect(self.pad, self.pad, wide, high - 2 * self.pad)
        return Rect(near, -OVERHANG, _across(self.w, high, DRAWING_SHARE, PILLS), high + OVERHANG)


def full(
    p: Pen, seat: SeatFacts, control: Controller, w: float, d: float, ring: Ring, wing: Rect | None = None
) -> None:
    """Paint everything: name plate with tokens, wonder, pills, cat. `wing`: the wonder's box if it is outside the
    zone.
    """
    z = _Size.for_zone(w, d)
    draw_zone(p, w, d, z.plate, z.k, seat.turn, seat.player.colour, drawing_of(seat.view.wonder), seat.hour)
    _plate(p, seat, control, z)
    key, edge = f"seat {seat.number}", ring.zones[seat.number - 1].edge
    p.hit_area(
        0, d - z.plate, w, z.plate, f"{key} name", partial(control.open_panel, key, edge), rank=0, least=ring.touch
    )
    if wing:
        _paint_wonder_wing(p, seat, control, wing, READ)
        left = z.pad
    else:
        box = z.wonder(p.plain)
        _wonder(p, seat, control, box, READ)
        left = 2 * box.x + box.w
    found, says = [*pills(seat.data, seat.view), *seat.then], partial(_say_pill, control, seat.number)
    high = 40 * z.k if z.slim else 68 * z.k if wing else min(68, d * 54 / 262)
    room, spare = w - left - z.pad, 86 * z.k if seat.view.cat else 0
    tall = d - z.plate - 1.5 * z.pad
    paint_pills(p, found, left, z.pad, room, tall, high, spare=spare, says=says, key=key, fresh=seat.fresh)
    if seat.view.cat:
        _cat(p, seat, control, z)


def _paint_wonder_wing(p: Pen, seat: SeatFacts, control: Controller, wing: Rect, least: float) -> None:
    """Paint the wonder on a ground of its own."""
    sky = "" if p.plain else drawing_of(seat.view.wonder)
    if sky:
        window(p, sky, wing.x, wing.y, wing.w, wing.h, 22, 22, seat.hour)
    edge, width = ("candle", 4) if seat.turn else ("brass" if sky else None, 2)
    p.rect(wing.x, wing.y, wing.w, wing.h, 22, None if sky else "zone", edge, width)
    pad = 8 if sky else 16
    _wonder(p, seat, control, Rect(wing.x + pad, wing.y + pad, wing.w - 2 * pad, wing.h - 2 * pad), least)


def _wonder(p: Pen, seat: SeatFacts, control: Controller, box: Rect, least: float) -> None:
    """Paint the wonder, and make all of it but the part beyond its frame react to touches."""
    _stages(p, seat, box, least)
    top = INSET + (OVERHANG if box.y == -OVERHANG else 0)
    with p.at(box.x, box.y):
        _add_touch_area(p, seat, control, (INSET, top, box.w - 2 * INSET, box.h - INSET - top), 0)


def _stages(p: Pen, seat: SeatFacts, box: Rect, least: float) -> None:
    """Paint the wonder by stage, with costs and points; `least`: the smallest number on a tag."""
    slug = seat.view.wonder
    printed, nexts = seat.data.wonders[slug].stages, tuple(need.stage for need in seat.needs)
    most, head = min(box.h * NUMBER, LARGEST), OVERHANG + HEAD if box.y == -OVERHANG else 0
    with p.at(box.x, box.y):
        few, built = least == READ_SMALL, tuple(seat.view.stages)
        p.cached(wonders.stages, slug, box.w, box.h, printed, built, nexts, seat.buildable, most, least, head, few)
        _mark_stages(p, seat, box.w, box.h)


def _mark_stages(p: Pen, seat: SeatFacts, w: float, h: float) -> None:
    """Mark newly built stages with brackets, and the stage that a touch builds with a glow."""
    slug, marks = seat.view.wonder, seat.fresh or seat.lit or seat.then_stages
    lying = boxes(slug, seat.data.wonders[slug].stages, w, h, p.plain) if marks else []
    for stage, (left, top, wide, high) in enumerate(lying, start=1):
        if f"stage {stage}" in seat.fresh:
            brackets(p, left - 6, top - 6, wide + 12, high + 12)
        if stage == seat.lit:
            _lit(p, left, top, wide, high)
        if stage in seat.then_stages:
            p.rect(left + 2, top + 2, wide - 4, high - 4, 8, None, "text", PREVIEW)


def _lit(p: Pen, x: float, y: float, w: float, h: float) -> None:
    """Paint a glow round a stage that a touch builds."""
    p.rect(x - 11, y - 11, w + 22, h + 22, 12, None, "candle", 12, opacity=0.15)
    p.rect(x - 6, y - 6, w + 12, h + 12, 9, None, "candle", 5)


def _add_touch_area(
    p: Pen, seat: SeatFacts, control: Controller, box: tuple[float, float, float, float], least: float
) -> None:
    """Add the touch area of a wonder: it builds the only possible stage, or explains the wonder."""
    key = f"seat {seat.number} wonder"
    p.thing(f"wonder {seat.number}", *box)
    p.thing(seat.view.wonder, *box)
    if seat.build:
        tap = partial(cardboard_entry.pick_action, control, seat.number, seat.build)
        p.hit_area(*box, key, tap, least=least, press=lambda p: p.rect(*box, 12, "candle", opacity=0.28))
    else:
        p.hit_area(*box, key, partial(_say_wonder, control, seat.number), rank=1)


def _cat(p: Pen, seat: SeatFacts, control: Controller, z: _Size) -> None:
    k, x, y = z.k, z.w - z.pad - 34 * z.k, z.d - z.plate
    if seat.turn:  # half on the dark zone, half on the light plate: it needs a ground of its own
        p.disc(x, y + 4 * k, 48 * k, "zone", "candle", 4 * k)
        icon(p, "cat", x, y + 2 * k, 74 * k, "parch", "zone")
    else:
        p.oval(x, y + 48 * k, 38 * k, 9 * k, "ink", opacity=0.55)
        icon(p, "cat", x, y + 4 * k, 92 * k, "parch", "raised")
    if "cat" in seat.fresh:
        brackets(p, x - 46 * k, y - 42 * k, 84 * k, 88 * k)
    says = partial(_say_cat, control, seat.number)
    p.hit_area(z.w - z.pad - 80 * k, y - 42 * k, 92 * k, 88 * k, f"seat {seat.number} cat", says, rank=1)


def _plate(p: Pen, seat: SeatFacts, control: Controller, z: _Size) -> None:
    """Paint the name plate: name, tokens, and on the right the prompt, or how the seat is played and its points."""
    who, w, d, hs, k, pad = seat.player, z.w, z.d, z.plate, z.k, z.pad
    plate, ink = ("candle", "ink") if seat.turn else ("raised", "text")
    y, size = d - hs / 2, (28 if z.slim else 30) * k
    right = w - pad - (88 * k if seat.view.cat else 0)
    tokens = seat.view.progress
    step = min(58 * k, (w * 0.4) / max(1, len(tokens)))
    beside = len(tokens) * step
    if who.prompt and not who.waiting:
        left = right - pad - 4 - beside - (12 * k if tokens else 0)
        how = partial(link_sign, p, who, right, y, 30 * k, "ink" if seat.turn else "soft", plate)
        room = left - paint_prompt(
            p, who, (right, y), (size, size * 0.86), ink if seat.turn else "candle", left, hs, how
        )
    else:
        room = min(w * 0.62, right - pad - beside - (90 if seat.points or seat.turn else 40) * k)
    x = pad + 4 + p.cached(paint_name, who, pad + 4, y, size, ink, max(room, 60 * k))
    for i, slug in enumerate(tokens):
        with p.at(x + 36 * k + i * step, y):
            if seat.turn:
                p.disc(0, 0, 27 * k, "ink")
            p.cached(pieces.token, seat.data, slug, 24 * k)
            if slug in seat.fresh:
                brackets(p, -28 * k, -28 * k, 56 * k, 56 * k)
            p.thing(slug, -24 * k, -24 * k, 48 * k, 48 * k)
            says = partial(_say_token, control, seat.number, slug)
            p.hit_area(-step / 2, -hs / 2, step, hs, f"seat {seat.number} {slug} {i}", says, rank=1)
    used = x + (beside + 12 * k if tokens else 0) + 14 * k
    if who.waiting:
        waiting_dots(p, right - 34, y, ink)
        return
    if who.prompt:
        return
    right -= p.cached(link_sign, who, right, y, 30 * k, "ink" if seat.turn else "soft", plate) + 6 * k
    if seat.points:  # a star is the sign of progress
        side = 48 * k
        gable(p, right - side / 2, y, side, seat.view.score.total, "ink" if seat.turn else "soft", plate)
        right -= side + 10 * k
    wonder = printed_names.wonder(who.w, seat.view.wonder)
    if who.name != wonder:
        name_fitting.single_line(p, right, y, wonder, size * 0.74, "soft", "end", right - used)


def _paint_summary(
    p: Pen, seat: SeatFacts, control: Controller, w: float, d: float, ring: Ring, wing: Rect | None
) -> None:
    """Paint the summary for a small screen: name, costs of next stages, cards by kind, tokens, cat, wonder.

    A tap opens the rest.
    """
    k = min(d, SCALE_DEPTH) / 272
    draw_zone(p, w, d, PLATE * k, k, seat.turn, seat.player.colour, drawing_of(seat.view.wonder), seat.hour)
    _small_plate(p, seat, w, d, k)
    left, low = 14 * k, d - PLATE * k - 6 * k
    right, touched = w - 10 * k, Rect(0, 0, w, low)
    found = [*pills(seat.data, seat.view), *map(_token_pill, seat.view.progress), *seat.then]
    if wing:
        _paint_wonder_wing(p, seat, control, wing, READ_SMALL)
    elif p.grown > 1 and p.plain:  # its words and figures need the wonder's room
        found = [_progress_pill(seat), *map(_cost_pill, seat.needs), *found]
    elif p.plain:
        wide = min(HIGH * k * STRETCH, w * ASIDE_SMALL)
        right, touched = w - wide - 18 * k, Rect(w - wide - 10 * k, 12 * k, wide, HIGH * k)
        found = [*map(_cost_pill, seat.needs), *found]
        _paint_plain_wonder(p, seat, touched)
    else:
        high = d - PLATE * k
        wide = _across(w, high, DRAWING_SHARE_SMALL, PILLS_SMALL)
        right, touched = w - wide - 12 * k, Rect(w - wide - 4 * k, 0, wide, high)
        _stages(p, seat, Rect(touched.x, -OVERHANG, wide, high + OVERHANG), READ_SMALL)
    paint_pills(p, found, left, 12 * k, right - left, low - 12 * k, 76 * k, fresh=seat.fresh, brief=True)
    edge = ring.zones[seat.number - 1].edge
    p.hit_area(0, 0, w, d, f"seat {seat.number} zone", partial(control.open_panel, f"zone {seat.number}", edge), rank=0)
    if seat.lit and not wing:
        _add_touch_area(p, seat, control, (touched.x, touched.y, touched.w, touched.h), ring.touch)


def _progress_pill(seat: SeatFacts) -> PicturePill:
    """Return a pill of the wonder's progress."""
    stages = tuple(seat.data.wonders[seat.view.wonder].stages)
    return PicturePill(
        "",
        (PillItem("", "", "stages"),),
        thing=BoundCall(paint_standing_wonder, slug=seat.view.wonder, stages=stages, built=seat.view.stages),
    )


def _cost_pill(need: Need) -> PicturePill:
    """Return a pill of a next stage's cost."""
    return PicturePill(
        "",
        (PillItem("", "", f"stage {need.stage}"),),
        thing=BoundCall(paint_stage_cost, amount=need.cost, kind=need.kind),
    )


def _token_pill(token: str) -> PicturePill:
    return PicturePill(token, (PillItem("", "", token),), thing=BoundCall(paint_small_token, slug=token))


def paint_standing_wonder(p: Pen, h: float, *, slug: str, stages: tuple[Stage, ...], built: tuple[int, ...]) -> None:
    """Paint the wonder as far as it is built."""
    with p.at(-h * 0.44, -h / 2):
        wonders.stages(p, slug, h * 1.16, h, stages, built, most=0)


def paint_stage_cost(p: Pen, h: float, *, amount: int, kind: str) -> None:
    """Paint the cost of a next stage."""
    p.rect(-h * 0.44, -h / 2, h * 1.16, h, h * 0.2, "chosen", "candle", max(1.5, h * 0.06))
    wonders.cost(p, amount, kind, h * 0.12, 0, h * 0.66, "candle")


def paint_small_token(p: Pen, h: float, *, slug: str) -> None:
    """Paint a progress token without its figure, which would be unreadable."""
    signs, _ = token_signs(slug)
    lay_out(p, pieces_of_all.disc(signs, "", h * 0.48))


def _small_plate(p: Pen, seat: SeatFacts, w: float, d: float, k: float) -> None:
    """Paint the name, the prompt or how the seat is played, and the cat."""
    who, hs = seat.player, PLATE * k
    ink, plate = ("ink", "candle") if seat.turn else ("text", "raised")
    y = d - hs / 2
    right = w - (124 * k if seat.view.cat else 22 * k)
    if who.waiting:
        waiting_dots(p, right - 34, y, ink)
        right -= 80
    if seat.points and not (who.prompt or who.waiting):
        total = str(seat.view.score.total)
        right -= p.text(right, y, total, 46 * k, "soft", "end", bold=True) + 30 * k
        icon(p, "star", right, y, 44 * k, "mute", plate)
        right -= 36 * k
    how = partial(link_sign, p, who, right, y, 52 * k, "ink" if seat.turn else "soft", plate)
    if seat.turn and who.prompt and not who.waiting:
        right -= paint_prompt(p, who, (right, y), (50 * k, 42 * k), ink, right - 22 * k, hs, how)
    else:
        right -= how() + 8 * k
    paint_name(p, who, 22 * k, y, 50 * k, ink, max(right - 22 * k, 80 * k))
    if who.prompt and not seat.turn:
        icon(p, "swords", right - 26 * k, y, 60 * k, "candle", plate)
    if seat.view.cat:
        icon(p, "cat", w - 62 * k, y - 8 * k, 104 * k, "ink" if seat.turn else "parch", plate)
        if "cat" in seat.fresh:
            brackets(p, w - 114 * k, d - hs - 8 * k, 104 * k, hs, 7)


def _paint_plain_wonder(p: Pen, seat: SeatFacts, box: Rect) -> None:
    """Paint the wonder without figures, with its built and possible stages marked."""
    slug, needs = seat.view.wonder, [need.stage for need in seat.needs]
    with p.at(box.x, box.y):
        printed = seat.data.wonders[slug].stages
        wonders.stages(p, slug, box.w, box.h, printed, seat.view.stages, needs, most=0)
        _mark_stages(p, seat, box.w, box.h)


# ---- explanations on tap -----------------------------------------------------------------------------------


def _say_pill(control: Controller, seat: int, card: str) -> None:
    """Explain a card, or the value of the things in a pill."""
    scene = present(control)
    w, view = scene.model.words(seat), scene.view.seats[seat - 1]
    if card == MILITARY:
        each = scene.data.table.military_points
        text = w.ngettext(
            "{n} military token, worth {each} points.",
            "{n} military tokens, worth {each} points each.",
            view.military,
            each=each,
        )
    elif card == MEDALS:
        text = _medals(scene, view.medals, w)
    elif card == GIFTS:
        text = f"{capital(printed_names.gifts(w, view.gifts))}. " + w(
            "A face-down card is turned up when its owner’s turn begins, or for the score. Until then it does not "
            "count."
        )
    else:
        text = f"{capital(printed_names.card(w, card))}{w.colon}{effect_text.card_says(w, card, scene.data)}"
    control.notify(seat, text)


def _medals(scene: ArchitectsScene, medals: tuple[str, ...], w: Words) -> str:
    return w.ngettext(
        "{n} medal, worth {each} points: {medals}.",
        "{n} medals, worth {each} points each: {medals}.",
        len(medals),
        each=scene.data.table.medal_points,
        medals=join_phrases(w, (effect_text.medal(w, slug, scene.data) for slug in medals)),
    )


def _say_cat(control: Controller, seat: int) -> None:
    w = control.model.words(seat)
    who = w("Whoever has the cat may look at the top card of the central deck before taking a card.")
    worth = w.ngettext("{n} point at the end.", "{n} points at the end.", present(control).data.table.cat_points)
    control.notify(seat, f"{who} {worth}")


def _say_token(control: Controller, seat: int, slug: str) -> None:
    w = control.model.words(seat)
    says = effect_text.token_says(w, slug, present(control).data)
    control.notify(seat, f"{printed_names.token(w, slug)}{w.colon}{says}")


def _say_wonder(control: Controller, seat: int) -> None:
    scene = present(control)
    needs = scene.view.derived.needs[seat - 1]
    about = f"stage {needs[0].stage}" if len(needs) == 1 else ""
    control.notify(seat, wonder_says(scene, control.model.words(seat), seat), about=about)


def wonder_says(scene: ArchitectsScene, w: Words, seat: int) -> str:
    """Describe a seat's wonder, and what its next stage lacks."""
    wonder = scene.view.seats[seat - 1].wonder
    says = effect_text.wonder_says(w, wonder, scene.data)
    nexts = [
        w(
            "Stage {stage}: {cost}. {need}.",
            stage=need.stage,
            cost=action_text.cost(w, need.cost, need.kind),
            need=action_text.need(w, need),
        )
        for need in scene.view.derived.needs[seat - 1]
    ]
    return " ".join([f"{printed_names.wonder(w, wonder)}:", says, *nexts])
