"""A preview of an action in Duel: the differences between the view before it and the view that the table predicts."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from app.games.duel import action_text, cost_text, position_text, printed_names, score_text
from app.games.duel import words_facade as say
from app.shown.play import previews
from app.shown.play.previews import Change
from app.text.amount_text import n_coins
from app.text.translation import Words, capital
from engine.duel.data_schema import Data
from engine.duel.view_json import BuildOption, SlotView, View


class FreedCard(msgspec.Struct, frozen=True, gc=False):
    """A card that would become uncovered. `theirs`: the other seat's option to build it; None: it is face down."""

    slot: int
    card: str | None
    guild: bool
    theirs: BuildOption | None
    short: int  # coins the other seat would lack


class DuelAhead(msgspec.Struct, frozen=True):
    """The changes an action would make, for the seat that previews it."""

    seat: int  # the seat to act
    changes: tuple[Change, ...]
    pawn: int | None  # its new space; None: unmoved
    symbols: tuple[str, ...]  # added to the seat's
    wonder: str  # built by it; "": none
    colour: str  # of the card added to the city
    freed: tuple[FreedCard, ...]
    asks: str  # the seat's next question in the same turn
    again: bool  # the seat would have another turn
    victory: str  # military | science | civilian; "": the game continues

    def change_at(self, seat: int) -> Change:
        return next((change for change in self.changes if change.seat == seat), Change(seat))


def compare_views(before: View, after: View, seat: int, data: Data) -> DuelAhead:
    """Compare the view with the one that the table predicts."""
    was, now = before.seats[seat - 1], after.seats[seat - 1]
    options = {option.thing: option for option in after.derived.standing[2 - seat].build_options}
    freed = tuple(
        _describe_freed_card(int(slot), each, options, after.seats[2 - seat].coins)
        for slot, each in after.structure.items()
        if after.age == before.age and each.accessible and not before.structure[slot].accessible
    )
    symbols = tuple(slug for slug, n in now.science.items() if n > was.science.get(slug, 0))
    wonder = next((slug for slug, under in now.wonders.items() if under and not was.wonders.get(slug)), "")
    cards = [slug for slug in now.cards if slug not in was.cards]
    is_active = after.derived.active == seat
    begins_another_turn = is_active and after.turn > before.turn and after.age == before.age
    return DuelAhead(
        seat=seat,
        changes=previews.changes(before.seats, after.seats),
        pawn=after.military.pawn if after.military.pawn != before.military.pawn else None,
        symbols=symbols,
        wonder=wonder,
        colour=data.cards[cards[0]].colour if cards else "",
        freed=freed,
        asks=after.derived.ask if is_active and after.derived.ask in ("progress", "destroy", "revive") else "",
        again=after.derived.again or begins_another_turn,
        victory=after.victory or "",
    )


def _describe_freed_card(slot: int, freed: SlotView, options: Mapping[str, BuildOption], coins: int) -> FreedCard:
    theirs = options.get(freed.card) if freed.card else None
    return FreedCard(slot, freed.card, bool(freed.guild), theirs, max(0, theirs.cost - coins) if theirs else 0)


def describe_changes(w: Words, preview: DuelAhead, people: Sequence[str], data: Data) -> Iterator[str]:
    """Describe the changes in short lines."""
    yield from previews.change_lines(w, preview.changes, people, printed_names.category)
    if preview.pawn is not None and not preview.victory:
        yield position_text.pawn(w, preview.pawn, people, data)
    if preview.symbols:
        yield w("Science: {symbols}", symbols=", ".join(printed_names.symbol(w, slug) for slug in preview.symbols))
    if preview.asks:
        yield action_text.prompt(w, [preview.asks])
    if preview.again:
        yield capital(w("another turn"))
    if preview.victory in score_text.AT_ONCE:
        yield say.at_once(w, preview.victory, people[preview.seat - 1])
    elif preview.freed:
        other = people[2 - preview.seat]
        named = ", ".join(_name_with_price(w, each) for each in preview.freed)
        yield w("Then free for {name}: {cards}", name=other, cards=named)


def _name_with_price(w: Words, card: FreedCard) -> str:
    """Name a freed card with its price, or the coins that would be missing."""
    if card.card is None or card.theirs is None:
        return printed_names.name_back(w, card.guild)
    cost = n_coins(w, card.theirs.cost) if card.theirs.cost else w("costs nothing")
    parts = [w("free by its chain") if card.theirs.chain else cost]
    parts += [cost_text.short_of(w, card.short)] if card.short else []
    return f"{printed_names.card(w, card.card)} ({', '.join(parts)})"
