"""One city whole, in the middle and facing its seat: stages, cards and leaders; one that is touched is shown large."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.seven_wonders import brings, called
from app.games.seven_wonders.glyphs import ability
from app.games.seven_wonders.screen import cards
from app.games.seven_wonders.screen.scene import SevenScene, change
from app.games.seven_wonders.screen.seat import SeatFacts, board_name, seat_of
from app.looks.buildings import drawing_of
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.ring import Ring
from app.screen.widgets.drawings import window
from app.screen.widgets.panel import GAP, Cell, Lying, cell, closing, heading, lying, panel, place
from app.text.languages import Words, capital
from engine.seven_wonders.cards import COLOURS, Data

CARD: Final = 104.0  # u, as wide as a card in a city
STAGE: Final = "stage"
ABILITY: Final = "ability"
WONDER: Final = "wonder"


@dataclass(frozen=True, slots=True)
class WholeCity:
    """A city. `touched`: what of it is shown large."""

    lying: Lying
    seat: SeatFacts
    touched: str


def whole(scene: SevenScene, ring: Ring, number: int) -> Element[WholeCity] | None:
    """The city of a seat; None where there is no such seat."""
    if not 0 < number <= len(scene.view.seats):
        return None
    view = WholeCity(lying(scene, ring, number), seat_of(scene, number), scene.seven.touched)
    return Element(f"panel {scene.opened.panel}", view, paint)


def paint(p: Pen, it: WholeCity, control: Controller) -> None:
    seat, w, ring = it.seat, it.lying.w, it.lying.ring
    at = place(ring, it.lying.edge, 1300, 1000)
    foot, wide = [], CARD
    if it.touched:
        cells = [Cell(partial(_large, it=it), wide=True)]
        foot = [cell(w("Whole city"), "back", partial(change, control, touched=""), "left")]
        narrow = at.w - 2 * ring.touch < 860  # the button at the head lies below the title
        tall = at.h - (3 if narrow else 2) * ring.touch - (84 if narrow else 72)
    else:
        cells = [Cell(partial(_thing, seat=seat, key=key, control=control)) for key in things(seat)]
        if len(cells) * (CARD + GAP) > 2 * at.w:
            wide = CARD * 0.85
        tall = wide * cards.UPRIGHT + 4
    title = w("{name}: {board}", name=seat.player.name, board=board_name(seat))
    head, size = partial(_head, it=it, control=control), (max(wide, ring.touch), tall)
    panel(p, control, it.lying, at, title, cells, foot, size, closing(control), head=head)


def things(seat: SeatFacts) -> list[str]:
    """All that lies in a city, as it is touched: wonder, stages, what the board can do, cards by colour, leaders."""
    found = [WONDER, *(f"{STAGE} {nth}" for nth in range(1, len(seat.board.stages) + 1))]
    if ability(seat.board):
        found.append(ABILITY)
    built = sorted(seat.view.cards, key=lambda slug: COLOURS.index(seat.data.cards[slug].colour))
    return [*found, *built, *seat.view.leaders, *seat.view.buried]


def _head(p: Pen, width: float, high: float, it: WholeCity, control: Controller) -> None:
    """Who plays here."""
    wide = min(width, 420.0)
    with p.at(width - wide, 0):
        cell(it.lying.w("Who plays, and how?"), "who", partial(control.open, f"seat {it.seat.number}"), "touch").draw(
            p, wide, high
        )


def _thing(p: Pen, width: float, high: float, seat: SeatFacts, key: str, control: Controller) -> None:
    wide = min(width, high / cards.UPRIGHT)
    with p.at(width / 2, high / 2), p.dimmed(0.5 if key in seat.view.buried else 1, "plate"):
        painter(key, seat)(p, wide, high)

    def pressed(p: Pen) -> None:
        p.rect(0, 0, width, high, 12, "candle", opacity=0.25)

    p.hit_area(0, 0, width, high, f"in city {key}", partial(change, control, touched=key), press=pressed)


def _large(p: Pen, width: float, high: float, it: WholeCity) -> None:
    """What is touched, with its sentences."""
    w, seat = it.lying.w, it.seat
    wide = min(width * 0.34, high / cards.UPRIGHT)
    title, says = told(w, it.touched, seat)
    with p.at(wide / 2 + 12, high / 2):
        painter(it.touched, seat)(p, wide, min(high - 8, wide * cards.UPRIGHT))
    left = wide + 48
    p.prose(left, 0, title, 44, width - left - 12, high * 0.24, "text", bold=heading(title), middle=True)
    p.prose(left, high * 0.26, "\u2002".join(says), 32, width - left - 12, high * 0.72, "soft")


def told(w: Words, touched: str, seat: SeatFacts) -> tuple[str, list[str]]:
    """Of a thing its name and its sentences."""
    if touched == WONDER:
        return board_name(seat), [w("{n} of {all} built", n=seat.view.stages, all=len(seat.board.stages))]
    if touched == ABILITY:
        return board_name(seat), [capital(brings.ability_says(w, seat.board.ability)) + "."]
    if touched.startswith(STAGE):
        number = int(touched.split()[1])
        stage = seat.board.stages[number - 1]
        cost = w("printed cost: {cost}", cost=brings.cost(w, stage.cost))
        return w("Stage {n}", n=number), [capital(said) + "." for said in (brings.stage_says(w, stage), cost)]
    return called.name_of(w, touched), card_says(w, touched, seat.data)


def painter(touched: str, seat: SeatFacts) -> Callable[[Pen, float, float], None]:
    """What paints a thing round the pen's place."""
    if touched == WONDER:
        return partial(_wonder, seat=seat)
    if touched == ABILITY or touched.startswith(STAGE):
        return partial(_board, seat=seat, number=int(touched.removeprefix(STAGE)) if touched != ABILITY else 0)
    return partial(_card, facts=seat.data, slug=touched)


def card_says(w: Words, slug: str, facts: Data) -> list[str]:
    """What a card or a leader brings, costs, and by which other it is free."""
    if slug in facts.leaders:
        cost = brings.leader_cost(w, facts.leaders[slug])
        return [capital(brings.leader_says(w, slug, facts)) + ".", capital(w("printed cost: {cost}", cost=cost)) + "."]
    card = facts.cards[slug]
    found = [capital(brings.card_says(w, slug, facts)) + "."]
    found.append(capital(w("printed cost: {cost}", cost=brings.cost(w, card.cost))) + ".")
    if card.chain:
        found.append(capital(brings.free_with(w, slug, facts)) + ".")
    return found


def _card(p: Pen, w: float, h: float, facts: Data, slug: str) -> None:
    cards.card(p, facts, slug, min(w, h / cards.UPRIGHT), min(h, w * cards.UPRIGHT))


def _wonder(p: Pen, w: float, h: float, seat: SeatFacts) -> None:
    sky = "" if p.plain else drawing_of(seat.view.wonder)
    with p.at(-w / 2, -h / 2):
        if sky:
            window(p, sky, 0, 0, w, h, 12, 12)
            p.rect(0, 0, w, h, 12, None, "brass", 2)
        cards.picture(p, seat.view.wonder, seat.view.stages, len(seat.board.stages), w, h, True)


def _board(p: Pen, w: float, h: float, seat: SeatFacts, number: int) -> None:
    with p.at(-w / 2, -h / 2):
        if number:
            cards.whole_stage(p, seat.board.stages[number - 1], number, seat.view.stages, w, h)
        else:
            cards.abilities(p, seat.board, w, h)
