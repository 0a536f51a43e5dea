"""A preview of an action in Architects: the differences between the view before it and the view that the table
predicts.
"""

from collections.abc import Iterator, Sequence

import msgspec

from app.games.architects import action_text, printed_names
from app.shown.play import previews
from app.shown.play.previews import Change
from app.text.translation import Words, capital
from engine.architects.view_json import CardEffect, View


class ArchitectsAhead(msgspec.Struct, frozen=True):
    """The changes an action would make, for the seat that previews it."""

    seat: int  # the seat to act
    changes: tuple[Change, ...]
    cards: tuple[tuple[str, int], ...]  # faces whose count would change, with the new count
    stages: tuple[int, ...]  # newly built, or newly affordable
    turned: tuple[int, int]  # conflict tokens that show battle: before, after
    won: tuple[int, ...]  # tokens by seat if a conflict follows; empty: no conflict
    cat: bool  # the seat would get it
    unknown: bool  # a thing would be revealed whose effect is unknown


def foreseen(before: View, after: View, seat: int) -> ArchitectsAhead:
    """Compare the view with the one that the table predicts."""
    was, now = before.seats[seat - 1], after.seats[seat - 1]
    changes = previews.changes(before.seats, after.seats)
    could = {need.stage for need in before.derived.needs[seat - 1] if not need.missing}
    can = [need.stage for need in after.derived.needs[seat - 1] if not need.missing and need.stage not in could]
    built = [stage for stage in now.stages if stage not in was.stages]
    kinds = dict.fromkeys((*was.cards, *now.cards))
    cards = [(slug, now.cards.get(slug, 0)) for slug in kinds if now.cards.get(slug, 0) != was.cards.get(slug, 0)]
    turned = before.conflict.flipped, after.conflict.flipped
    return ArchitectsAhead(
        seat=seat,
        changes=changes,
        cards=tuple(cards),
        stages=(*built, *can),
        turned=turned,
        won=after.derived.won if turned[1] > turned[0] else (),
        cat=now.cat and not was.cat,
        unknown=(after.pending or "").startswith("reveal") and after.seats == before.seats,
    )


def describe_changes(w: Words, preview: ArchitectsAhead, people: Sequence[str]) -> Iterator[str]:
    """Describe the changes in short lines."""
    yield from previews.change_lines(w, preview.changes, people, printed_names.category)
    if preview.cards:
        yield capital(", ".join(f"{printed_names.card(w, slug)}{w.colon}{n}" for slug, n in preview.cards))
    for stage in preview.stages:
        yield capital(action_text.describe_effect(w, CardEffect("build", stage)))
    if preview.turned[1] > preview.turned[0]:
        yield capital(action_text.describe_effect(w, CardEffect("horns", preview.turned[1] - preview.turned[0])))
    if preview.won:
        winners = [f"{people[seat]} {n}" for seat, n in enumerate(preview.won) if n]
        if winners:
            yield w("Then a conflict. Military tokens, as shields are: {tokens}", tokens=", ".join(winners))
        else:
            yield w("Then a conflict that nobody wins, as shields are.")
    if preview.unknown:
        yield w("Nobody knows yet what will be revealed.")
