"""The reference of Duel: cards by age, guilds, wonders and tokens, with those that nobody has seen yet."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from app.games.duel import cost_text, effect_text, printed_names
from app.text.reference import Chapter, PrintedThing, ThingEntry, Where, age_state
from app.text.translation import Words
from engine.duel.data_schema import AGES, COLOURS, RESOURCES, Cost, Data
from engine.duel.view_json import View

GUILD: Final = COLOURS[-1]
AGE: Final = "age-"


def chapters(data: Data, view: View | None, variant: Collection[str]) -> tuple[Chapter, ...]:
    """List the chapters; each card, wonder and progress token appears once."""
    places = _places(view) if view else None
    ages = [
        Chapter(f"{AGE}{age}", tuple(_things("card", slugs, places)), age_state(view, age))
        for age in range(1, AGES + 1)
        if (slugs := [slug for slug, card in data.cards.items() if card.age == age and card.colour != GUILD])
    ]
    guilds = [slug for slug, card in data.cards.items() if card.colour == GUILD]
    return (
        *ages,
        Chapter("guilds", tuple(_things("card", guilds, places)), age_state(view, AGES), data.table.guilds),
        Chapter("wonders", tuple(_things("wonder", data.wonders, places))),
        Chapter("tokens", tuple(_things("token", data.tokens, places))),
        Chapter("military", tuple(_military(data, view))),
    )


def _things(kind: str, slugs: Collection[str], places: dict[str, tuple[Where, int]] | None) -> Iterator[PrintedThing]:
    for slug in slugs:
        if places is None:
            yield PrintedThing(kind, slug)
        elif slug in places:
            yield PrintedThing(kind, slug, 1, 0, *places[slug])
        else:
            yield PrintedThing(kind, slug, 1, 1)


def _places(view: View) -> dict[str, tuple[Where, int]]:
    """Map each thing that was seen to its place and its seat."""
    found: dict[str, tuple[Where, int]] = {each.card: ("open", 0) for each in view.structure.values() if each.card}
    found |= {slug: ("discarded", 0) for slug in view.discard}
    found |= {slug: ("open", 0) for slug in (*view.draft, *view.tokens)}
    for chair in view.seats:
        found |= {slug: ("built", chair.seat) for slug in chair.cards}
        found |= {slug: ("held", chair.seat) for slug in chair.progress}
        for wonder, under in chair.wonders.items():
            found[wonder] = ("built" if under else "held", chair.seat)
            if under:
                found[under] = ("under", chair.seat)
    return found


def _military(data: Data, view: View | None) -> Iterator[PrintedThing]:
    """Yield the tokens of each zone, two per zone, with the number still on the track."""
    lying = [coins for side in view.military.tokens.values() for coins in side] if view else []
    for zone in data.military.zones:
        if zone.coins:
            counts = (2, lying.count(zone.coins)) if view else (0, 0)
            yield PrintedThing("military", str(zone.coins), *counts)


def title(w: Words, chapter: Chapter) -> str:
    """Return a chapter's name."""
    match chapter.slug:
        case "guilds":
            return w("Guilds")
        case "wonders":
            return w("Wonders")
        case "tokens":
            return w("Progress tokens")
        case "military":
            return w.pgettext("Duel", "Military tokens")
    return w("Age {age}", age=printed_names.ROMAN[int(chapter.slug.removeprefix(AGE))])


def note(w: Words, chapter: Chapter, data: Data) -> str:
    """Return where unseen things of a chapter may be."""
    match chapter.slug:
        case "military":
            return w("Those beside the track are left.") if chapter.total else ""
        case "wonders" | "tokens":
            return w("What nobody has seen is in the box.") if chapter.total else ""
        case "guilds":
            among = w.ngettext(
                "{n} of them is in the game; nobody knows which.",
                "{n} of them are in the game; nobody knows which.",
                chapter.among,
            )
            return among if chapter.when in ("", "later", "now") else w("What nobody has seen stayed in the box.")
    aside = data.table.aside
    match chapter.when:
        case "later" | "now":
            return w.ngettext(
                "What nobody has seen lies face down, or is the {n} card of this age that stays in the box.",
                "What nobody has seen lies face down, or is among the {n} cards of this age that stay in the box.",
                aside,
            )
        case "over":
            return w("What nobody has seen stayed in the box.")
    return w.ngettext(
        "{n} card of this age stays in the box, unseen.", "{n} cards of this age stay in the box, unseen.", aside
    )


def entry(w: Words, thing: PrintedThing, data: Data) -> ThingEntry:
    """Describe a thing in words."""
    slug = thing.slug
    match thing.kind:
        case "card":
            told = filter(None, (effect_text.card_says(w, slug, data), cost_text.name_chain_cards(w, slug, data)))
            return ThingEntry(printed_names.card(w, slug), _cost(w, data.cards[slug].cost), " · ".join(told))
        case "wonder":
            return ThingEntry(
                printed_names.wonder(w, slug), _cost(w, data.wonders[slug].cost), effect_text.wonder_says(w, slug, data)
            )
        case "token":
            return ThingEntry(printed_names.token(w, slug), "", effect_text.token_says(w, slug, data))
    zone = next(zone for zone in data.military.zones if str(zone.coins) == slug)
    says = w.ngettext(
        "When the pawn first comes here, the player on this side loses {n} coin.",
        "When the pawn first comes here, the player on this side loses {n} coins.",
        zone.coins,
    )
    return ThingEntry(w.pgettext("Duel", "Military token"), "", says)


def _cost(w: Words, cost: Cost) -> str:
    return w("printed cost: {cost}", cost=effect_text.cost(w, cost))


def goods(w: Words) -> Mapping[str, str]:
    """Return the name of each good, by slug."""
    return {slug: printed_names.resource(w, slug) for slug in RESOURCES}


def price(w: Words, thing: PrintedThing, have: Mapping[str, int], data: Data) -> str:
    """Return the price of a thing for a city that makes these goods, from its printed cost; empty if it has none."""
    if thing.kind not in ("card", "wonder"):
        return ""
    cost = (data.wonders if thing.kind == "wonder" else data.cards)[thing.slug].cost
    units = dict(zip(RESOURCES, cost.units(), strict=True))
    lacks = {slug: n - have.get(slug, 0) for slug, n in units.items() if n > have.get(slug, 0)}
    goods_said = ", ".join(f"{n} × {printed_names.resource(w, slug)}" for slug, n in lacks.items())
    coins = cost.coins + data.table.trade_coins * sum(lacks.values())
    text = w.ngettext("With these goods: {n} coin to the bank.", "With these goods: {n} coins to the bank.", coins)
    if not lacks:
        return text
    missing = w.ngettext(
        "Missing: {goods}; {n} coin more for each of them that the other’s brown and grey cards show.",
        "Missing: {goods}; {n} coins more for each of them that the other’s brown and grey cards show.",
        data.table.trade_coins_per_symbol,
        goods=goods_said,
    )
    return f"{text} {missing}"
