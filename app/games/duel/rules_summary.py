"""A guide to playing Duel, in two pages generated from its data."""

from collections.abc import Collection

from app.text.rules_pages import GuidePage
from app.text.translation import Words
from engine.duel.data_schema import Data


def how_to_play(w: Words, data: Data, variant: Collection[str]) -> tuple[GuidePage, ...]:
    """Write the two pages; no variant changes them."""
    table = data.table
    turn = GuidePage(
        w("A turn"),
        (
            (
                w("Goal"),
                w(
                    "Build a city through three ages. Whoever brings the pawn into the other capital, or has"
                    " {n} different science symbols, wins at once; otherwise most points do.",
                    n=table.winning_symbols,
                ),
                ("crown",),
            ),
            (
                w("Take one card"),
                w("Any card on which no other lies. Then do one of three things with it."),
                ("card",),
            ),
            (
                w("Build it"),
                w(
                    "Pay its coins and resources. What your cards make is there in every turn and is not used up. A"
                    " missing resource costs {coins} coins, and {more} more for each of that kind on the other"
                    " player’s brown and grey cards.",
                    coins=table.trade_coins,
                    more=table.trade_coins_per_symbol,
                ),
                ("wood", "brick", "coin"),
            ),
            (
                w("Discard it"),
                w(
                    "It brings {coins} coins, and {more} more for each yellow card you have.",
                    coins=table.discard_coins,
                    more=table.discard_coins_per_yellow,
                ),
                ("coin",),
            ),
            (
                w("Build a wonder"),
                w(
                    "Put the card under one of your wonders and pay for that. {n} wonders can be built in all; some"
                    " bring another turn.",
                    n=table.max_wonders,
                ),
                ("wonder",),
            ),
        ),
    )
    more = GuidePage(
        w("Three ways to win"),
        (
            (
                w("Chains"),
                w("A sign at the top of a card that you have makes a later card with the same sign free."),
                (),
            ),
            (
                w("Military"),
                w(
                    "Each shield moves the pawn one space towards the other capital, {n} spaces from the middle. On its"
                    " way it takes coins from the other player.",
                    n=data.military.capital,
                ),
                ("shield", "swords"),
            ),
            (
                w("Science"),
                w("Two of the same symbol bring a progress token of your choice from those beside the track."),
                ("compass", "gear"),
            ),
            (
                w("Ages"),
                w(
                    "Once all cards of an age are taken, the weaker in military chooses who begins the next one; with"
                    " the pawn in the middle, whoever took the last card."
                ),
                (),
            ),
            (
                w("Points"),
                w(
                    "Blue, green, yellow and purple cards, wonders, progress tokens, where the pawn stands, and one for"
                    " every {n} coins. Equal points: more from blue cards.",
                    n=table.coins_per_point,
                ),
                ("star",),
            ),
        ),
    )
    return turn, more
