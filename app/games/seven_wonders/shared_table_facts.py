"""Shared descriptions of a 7 Wonders table for the screen and phones: things of a seat, and uses of its cards."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from app.games.seven_wonders import action_text, printed_names
from app.looks.plain_wonder_shapes import count_visible_parts
from app.looks.wonder_window import World
from app.shown.play.table_description import CardUse
from app.text.translation import Words
from engine.memoize import memoize
from engine.seven_wonders.data_schema import COLOURS, Data, Points
from engine.seven_wonders.view_json import SeatView, View

BLUE: Final = COLOURS[2]
USES: Final[Mapping[str, tuple[str, ...]]] = {  # what can be done with a thing, by the question
    "draft": ("keep",),
    "recruit": ("recruit", "stage", "sell"),
    "extra": ("recruit",),
    "play": ("build", "stage", "sell"),
    "seventh": ("build", "stage", "sell"),
    "rebuild": ("rebuild",),
}


class Payment(msgspec.Struct, frozen=True):
    """One way to pay: its record line, and coins to the left, the right, and the bank besides the printed cost."""

    line: str
    left: int = 0
    right: int = 0
    bank: int = 0

    @property
    def sides(self) -> tuple[int, int, int]:
        return self.left, self.right, self.bank


class HandUse(CardUse, frozen=True):
    """A use of a card in the hand. `verb`: that of the record line; `brings`: coins gained.

    `payments`: cheapest first; if empty, the use is impossible now, and `note` explains why.
    """

    verb: str = ""
    payments: tuple[Payment, ...] = ()
    brings: int = 0


def hand_uses(w: Words, view: View, seat: int, slug: str, legal: tuple[str, ...], data: Data) -> Iterator[HandUse]:
    """List the uses of a card or leader, including currently impossible ones. `view`: the seat's own."""
    verbs = USES.get(view.asked or "", ())
    payments = _list_payments(legal, verbs)
    for verb in verbs:
        paid, note = payments.get((verb, slug), ()), ""
        if not paid:
            thing = "stage" if verb == "stage" else slug
            complete = w("Your wonder is complete.") if verb == "stage" else ""
            note = next(
                (
                    action_text.explain_unavailable(w, option)
                    for option in view.derived.build_options
                    if option.thing == thing
                ),
                complete,
            )
        say, brings = paid[0].line if paid else f"{verb} {slug}", data.table.sale if verb == "sell" else 0
        yield HandUse(say, use_text(w, verb, view.seats[seat - 1], data), note, slug, bool(paid), verb, paid, brings)


@memoize(16)
def _list_payments(legal: tuple[str, ...], verbs: tuple[str, ...]) -> Mapping[tuple[str, str], tuple[Payment, ...]]:
    """Return the ways to pay, cheapest first, by verb and slug."""
    found: dict[tuple[str, str], list[Payment]] = {}
    for line in legal:
        match line.removeprefix("choose ").split():
            case [verb, slug, *paid] if verb in verbs and slug not in action_text.PAYEES:
                coins = dict(zip(paid[::2], map(int, paid[1::2]), strict=True))
                found.setdefault((verb, slug), []).append(Payment(line, **coins))
    return {use: tuple(sorted(each, key=lambda each: sum(each.sides))) for use, each in found.items()}


def use_text(w: Words, verb: str, chair: SeatView, data: Data) -> str:
    """Describe a use without the card's name, as the card may be face down."""
    match verb:
        case "build" | "rebuild":
            return w("Build it")
        case "stage":
            stages = data.boards[f"{chair.wonder}-{chair.side}"].stages
            return w("Stage {number}", number=min(chair.stages + 1, len(stages)))
        case "sell":
            return w("Sell it")
        case "recruit":
            return w("Recruit it")
    return w("Keep it")


@memoize(64)
def group_by_colour(cards: tuple[str, ...], data: Data) -> Mapping[str, tuple[str, ...]]:
    return {colour: tuple(slug for slug in cards if data.cards[slug].colour == colour) for colour in COLOURS}


@memoize(64)
def blue_points(cards: tuple[str, ...], data: Data) -> int:
    """Sum the points printed on a city's blue cards, which are public even if scores are hidden."""
    effects = (effect for slug in group_by_colour(cards, data)[BLUE] for effect in data.cards[slug].effects)
    return sum(effect.amount for effect in effects if isinstance(effect, Points))


def world(w: Words, chair: SeatView, data: Data) -> World:
    """Return a seat's wonder with its built stages."""
    stages = len(data.boards[f"{chair.wonder}-{chair.side}"].stages)
    return World.partial(
        chair.wonder,
        count_visible_parts(chair.wonder, chair.stages, stages),
        printed_names.house_wonder(w, chair.wonder),
    )
