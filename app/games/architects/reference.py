"""The reference of Architects: cards, tokens, wonders and medals, with the number that nobody has seen yet."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from app.games.architects import action_text, effect_text, printed_names
from app.text.amount_text import n_points
from app.text.reference import Chapter, PrintedThing, ThingEntry
from app.text.translation import Words, capital
from engine.architects.data_schema import Data, Stage
from engine.architects.view_json import View

MILITARY: Final = "military"  # tokens won in conflicts, unlimited in number


def chapters(data: Data, view: View | None, variant: Collection[str]) -> tuple[Chapter, ...]:
    """List the chapters; cards are counted over all stacks on the table."""
    found = [
        Chapter("cards", tuple(_cards(data, view))),
        Chapter("tokens", (*_tokens(data, view, variant), PrintedThing("military", MILITARY))),
        Chapter("wonders", tuple(_wonders(data, view, variant))),
    ]
    if "medals" in variant:
        found.append(Chapter("medals", tuple(_medals(data, view))))
    return tuple(found)


def _cards(data: Data, view: View | None) -> Iterator[PrintedThing]:
    if view is None:
        yield from (PrintedThing("card", slug) for slug in data.cards)
        return
    copies, seen = Counter(data.center.cards), Counter(view.discard)
    for chair in view.seats:
        copies.update(data.wonders[chair.wonder].cards)
        seen.update(chair.cards)
    tops = [view.stacks[str(chair.seat)].top for chair in view.seats]  # the central one is a secret of some
    seen.update(top for top in tops if top is not None)
    for slug in data.cards:
        if copies[slug]:
            yield PrintedThing("card", slug, copies[slug], max(0, copies[slug] - seen[slug]))


def _tokens(data: Data, view: View | None, variant: Collection[str]) -> Iterator[PrintedThing]:
    for slug, token in data.tokens.items():
        of = token.copies + (token.more if "medal-tokens" in variant else 0)
        if not of:
            continue
        if view is None:
            yield PrintedThing("token", slug)
            continue
        seats = [chair.seat for chair in view.seats for one in chair.progress if one == slug]
        left = max(0, of - len(seats) - view.tokens.count(slug))
        where = () if left or of > 1 else ("held", seats[0]) if seats else ("open", 0)
        yield PrintedThing("token", slug, of, left, *where)


def _wonders(data: Data, view: View | None, variant: Collection[str]) -> Iterator[PrintedThing]:
    seats = {chair.wonder: chair.seat for chair in view.seats} if view else {}
    boxes = {"base", *(["medals"] if {"medals", "medal-tokens"} & set(variant) else [])}
    yield from (PrintedThing("wonder", slug, where="held", seat=seat) for slug, seat in seats.items())
    for slug, wonder in data.wonders.items():
        if slug not in seats and wonder.box in boxes:
            yield PrintedThing("wonder", slug, where="out" if view else "")


def _medals(data: Data, view: View | None) -> Iterator[PrintedThing]:
    if view is None:
        yield from (PrintedThing("medal", slug) for slug in data.medals)
        return
    seats = {slug: chair.seat for chair in view.seats for slug in chair.medals}
    lying = {slug for lies in view.medals.values() for slug in ((lies,) if isinstance(lies, str) else lies or ())}
    for slug in data.medals:
        if slug in seats:
            yield PrintedThing("medal", slug, 1, 0, "held", seats[slug])
        else:
            yield PrintedThing("medal", slug, 1, 0, "open") if slug in lying else PrintedThing("medal", slug, 1, 1)


def title(w: Words, chapter: Chapter) -> str:
    """Return a chapter's name."""
    match chapter.slug:
        case "cards":
            return w("Cards")
        case "tokens":
            return w("Tokens")
        case "medals":
            return w("Medals")
    return w("Wonders")


def note(w: Words, chapter: Chapter, data: Data) -> str:
    """Return where unseen things of a chapter are."""
    match chapter.slug:
        case "cards" if chapter.total:
            return w("Left: cards that nobody has seen, face down in the stacks or in front of somebody.")
        case "tokens" if chapter.total:
            return w("Left: tokens that nobody has seen, in the face-down pile.")
        case "medals" if chapter.total:
            return w("Medals that nobody has seen are in the box.")
    return ""


def entry(w: Words, thing: PrintedThing, data: Data) -> ThingEntry:
    """Describe a thing in words."""
    slug = thing.slug
    match thing.kind:
        case "card":
            return ThingEntry(capital(printed_names.card(w, slug)), "", effect_text.card_says(w, slug, data))
        case "token":
            return ThingEntry(printed_names.token(w, slug), "", effect_text.token_says(w, slug, data))
        case "medal":
            return ThingEntry(capital(effect_text.medal(w, slug, data)), "", effect_text.medal_says(w, slug, data))
        case "military":
            points = data.table.military_points
            says = w.ngettext("{n} point at the end.", "{n} points at the end.", points)
            return ThingEntry(w("Military token"), "", says)
    stages = (_stage(w, nth, stage) for nth, stage in enumerate(data.wonders[slug].stages, start=1))
    return ThingEntry(printed_names.wonder(w, slug), " · ".join(stages), effect_text.wonder_says(w, slug, data))


def _stage(w: Words, number: int, stage: Stage) -> str:
    points = n_points(w, stage.points)
    return w("Stage {n}: {cost}, {points}", n=number, cost=action_text.cost(w, stage.cost, stage.kind), points=points)
