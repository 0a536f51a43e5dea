"""A guide to 7 Wonders on two pages, made from its data."""

from collections.abc import Collection

from app.text.rules_pages import GuidePage
from app.text.translation import Words
from engine.seven_wonders.data_schema import Data


def how_to_play(w: Words, data: Data, variant: Collection[str]) -> tuple[GuidePage, ...]:
    """Return the two pages for a game with these variants."""
    table, leaders = data.table, "leaders" in variant
    turn = GuidePage(
        w("A turn"),
        (
            (w("Goal"), w("Build a city and its wonder through three ages. Most points win."), ("wonder",)),
            (
                w("Choose one card"),
                w(
                    "All choose at the same time, face down, one card of their hand, and turn it up together. The rest"
                    " of the hand goes to a neighbour; arrows in the middle show to which. The last card is discarded."
                ),
                ("card",),
            ),
            (
                w("Build it"),
                w(
                    "Pay what is printed on it. What your cards make is there in every turn. What a neighbour’s "
                    "board and brown and grey cards make you can buy for {coins} coins each; nobody can refuse. "
                    "Each card only once in a city.",
                    coins=table.trade,
                ),
                ("wood", "brick", "coin"),
            ),
            (
                w("Build a stage"),
                w("Or put the card face down under your wonder, and pay for its next stage instead."),
                ("wonder",),
            ),
            (w("Sell it"), w("Or discard it face down for {coins} coins.", coins=table.sale), ("coin",)),
        ),
    )
    more = [
        (w("Chains"), w("A card is free if you have one of the cards named on it."), ()),
        (
            w("Military"),
            w(
                "At the end of each age, compare shields with both neighbours: more wins {points} points by the age,"
                " fewer costs {lost}.",
                points=" / ".join(map(str, table.victory)),
                lost=table.defeat,
            ),
            ("shield", "swords"),
        ),
        (
            w("Science"),
            w(
                "Equal symbols count their number times itself: three are nine. Each set of three different ones "
                "counts {n} more.",
                n=table.set_of_symbols,
            ),
            ("compass", "gear", "tablet"),
        ),
    ]
    if leaders:
        more.append(
            (
                w("Leaders"),
                w(
                    "Before the game everybody drafts {n}. Before each age choose one of them: recruit it for its"
                    " coins, put it under your wonder, or sell it.",
                    n=data.draft.dealt,
                ),
                ("crown",),
            )
        )
    counted = (
        w(
            "Military, your wonder, blue, yellow and purple cards, science, leaders, and one for every {n} coins. Equal"
            " points: more coins.",
            n=table.coins_per_point,
        )
        if leaders
        else w(
            "Military, your wonder, blue, yellow and purple cards, science, and one for every {n} coins. Equal points:"
            " more coins.",
            n=table.coins_per_point,
        )
    )
    more.append((w("Points"), counted, ("star",)))
    return turn, GuidePage(w("War, science, points"), tuple(more))
