"""The contents of the box of 7 Wonders and its Leaders, and where each thing is placed for a game."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from app.games.seven_wonders import printed_names as names
from app.text.box_contents import BoxThing
from app.text.reference import PrintedThing
from app.text.translation import Words
from engine.seven_wonders.data_schema import AGES, COLOURS, PURPLE, Data

LEADERS: Final = "leaders"  # variants, by their slugs
EXPERTS: Final = "experts"
AGE: Final = "age-"
BACK: Final = "back"  # of cards, as the reference has no picture of it
# Each expansion, with the variants that need it.
EXPANSIONS: Final[Mapping[str, tuple[str, ...]]] = {"leaders": (LEADERS, EXPERTS)}


def things(data: Data, seats: int, variant: Collection[str], roles: Sequence[str]) -> tuple[BoxThing, ...]:
    """List what to take out of the box: boards and coins, then what is placed in the middle."""
    printed = [name for name, board in data.boards.items() if LEADERS in variant or board.box == "base"]
    shown = next((role for role in roles if role), printed[0])
    found = [
        BoxThing("wonders", PrintedThing("wonder", shown), seats, len({name.rpartition("-")[0] for name in printed})),
        BoxThing("coins", "coin"),
        BoxThing("tokens", PrintedThing("military", "1")),
    ]
    for age in range(1, AGES + 1):
        copies = [least for card in data.cards.values() if card.age == age for least in card.copies_at]
        laid = sum(least <= seats for least in copies)
        found.append(BoxThing(f"{AGE}{age}", PrintedThing(BACK, str(age)), laid, len(copies)))
    guilds = sum(card.colour == COLOURS[PURPLE] for card in data.cards.values())
    found.append(BoxThing("guilds", PrintedThing(BACK, str(AGES)), seats + data.table.more_guilds, guilds))
    if LEADERS in variant:
        groups = ("standard", "expert") if EXPERTS in variant else ("standard",)
        leaders = sum(leader.group in groups for leader in data.leaders.values())
        found.append(BoxThing("leaders", PrintedThing(BACK, "0"), seats * data.draft.dealt, leaders))
    return tuple(found)


def piece_name(w: Words, thing: BoxThing) -> str:
    match thing.slug:
        case "wonders":
            return w("Wonders")
        case "coins":
            return w("Coins")
        case "tokens":
            return w("Military tokens")
        case "guilds":
            return w("Guilds")
        case "leaders":
            return w("Leaders")
    return w("Age {age}", age=names.ROMAN[int(thing.slug.removeprefix(AGE))])


def describe_setup(w: Words, thing: BoxThing, data: Data, seats: int, variant: Collection[str]) -> str:
    """Return where and how a thing is placed."""
    match thing.slug:
        case "wonders":
            return w("One board for each person, with the side that you agree on up.")
        case "coins":
            start = data.draft.start_coins if LEADERS in variant else data.table.start_coins
            return w("{n} for each person; the others are the bank.", n=start)
        case "tokens":
            return w("Sorted by their value, in the middle.")
        case "guilds":
            return w("Shuffled; this many, unseen, into Age III.")
        case "leaders":
            return w("Shuffled; {n} face down for each person.", n=data.draft.dealt)
    if seats == data.table.max_seats:
        return w("All of them: shuffled, face down.")
    return w("Those with a number up to {n}+: shuffled, face down.", n=seats)


def describe_packing(w: Words, thing: BoxThing) -> str:
    """Return how a thing is put away; empty if there is nothing to say."""
    if thing.slug.startswith(AGE):
        return w("Sorted by their backs, with those that stayed in the box.")
    return w("With those that stayed in the box.") if thing.slug in ("guilds", "leaders") else ""
