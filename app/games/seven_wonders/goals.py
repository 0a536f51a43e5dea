"""Goals that a player of 7 Wonders can save for: a stage, a card, a science symbol."""

from operator import itemgetter
from typing import Final

import msgspec

from app.games.seven_wonders import printed_names
from app.text.translation import Words
from engine.seven_wonders.data_schema import Data, Science
from engine.seven_wonders.view_json import View

SYMBOLS: Final = ("compass", "gear", "tablet")


def things(w: Words, view: View, seat: int, data: Data) -> tuple[tuple[str, str], ...]:
    """List possible goals: unbuilt stages, symbols, and cards of this and later ages that this city lacks."""
    chair = view.seats[seat - 1]
    stages = range(chair.stages + 1, view.derived.standing[seat - 1].stages + 1)
    wanted = [slug for slug, card in data.cards.items() if card.age >= view.age and slug not in chair.cards]
    cards = [(f"card {slug}", printed_names.card(w, slug)) for slug in wanted]
    return (
        *((f"stage {number}", w("Stage {n}", n=number)) for number in stages),
        *((f"symbol {slug}", printed_names.symbol(w, slug)) for slug in SYMBOLS),
        *sorted(cards, key=itemgetter(1)),
    )


def reach_notice(w: Words, view: View, seat: int, data: Data, thing: str) -> str | None:
    """Return a message if a goal is in reach: the next stage is affordable, or the card or symbol is in the hand."""
    kind, slug = thing.split()
    options = {option.thing: option for option in view.derived.build_options if option.why not in ("twice", "unpaid")}
    if kind == "stage":
        can = int(slug) == view.seats[seat - 1].stages + 1 and "stage" in options
        return w("Your plan: stage {stage} can be paid for now.", stage=slug) if can else None
    hand = () if view.mine is msgspec.UNSET else view.mine.hand or ()
    if kind == "symbol":
        on = next((card for card in hand if _symbol(data, card) == slug), None)
        names = {"symbol": printed_names.symbol(w, slug), "card": printed_names.card(w, on) if on else ""}
        return w("Your plan: {symbol} is in your hand, on {card}.", **names) if on else None
    if slug not in hand:
        return None
    if slug in options:
        return w("Your plan: {card} is in your hand, and you can build it.", card=printed_names.card(w, slug))
    return w("Your plan: {card} is in your hand.", card=printed_names.card(w, slug))


def _symbol(data: Data, slug: str) -> str:
    """Return a card's science symbol; empty if it has none."""
    effects = data.cards[slug].effects if slug in data.cards else ()
    return next((effect.symbol for effect in effects if isinstance(effect, Science)), "")
