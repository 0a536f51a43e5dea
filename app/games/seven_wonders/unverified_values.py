"""Questions to owners of 7 Wonders about printed values that are uncertain."""

from app.games.seven_wonders.printed_names import GAME, card, identity, leader
from app.text.printed_names import translated_names
from app.text.translation import Words, capital
from app.text.unverified_values import UncertainThing, ValueField, ValueGroup
from engine.game_data import OWNER_CERTAINTY
from engine.seven_wonders import data_schema
from engine.seven_wonders.data_schema import Data


def unverified(w: Words, ours: Data, own: Data) -> tuple[UncertainThing, ...]:
    """List cards, boards and leaders with contradicting or single sources, with the values of `own`."""
    found = [
        UncertainThing(
            ("cards", slug),
            card(w, slug),
            (_cost_asked(w, w("Cost"), ("cards", slug), own.cards[slug].cost),),
            own.cards[slug].certainty == OWNER_CERTAINTY,
        )
        for slug, each in ours.cards.items()
        if each.certainty != "confirmed"
    ]
    for slug, board in ours.boards.items():
        if board.certainty != "confirmed":
            found.append(_board_asked(w, slug, own.boards[slug]))
    for slug, each in ours.leaders.items():
        if each.certainty != "confirmed":
            fields = (ValueField(("leaders", slug, "cost"), w("Coins"), own.leaders[slug].cost, 0, 9),)
            sure = own.leaders[slug].certainty == OWNER_CERTAINTY
            found.append(UncertainThing(("leaders", slug), leader(w, slug), (ValueGroup(w("Cost"), fields),), sure))
    return tuple(found)


def _cost_asked(w: Words, title: str, path: tuple[str, ...], cost: data_schema.Cost, part: int = 0) -> ValueGroup:
    """Return the fields of a cost: units of each resource, and coins."""
    asked = {"coins": w("Coins")} | {
        slug: capital(name) for slug, name in translated_names(w, GAME, "resources").items()
    }
    fields = tuple(
        ValueField((*path, "cost", slug), name, getattr(cost, slug), 0, 9 if slug == "coins" else 7)
        for slug, name in asked.items()
    )
    return ValueGroup(title, fields, part)


def _board_asked(w: Words, slug: str, own: data_schema.BoardData) -> UncertainThing:
    path = ("boards", slug)
    stages = tuple(
        _cost_asked(w, w("Stage {n}", n=n), (*path, "stages", str(n)), stage.cost, n)
        for n, stage in enumerate(own.stages, 1)
    )
    brings = ValueGroup(
        w("The board itself"),
        (
            ValueField(
                (*path, "start"), w("Brings"), own.start, choices=tuple(translated_names(w, GAME, "resources").items())
            ),
        ),
    )
    return UncertainThing(path, identity(w, slug), (brings, *stages), own.certainty == OWNER_CERTAINTY)
