"""Vistas at the end of a game: the wonder that was completed, and the winner's with all others on its horizon."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from app.looks.drawing_data import SHAPE, extent
from app.looks.effect_icons import format_signed
from app.looks.sky_landscape import HORIZON
from app.looks.wonder_window import World
from app.screen.control.controller import Controller
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import MARGIN, Ring
from app.screen.state.scene import Scene, WondersGame
from app.screen.state.ui_state import CompletedWonders
from app.screen.widgets.pillar import PillarDrum
from app.screen.widgets.vista import (
    SEAL,
    SEAL_GAP,
    SMALL,
    EdgeWords,
    Stone,
    Vista,
    VistaWonder,
    deep,
    least_stone,
    paint_vista,
    stone_high,
)
from app.text.table_text import announce_completed
from app.text.translation import Words
from app.text.words_protocols import HouseWords

COMPLETED_RIM: Final = 128.0  # u, depth of the rims round a completed wonder
OVER_RIM: Final = 0.015  # of the screen's height, by which its top may lie over the rim at the opposite edge
SKY: Final = 520.0  # u over it, where the words of the edges beside it are, if the screen is upright
GROUND: Final = 20.0  # u beside it then
WINNER_HEIGHT: Final = 0.56  # of the height, the winner's wonder, at most
NEXT_SCALE: Final = 0.62  # size of the second's wonder, of the winner's, at most
RANK_SCALE: Final = 0.85  # size of each further wonder, of the one before it
MIDDLE: Final = 0.5  # of the row, for the winners' wonders among others
FAR_HORIZON: Final = 0.42  # horizon of the others on an upright screen, of its height, from the top
FAR_GROUND: Final = 0.03  # room for their stones below that, of the height
FAR_HEIGHT: Final = 0.2  # of the height, at most, the wonder of who came next
CROWN_SKY: Final = 0.08  # of the height, for the winner's crown
STONE_GAP: Final = 16.0  # u, between a stone and the words at its edge
GAP: Final = 0.02  # of the screen's width, between the edge's words and a wonder


@dataclass(frozen=True, slots=True)
class VistaSeat:
    """A seat's result, the wonders that it has, and its points by category."""

    rank: int  # from 1; ties share it
    won: bool
    total: int
    worlds: tuple[World, ...]
    drums: tuple[PillarDrum, ...] = ()


class _OwnWonders(NamedTuple):
    worlds: tuple[World, ...]
    won: bool
    stone: Stone


def build_completed(
    scene: Scene, ring: Ring, i: int, wonder: str, points: int, announce: Callable[[Words], str]
) -> Element[Vista]:
    """Build the wonder that seat `i` (from 0) has completed, with its points, and name it at every edge."""
    edge, rim = ring.zones[i].edge, COMPLETED_RIM * (SMALL if ring.small else 1)
    w, h = (side / ring.u for side in ring.seen_from(edge))
    world = World.complete(wonder)
    wide, high = extent(world.sky)
    beside = w < h  # words at its sides are beside the sky over it
    raised = 2 * SEAL + SEAL_GAP if beside and points else 0.0  # over the seals with its points
    most = (h * (1 + OVER_RIM) - 2 * rim - raised - (SKY if beside else 0)) / high
    size = min(most, (w - (2 * GROUND if beside else 2 * rim)) / wide)
    room, middle = h - 2 * rim - raised - size * high, (raised + size * high) / 2
    said: dict[int, EdgeWords] = {}
    for number, zone in enumerate(ring.zones, 1):
        words, own, aside = scene.model.words(number), zone.edge == edge, beside and zone.edge % 2 != edge % 2
        along = (middle if (zone.edge - edge) % 4 == 1 else -middle) if aside else 0.0
        across = room if aside else ring.seen_from(zone.edge)[0] / ring.u - 2 * rim
        name = _name_wonder(scene, wonder, words)
        said.setdefault(zone.edge, EdgeWords(zone.edge, name, announce(words), along, across, carved=True, large=own))
    figure = VistaWonder(world, 0.5, size / h, raised=raised)
    shown = _build_vista(ring, edge, (figure,), tuple(said.values()), rim)
    return replace(shown, view=replace(shown.view, points=points))


def build_in_game(scene: Scene, ring: Ring, i: int, wonder: str) -> Elements:
    """Build a wonder that seat `i` (from 0) has completed while the game goes on; a touch dismisses it."""

    def announce(w: Words) -> str:
        return announce_completed(w, scene.model.people(w)[i], _name_wonder(scene, wonder, w))

    game = scene.game
    points = game.wonder_points(scene, i, wonder) if isinstance(game, WondersGame) else 0
    return [build_completed(scene, ring, i, wonder, points, announce), Element("vista touch", ring, paint_touch)]


def _name_wonder(scene: Scene, wonder: str, w: Words) -> str:
    words = scene.model.game_words
    assert isinstance(words, HouseWords)  # as all games with wonders have
    return words.house_wonder(w, wonder)


def paint_touch(p: Pen, ring: Ring, control: Controller) -> None:
    """Paint the hit area over the whole table."""
    p.hit_area(0, 0, ring.width, ring.height, "go on", partial(_dismiss, control))


def _dismiss(control: Controller) -> None:
    shown = control.ui.completed
    control.change(completed=CompletedWonders(shown.waiting[1:], control.scene.now))


def build_winner(
    scene: Scene,
    ring: Ring,
    standings: Sequence[VistaSeat],
    result: Callable[[Words], str],
    reason: Callable[[Words, int], str],
) -> Element[Vista] | None:
    """Build the winner's wonder under its crown and all others by rank, and at each seat how it came out.

    None if the winners have no wonder.
    """
    order = by_rank(standings)
    winners = [i for i in order if standings[i].won and standings[i].worlds]
    if not winners:
        return None
    edge = ring.zones[winners[0]].edge
    said, stones = list_words(scene, ring, standings, result, reason), [stone_of(scene, standings, i) for i in order]
    wide, high = ring.seen_from(edge)
    owned = [
        _OwnWonders(standings[i].worlds, standings[i].won, stone)
        for i, stone in zip(order, stones, strict=True)
        if standings[i].worlds
    ]
    aspect, room = SHAPE * high / wide, 1 - 2 * (deep(ring) * ring.u / wide + GAP)
    least = least_stone(ring) * ring.u / wide
    stone_room = stone_high(ring) + STONE_GAP
    if wide >= high:
        return _build_vista(ring, edge, _stand_in_row(owned, aspect, room, least, stone_room), said, deep(ring))
    won, others = [each for each in owned if each.won], [each for each in owned if not each.won]
    ground = 1 - deep(ring) * ring.u / high
    behind = (ground - FAR_HORIZON - FAR_GROUND) * high / ring.u
    figures = (
        *_stand_in_row(won, aspect, room, least, stone_room, ground - FAR_HORIZON - FAR_GROUND - CROWN_SKY),
        *_stand_in_row(others, aspect, room, least, behind, FAR_HEIGHT),
    )
    return _build_vista(ring, edge, figures, said, deep(ring), FAR_HORIZON)


def _build_vista(
    ring: Ring,
    edge: int,
    figures: tuple[VistaWonder, ...],
    said: tuple[EdgeWords, ...],
    rim: float,
    horizon: float = HORIZON,
) -> Element[Vista]:
    """Build the country of the first figure, whose light is behind it."""
    first = figures[0]
    light = first.x, 1 - (rim + first.raised) * ring.u / ring.seen_from(edge)[1] - first.high / 2
    return Element("vista", Vista(ring, edge, figures, said, first.world.sky, light, rim, horizon=horizon), paint_vista)


def by_rank(standings: Sequence[VistaSeat]) -> list[int]:
    """Return the seats (from 0) by rank, those of equal rank in turn order."""
    return sorted(range(len(standings)), key=lambda i: standings[i].rank)


def stone_of(scene: Scene, standings: Sequence[VistaSeat], i: int) -> Stone:
    """Return the stone of seat `i` (from 0)."""
    each, model = standings[i], scene.model
    return Stone(f"{each.rank}.", model.name(i + 1), format_signed(each.total), model.info(i + 1).badge)


def is_shared(standings: Sequence[VistaSeat]) -> bool:
    """Check whether several have won: the sentence on the result names each of them, so no other one has to."""
    return sum(each.won for each in standings) > 1


def list_words(
    scene: Scene,
    ring: Ring,
    standings: Sequence[VistaSeat],
    result: Callable[[Words], str],
    reason: Callable[[Words, int], str],
    corner: float = 0.0,
) -> tuple[EdgeWords, ...]:
    """List the place, the total and a sentence for each seat, facing it. `corner`: u kept free at the ends."""
    said, shared = [], is_shared(standings)
    for i, (zone, each) in enumerate(zip(ring.zones, standings, strict=True)):
        w, stone = scene.model.words(i + 1), stone_of(scene, standings, i)
        brief = result(w) if each.won else reason(w, i) or result(w)
        sentence = " ".join(filter(None, (brief, reason(w, i) if each.won and not shared else "")))
        along, room = place_at_edge(ring, i, corner)
        heading, total = f"{stone.rank} {stone.name}", f" · {stone.total}"
        said.append(EdgeWords(zone.edge, heading, sentence, along, room, stone.badge, brief=brief, total=total))
    return tuple(said)


def place_at_edge(ring: Ring, i: int, corner: float = 0.0) -> tuple[float, float]:
    """Return where along its edge the words of seat `i` (from 0) are, and their room. All of an edge have the same."""
    edge = ring.zones[i].edge
    alongs = sorted(zone.along for zone in ring.zones if zone.edge == edge)
    room = (ring.seen_from(edge)[0] / ring.u - 2 * max(deep(ring), corner)) / len(alongs)
    return room * (alongs.index(ring.zones[i].along) - (len(alongs) - 1) / 2), room - 2 * MARGIN


def _stand_in_row(
    owned: Sequence[_OwnWonders], aspect: float, room: float, least: float, raised: float, most: float = WINNER_HEIGHT
) -> tuple[VistaWonder, ...]:
    """Place wonders in one row, the first highest: the winners' in the middle, the others by turns right and left.

    `owned`: by rank. `aspect`: width of a wonder as high as the screen; `room`: for the row; `least`: for a wonder with
    its stone. All are parts of the screen's width. `raised`: u, by which wonders with stones stand farther back.
    `most`: of the screen's height, for what is drawn of a wonder.
    """
    won, others = [each for each in owned if each.won], [each for each in owned if not each.won]
    least = min(least, room * (1 - MIDDLE * bool(_count(won))) / max(1, _count(others)))
    best, next_best = _fit_heights(won, others, aspect, room, least, most)
    ranked = [(each, next_best * RANK_SCALE**n) for n, each in enumerate(others)]
    row = [*reversed(ranked[1::2]), *((each, best) for each in won), *ranked[::2]]
    rooms = [max(0 if each.won else least, high * aspect) for each, high in row]
    left = 0.5 - sum(each * len(own.worlds) for each, (own, _) in zip(rooms, row, strict=True)) / 2
    found = list[VistaWonder]()
    for (each, high), wide in zip(row, rooms, strict=True):
        for n, world in enumerate(each.worlds):
            stone = None if each.won or world.name else each.stone
            crowned, low = each.won and n == len(each.worlds) // 2, raised if stone or world.name else 0.0
            found.append(VistaWonder(world, left + wide / 2, high, wide, crowned, low, stone))
            left += wide
    return tuple(sorted(found, key=lambda each: -each.high))


def _fit_heights(
    won: Sequence[_OwnWonders], others: Sequence[_OwnWonders], aspect: float, room: float, least: float, most: float
) -> tuple[float, float]:
    """Return the heights of the winners' wonders and of the next rank's, with which all have room in one row."""
    many, more = _count(won), _count(others)
    shares = [RANK_SCALE**n for n, each in enumerate(others) for _ in each.worlds]
    if not many:
        return most / NEXT_SCALE, min(most, room / aspect / sum(shares)) if others else 0.0
    tall = max(extent(world.sky)[1] for each in won for world in each.worlds)
    best = min(most / tall, room * max(MIDDLE, many / (many + more / 2)) / many / aspect)
    next_best = min(best * NEXT_SCALE, (room / aspect - best * many) / sum(shares)) if others else 0.0
    while best * aspect * many + sum(max(least, next_best * share * aspect) for share in shares) > room:
        best, next_best = best * 0.96, next_best * 0.96
    return best, next_best


def _count(owned: Sequence[_OwnWonders]) -> int:
    """Return the number of wonders."""
    return sum(len(each.worlds) for each in owned)
