"""The position entry of Lanterns (`app.shown.cardboard.position_entry.PositionSchema`)."""

from collections import Counter

from app.shown.cardboard.position_entry import Amount, Enterable, EntryState, Figures, PositionForm, Room, Spot, Things
from tests.toy.app.lanterns import words as say

STREET = "street"


def initial_state(at):
    seats = sum(info.by != "free" for info in at.table.seats)
    if at.view is None:
        return EntryState(seats, {"turn": 1} | {f"coins {n}": at.facts.table.coins for n in range(1, seats + 1)})
    figures = {"turn": at.view.turn}
    things = Counter((slug, STREET) for slug in at.view.street)
    for chair in at.view.seats:
        figures |= {f"coins {chair.seat}": chair.coins, f"hand {chair.seat}": chair.hand}
        things += Counter((slug, str(chair.seat)) for slug in chair.lanterns)
    return EntryState(len(at.view.seats), figures, dict(things))


def build_entry(at, laid):
    w, table, names = at.w, at.facts.table, at.names(laid.seats)
    figures = [Amount(key="turn", words=(w("Turn"),), now=laid.number("turn"), least=1, most=table.turns * laid.seats)]
    for n, name in enumerate(names, 1):
        for what, label, most in (("coins", "Coins", 99), ("hand", "Cards in hand", table.hand)):
            words = tuple(f"{each}: {say.own(w.lang)(label)}" for each in name)
            figures.append(Amount(key=f"{what} {n}", words=words, now=laid.number(f"{what} {n}"), most=most, seat=n))
    street = Spot(key=STREET, words=(say.own(w.lang)("The street"),), room=Room(table.street))
    things = [
        Enterable(
            slug=slug, words=say.lantern(w, slug), lies=laid.places_of(slug), copies=lantern.copies, elsewhere="apart"
        )
        for slug, lantern in at.facts.lanterns.items()
    ]
    lanterns = Things(
        key="lanterns",
        words=(say.title(w),),
        kind="lantern",
        counted=True,
        things=tuple(things),
        places=(street, *at.seat_spots(names)),
    )
    pages = Figures(key="figures", words=(say.own(w.lang)("Coins"),), figures=tuple(figures)), lanterns
    return PositionForm(laid, at.is_new_game, names, pages)


def apply_consequences(at, before, after):
    return after


def position(at, laid):
    def lie(place):
        return [slug for slug, n in laid.things_in(place, at.facts.lanterns).items() for _ in range(n)]

    seats = [
        {"seat": n, "coins": laid.number(f"coins {n}"), "hand": laid.number(f"hand {n}"), "lanterns": lie(str(n))}
        for n in range(1, laid.seats + 1)
    ]
    turn = laid.number("turn")
    return {"turn": turn, "to_act": [(turn - 1) % laid.seats + 1], "street": lie(STREET), "seats": seats}
