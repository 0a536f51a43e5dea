"""Vistas at the end of a game: the wonder that was completed, and the winner's with all others on its horizon."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from app.looks.drawing_data import SHAPE
from app.looks.effect_icons import signed
from app.looks.wonder_window import World
from app.screen.control.controller import Controller
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import MARGIN, Ring
from app.screen.state.scene import Scene
from app.screen.state.ui_state import CompletedWonders
from app.screen.widgets.pillar import PillarDrum
from app.screen.widgets.vista import DEEP, EdgeWords, Stone, Vista, VistaWonder, deep, paint_vista
from app.text.table_text import announce_completed
from app.text.translation import Words
from app.text.words_protocols import HouseWords

SINGLE_HEIGHT: Final = 0.7  # of the screen's height, at most, a wonder that stands alone,
OVER_RIM: Final = 0.015  # whose top may lie over the dark rim at the opposite edge by that much
WINNER_HEIGHT: Final = 0.56  # of it, at most, the winner's wonder
NEXT_SCALE: Final = 0.62  # of the winner's, at most, the wonder of who came next,
RANK_SCALE: Final = 0.85  # and of that the next one's, and so on
MIDDLE: Final = 0.44  # of the row, for the winners' wonders among others
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


def build_completed(scene: Scene, ring: Ring, i: int, wonder: str, announce: Callable[[Words], str]) -> Element[Vista]:
    """Build the wonder that seat `i` (from 0) has completed, and name it at every edge."""
    edge = ring.zones[i].edge
    said: dict[int, EdgeWords] = {}
    for number, zone in enumerate(ring.zones, 1):
        w = scene.model.words(number)
        room = ring.seen_from(zone.edge)[0] / ring.u - 2 * deep(ring)
        own = zone.edge == edge
        words = EdgeWords(zone.edge, _name_wonder(scene, wonder, w), announce(w), 0.0, room, carved=True, large=own)
        said.setdefault(zone.edge, words)
    wide, high = ring.seen_from(edge)
    most = 1 + OVER_RIM - 2 * deep(ring) * ring.u / high  # between the words at both edges
    figure = VistaWonder(World.complete(wonder), 0.5, min(SINGLE_HEIGHT, most, (wide - DEEP * ring.u) / high / SHAPE))
    return _build_vista(ring, edge, (figure,), tuple(said.values()))


def build_in_game(scene: Scene, ring: Ring, i: int, wonder: str) -> Elements:
    """Build a wonder that seat `i` (from 0) has completed while the game goes on; a touch dismisses it."""

    def announce(w: Words) -> str:
        return announce_completed(w, scene.model.people(w)[i], _name_wonder(scene, wonder, w))

    return [build_completed(scene, ring, i, wonder, announce), Element("vista touch", ring, paint_touch)]


def _name_wonder(scene: Scene, wonder: str, w: Words) -> str:
    words = scene.model.game_words
    assert isinstance(words, HouseWords)  # as all games with wonders have
    return words.house_wonder(w, wonder)


def paint_touch(p: Pen, ring: Ring, control: Controller) -> None:
    """Paint the hit area over the whole table."""
    p.hit_area(0, 0, ring.width, ring.height, "go on", partial(_dismiss, control))


def _dismiss(control: Controller) -> None:
    shown = control.opened.completed
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
    order = sorted(range(len(standings)), key=lambda i: (standings[i].rank, i))
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
    figures = _stand_in_row(owned, SHAPE * high / wide, 1 - 2 * (deep(ring) * ring.u / wide + GAP))
    return _build_vista(ring, edge, figures, said)


def _build_vista(
    ring: Ring, edge: int, figures: tuple[VistaWonder, ...], said: tuple[EdgeWords, ...]
) -> Element[Vista]:
    """Build the country of the first figure, whose light is behind it."""
    first = figures[0]
    light = first.x, 1 - deep(ring) * ring.u / ring.seen_from(edge)[1] - first.high / 2
    return Element("vista", Vista(ring, edge, figures, said, first.world.sky, light), paint_vista)


def stone_of(scene: Scene, standings: Sequence[VistaSeat], i: int) -> Stone:
    """Return the stone of seat `i` (from 0)."""
    each, model = standings[i], scene.model
    return Stone(f"{each.rank}.", model.name(i + 1), signed(each.total), model.info(i + 1).badge)


def list_words(
    scene: Scene,
    ring: Ring,
    standings: Sequence[VistaSeat],
    result: Callable[[Words], str],
    reason: Callable[[Words, int], str],
    corner: float = 0.0,
) -> tuple[EdgeWords, ...]:
    """List the place, the total and a sentence for each seat, facing it. `corner`: u kept free at the ends."""
    said = []
    for i, (zone, each) in enumerate(zip(ring.zones, standings, strict=True)):
        w, stone = scene.model.words(i + 1), stone_of(scene, standings, i)
        sentence = " ".join(filter(None, (result(w) if each.won else "", reason(w, i)))) or result(w)
        along, room = place_at_edge(ring, i, corner)
        said.append(
            EdgeWords(zone.edge, f"{stone.rank} {stone.name} · {stone.total}", sentence, along, room, stone.badge)
        )
    return tuple(said)


def place_at_edge(ring: Ring, i: int, corner: float = 0.0) -> tuple[float, float]:
    """Return where along its edge the words of seat `i` (from 0) are, and their room. All of an edge have the same."""
    edge = ring.zones[i].edge
    alongs = sorted(zone.along for zone in ring.zones if zone.edge == edge)
    room = (ring.seen_from(edge)[0] / ring.u - 2 * max(deep(ring), corner)) / len(alongs)
    return room * (alongs.index(ring.zones[i].along) - (len(alongs) - 1) / 2), room - 2 * MARGIN


def _stand_in_row(owned: Sequence[_OwnWonders], aspect: float, room: float) -> tuple[VistaWonder, ...]:
    """Place wonders in one row, the first highest: the winners' in the middle, the others by turns right and left.

    `owned`: by rank. `aspect`: width of a wonder as high as the screen; `room`: for the row. Both are parts of the
    screen's width.
    """
    won, others = [each for each in owned if each.won], [each for each in owned if not each.won]
    many, more = (sum(len(each.worlds) for each in part) for part in (won, others))
    best = min(WINNER_HEIGHT, room * max(MIDDLE, many / (many + more / 2)) / many / aspect)
    shares = [RANK_SCALE**n for n, each in enumerate(others) for _ in each.worlds]
    next_best = min(best * NEXT_SCALE, (room / aspect - best * many) / sum(shares)) if others else 0.0
    sized = [(each, best) for each in won], [(each, next_best * RANK_SCALE**n) for n, each in enumerate(others)]
    row = [*reversed(sized[1][1::2]), *sized[0], *sized[1][::2]]
    left = 0.5 - sum(high * len(each.worlds) for each, high in row) * aspect / 2
    found = list[VistaWonder]()
    for each, high in row:
        for n, world in enumerate(each.worlds):
            stone = None if each.won or world.name else each.stone
            found.append(
                VistaWonder(
                    world,
                    left + high * aspect / 2,
                    high,
                    high * aspect,
                    crowned=each.won and n == len(each.worlds) // 2,
                    raised=stone is not None or world.name != "",
                    stone=stone,
                )
            )
            left += high * aspect
    return tuple(sorted(found, key=lambda it: -it.high))
