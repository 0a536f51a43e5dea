"""What Duel shows on the screen and on phones, said once for both."""

from collections.abc import Collection, Iterator

from app.games.duel import cost_text, printed_names
from app.looks.wonder_window import World
from app.protocol.messages import Settings
from app.shown.form import Form, table_switch
from app.shown.play.play import CardUse, Price
from app.text.languages import Words
from engine.duel.cards import RESOURCES, Data, ProducesOneOf, Production
from engine.duel.view import SeatView, View, Way

Makes = tuple[tuple[str, int, int], ...]  # resource, how many, what one more costs now


def seating(w: Words, now: Settings) -> Form:
    """How people sit round the table, and whom its cards face."""
    side = w("Each player has a short side of the screen.")
    turns = w("Otherwise they stay; the round button with the arrows turns them.")
    return Form(
        w("Cards and seats"),
        (
            table_switch("short_edges", w("Sit at the short sides"), now.short_edges, side),
            table_switch("turning", w("Cards turn to whoever acts"), now.turning, turns),
        ),
    )


def price(way: Way) -> Price:
    """What building something costs a seat now."""
    return Price(way.cost, way.can, way.chain)


class TurnUse(CardUse, frozen=True):
    """Something that may be done in a turn. `way`: what it costs to build something; None: nothing is built.

    `brings`: coins, for a card that is discarded. `left`: coins after it, whatever else it brings; below 0: so many are
    missing.
    """

    way: Way | None = None
    brings: int = 0
    left: int = 0


def card_uses(w: Words, view: View, seat: int, card: str, legal: Collection[str]) -> Iterator[TurnUse]:
    """Build a free card, discard it, or build each wonder of the seat with it; `note` says what is missing for it."""
    standing, coins = view.hints.standing[seat - 1], view.seats[seat - 1].coins

    def build(way: Way, say: str, text: str) -> TurnUse:
        left, can = coins - way.cost if way.after is None else way.after, say in legal
        lacks = cost_text.short_of(w, -left) if left < 0 else w("not possible now")
        return TurnUse(say, text, "" if can else lacks, card, can, way, left=left)

    yield from (build(way, f"build {card}", w("Build it")) for way in standing.ways if way.thing == card)
    if (discard := f"discard {card}") in legal:
        yield TurnUse(discard, w("Discard it"), of=card, brings=standing.discard, left=standing.after or 0)
    for way in standing.ways:
        if way.wonder:
            yield build(way, f"build {way.thing} with {card}", printed_names.wonder(w, way.thing))


def makes(chair: SeatView, facts: Data) -> Makes:
    """What a city makes for certain."""
    made = dict.fromkeys(RESOURCES, 0)
    for slug in chair.cards:
        for effect in facts.cards[slug].effects:
            if isinstance(effect, Production):
                made[effect.resource] += effect.amount
    return tuple((resource, n, chair.prices[resource]) for resource, n in made.items())


def several(chair: SeatView, facts: Data) -> tuple[str, ...]:
    """`raw`, `manufactured`: of what each thing gives one, whichever is wanted."""
    things = [facts.cards[slug].effects for slug in chair.cards]
    things += [facts.wonders[slug].effects for slug, under in chair.wonders.items() if under]
    return tuple(effect.of for effects in things for effect in effects if isinstance(effect, ProducesOneOf))


def won_worlds(w: Words, view: View) -> tuple[World, ...]:
    """The wonders of who has won, as far as they are built."""
    return tuple(
        World.whole(slug, printed_names.wonder(w, slug))
        for seat in view.winners
        for slug, under in view.seats[seat - 1].wonders.items()
        if under is not None
    )
