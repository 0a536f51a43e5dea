"""The reference of 7 Wonders: cards by age, guilds, leaders, wonders and tokens, and how many nobody has seen yet."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from app.games.seven_wonders import effect_text, printed_names
from app.games.seven_wonders import words_facade as say
from app.text.reference import Chapter, PrintedThing, ThingEntry, Where, age_state
from app.text.translation import Words
from engine.seven_wonders.data_schema import AGES, COLOURS, RESOURCES, Data
from engine.seven_wonders.view_json import View

GUILD: Final = COLOURS[-1]
AGE: Final = "age-"
DEFEAT: Final = "defeat"  # the slug of that token; the others are called by their age


def chapters(data: Data, view: View | None, variant: Collection[str]) -> tuple[Chapter, ...]:
    """List the chapters, with copies for this number of seats. Hands are not read, not even the reader's own."""
    seats, seen = (len(view.seats), _map_open_things(view)) if view else (0, {})
    found = []
    for age in range(1, AGES + 1):
        copies = {
            slug: sum(least <= seats for least in card.copies_at)
            for slug, card in data.cards.items()
            if card.age == age and card.colour != GUILD
        }
        found.append(Chapter(f"{AGE}{age}", tuple(_things("card", copies, view, seen)), age_state(view, age)))
    guilds = {slug: 1 for slug, card in data.cards.items() if card.colour == GUILD}
    among = seats + data.table.more_guilds if view else 0
    found.append(Chapter("guilds", tuple(_things("card", guilds, view, seen)), age_state(view, AGES), among))
    if "leaders" in variant:
        groups = ("standard", "expert") if "experts" in variant else ("standard",)
        leaders = {slug: 1 for slug, leader in data.leaders.items() if leader.group in groups}
        found.append(Chapter("leaders", tuple(_things("leader", leaders, view, seen))))
    boards = tuple(_boards(data, view, variant))
    tokens = (*(PrintedThing("military", str(age)) for age in range(1, AGES + 1)), PrintedThing("military", DEFEAT))
    return *found, Chapter("wonders", boards), Chapter("tokens", tokens)


def _things(
    kind: str, copies: Mapping[str, int], view: View | None, seen: Mapping[str, list[tuple[Where, int]]]
) -> Iterator[PrintedThing]:
    for slug, of in copies.items():
        if view is None:
            yield PrintedThing(kind, slug)
        elif of:
            there = seen.get(slug, [])
            yield PrintedThing(kind, slug, of, max(0, of - len(there)), *(there[0] if of == 1 and there else ()))


def _map_open_things(view: View) -> dict[str, list[tuple[Where, int]]]:
    """Map each face-up card and leader to its places."""
    found: dict[str, list[tuple[Where, int]]] = {}
    for chair in view.seats:
        for slug in chair.cards:
            found.setdefault(slug, []).append(("built", chair.seat))
        for slug in chair.leaders:
            found.setdefault(slug, []).append(("held", chair.seat))
        for slug in chair.buried:
            found.setdefault(slug, []).append(("under", chair.seat))
    return found


def _boards(data: Data, view: View | None, variant: Collection[str]) -> Iterator[PrintedThing]:
    seats = {f"{chair.wonder}-{chair.side}": chair.seat for chair in view.seats} if view else {}
    yield from (PrintedThing("wonder", slug, where="held", seat=seat) for slug, seat in seats.items())
    for slug, board in data.boards.items():
        if slug not in seats and (board.box == "base" or board.box in variant):
            yield PrintedThing("wonder", slug, where="out" if view else "")


def title(w: Words, chapter: Chapter) -> str:
    """Return a chapter's name."""
    match chapter.slug:
        case "guilds" | "leaders" as slug:
            return say.category(w, slug)
        case "wonders":
            return w("Wonders")
        case "tokens":
            return w("Tokens")
    return w("Age {age}", age=printed_names.ROMAN[int(chapter.slug.removeprefix(AGE))])


def note(w: Words, chapter: Chapter, data: Data) -> str:
    """Return where unseen things of a chapter may be."""
    match chapter.slug:
        case "leaders" if chapter.total:
            return w("Cards that nobody has seen are in hands or in the box.")
        case "leaders" | "wonders" | "tokens":
            return ""
    among = ""
    if chapter.among and chapter.when != "over":
        among = w.ngettext(
            "{n} of them is in the game; nobody knows which.",
            "{n} of them are in the game; nobody knows which.",
            chapter.among,
        )
    where = {
        "later": w("They are dealt when their age begins."),
        "now": w("Cards that nobody has seen are in hands, were discarded face down, or lie under a wonder."),
        "over": w("What nobody has seen was discarded face down, or lies under a wonder."),
    }.get(chapter.when, "")
    return " ".join(filter(None, (among, where)))


def entry(w: Words, thing: PrintedThing, data: Data) -> ThingEntry:
    """Describe a thing in words."""
    slug = thing.slug
    match thing.kind:
        case "card":
            told = filter(None, (effect_text.card_says(w, slug, data), effect_text.name_chain_cards(w, slug, data)))
            return ThingEntry(
                printed_names.name_of(w, slug), _cost(w, effect_text.cost(w, data.cards[slug].cost)), " · ".join(told)
            )
        case "leader":
            cost = _cost(w, effect_text.leader_cost(w, data.leaders[slug]))
            return ThingEntry(printed_names.name_of(w, slug), cost, effect_text.leader_says(w, slug, data))
        case "wonder":
            return ThingEntry(say.identity(w, slug), "", effect_text.board_whole(w, slug, data))
    if slug == DEFEAT:
        less = w.ngettext("{n} point less at the end", "{n} points less at the end", data.table.defeat)
        return ThingEntry(w("Defeat token"), "", less)
    points = data.table.victory[int(slug) - 1]
    age = w("Age {age}", age=printed_names.ROMAN[int(slug)])
    return ThingEntry(w("Victory token"), "", f"{age} · {w.ngettext('{n} point', '{n} points', points)}")


def _cost(w: Words, cost: str) -> str:
    return w("printed cost: {cost}", cost=cost)


def goods(w: Words) -> Mapping[str, str]:
    """Return the name of each resource, by slug."""
    return {slug: printed_names.resource(w, slug) for slug in RESOURCES}


def price(w: Words, thing: PrintedThing, have: Mapping[str, int], data: Data) -> str:
    """Return the price of a thing for a city with this production, from its printed cost; empty if it has none."""
    if thing.kind not in ("card",):
        return ""
    cost = data.cards[thing.slug].cost
    units = dict(zip(RESOURCES, cost.units(), strict=True))
    lacks = {slug: n - have.get(slug, 0) for slug, n in units.items() if n > have.get(slug, 0)}
    goods_said = ", ".join(f"{n} × {printed_names.resource(w, slug)}" for slug, n in lacks.items())
    text = w.ngettext("With these goods: {n} coin to the bank.", "With these goods: {n} coins to the bank.", cost.coins)
    if not lacks:
        return text
    missing = w.ngettext(
        "Missing: {goods}; {n} coin for each, from a neighbour who makes it.",
        "Missing: {goods}; {n} coins for each, from a neighbour who makes it.",
        data.table.trade,
        goods=goods_said,
    )
    return f"{text} {missing}"
