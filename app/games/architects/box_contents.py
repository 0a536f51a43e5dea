"""The contents of the boxes of Architects and its Medals, and where each thing is placed for a game."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from app.text.box_contents import BoxThing, pieces
from app.text.reference import PrintedThing
from app.text.translation import Words
from engine.architects.data_schema import Data

GAME: Final = "architects"
WITH_MEDALS: Final = "medals"  # variants, by their slugs
EXPERT: Final = "expert"
MEDAL_TOKENS: Final = "medal-tokens"
BACK: Final = "back"  # of cards; the reference has no picture of it
# Each expansion, with the variants that need it.
EXPANSIONS: Final[Mapping[str, tuple[str, ...]]] = {"medals": (WITH_MEDALS, EXPERT, MEDAL_TOKENS)}


def things(data: Data, seats: int, variant: Collection[str], roles: Sequence[str]) -> tuple[BoxThing, ...]:
    """List what to take out of the box, the wonders first, since all other places refer to them."""
    table, own = data.table, pieces(GAME)
    boxes = {"base", *(["medals"] if {WITH_MEDALS, MEDAL_TOKENS} & {*variant} else [])}
    wonders = [slug for slug, wonder in data.wonders.items() if wonder.box in boxes or slug in roles]
    played = [role for role in roles if role] or wonders
    stacks = {slug: sum(data.wonders[slug].cards.values()) for slug in wonders}
    tokens = sum(token.copies + (token.more if MEDAL_TOKENS in variant else 0) for token in data.tokens.values())
    first = next(iter(data.tokens))
    found = [
        BoxThing("wonders", PrintedThing("wonder", played[0]), seats, len(wonders)),
        BoxThing("stacks", PrintedThing(BACK, "stack"), seats * stacks[played[0]], sum(stacks.values())),
        BoxThing("central", PrintedThing(BACK, "central"), *[sum(data.center.cards.values())] * 2),
        BoxThing("tokens", PrintedThing("token", first), tokens, tokens),
        BoxThing("markers", "horn", table.conflict_tokens[seats - table.min_seats], max(table.conflict_tokens)),
        BoxThing("military", PrintedThing("military", "military"), *[own["military-tokens"]] * 2),
        BoxThing("cat", "cat", *[own["cat"]] * 2),
    ]
    if WITH_MEDALS in variant:
        laid = seats + (table.center_medals if EXPERT in variant else 0)
        found.append(BoxThing("medals", PrintedThing("medal", next(iter(data.medals))), laid, len(data.medals)))
    return tuple(found)


def piece_name(w: Words, thing: BoxThing) -> str:
    match thing.slug:
        case "wonders":
            return w("Wonders")
        case "stacks":
            return w("Cards of the wonders")
        case "central":
            return w("The central deck")
        case "tokens":
            return w("Progress tokens")
        case "markers":
            return w("Conflict tokens")
        case "military":
            return w("Military tokens")
        case "medals":
            return w("Medals")
    return w("Cat")


def describe_setup(w: Words, thing: BoxThing, data: Data, seats: int, variant: Collection[str]) -> str:
    """Return where and how a thing is placed."""
    match thing.slug:
        case "wonders":
            return w("One for each person, all its parts with the side under construction up.")
        case "stacks":
            return w(
                "{n} for each wonder, by their backs: shuffled, face up, to the left of it.", n=thing.laid // seats
            )
        case "central":
            return w("Shuffled, face down, in the middle.")
        case "tokens":
            return w("Shuffled, face down, beside the central deck; {n} of them face up.", n=data.table.face_up_tokens)
        case "markers":
            return w("In the middle, with peace up.")
        case "military":
            return w("In a heap in the middle.")
        case "medals" if EXPERT in variant:
            return w("Shuffled; one between any two neighbours, {n} in the middle.", n=data.table.center_medals)
        case "medals":
            return w("Shuffled; one between any two neighbours.")
    return w("In the middle.")


def describe_packing(w: Words, thing: BoxThing) -> str:
    """Return how a thing is put away; empty if there is nothing to say."""
    match thing.slug:
        case "wonders":
            return w("Each in its tray, with all its parts.")
        case "stacks":
            return w("Sorted by their backs, each stack to its wonder.")
        case "central":
            return w("By their backs.")
    return ""
