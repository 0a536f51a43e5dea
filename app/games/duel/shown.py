"""What Duel shows on the screen and on phones, said once for both."""

from app.protocol.messages import Settings
from app.shown.form import Form, table_switch
from app.shown.play import Price
from app.text.languages import Words
from engine.duel.cards import RESOURCES, Data, Produces, ProducesOneOf
from engine.duel.view import SeatView, Way

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


def makes(chair: SeatView, facts: Data) -> Makes:
    """What a city makes for certain."""
    made = dict.fromkeys(RESOURCES, 0)
    for slug in chair.cards:
        for effect in facts.cards[slug].effects:
            if isinstance(effect, Produces):
                made[effect.resource] += effect.amount
    return tuple((resource, n, chair.prices[resource]) for resource, n in made.items())


def several(chair: SeatView, facts: Data) -> tuple[str, ...]:
    """`raw`, `manufactured`: of what each thing gives one, whichever is wanted."""
    things = [facts.cards[slug].effects for slug in chair.cards]
    things += [facts.wonders[slug].effects for slug, under in chair.wonders.items() if under]
    return tuple(effect.of for effects in things for effect in effects if isinstance(effect, ProducesOneOf))
