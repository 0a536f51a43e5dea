"""Questions to owners of the box of Architects about printed values that are uncertain."""

from app.games.architects.printed_names import card, wonder
from app.text.translation import Words, capital
from app.text.unverified_values import UncertainThing, ValueField, ValueGroup
from engine.architects import data_schema as printed
from engine.architects.data_schema import Data
from engine.game_data import OWNER_CERTAINTY


def unverified(w: Words, ours: Data, own: Data) -> tuple[UncertainThing, ...]:
    """List wonders whose stages and cards are unverified, with the values of `own`."""
    return tuple(
        UncertainThing(
            ("wonders", slug),
            wonder(w, slug),
            (
                *(_stage_asked(w, slug, own.wonders[slug], n) for n in range(1, len(each.stages) + 1)),
                _deck(w, slug, each, own),
            ),
            own.wonders[slug].certainty == OWNER_CERTAINTY,
        )
        for slug, each in ours.wonders.items()
        if each.certainty != "confirmed"
    )


def _stage_asked(w: Words, slug: str, own: printed.WonderData, number: int) -> ValueGroup:
    stage, path = own.stages[number - 1], ("wonders", slug, "stages", str(number))
    kinds = (("different", w.pgettext("resources", "different")), ("same", w.pgettext("resources", "the same")))
    fields: tuple[ValueField, ...] = (
        ValueField((*path, "points"), w("Points"), stage.points, 0, 30),
        ValueField((*path, "cost"), w("Cost"), stage.cost, 1, 7),
        ValueField((*path, "kind"), w("They are"), stage.kind, choices=kinds),
        ValueField((*path, "effect"), w("The effect follows"), stage.effect),
    )
    if number > 1:
        stages = tuple((n, w("Stage {n}", n=n)) for n in range(1, number))
        fields += (ValueField((*path, "requires"), w("Stands on"), stage.requires, choices=stages),)
    return ValueGroup(w("Stage {n}", n=number), fields, number)


def _deck(w: Words, slug: str, ours: printed.WonderData, own: Data) -> ValueGroup:
    """Ask for the cards of a wonder's deck: the count of each face."""
    have, total = own.wonders[slug].cards, sum(ours.cards.values())
    fields = tuple(
        ValueField(("wonders", slug, "cards", face), capital(card(w, face)), have.get(face, 0), 0, total)
        for face in printed.FACES
    )
    return ValueGroup(w.ngettext("Its {n} card", "Its {n} cards", total), fields, total=total)
