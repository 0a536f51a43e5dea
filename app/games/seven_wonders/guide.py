"""How 7 Wonders is played, in two pages made from its data."""

from collections.abc import Collection

from app.text.guide import Page
from app.text.languages import Words
from engine.seven_wonders.cards import Data


def how_to_play(w: Words, box: Data, variant: Collection[str]) -> tuple[Page, ...]:
    """Two pages, as it is played with these variants."""
    table, leaders = box.table, "leaders" in variant
    turn = Page(
        w("A turn"),
        (
            (
                w("Goal"),
                w("Build a city and its wonder through three ages. Most points win."),
            ),
            (
                w("Choose one card"),
                w(
                    "All choose at the same time, face down, one card of their hand, and turn it up together. The rest"
                    " of the hand goes to a neighbour; arrows in the middle show to which."
                ),
            ),
            (
                w("Build it"),
                w(
                    "Pay what stands on it. What your cards make is there in every turn. A resource that a neighbour"
                    " makes you can buy for {coins} coins; nobody can refuse. Each card only once in a city.",
                    coins=table.trade,
                ),
            ),
            (
                w("Build a stage"),
                w("Or put the card face down under your wonder, and pay for its next stage instead."),
            ),
            (
                w("Sell it"),
                w("Or discard it face down for {coins} coins.", coins=table.sale),
            ),
        ),
    )
    more = [
        (
            w("Chains"),
            w("A card is free for whoever has one of the cards that are named on it."),
        ),
        (
            w("Military"),
            w(
                "At the end of each age, compare shields with both neighbours: more wins {points} points by the age,"
                " fewer costs {lost}.",
                points=" / ".join(map(str, table.victory)),
                lost=table.defeat,
            ),
        ),
        (
            w("Science"),
            w(
                "So many of one symbol count as many points times themselves: three are nine. Each set of three"
                " different ones counts {n} more.",
                n=table.set_of_symbols,
            ),
        ),
    ]
    if leaders:
        more.append(
            (
                w("Leaders"),
                w(
                    "Before the game everybody drafts {n}. Before each age choose one of them: recruit it for its"
                    " coins, put it under your wonder, or sell it.",
                    n=box.draft.dealt,
                ),
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
    more.append((w("Points"), counted))
    return turn, Page(w("War, science, points"), tuple(more))
