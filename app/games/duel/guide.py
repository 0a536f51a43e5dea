"""How Duel is played, in two pages made from its data, and what is said in a first game."""

from collections.abc import Callable, Collection
from typing import Final

from app.text.guide import GuidePage, Lesson, Now, came
from app.text.languages import Words
from engine.duel.cards import Data
from engine.duel.view import SeatView, Standing, View, Way


def how_to_play(w: Words, box: Data, variant: Collection[str]) -> tuple[GuidePage, ...]:
    """Two pages; it has no variants that change them."""
    table = box.table
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
                    n=box.military.capital,
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


# ---- comments in a first game ----------------------------------------------------------------------------

TAKEN: Final = frozenset({"card-built", "card-discarded", "wonder-built"})  # what becomes of a card of the structure
NEAR: Final = 3  # spaces from a capital, at which the pawn is a threat
FEW: Final = 2  # science symbols that are missing still, at which they are one
AHEAD: Final = 2  # cards of an age that are gone, while it has just begun


def _asks(ask: str) -> Callable[[Now], bool]:
    """The seat is asked that."""
    return lambda now: now.seat in now.view.to_act and now.view.hints.ask == ask


def _first_time(ask: str, kind: str) -> Callable[[Now], bool]:
    """It is asked that, and an event of that kind has not come to it yet."""
    asks = _asks(ask)
    return lambda now: asks(now) and kind not in now.known


_turn: Final = _asks("turn")


def _in_turn(when: Callable[[Now], bool]) -> Callable[[Now], bool]:
    """That, before the seat has touched anything in its turn."""
    return lambda now: _turn(now) and not now.step and when(now)


def _picked(now: Now) -> Way | None:
    """What it would cost to build the card that the seat has touched on the screen."""
    ways = now.view.hints.standing[now.seat - 1].ways
    return next((way for way in ways if way.thing == now.step), None)


def _payable(now: Now) -> bool:
    """The seat could build a wonder over any card now; it has built none, and knows what else becomes of a card."""
    ways = now.view.hints.standing[now.seat - 1].ways
    knows = not now.known.isdisjoint(TAKEN - {"wonder-built"}) and "wonder-built" not in now.known
    return knows and any(way.wonder and way.can for way in ways)


def _age(now: Now) -> bool:
    """Another age than the first has just begun."""
    view: View = now.view
    return view.age > 1 and view.left > len(view.hints.places) - AHEAD


def _other_stands(now: Now) -> Standing:
    """How far the other seat is."""
    view: View = now.view
    return view.hints.standing[2 - now.seat]


def _military(now: Now) -> bool:
    """The pawn stands near the seat's own capital."""
    return _other_stands(now).capital <= NEAR


def _science(now: Now) -> bool:
    """The other seat lacks few symbols."""
    return _other_stands(now).symbols_left <= FEW


def _mine(now: Now) -> SeatView:
    view: View = now.view
    return view.seats[now.seat - 1]


def _screen(when: Callable[[Now], bool]) -> Callable[[Now], bool]:
    """That, where the table lies before the seat: on a phone it is done otherwise."""
    return lambda now: not now.phone and when(now)


def _priced(now: Now) -> bool:
    """It has taken a card for the first time, and what it lacks costs what the rules say: nothing makes it cheaper."""
    ways = now.view.hints.standing[now.seat - 1].ways
    return not TAKEN.isdisjoint(now.fresh) and all(unit.why == "trade" for way in ways for unit in way.units)


LESSONS: Final = (
    Lesson(
        "draft",
        _first_time("draft", "wonder-drafted"),
        lambda w, now: w(
            "You draft {n} wonders, which you may build later. Touch one to read what it does, then take it.",
            n=len(now.box.table.draft) // 2,
        ),
    ),
    Lesson(
        "keep",
        _asks("keep"),
        lambda w, now: w("Your wonder draws tokens from the box, which only you see. Keep one of them."),
    ),
    Lesson(
        "pair",
        _first_time("progress", "token-taken"),
        lambda w, now: w("Two of the same symbol: choose a progress token. Its effect is yours for good."),
    ),
    Lesson(
        "destroy",
        _asks("destroy"),
        lambda w, now: w("Your wonder destroys a card of the other city. Touch one to read it."),
    ),
    Lesson(
        "revive",
        _asks("revive"),
        lambda w, now: w("Your wonder builds a card of the discard pile for nothing. Touch one to read it."),
    ),
    Lesson(
        "start",
        _first_time("start", "start-chosen"),
        lambda w, now: w("An age is over. You are weaker in military, or took its last card: say who begins the next."),
    ),
    Lesson(
        "take",
        _screen(_in_turn(lambda now: not TAKEN & now.known)),
        lambda w, now: w("Take one card on which no other lies. Touch one to see it large: nothing is taken yet."),
    ),
    Lesson(
        "discard",
        lambda now: _turn(now) and "card-discarded" not in now.known and (way := _picked(now)) is not None
        and not way.can,
        lambda w, now: w(
            "You cannot pay for this card. Discarded, it brings {n} coins; or put it away and touch another one.",
            n=now.view.hints.standing[now.seat - 1].discard,
        ),
    ),
    Lesson(
        "again",
        _in_turn(came("turn-began again")),
        lambda w, now: w("Another turn: before the other seat may, you take one more card."),
    ),
    Lesson(
        "token",
        _screen(lambda now: came("token-taken")(now) and bool(_mine(now).progress)),
        lambda w, now: w("The progress token lies by your name now. A touch on it says what it does."),
    ),
    Lesson(
        "wonder-built",
        came("wonder-built"),
        lambda w, now: w(
            "Your wonder stands, and does what is on it. Once {n} are built by both of you, no more can be.",
            n=now.box.table.max_wonders,
        ),
    ),
    Lesson(
        "chain",
        came("card-built chain"),
        lambda w, now: w("A chain: you had the card with the sign that this one asks for, so it was free."),
    ),
    Lesson(
        "pawn",
        came("pawn-moved"),
        lambda w, now: w("Your shields have moved the pawn. Bring it into the other capital, and you win at once."),
    ),
    Lesson(
        "symbol",
        came("symbol-gained"),
        lambda w, now: w(
            "A science symbol. Two of the same bring a progress token; {n} different ones win at once.",
            n=now.box.table.winning_symbols,
        ),
    ),
    Lesson(
        "price",
        _screen(_in_turn(_priced)),
        lambda w, now: w(
            "On each open card stands what it costs you, and what it costs {name}. What you lack costs {coins} coins,"
            " and {more} more for each that {name} has on brown and grey cards.",
            name=now.people[2 - now.seat],
            coins=now.box.table.trade_coins,
            more=now.box.table.trade_coins_per_symbol,
        ),
    ),
    Lesson(
        "light",
        _in_turn(came("card-revealed turned")),
        lambda w, now: w("A card has come to light. Before you take one, see what it uncovers for the other seat."),
    ),
    Lesson(
        "wonder",
        _screen(_in_turn(_payable)),
        lambda w, now: w("You can pay for a wonder: touch a free card, then the wonder. The card goes under it."),
    ),
    Lesson(
        "age",
        _in_turn(_age),
        lambda w, now: w("A new age: other cards, dearer and stronger. What you have built stays."),
    ),
    Lesson(
        "military-threat",
        _in_turn(_military),
        lambda w, now: w("Look out: the pawn stands near your capital. If it gets there, {name} wins at once.",
                         name=now.people[2 - now.seat]),
    ),
    Lesson(
        "science-threat",
        _in_turn(_science),
        lambda w, now: w.ngettext("Look out: {name} wins at once with {n} more different science symbol.",
                                  "Look out: {name} wins at once with {n} more different science symbols.",
                                  _other_stands(now).symbols_left, name=now.people[2 - now.seat]),
    ),
)  # fmt: skip
