"""What is asked of whoever holds the box of Architects: printed values that are uncertain."""

from app.games.architects.called import card, wonder
from app.text.languages import Words, capital
from app.text.values import Doubted, Field, Group
from engine.architects import cards as printed
from engine.architects.cards import Data
from engine.game_data import YOURS


def unverified(w: Words, ours: Data, own: Data) -> tuple[Doubted, ...]:
    """Wonders whose stages and cards nobody has read off the parts, with the values of `own`."""
    return tuple(
        Doubted(
            ("wonders", slug),
            wonder(w, slug),
            (
                *(_stage_asked(w, slug, own.wonders[slug], n) for n in range(1, len(it.stages) + 1)),
                _deck(w, slug, it, own),
            ),
            own.wonders[slug].certainty == YOURS,
        )
        for slug, it in ours.wonders.items()
        if it.certainty != "confirmed"
    )


def _stage_asked(w: Words, slug: str, own: printed.WonderData, number: int) -> Group:
    it, path = own.stages[number - 1], ("wonders", slug, "stages", str(number))
    kinds = (("different", w.pgettext("resources", "different")), ("same", w.pgettext("resources", "the same")))
    fields: tuple[Field, ...] = (
        Field((*path, "points"), w("Points"), it.points, 0, 30),
        Field((*path, "cost"), w("Cost"), it.cost, 1, 7),
        Field((*path, "kind"), w("They are"), it.kind, choices=kinds),
        Field((*path, "effect"), w("The effect follows"), it.effect),
    )
    if number > 1:
        stages = tuple((n, w("Stage {n}", n=n)) for n in range(1, number))
        fields += (Field((*path, "requires"), w("Stands on"), it.requires, choices=stages),)
    return Group(w("Stage {n}", n=number), fields, number)


def _deck(w: Words, slug: str, ours: printed.WonderData, own: Data) -> Group:
    """The cards with the wonder's back: as many of each face as there are."""
    have, total = own.wonders[slug].cards, sum(ours.cards.values())
    fields = tuple(
        Field(("wonders", slug, "cards", face), capital(card(w, face)), have.get(face, 0), 0, total)
        for face in printed.FACES
    )
    return Group(w.ngettext("Its {n} card", "Its {n} cards", total), fields, total=total)
