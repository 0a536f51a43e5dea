"""Descriptions of Duel's table that the screen and the phones share."""

from collections.abc import Collection, Iterator

from app.games.duel import cost_text, printed_names
from app.looks.wonder_window import World
from app.protocol.settings_messages import Settings
from app.shown.form import Form, table_switch
from app.shown.play.table_description import CardUse, Price
from app.text.translation import Words
from engine.duel.data_schema import RESOURCES, Data, ProducesOneOf, Production
from engine.duel.view_json import BuildOption, SeatView, View

Makes = tuple[tuple[str, int, int], ...]  # resource, amount made, price of one more now


def seating(w: Words, now: Settings) -> Form:
    """Return the form of settings for seats and the direction of cards."""
    side = w("Each player has a short side of the screen.")
    turns = w("Otherwise they stay; the round button with the arrows turns them.")
    return Form(
        w("Cards and seats"),
        (
            table_switch("short_edges", w("Sit at the short sides"), now.short_edges, side),
            table_switch("turning", w("Cards turn to whoever acts"), now.turning, turns),
        ),
    )


def price(option: BuildOption) -> Price:
    """Return the price of a way to build."""
    return Price(option.cost, option.can, option.chain)


class TurnUse(CardUse, frozen=True):
    """A use of a card in a turn. `way`: how it is paid for; None: nothing is built.

    `brings`: coins, for a discarded card. `left`: coins afterwards, other effects included; negative: coins that are
    missing.
    """

    way: BuildOption | None = None
    brings: int = 0
    left: int = 0


def card_uses(w: Words, view: View, seat: int, card: str, legal: Collection[str]) -> Iterator[TurnUse]:
    """Yield the uses of a free card: build, discard, or build each wonder with it; `note` says what is missing."""
    standing, coins = view.derived.standing[seat - 1], view.seats[seat - 1].coins

    def build(option: BuildOption, say: str, text: str) -> TurnUse:
        left, can = coins - option.cost if option.after is None else option.after, say in legal
        lacks = cost_text.short_of(w, -left) if left < 0 else w("not possible now")
        return TurnUse(say, text, "" if can else lacks, card, can, option, left=left)

    yield from (
        build(option, f"build {card}", w("Build it")) for option in standing.build_options if option.thing == card
    )
    if (discard := f"discard {card}") in legal:
        yield TurnUse(discard, w("Discard it"), of=card, brings=standing.discard, left=standing.after or 0)
    for option in standing.build_options:
        if option.wonder:
            yield build(option, f"build {option.thing} with {card}", printed_names.wonder(w, option.thing))


def list_production(chair: SeatView, data: Data) -> Makes:
    """Return the fixed production of a city."""
    made = dict.fromkeys(RESOURCES, 0)
    for slug in chair.cards:
        for effect in data.cards[slug].effects:
            if isinstance(effect, Production):
                made[effect.resource] += effect.amount
    return tuple((resource, n, chair.prices[resource]) for resource, n in made.items())


def several(chair: SeatView, data: Data) -> tuple[str, ...]:
    """Return the kinds (`raw`, `manufactured`) of which a city makes one resource of its choice, once per effect."""
    things = [data.cards[slug].effects for slug in chair.cards]
    things += [data.wonders[slug].effects for slug, under in chair.wonders.items() if under]
    return tuple(effect.of for effects in things for effect in effects if isinstance(effect, ProducesOneOf))


def list_worlds(w: Words, chair: SeatView) -> tuple[World, ...]:
    """Return the built wonders of a seat."""
    return tuple(
        World.complete(slug, printed_names.wonder(w, slug))
        for slug, under in chair.wonders.items()
        if under is not None
    )
