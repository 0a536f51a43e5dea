"""Faces of the military track of 7 Wonders Duel with its pawn and tokens, for the game and its score sheet."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple, Protocol

from app.looks.drawing_data import CARD_HIGH, CARD_WIDE
from app.looks.drawing_fallback import has_card
from app.looks.effect_icons import MINUS, coin, gable
from app.looks.face_layout import Box, Disc, Face, Illustration, Mark, NumberMark, Sign, move_marks

SPACES: Final = ("raised", "battle", "red_tint", "drum")  # by their zone, from the middle on
CAPITAL: Final = 1.6  # of a castle's size, how wide a capital is that is drawn
MIDDLE: Final = 0.55  # of the height of its drawing, its middle from above


class TrackZone(Protocol):
    """A zone of the track on one side; it begins at the space nearest to the middle."""

    @property
    def start(self) -> int: ...
    @property
    def points(self) -> int: ...  # for who is ahead
    @property
    def coins(self) -> int: ...  # that the other loses, 0 or more


class Sizes(NamedTuple):
    """The sizes of the track's parts, and their distances from its centre line."""

    step: float  # from space to space
    wide: float  # a space, across the line
    castle: float
    points: float
    to_points: float
    toll: float  # from its middle to its rim
    to_toll: float
    gap: float = 2  # between two spaces
    round: float = 5  # the corners of a space
    gone: float = 0  # the ring where a toll lay, from its middle; 0: nothing is seen there
    outward: bool = False  # castles stand with their tops away from the middle


def track(
    capital: int,
    zones: Sequence[TrackZone],
    tolls: Sequence[Collection[int]],
    sizes: Sizes,
    across: bool = False,
    plain: bool = False,
) -> Face:
    """Draw the military track around its centre, without its pawn, from seat 1 at the bottom to seat 2 at the top.

    Each thing faces the seat that it concerns. `capital`: the last space; `tolls`: the coins that seats 1 and 2 would
    still lose. `across`: drawn left to right, all readable from one seat. `plain`: capitals as figures.
    """
    step, wide = sizes.step, sizes.wide
    tall = (2 * capital + 1) * step
    found: list[Mark] = []
    for space in range(-capital, capital + 1) if across else range(1 - capital, capital):
        x, y = _place(space * step, 0, across)
        w, h = (step - sizes.gap, wide) if across else (wide, step - sizes.gap)
        depth = sum(abs(space) >= zone.start for zone in zones)
        found.append(Box(x - w / 2, y - h / 2, w, h, sizes.round, SPACES[min(depth, len(SPACES) - 1)]))
    for side, left in zip((-1, 1), tolls, strict=True):
        x, y = _place(side * capital * step, 0, across)
        turned = not across and (side > 0) != sizes.outward
        castle = Sign("castle", x, y, sizes.castle, "red", SPACES[-1] if across else "table", 180 * turned)
        found.append(castle if plain or not has_card("capital") else _capital_drawing(castle))
        ends = [zone.start for zone in zones[1:]] + [capital]
        for zone, end in zip(zones, ends, strict=True):
            points = Face(sizes.points, sizes.points, "", tuple(gable(0, 0, sizes.points, zone.points)))
            at = _place(side * (zone.start + end - 1) / 2 * step, sizes.to_points, across)
            found += move_marks(points, *at, turned=not across and side < 0)
            at = _place(side * (zone.start if across else zone.start + 0.5) * step, -sizes.to_toll, across)
            if zone.coins in left:
                found += move_marks(toll(zone.coins, sizes.toll), *at, turned=not across and side > 0)
            elif zone.coins and sizes.gone:
                found.append(Disc(*at, sizes.gone, "", "hair", 2.5))
    return Face(*(tall, wide) if across else (wide, tall), "", tuple(found))


def _capital_drawing(castle: Sign) -> Illustration:
    """Replace the figure of a capital by its drawing with the same centre."""
    w = castle.size * CAPITAL
    h = w * CARD_HIGH / CARD_WIDE
    up = (MIDDLE - 0.5) * h * (-1 if castle.angle else 1)
    return Illustration("capital", castle.x - w / 2, castle.y - up - h / 2, w, h, angle=castle.angle)


def _place(along: float, beside: float, across: bool) -> tuple[float, float]:
    """Return a point from its distance towards seat 2's capital and its distance to the side of the points."""
    return (along, -beside) if across else (beside, -along)


def toll(coins: int, r: float) -> Face:
    """Draw a military token that costs coins."""
    disc = Disc(0, 0, r, "red_tint", "red", r / 6)
    cost = NumberMark(f"{MINUS}{coins}", -r * 0.22, 0, r * 0.96)
    return Face(2 * r, 2 * r, "red_tint", (disc, cost, *coin(r * 0.55, r * 0.04, r * 0.55)))


def pawn(r: float) -> Face:
    """Draw the conflict pawn."""
    disc = Disc(0, 0, r, "text", "ink", r / 6)
    return Face(2 * r, 2 * r, "text", (disc, Sign("swords", 0, 0, r * 1.28, "ink", "text")))
