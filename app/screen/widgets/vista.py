"""The vista: one wonder's country over the whole screen, with other wonders on its horizon, and words at every edge.

Its feet are at the edge of whoever it belongs to. Widths and heights of wonders are parts of the screen's as that edge
sees it, other lengths are u.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import cos, sin
from typing import Final

from app.looks.drawing_data import SHAPE
from app.looks.icons import icon
from app.looks.paint_materials import Paint, Stop
from app.looks.sky_landscape import HORIZON, skies
from app.looks.theme import colours
from app.looks.wonder_window import World
from app.screen.control.controller import Controller
from app.screen.paint import gradient_triangles, lighting
from app.screen.paint.element import AnyElement, Element
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_drawing import measure
from app.screen.paint.text_pen import FELT, LEADING, LEGIBLE_PX
from app.screen.state.flight import Flight, Moving, Pose, Rise, scale_painter
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Picture
from app.screen.widgets import faces, illustrations, name_fitting, vista_sprites, wonder_window
from app.screen.widgets.badges import MIN_NAME, draw_before_words, room_for
from app.screen.widgets.dome import Dome, paint_dome

DEEP: Final = 170.0  # depth of the dark rim with words at each edge
SMALL: Final = 1.25  # scale of the rim on a small screen
CROWDED_RIM: Final = 1.45  # the same if three seats share an edge
DARK: Final = 0.94  # opacity of a rim at the edge
RAY: Final = 0.1  # opacity of a ray
GLOW: Final = 0.5  # of the shorter side, radius of the light where rays meet
GLOW_OPACITY: Final = 0.5
NAME: Final = 50.0  # type size of a heading; a large one
LARGE_NAME: Final = 84.0
CROWDED: Final = 0.7  # scale of a heading over a sentence that would not be legible
LINE: Final = 30.0  # type size of the sentence below it
STONE_HIGH: Final = 52.0
MIN_STONE_TEXT: Final = 21.0  # type size
STONE_SIZES: Final = 3.6  # width of a stone with badge and total, in type sizes
CROWN: Final = 150.0  # side, at most
GROWS: Final = 0.5  # seconds in which it grows from its edge
RISES: Final = 0.8  # seconds in which what is on it rises
STANDING_SECONDS: Final = 0.92  # seconds until it stands with its words; then crowns fall
CROWN_FALLS: Final = 0.3  # seconds in which they do
LANDS: Final = 0.02  # seconds in which what covered their places goes
RAYS_TURN: Final = 7.0  # degrees by which light turns
RAYS_SECONDS: Final = 2.4
CROWN_TIPS: Final = ((-46, -18), (0, -42), (46, -18))
GOLD_CROWN: Final = (  # from the corner of a drawing, where its tile begins; the crown's middle is at 180, 100
    ("M138 118 L134 82 L160 104 L180 58 L200 104 L226 82 L222 118 Z", "gold-slope"),
    ("M137 116 C160 108 200 108 223 116 L221 138 C200 146 160 146 139 138 Z", "gold-round"),
)
SEAL: Final = 88.0  # radius of a seal with points
SEAL_GAP: Final = 24.0
SEAL_ACROSS: Final = 0.17  # of the width, the middle of a seal
CROWN_SHARE: Final = 0.3  # of a wonder's height, at most


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone below a wonder that says whose it is."""

    rank: str
    name: str
    total: str
    badge: tuple[str, str]


@dataclass(frozen=True, slots=True)
class VistaWonder:
    """A wonder: its middle across, its height, and the room for what is written below it.

    `raised`: u, by which it stands farther back, where something can be written below it: whose it is, on a stone, or
    its own name.
    """

    world: World
    x: float
    high: float
    room: float = 1.0
    crowned: bool = False
    raised: float = 0.0
    stone: Stone | None = None


@dataclass(frozen=True, slots=True)
class EdgeWords:
    """A heading at a place of an edge, and a sentence below it; `brief`: one for where that has no room.

    `along`: from the middle of the edge, clockwise. `carved`: the heading names a thing, not a person. `turns`: a touch
    turns the picture to it. `total`: after the heading, even if that is cut.
    """

    edge: int
    heading: str
    sentence: str
    along: float
    room: float
    badge: tuple[str, str] = ("", "")
    carved: bool = False
    large: bool = False
    turns: bool = False
    brief: str = ""
    total: str = ""


@dataclass(frozen=True, slots=True)
class Vista:
    """A vista. `edge`: where its feet are. `sky`: of a wonder, over all; "": nobody's.

    `light`: where its rays meet, in parts of its width and height. `rim`: depth of the dark rims with words. `scene`:
    painted instead of a sky. `points`: on a seal at both sides of its foot, one turned to the opposite edge. `horizon`:
    where the land begins, in parts of the height.
    """

    ring: Ring
    edge: int
    figures: tuple[VistaWonder, ...]
    words: tuple[EdgeWords, ...]
    sky: str
    light: tuple[float, float]
    rim: float
    scene: Picture | None = None
    points: int = 0
    horizon: float = HORIZON


def deep(ring: Ring) -> float:
    """Return the depth of the dark rims."""
    return DEEP * ((CROWDED_RIM if max(ring.seat_counts) > 2 else SMALL) if ring.small else 1)


def least_stone(ring: Ring) -> float:
    """Return the width of a place whose stone is legible."""
    return STONE_SIZES * max(MIN_STONE_TEXT, LEGIBLE_PX / ring.u) + 4


def stone_high(ring: Ring) -> float:
    """Return the height of stones with names."""
    return STONE_HIGH * (SMALL if ring.small else 1)


def paint_vista(p: Pen, vista: Vista, control: Controller) -> None:
    """Paint a vista; a scene is dark by day, too."""
    with p.use_material(FELT if vista.scene is not None else p.material):
        _paint_vista(p, vista, control)


def _paint_vista(p: Pen, vista: Vista, control: Controller) -> None:
    ring = vista.ring
    if not vista.sky:
        paint_dome(p, Dome(ring, ()), control)
    with ring.draw_seen_from(p, vista.edge) as (w, h):
        ground, (x, y) = h - vista.rim, (vista.light[0] * w, vista.light[1] * h)
        if vista.scene is not None:
            vista.scene(p, w, h)
        if vista.sky:
            low, sky = h * vista.horizon / HORIZON, skies()[vista.sky]
            if low < h:
                p.rect(0, low - 1, w, h - low + 1, 0, (sky.bright if p.bright else sky.night)[-1])
            illustrations.window(p, vista.sky, 0, 0, w, low)
            vista_sprites.paint_country(p, vista.sky, w, low)
            with p.at(x, y):
                for glow in gradient_triangles.area(lighting.CIRCLE, "halo"):
                    p.draw_gradient(glow, 0, 0, min(w, h) * GLOW / lighting.CIRCLE_RADIUS, GLOW_OPACITY)
                _paint_rays(p, w + h)
        for each in reversed(vista.figures):
            with p.at(each.x * w, ground - each.raised):
                _paint_figure(p, each, each.high * h, each.room * w, stone_high(ring))
        if vista.figures:
            vista_sprites.paint_dust(p, x, y, min(w, h) * vista_sprites.DUST_REACH)
        for across, angle in ((SEAL_ACROSS, 180), (1 - SEAL_ACROSS, 0)) if vista.points else ():
            with p.at(w * across, ground - SEAL - SEAL_GAP / 2, angle):
                _paint_seal(p, vista.points)
    for edge in range(4):
        with ring.draw_seen_from(p, edge) as (wide, high), p.at(wide / 2, high):
            _paint_rim(p, wide, vista.rim)
            for said in vista.words:
                if said.edge == edge:
                    with p.at(-said.along, 0):
                        _paint_words(p, said, vista.rim, SMALL if ring.small else 1)


def animate(now: Element[Vista], motion: bool) -> Iterator[Moving]:
    """Yield the animations of a vista: it grows out of the edge at its feet; then crowns fall, and light turns."""
    vista, ring = now.view, now.view.ring
    bare = replace(vista, figures=tuple(replace(each, crowned=False) for each in vista.figures))
    if motion and bare != vista:  # until the crowns have fallen, their places are covered
        after = STANDING_SECONDS + CROWN_FALLS
        yield Rise(replace(now, view=bare), now, vista.edge, None, ring.u, rises=LANDS, lasts=LANDS, after=after)
    grown = replace(now, view=bare) if motion else now
    yield Rise(Element(now.key, ring, paint_night), grown, vista.edge, None, ring.u, rises=GROWS, lasts=GROWS)
    if not motion or not vista.sky:
        return
    p = Pen(measure)
    with ring.draw_seen_from(p, vista.edge) as (w, h):
        x, y = p.place(vista.light[0] * w, vista.light[1] * h)
        rays = scale_painter(partial(_paint_rays, far=w + h), ring.u)
        angles = [90.0 * vista.edge + part * RAYS_TURN for part in (0, 0.5, 1)]
        first, half, last = (Pose(x, y, angle, shown=shown) for angle, shown in zip(angles, (0, 1, 0), strict=True))
        yield Flight(rays, first, half, RAYS_SECONDS / 2, GROWS)
        yield Flight(rays, half, last, RAYS_SECONDS / 2, GROWS + RAYS_SECONDS / 2)
        for each in vista.figures:
            if each.crowned:
                with p.at(each.x * w, h - vista.rim - each.raised):
                    down, side = _crown_place(each, each.high * h)
                    (left, top), (far_left, far_top) = p.place(0, down), p.place(0, down - side)
                crown = scale_painter(partial(paint_crown, side=side), ring.u)
                start = Pose(far_left, far_top, 90.0 * vista.edge)
                yield Flight(
                    crown, start, replace(start, x=left, y=top), CROWN_FALLS, STANDING_SECONDS, stays=2 * LANDS
                )


def raise_over(ground: Element[Vista], row: AnyElement) -> Rise:
    """Return the animation in which what is on a vista rises from its foot."""
    vista = ground.view
    return Rise(replace(ground, key=row.key), row, vista.edge, None, vista.ring.u, rises=RISES, lasts=RISES)


def paint_night(p: Pen, ring: Ring, control: Controller) -> None:
    p.rect(0, 0, ring.width, ring.height, 0, "table")


def _paint_rays(p: Pen, far: float) -> None:
    """Paint rays from the pen's place."""
    lighting.rays(p, 0, 0, lambda angle: (far * cos(angle), far * sin(angle)), "candle", RAY)


def _crown_place(wonder: VistaWonder, high: float) -> tuple[float, float]:
    """Return where a wonder's crown is over its foot, and its width."""
    side = min(CROWN, high * CROWN_SHARE)
    return wonder_window.top_of(wonder.world, high * SHAPE, high) - side * 0.4, side


def _paint_figure(p: Pen, wonder: VistaWonder, high: float, room: float, stone: float) -> None:
    """Paint a wonder that stands at the pen's place, with its crown and its stone."""
    wide = high * SHAPE
    wonder_window.paint_built(p, wonder.world, wide, high)
    if wonder.crowned:
        y, side = _crown_place(wonder, high)
        with p.at(0, y):
            paint_crown(p, side)
    if wonder.stone is not None:
        paint_stone(p, wonder.stone, room * 0.96, stone)
    elif wonder.world.name:
        size, wide, stone = stone * 0.56, room * 0.98, max(stone, 2 * LEADING * p.legible(0))
        p.rect(-wide / 2, 4, wide, stone, 10, "plate", "line", 2)
        if not name_fitting.single_line(p, 0, 4 + stone / 2, wonder.world.name, size, "candle", "middle", wide - 16):
            p.name(0, 4 + stone / 2, wonder.world.name, size, "candle", "middle", wide - 8, stone)


def _paint_seal(p: Pen, points: int) -> None:
    lighting.halo(p, SEAL, SEAL * 0.3)
    lighting.disc(p, SEAL, "plate", "candle", lighting.BRASS[p.bright])
    faces.gable(p, 0, -SEAL * 0.06, SEAL * 1.3, points)


def paint_crown(p: Pen, side: float) -> None:
    """Paint a crown of gold round the pen's place, `side` wide; with plain figures a flat one."""
    if p.plain:
        icon(p, "crown", 0, 0, side, "candle", "ink")
    else:
        p.stamp(0, 0, side / 100, _paint_gold_crown, rough=True)


def _paint_gold_crown(p: Pen) -> None:
    for path, fill in GOLD_CROWN:
        for each in gradient_triangles.area(path, fill, rough=True):
            p.draw_gradient(each, -180, -100, 1)
    for x, y in CROWN_TIPS:
        lighting.disc_of(p, "gold-top", 7.5, x, y)
    for x, jewel in ((-22, "#B0392E"), (0, "#2E7FB4"), (22, "#3E9A5A")):
        p.disc(x, 29, 6, jewel, "#5E3A0E", 1.5)
        p.disc(x - 2, 27, 1.8, "white", opacity=0.7)


def paint_stone(p: Pen, stone: Stone, room: float, high: float) -> None:
    """Paint a stone with rank, name and total below the pen's place; a name without room for two lines is left out."""
    size = min(high * 0.6, room / STONE_SIZES)
    before, pad = room_for(size, stone.badge[0]), min(16.0, size * 0.35)
    rank, name, total = (p.text_width(each, size, bold=True) for each in (stone.rank, stone.name, stone.total))
    left = room - rank - before - total - 22 - 2 * pad
    whole = left >= min(name, size * MIN_NAME)
    name = min(name, left)
    wide = (rank + name + 22 if whole else 0) + before + total + 2 * pad
    with p.at(-wide / 2, 4):
        p.rect(0, 0, wide, high, 10, "plate", "candle" if stone.rank == "1." else "line", 2)
        x, y = pad, high / 2
        if whole:
            x += p.text(x, y, stone.rank, size, "soft", "start", bold=True) + 8
        x += draw_before_words(p, x, y, size, *stone.badge)
        if whole:
            p.name(x, y, stone.name, size, "text", room=name, high=high)
        p.text(wide - pad, y, stone.total, size, "candle", "end", bold=True)


def _paint_rim(p: Pen, w: float, d: float) -> None:
    shade = colours(p.bright)["table"]
    dark = Paint("down", (Stop(0, shade, 0), Stop(0.6, shade, DARK * 0.75), Stop(1, shade, DARK)))
    lighting.shape(p, f"M0 0 L{w:.1f} 0 L{w:.1f} {d:.1f} L0 {d:.1f} Z", dark, 1, -w / 2, -d)


def _paint_words(p: Pen, words: EdgeWords, d: float, k: float) -> None:
    """Paint heading and sentence in a rim `d` deep, the sentence nearest to the edge; `k` scales them."""
    size, rows, said = (LARGE_NAME if words.large else NAME) * k, d - 16, words.sentence
    fits = partial(p.fit_in_box, step=LINE * k * p.grown, bold=False, room=words.room)
    for part in (1.0, CROWDED) if words.heading else ():  # a smaller heading leaves more room to the sentence
        size *= part
        rows = d - 16 - size * (0.8 if words.large else 1.1)
        if fits(said, height=rows)[1] >= p.legible(0):
            break
    if words.brief and fits(said, height=rows)[1] < p.legible(0):
        said = words.brief
    p.prose(-words.room / 2, -rows - 8, said, LINE * k, words.room, rows, "text", "middle", middle=True)
    if not words.heading:
        return
    y = -rows - 10 - size * 0.5 if words.sentence else -d * 0.4
    if words.carved:
        ink = "text" if p.bright else "candle"  # by day the rim is too light for bronze
        p.text(0, y, words.heading, p.fit_size(words.heading, size, words.room, bold=STONE), ink, bold=STONE)
        return
    before, after = room_for(size, words.badge[0]), size * 1.3 if words.turns else 0.0
    left = -min(words.room, p.text_width(words.heading + words.total, size, bold=True) + before + after) / 2
    draw_before_words(p, left, y, size, *words.badge)
    left += before + p.name(
        left + before, y, words.heading, size, "text", room=words.room - before - after, tail=words.total
    )
    if words.turns:
        icon(p, "turn", left + size * 0.8, y, size * 0.9, "soft", "table")
