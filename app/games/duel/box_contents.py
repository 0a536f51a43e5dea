"""The contents of the Duel box, and where each thing is placed for a game."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from app.games.duel import printed_names as names
from app.text.box_contents import BoxThing, pieces
from app.text.reference import PrintedThing
from app.text.translation import Words, both
from engine.duel.data_schema import AGES, COLOURS, Data

GAME: Final = "duel"
FIRST_GAME: Final = "first-game"  # the variant, by its slug
GUILD: Final = COLOURS[-1]
AGE: Final = "age-"
BACK: Final = "back"  # of cards; the reference has no picture of it
EXPANSIONS: Final[Mapping[str, tuple[str, ...]]] = {}  # with the variants that need it


def things(data: Data, seats: int, variant: Collection[str], roles: Sequence[str]) -> tuple[BoxThing, ...]:
    """List what to take out of the box: the board, what is placed by it, then cards by age."""
    table, own = data.table, pieces(GAME)
    tolls = [zone.coins for zone in data.military.zones if zone.coins]
    chosen = (*data.first_game.first, *data.first_game.second) if FIRST_GAME in variant else ()
    wonders = [*data.wonders]
    shown = chosen[0] if chosen else wonders[0]
    found = [
        BoxThing("board", "swords"),
        BoxThing("military", PrintedThing("military", str(tolls[-1])), *[seats * len(tolls)] * 2),
        BoxThing("tokens", PrintedThing("token", next(iter(data.tokens))), table.board_tokens, len(data.tokens)),
        BoxThing("coins", "coin", *[sum(n for name, n in own.items() if name.startswith("coins-"))] * 2),
        BoxThing("wonders", PrintedThing("wonder", shown), len(chosen) or len(table.draft), len(wonders)),
    ]
    for age in range(1, AGES + 1):
        of = sum(card.age == age and card.colour != GUILD for card in data.cards.values())
        found.append(BoxThing(f"{AGE}{age}", PrintedThing(BACK, str(age)), of - table.aside, of))
    guilds = sum(card.colour == GUILD for card in data.cards.values())
    return (*found, BoxThing("guilds", PrintedThing(BACK, "guild"), table.guilds, guilds))


def piece_name(w: Words, thing: BoxThing) -> str:
    match thing.slug:
        case "board":
            return w("Board and conflict pawn")
        case "military":
            return w.pgettext("Duel", "Military tokens")
        case "tokens":
            return w("Progress tokens")
        case "coins":
            return w("Coins")
        case "wonders":
            return w("Wonders")
        case "guilds":
            return w("Guilds")
    return w("Age {age}", age=names.ROMAN[int(thing.slug.removeprefix(AGE))])


def describe_setup(w: Words, thing: BoxThing, data: Data, seats: int, variant: Collection[str]) -> str:
    """Return where and how a thing is placed."""
    table = data.table
    match thing.slug:
        case "board":
            return w("Between you, at the long side of the table; the pawn on the space in the middle.")
        case "military":
            return w("Face up on their places on the board, the same on both sides.")
        case "tokens":
            return w("Shuffled; this many face up on the board.")
        case "coins":
            return w("{n} for each person; the others are the bank.", n=table.start_coins)
        case "wonders" if FIRST_GAME in variant:
            first, second = (
                both(w, [names.wonder(w, slug) for slug in slugs])
                for slugs in (data.first_game.first, data.first_game.second)
            )
            return w("{first} for whoever goes first; {second} for the other.", first=first, second=second)
        case "wonders":
            return w("Shuffled; {n} face up, then {n} more when these are chosen.", n=table.offered_wonders)
        case "guilds":
            return w("Shuffled; this many, unseen, into Age III.")
        case "age-1":
            return w("Shuffled; this many, unseen, laid out as the picture of Age I shows.")
    return w("Shuffled; this many, unseen, face down for later.")


def describe_packing(w: Words, thing: BoxThing) -> str:
    """Return how a thing is put away; empty if there is nothing to say."""
    if thing.slug.startswith(AGE) or thing.slug == "guilds":
        return w("Sorted by their backs, with those that stayed in the box.")
    return w("With those that stayed in the box.") if thing.slug in ("tokens", "wonders") else ""
