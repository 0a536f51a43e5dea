"""A form to enter a position of Duel and begin in the middle: its fields, and the position it sends.

Contains no rule: the table answers what does not fit. The position sent is the object of docs/notation-duel.md,
*Beginning in the middle*, without what follows from the rest.
"""

from collections.abc import Iterator
from typing import Any, Final

from app.games.duel import printed_names
from app.shown.cardboard.position_entry import (
    MAX_UNKNOWN_COUNT,
    Amount,
    Elsewhere,
    Enterable,
    EntryContext,
    EntryState,
    Figures,
    PositionForm,
    Room,
    Selection,
    Spot,
    Things,
    Tick,
)
from app.shown.form import Option
from app.text.translation import Words
from engine.duel.data_schema import COLOURS, Data
from engine.duel.view_json import UNTOLD_CARD, View

SEATS: Final = (1, 2)
MIDDLE: Final = "middle"  # the place of a card in the discard pile, and of a token on the board
UNDER_WONDER: Final = "under "  # followed by a wonder: the place of a card
LAID, BUILT = 1, 2  # states of a wonder before a seat


# ---- known position ------------------------------------------------------------------------------------------


def initial_state(at: EntryContext) -> EntryState:
    """Return the position entered so far as if a turn began now, or an empty one where seats only have coins."""
    return _entries_of_view(at.view) if at.view is not None else _first_entries(at)


def _entries_of_view(view: View) -> EntryState:
    figures = {"turn": view.derived.active or view.derived.first, "age": max(view.age, 1), "pawn": view.military.pawn}
    figures |= {f"coins {chair.seat}": chair.coins for chair in view.seats}
    figures |= {f"toll {seat} {coins}": 1 for seat, lying in view.military.tokens.items() for coins in lying}
    if view.left:
        figures["left"] = view.left
    things = {(slug, MIDDLE): 1 for slug in (*view.discard, *view.tokens)}
    for chair in view.seats:
        things |= {(slug, str(chair.seat)): 1 for slug in (*chair.cards, *chair.progress)}
        for wonder, under in chair.wonders.items():
            things[wonder, str(chair.seat)] = BUILT if under else LAID
            if under and under != UNTOLD_CARD:
                things[under, UNDER_WONDER + wonder] = 1
    return EntryState(len(SEATS), figures, things)


def _first_entries(at: EntryContext) -> EntryState:
    facts: Data = at.facts
    held = [info.seat for info in at.table.seats if info.by != "free"]
    begins = next((n for n, seat in enumerate(held, 1) if seat >= (at.table.first or 1)), 1)
    figures = {"turn": begins, "age": 1, "pawn": 0}
    figures |= {f"coins {seat}": facts.table.start_coins for seat in SEATS}
    figures |= {f"toll {seat} {coins}": 1 for seat, coins in tolls(facts)}
    return EntryState(len(SEATS), figures)


def tolls(data: Data) -> list[tuple[int, int]]:
    """List every military token: the seat that will lose the coins, and how many."""
    return sorted((seat, zone.coins) for seat in SEATS for zone in data.military.zones if zone.coins)


def count_cards_left(data: Data, laid: EntryState) -> int:
    """Return the cards left in the structure: as entered, else the cards of the age that have not been entered
    elsewhere.

    A built wonder whose card is not entered is assumed to cover one of the first age.
    """
    age = laid.number("age")
    if "left" in laid.figures or age not in range(1, len(data.structures) + 1):
        return laid.number("left")
    lying = {slug: place for slug, place in laid.things if slug in data.cards}
    gone = sum(data.cards[card].age == age for card in lying)
    if age == 1:
        gone += len(_list_built(data, laid) - {place.removeprefix(UNDER_WONDER) for place in lying.values()})
    return max(1, _slots(data, age) - gone)


def _slots(data: Data, age: int) -> int:
    """Count the slots of an age's structure."""
    return sum(len(row.columns) for row in data.structures[age - 1].rows)


def _list_built(data: Data, laid: EntryState) -> set[str]:
    return {slug for (slug, _), how in laid.things.items() if slug in data.wonders and how == BUILT}


# ---- fields --------------------------------------------------------------------------------------------------


def build_entry(at: EntryContext, laid: EntryState) -> PositionForm:
    """Return the fields of the form: figures, then things. A second touch marks a wonder as built."""
    facts: Data = at.facts
    names = at.names(len(SEATS))
    return PositionForm(laid, at.is_new_game, names, (*_figures(at, laid, names), *_things(at, laid, names, facts)))


def _figures(at: EntryContext, laid: EntryState, names: tuple[tuple[str, ...], ...]) -> tuple[Figures, ...]:
    facts: Data = at.facts
    w, first, ages = at.w, [name[0] for name in names], len(facts.structures)
    turn = Selection(
        key="turn",
        words=(w("Whose turn it is"),),
        now=laid.figures.get("turn"),
        options=tuple(Option(seat, name) for seat, name in zip(SEATS, first, strict=True)),
        round=True,
        people=True,
    )
    age = Selection(
        key="age",
        words=(w.pgettext("of Duel", "Age"),),
        now=laid.figures.get("age"),
        options=tuple(Option(age, printed_names.ROMAN[age]) for age in range(1, ages + 1)),
    )
    said, rest = laid.figures.get("left"), count_cards_left(facts, laid)
    slots = [_slots(facts, each) for each in range(1, ages + 1)]
    cards = Amount(
        key="left",
        words=(w("Cards left in this age"),),
        now=None if said is None else int(said),
        least=1,
        most=max(slots) if at.whole else slots[int(age.now or 1) - 1],
        guess=rest,
    )
    coins = w.pgettext("score", "Coins")
    purses = [
        Amount(
            key=f"coins {n}",
            words=tuple(f"{each}{w.colon}{coins}" for each in name),
            now=laid.number(f"coins {n}"),
            most=MAX_UNKNOWN_COUNT,
        )
        for n, name in enumerate(names, 1)
    ]
    title = w("Turn and coins")
    return (
        Figures(key="turn", words=(title,), figures=(turn, age, cards, *purses)),
        Figures(
            key="military",
            words=(w.pgettext("score", "Military"),),
            figures=_military_figures(w, laid, facts, first),
            joins=("turn", title),
        ),
    )


def _military_figures(w: Words, laid: EntryState, facts: Data, names: list[str]) -> tuple[Selection | Tick, ...]:
    """Return the fields of the conflict track: the pawn, and the tokens that are still there."""
    most = facts.military.capital - 1
    ahead = [Option(n, f"{names[0 if n > 0 else 1]} +{abs(n)}" if n else "0") for n in range(-most, most + 1)]
    lost = (
        Tick(
            key=f"toll {seat} {coins}",
            words=(f"{names[seat - 1]}{w.colon}–{coins}",),
            on=bool(laid.number(f"toll {seat} {coins}")),
            about=w("still on the track"),
        )
        for seat, coins in tolls(facts)
    )
    return Selection(key="pawn", words=(w("The pawn"),), now=laid.number("pawn"), options=tuple(ahead)), *lost


def _things(at: EntryContext, laid: EntryState, names: tuple[tuple[str, ...], ...], data: Data) -> tuple[Things, ...]:
    w = at.w
    drafted = Room(len(data.table.draft) // len(SEATS))
    board = Spot(key=MIDDLE, words=(w("On the board"),))
    seats = at.seat_spots(names)
    found = [
        Things(
            key="wonders",
            words=(w("Wonders"),),
            about=w("Touch a wonder twice if it is built."),
            kind="wonder",
            flat=1.5,
            things=tuple(_item(at, laid, slug, "stays") for slug in data.wonders),
            places=at.seat_spots(names, room=drafted, ways=("", w("built"))),
        ),
        Things(
            key="tokens",
            words=(w("Progress tokens"),),
            kind="token",
            things=tuple(_item(at, laid, slug) for slug in data.tokens),
            places=(*seats, board),
            first="" if any(slug in data.tokens for slug, _ in laid.things) else MIDDLE,
        ),
    ]
    places = (*seats, Spot(key=MIDDLE, words=(w("Discard pile"),)), *_spots_under_wonders(at, laid, data))
    for age in range(1, len(data.structures) + 1):
        numeral = printed_names.ROMAN[age]
        cards = [slug for slug, card in data.cards.items() if card.age == age]
        cards.sort(key=lambda slug: COLOURS.index(data.cards[slug].colour))
        found.append(
            Things(
                key=str(age),
                words=(f"{w('Cards')} · {w('Age {age}', age=numeral)}", numeral),
                kind="card",
                things=tuple(_item(at, laid, slug) for slug in cards),
                places=places,
                likely=laid.number("age") == age,
            )
        )
    return tuple(found)


def _spots_under_wonders(at: EntryContext, laid: EntryState, data: Data) -> Iterator[Spot]:
    """List the places under wonders: of all of them, or of those that are built as far as they are entered."""
    built = data.wonders if at.whole else _list_built(data, laid)
    for wonder in data.wonders:
        if wonder in built:
            name, fold = printed_names.wonder(at.w, wonder), ("under", at.w("Under a wonder"))
            words = (at.w("Under: {wonder}", wonder=name),)
            yield Spot(key=UNDER_WONDER + wonder, words=words, fold=fold, room=Room(1), sign=wonder)


def _item(at: EntryContext, laid: EntryState, slug: str, elsewhere: Elsewhere = "moves") -> Enterable:
    return Enterable(slug=slug, words=printed_names.name_of(at.w, slug), lies=laid.places_of(slug), elsewhere=elsewhere)


def apply_consequences(at: EntryContext, before: EntryState, after: EntryState) -> EntryState:
    """Remove what an entry rules out: tokens the pawn has passed, another age's count, cards below unbuilt wonders."""
    facts: Data = at.facts
    pawn = after.number("pawn")
    if pawn != before.number("pawn"):
        for zone in facts.military.zones:
            if zone.start <= abs(pawn):
                after = after.say(f"toll {2 if pawn > 0 else 1} {zone.coins}", None)
    if after.figures.get("age") != before.figures.get("age"):
        after = after.say("left", None)
    built = {UNDER_WONDER + wonder for wonder in _list_built(facts, after)}
    for slug, place in after.things:
        if place.startswith(UNDER_WONDER) and place not in built:
            after = after.lay(slug, place, 0)
    return after


# ---- result --------------------------------------------------------------------------------------------------


def position(at: EntryContext, laid: EntryState) -> dict[str, Any]:
    """Return the position as a record stores it."""
    facts: Data = at.facts
    under = {place.removeprefix(UNDER_WONDER): slug for slug, place in laid.things if place.startswith(UNDER_WONDER)}
    seats = []
    for seat in SEATS:
        wonders = laid.things_in(str(seat), facts.wonders)
        seats.append(
            {
                "seat": seat,
                "coins": laid.number(f"coins {seat}"),
                "cards": sorted(laid.things_in(str(seat), facts.cards)),
                "wonders": {
                    wonder: under.get(wonder, UNTOLD_CARD if wonders[wonder] == BUILT else None)
                    for wonder in sorted(wonders)
                },
                "progress": sorted(laid.things_in(str(seat), facts.tokens)),
            }
        )
    lying = {
        seat: [lost for at, lost in tolls(facts) if at == seat and laid.number(f"toll {at} {lost}")] for seat in SEATS
    }
    return {
        "age": laid.number("age"),
        "left": count_cards_left(facts, laid),
        "to_act": [laid.number("turn")],
        "seats": seats,
        "military": {"pawn": laid.number("pawn"), "tokens": {str(seat): lying[seat] for seat in SEATS}},
        "tokens": sorted(laid.things_in(MIDDLE, facts.tokens)),
        "discard": sorted(laid.things_in(MIDDLE, facts.cards)),
    }
