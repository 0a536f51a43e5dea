"""How 7 Wonders is played, in two pages made from its data, and what is said in a first game.

On the screen, where hands lie face down, no comment names a card or says what may be done with it.
"""

from collections.abc import Callable, Collection
from typing import Final

from app.text.guide import SOLD, GuidePage, Lesson, Now, came
from app.text.languages import Words
from engine.seven_wonders.cards import RESOURCES, TURNS, Data
from engine.seven_wonders.view import View


def how_to_play(w: Words, box: Data, variant: Collection[str]) -> tuple[GuidePage, ...]:
    """Two pages, as it is played with these variants."""
    table, leaders = box.table, "leaders" in variant
    turn = GuidePage(
        w("A turn"),
        (
            (
                w("Goal"),
                w("Build a city and its wonder through three ages. Most points win."),
                ("wonder",),
            ),
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
                    "Pay what stands on it. What your cards make is there in every turn. What a neighbour’s board and"
                    " brown and grey cards make you can buy for {coins} coins each; nobody can refuse. Each card only"
                    " once in a city.",
                    coins=table.trade,
                ),
                ("wood", "brick", "coin"),
            ),
            (
                w("Build a stage"),
                w("Or put the card face down under your wonder, and pay for its next stage instead."),
                ("wonder",),
            ),
            (
                w("Sell it"),
                w("Or discard it face down for {coins} coins.", coins=table.sale),
                ("coin",),
            ),
        ),
    )
    more = [
        (
            w("Chains"),
            w("A card is free for whoever has one of the cards that are named on it."),
            (),
        ),
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
                "So many of one symbol count as many points times themselves: three are nine. Each set of three"
                " different ones counts {n} more.",
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
                    n=box.draft.dealt,
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


# ---- comments in a first game ----------------------------------------------------------------------------

# How far a seat is on the screen, whose hand lies there face down.
AWAY: Final = "away"  # its city lies there instead
HAND: Final = "hand"
PICKED: Final = "picked"  # a card, of which it says what becomes
REFUSED: Final = "refused"  # what it said cannot become of that card
WAYS: Final = "ways"  # it says who is paid
TAKEN: Final = frozenset({"card-built", "stage-built", "card-sold"})  # what becomes of a card
BOUGHT: Final = frozenset(f"{kind} {side}" for kind in ("card-built", "stage-built") for side in ("left", "right"))
SALES: Final = {"play": "card-sold", "recruit": "card-sold leader", "seventh": ""}  # by what is asked
POOR: Final = 2  # coins, with which it is time to sell


def _asks(*asked: str) -> Callable[[Now], bool]:
    """The seat is asked one of these, and has chosen nothing yet."""
    return lambda now: now.seat in now.view.to_act and now.view.asked in asked


def _begins(asked: str, *kinds: str) -> Callable[[Now], bool]:
    """It is asked that for the first time: no such event has come to it yet."""
    asks = _asks(asked)
    return lambda now: asks(now) and now.step in ("", AWAY, HAND) and now.known.isdisjoint(kinds)


def _picks(asked: str, kind: str) -> Callable[[Now], bool]:
    """It says on the screen what becomes of a card, and an event of that kind has not come to it yet."""
    asks = _asks(asked)
    return lambda now: asks(now) and now.step == PICKED and kind not in now.known


def _effect(asked: str) -> Callable[[Now], bool]:
    """An effect asks that; it comes seldom, so that its comment does not tire."""
    asks = _asks(asked)
    return lambda now: asks(now) and now.step in ("", AWAY, HAND)


def _stage_paid(now: Now) -> bool:
    """Whether the seat makes by itself all that its next stage costs: everybody may know that."""
    view: View = now.view
    chair, makes = view.seats[now.seat - 1], view.hints.standing[now.seat - 1].makes
    stages = now.box.boards[f"{chair.wonder}-{chair.side}"].stages
    if chair.stages == len(stages):
        return False
    cost = stages[chair.stages].cost
    units = zip(RESOURCES, cost.units(), strict=True)
    return cost.coins <= chair.coins and all(makes.get(kind, 0) >= n for kind, n in units)


LESSONS: Final = (
    Lesson(
        "draft",
        _begins("draft", "leaders-passed"),
        lambda w, now: (
            w("Hold a leader to see it, tap the one that you keep. The others go to a neighbour, others come to you,"
              " until you have {n}.", n=now.box.draft.dealt)
            if now.step == HAND else
            w("Keep one of these leaders. The others go to a neighbour, others come to you, until you have {n}.",
              n=now.box.draft.dealt)
        ),
        brief=lambda w, now: w("Keep one of these leaders."),
    ),
    Lesson(
        "draft-keep",
        _picks("draft", "leaders-passed"),
        lambda w, now: w("It stays face down until you recruit it. Nobody else sees which one you keep."),
        brief=lambda w, now: w("It stays face down until you recruit it."),
    ),
    Lesson(
        "recruit",
        _begins("recruit", "leader-recruited", "card-sold", "stage-built"),
        lambda w, now: w("Before each age all choose a leader: to recruit it, to build a stage with it or to sell it."),
        brief=lambda w, now: w("Choose a leader for this age."),
    ),
    Lesson(
        "hand",
        _begins("play", *TAKEN),
        lambda w, now: (
            w("All choose at once, face down. Hold a card to see it, tap one to choose it: it is built, put under a"
              " stage, or sold.")
            if now.step == HAND else
            w("All choose at once, face down. Look at your cards and choose one: it is built, put under a stage, or"
              " sold.")
        ),
        brief=lambda w, now: w("Choose one of your cards, face down."),
    ),
    Lesson(
        "stage-may",
        lambda now: _picks("play", "stage-built")(now) and _stage_paid(now),
        lambda w, now: w("You make all that the next stage of your wonder costs. Any card can go under it."),
        brief=lambda w, now: w("You make all that your next stage costs."),
    ),
    Lesson(
        "sell",
        lambda now: _picks("play", "card-sold")(now) and now.view.seats[now.seat - 1].coins <= POOR,
        lambda w, now: w("You have few coins left. Sold, any card brings {n}.", n=now.box.table.sale),
    ),
    Lesson(
        "build",
        _picks("play", "card-built"),
        lambda w, now: w("Built, it stays in your city. If you cannot pay for it, the table says so."),
        brief=lambda w, now: w("Built, it stays in your city."),
    ),
    Lesson(
        "refused",
        lambda now: _asks(*SALES)(now) and now.step == REFUSED and SALES[now.view.asked] not in now.known,
        lambda w, now: w("That is not possible now. Choose another card, or sell this one for {n} coins.",
                         n=now.box.table.sale),
        brief=lambda w, now: w("That is not possible now."),
    ),
    Lesson(
        "another",
        lambda now: _asks("rebuild", "extra")(now) and now.step == REFUSED,
        lambda w, now: w("That is not possible with this one."),
    ),
    Lesson(
        "pay",
        lambda now: now.step == WAYS and BOUGHT.isdisjoint(now.known),
        lambda w, now: w("Your neighbours make what you lack. Say whom you pay: arrows point to them, coins say how"
                         " much."),
        brief=lambda w, now: w("Say which neighbour you pay."),
    ),
    Lesson(
        "seventh",
        _effect("seventh"),
        lambda w, now: w("Your wonder lets you play the last card of the age too, which others discard."),
        brief=lambda w, now: w("Your wonder lets you play the last card too."),
    ),
    Lesson(
        "rebuild",
        _effect("rebuild"),
        lambda w, now: w("You may build a card of the discard pile for nothing. Only you see them."),
        brief=lambda w, now: w("Build a discarded card for nothing."),
    ),
    Lesson(
        "extra",
        _effect("extra"),
        lambda w, now: w("Your wonder lets you recruit one more leader now."),
    ),
    Lesson(
        "bury",
        _effect("bury"),
        lambda w, now: w("Your wonder buries a leader: it does nothing any more, and brings points for its cost."),
        brief=lambda w, now: w("A leader is buried, for points."),
    ),
    Lesson(
        "lose",
        _effect("lose"),
        lambda w, now: w("Somebody’s leader asks you to give up a victory token."),
    ),
    Lesson(
        "chain",
        came("card-built chain"),
        lambda w, now: w("A chain: you had built a card that is named on this one, so it was free."),
        brief=lambda w, now: w("A chain: the card was free."),
    ),
    Lesson(
        "bought",
        lambda now: not BOUGHT.isdisjoint(now.fresh),
        lambda w, now: w("You have bought from a neighbour, who has your coins. Their goods were yours for this turn."),
        brief=lambda w, now: w("A neighbour sold you goods for this turn."),
    ),
    Lesson(
        "sold-goods",
        came(SOLD),
        lambda w, now: w("A neighbour has bought from you. You have the coins, and your goods are still yours."),
        brief=lambda w, now: w("A neighbour has bought from you."),
    ),
    Lesson(
        "leader-free",
        lambda now: "leader-recruited" in now.fresh and "leader-recruited paid" not in now.known,
        lambda w, now: w("Your leader cost nothing, and works from now on."),
    ),
    Lesson(
        "leader",
        came("leader-recruited paid"),
        lambda w, now: w("Your leader lies face up in your city, and works from now on."),
    ),
    Lesson(
        "stage",
        came("stage-built"),
        lambda w, now: w("A stage stands: what is on it is yours. The card under it stays face down for good."),
        brief=lambda w, now: w("A stage stands: what is on it is yours."),
    ),
    Lesson(
        "sold",
        came("card-sold"),
        lambda w, now: w("What you sold lies face down, and brought you {n} coins.", n=now.box.table.sale),
        brief=lambda w, now: w("Sold, it brought you {n} coins.", n=now.box.table.sale),
    ),
    Lesson(
        "rebuilt",
        came("card-rebuilt"),
        lambda w, now: w("A card of the discard pile stands in your city now, and cost nothing."),
        brief=lambda w, now: w("A discarded card stands in your city now."),
    ),
    Lesson(
        "conflict",
        came("conflict-settled"),
        lambda w, now: w(
            "That was a conflict: against each neighbour with fewer shields you won {won} point, against each with more"
            " you lost {lost}. Later ages bring more.",
            won=now.box.table.victory[0],
            lost=now.box.table.defeat,
        ),
        brief=lambda w, now: w("That was a conflict: each neighbour’s shields against yours."),
    ),
    Lesson(
        "passed",
        lambda now: "hands-passed" in now.fresh and _asks("play")(now) and now.step in ("", AWAY, HAND),
        lambda w, now: w("Hands have been passed: what you left is a neighbour’s now, what you have was another’s."),
        brief=lambda w, now: w("Hands have been passed to neighbours."),
    ),
    Lesson(
        "last",
        lambda now: _asks("play")(now) and now.step in ("", AWAY, HAND) and now.view.turn == TURNS,
        lambda w, now: w("The last turn of this age: two cards are left in each hand. Then shields decide."),
        brief=lambda w, now: w("The last turn of this age."),
    ),
)  # fmt: skip
