"""A panel with one city, in the middle and facing its seat: the wonder with its stages, cards and leaders.

A touched thing is enlarged.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

from app.games.seven_wonders import effect_text, printed_names
from app.games.seven_wonders import face_layouts as of
from app.games.seven_wonders.face_icons import ability
from app.games.seven_wonders.screen import cards
from app.games.seven_wonders.screen.seat_facts import SeatFacts, board_name, seat_of
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.looks.plain_wonder_shapes import drawing_of
from app.screen.control.controller import Controller
from app.screen.input import goals
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_pen import FELT
from app.screen.state.ring_layout import Ring
from app.screen.widgets import faces
from app.screen.widgets.controls import frame
from app.screen.widgets.illustrations import window
from app.screen.widgets.panel import PAD as PANEL_PAD
from app.screen.widgets.panel import PanelHeading, closing, panel, weight_of
from app.screen.widgets.panel_cells import GAP, Cell, CellList, cell
from app.screen.widgets.panel_frame import Frame, PanelContext, panel_context, panel_element, place
from app.shown.play import goal
from app.text.translation import Words, capital
from engine.seven_wonders.data_schema import COLOURS, Data

CARDS: Final = (150.0, 125.0, 104.0, 95.0, 86.0)  # u, as wide as cards in a city are, the first that have room
WINDOWS: Final = (0.39, 0.36, 0.33, 0.3)  # of a city's longer side, its wonder's window: the first that leaves room
LEAST: Final = 0.62  # least size of that window, of the city's other side
TITLE: Final = (32.0, 44.0)  # u, the name in the window, from least to most
PAD: Final = 12.0  # u
SUMS: Final = (92.0, 60.0)  # u, below its cards what a city has come to, with words and without
STAGE_GAP: Final = 6.0  # u, between two stages in the window
HIGH: Final = 104.0  # u, a stage in the window
STAGE: Final = "stage"
ABILITY: Final = "ability"
Part = tuple[float, float, float, float]  # left, top, width and height in a city, in u


@dataclass(frozen=True, slots=True)
class WholeCity:
    """A city. `touched`: what of it is shown large; `saves`: its seat may save for that."""

    context: PanelContext
    seat: SeatFacts
    touched: str
    saves: bool


def build_whole_city(scene: SevenScene, ring: Ring, number: int) -> Element[WholeCity] | None:
    """Return the panel with a seat's city; None if there is no such seat."""
    if not 0 < number <= len(scene.view.seats):
        return None
    touched = scene.game_ui.touched
    saves = goals.is_possible_goal(scene, number, touched)
    view = WholeCity(panel_context(scene, ring, number), seat_of(scene, number), touched, saves)
    return panel_element(scene, view, paint)


def paint(p: Pen, city: WholeCity, control: Controller) -> None:
    """Paint the window with the wonder, and the cards beside or below it."""
    ring, seat = city.context.ring, city.seat
    at = place(ring, city.context.edge, 1300, 1300)
    view, rest = _parts(ring, seat, at)
    _window(p, city, control, at.part(ring.u, *view))
    low = SUMS[ring.small]
    _sums(p, city, at.part(ring.u, rest[0], rest[1] + rest[3] - low, rest[2], low))
    at = at.part(ring.u, *rest[:3], rest[3] - low)
    if city.touched:
        cells = [Cell(partial(_paint_large_thing, city=city), wide=True)]
        foot = [cell(city.context.w("Whole city"), "back", partial(control.change_game_ui, touched=""), "left")]
        if city.saves:
            tap = partial(goals.mark_goal, control, seat.number, city.touched)
            foot.append(cell(goal.save(city.context.w), f"save {city.touched}", tap))
        size = (CARDS[-1], at.h - 2 * ring.touch - 72)
    else:
        cells, foot = [Cell(partial(_thing, seat=seat, key=key, control=control)) for key in cards_of(seat)], []
        wide = next(_widths(len(cells), ring, at.w, at.h), CARDS[-1])
        size = (max(wide, ring.touch), wide * cards.CARD_ASPECT)
    head = partial(_head, city=city, control=control)
    content = CellList(cells, size)
    ground, heading = city.context.on_ground(FELT), PanelHeading("", head=head)
    panel(p, control, ground, at, heading, content, foot=foot, close=closing(control))


def _parts(ring: Ring, seat: SeatFacts, at: Frame) -> tuple[Part, Part]:
    """Divide the panel into the wonder's window and the rest, with all cards visible if possible."""
    many, fingers = len(cards_of(seat)), len(board_of(seat)) * (ring.touch + STAGE_GAP) - STAGE_GAP + 2 * PAD
    for share in WINDOWS:
        if at.w > at.h:
            wide = max(at.w * share, at.h * LEAST, fingers)
            view, rest = (0.0, 0.0, wide, at.h), (wide, 0.0, at.w - wide, at.h)
        else:
            high = max(at.h * share, at.w * LEAST)
            view, rest = (0.0, 0.0, at.w, high), (0.0, high, at.w, at.h - high)
        if any(_widths(many, ring, rest[2], rest[3] - SUMS[ring.small])):
            break
    return view, rest


def _widths(many: int, ring: Ring, w: float, h: float) -> Iterator[float]:
    """Yield widths at which this many cards fit into a panel, widest first; if none does, cards scroll."""
    w, h = w - 2 * PANEL_PAD, h - 2 * PANEL_PAD - ring.touch - GAP
    for wide in CARDS:
        across, tall = max(wide, ring.touch), max(wide * cards.CARD_ASPECT, ring.touch)
        if ceil(many / ((w + GAP) // (across + GAP))) * (tall + GAP) - GAP <= h:
            yield wide


def cards_of(seat: SeatFacts) -> list[str]:
    """List a city's cards by colour, and its leaders."""
    built = sorted(seat.view.cards, key=lambda slug: COLOURS.index(seat.data.cards[slug].colour))
    return [*built, *seat.view.leaders, *seat.view.buried]


def board_of(seat: SeatFacts) -> list[str]:
    """List the touchable keys of a board: its stages and its ability."""
    found = [f"{STAGE} {nth}" for nth in range(1, len(seat.board.stages) + 1)]
    return [*found, ABILITY] if ability(seat.board) else found


def _window(p: Pen, city: WholeCity, control: Controller, at: Frame) -> None:
    """Paint the wonder under its name and owner, and below it the touchable board."""
    seat, w, sky = city.seat, city.context.w, drawing_of(city.seat.view.wonder)
    keys, title = board_of(seat), board_name(seat)
    high = max(HIGH, city.context.ring.touch)
    built = w("{n} of {all} built", n=seat.view.stages, all=len(seat.board.stages))
    with p.at(at.x, at.y, at.angle, city.context.ring.u):
        size = max(TITLE[0], p.fit_size(title, TITLE[1], at.w - 2 * PAD - 8, bold=STONE))
        frame(p, at.w, at.h)
        if sky and not p.plain:
            window(p, sky, 0, 0, at.w, at.h, 26, 26)
            p.rect(0, 0, at.w, at.h, 26, None, "brass", 2)
        top = PAD + size + 44
        with p.at(PAD, top):
            room = at.h - top - PAD - high * 0.7
            cards.picture(p, at.w - 2 * PAD, room, seat.view.wonder, seat.view.stages, len(seat.board.stages))
        p.text(PAD + 8, PAD + size * 0.6, title, size, "text", "start", bold=STONE, room=at.w - 2 * PAD)
        said = f"{seat.player.name} · {built}"
        p.text(PAD + 8, PAD + size * 0.85 + 26, said, p.legible(26), "text", "start", room=at.w - 2 * PAD)
        each = (at.w - 2 * PAD + STAGE_GAP) / len(keys)
        for nth, key in enumerate(keys):
            with p.at(PAD + nth * each, at.h - PAD - high):
                _paint_board_part(p, each - STAGE_GAP, high, city, key, control)


def _paint_board_part(p: Pen, wide: float, high: float, city: WholeCity, key: str, control: Controller) -> None:
    """Paint a stage or the ability in the window."""
    with p.at(wide / 2, high / 2):
        painter(key, city.seat)(p, wide, high)
    if city.touched == key:
        p.rect(-4, -4, wide + 8, high + 8, 20, None, "candle", 5)
    _touchable(p, wide, high, key, control, shown=city.touched == key)


def _touchable(p: Pen, wide: float, high: float, key: str, control: Controller, *, shown: bool = False) -> None:
    """Add a touch area that enlarges a thing, or shows the whole city again."""

    def paint_pressed(p: Pen) -> None:
        p.rect(0, 0, wide, high, 12, "candle", opacity=0.25)

    tap = partial(control.change_game_ui, touched="" if shown else key)
    p.hit_area(0, 0, wide, high, f"in city {key}", tap, press=paint_pressed)


def _sums(p: Pen, city: WholeCity, at: Frame) -> None:
    """Paint the city's totals: shields, victories and defeats, coins, and points where this table shows them."""
    seat, w, named = city.seat, city.context.w, not city.context.ring.small
    view = seat.view
    won, lost = [n for n in view.tokens if n > 0], [n for n in view.tokens if n < 0]
    found: list[tuple[Callable[[Pen, float], object], int, str]] = [
        (_sign("shield", "red"), view.shields, w("shields")),
        (_token(max(won, default=1)), len(won), w("victories")),
        (_token(-1), len(lost), w("defeats")),
        (lambda p, size: faces.coin(p, 0, 0, size), view.coins, w("coins")),
    ]
    if seat.points:
        found.append((_sign("star", "text"), view.score.total, w("points")))
    with p.at(at.x, at.y, at.angle, city.context.ring.u), p.use_material(FELT):
        frame(p, at.w, at.h)
        each, size = (at.w - 2 * PAD) / len(found), min(at.h * (0.5 if named else 0.66), 48.0)
        y = at.h * (0.36 if named else 0.5)
        for nth, (sign, n, says) in enumerate(found):
            x, text = PAD + (nth + 0.5) * each, str(n)
            left = x - (size * 1.15 + p.text_width(text, size * 0.8, bold=True)) / 2
            with p.at(left + size / 2, y):
                sign(p, size)
            p.text(left + size * 1.15, y, text, size * 0.8, "text", "start", bold=True)
            if named:
                p.text(x, at.h * 0.79, says, p.legible(22), "soft", room=each - 8)


def _sign(name: str, ink: str) -> Callable[[Pen, float], object]:
    return lambda p, size: faces.figure(p, name, 0, 0, size, ink, "plate")


def _token(value: int) -> Callable[[Pen, float], object]:
    return lambda p, size: faces.lay_out(p, of.token(value, size, "plate"))


def _head(p: Pen, width: float, high: float, city: WholeCity, control: Controller) -> None:
    """Paint the button to the seat's settings."""
    wide = min(width, 420.0)
    with p.at(width - wide, 0):
        tap = partial(control.open_panel, f"seat {city.seat.number}")
        cell(city.context.w("Who plays, and how?"), "who", tap, "touch").draw(p, wide, high)


def _thing(p: Pen, width: float, high: float, seat: SeatFacts, key: str, control: Controller) -> None:
    wide = min(width, high / cards.CARD_ASPECT)
    with p.at(width / 2, high / 2), p.dimmed(0.5 if key in seat.view.buried else 1, "plate"):
        painter(key, seat)(p, wide, high)
    _touchable(p, width, high, key, control)


def _paint_large_thing(p: Pen, width: float, high: float, city: WholeCity) -> None:
    """Paint the touched thing, and its description beside or below it."""
    title, says = describe_thing(city.context.w, city.touched, city.seat)
    said = "\u2002".join(says)
    if width > high:
        wide = min(width * 0.42, (high - 8) / cards.CARD_ASPECT)
        x, left, room, top, low = wide / 2 + 12, wide + 40, width - wide - 52, 0.0, high
    else:
        wide = min(width * 0.5, high * 0.5 / cards.CARD_ASPECT)
        x, left, room, top = width / 2, 12.0, width - 24, wide * cards.CARD_ASPECT + 16
        low = high - top
    tall = wide * cards.CARD_ASPECT
    with p.at(x, high / 2 if width > high else tall / 2 + 4):
        painter(city.touched, city.seat)(p, wide, tall)
    p.prose(left, top, title, 44, room, low * 0.26, "text", bold=weight_of(title), middle=True)
    p.prose(left, top + low * 0.28, said, 34, room, low * 0.7, "soft")


def describe_thing(w: Words, touched: str, seat: SeatFacts) -> tuple[str, list[str]]:
    if touched == ABILITY:
        return board_name(seat), [capital(effect_text.ability_says(w, seat.board.ability)) + "."]
    if touched.startswith(STAGE):
        number = int(touched.split()[1])
        stage = seat.board.stages[number - 1]
        cost = w("printed cost: {cost}", cost=effect_text.cost(w, stage.cost))
        return w("Stage {n}", n=number), [capital(said) + "." for said in (effect_text.stage_says(w, stage), cost)]
    return printed_names.name_of(w, touched), card_says(w, touched, seat.data)


def painter(touched: str, seat: SeatFacts) -> Callable[[Pen, float, float], None]:
    """Return the painter of a thing around the pen's origin."""
    if touched == ABILITY or touched.startswith(STAGE):
        return partial(_board, seat=seat, number=int(touched.removeprefix(STAGE)) if touched != ABILITY else 0)
    return partial(_card, data=seat.data, slug=touched)


def card_says(w: Words, slug: str, data: Data) -> list[str]:
    """Describe the effects and cost of a card or leader, and the cards that make it free."""
    if slug in data.leaders:
        cost = effect_text.leader_cost(w, data.leaders[slug])
        return [
            capital(effect_text.leader_says(w, slug, data)) + ".",
            capital(w("printed cost: {cost}", cost=cost)) + ".",
        ]
    card = data.cards[slug]
    found = [capital(effect_text.card_says(w, slug, data)) + "."]
    found.append(capital(w("printed cost: {cost}", cost=effect_text.cost(w, card.cost))) + ".")
    if card.chain:
        found.append(capital(effect_text.name_chain_cards(w, slug, data)) + ".")
    return found


def _card(p: Pen, w: float, h: float, data: Data, slug: str) -> None:
    cards.card(p, data, slug, min(w, h / cards.CARD_ASPECT), min(h, w * cards.CARD_ASPECT))


def _board(p: Pen, w: float, h: float, seat: SeatFacts, number: int) -> None:
    with p.at(-w / 2, -h / 2):
        if number:
            cards.paint_stage(p, seat.board.stages[number - 1], number, seat.view.stages, w, h)
        else:
            cards.abilities(p, seat.board, w, h)
