"""What people tell of a game that says what lies on its table: cards in places that stay, and deeds without one."""

from collections.abc import Sequence
from typing import Any

from app.shown.play import Card, Shows, lined
from app.shown.telling import Lines, Tellable, TellableGroup, ToldUse, ToTell
from app.text.game import PageWords
from app.text.languages import Words


class ToldCard(Tellable, frozen=True, kw_only=True):
    """A card that may be told."""

    card: Card


# Any: each game has its own data.
def to_tell(
    w: Words,
    of: Lines,
    shows: Shows,
    words: PageWords,
    printed: Any,
    people: Sequence[str],
    count: str = "",
    *,
    acts: bool,
) -> ToTell:
    """What these lines tell. `acts`: what a seat has done; else which card has come, and its name says it.

    Cards lie as the reference lists them. `count`: which of how many alike it is.
    """
    left = dict(zip(of.legal, of.left, strict=True)) if of.left else {}
    found, deeds = dict[tuple[str, bool], ToldCard](), list[Tellable]()
    for text in (*of.legal, *of.others):
        card, said, excluded = lined(shows, w, text, printed), words.action(w, text, people), text not in of.legal
        if card is None:
            deeds.append(Tellable(slug=text, words=said, uses=(ToldUse(key=text, line=text, words=said),)))
            continue
        at = card.key, excluded
        use = ToldUse(key=text, line=text, words=said if acts else card.name)
        uses = (*found[at].uses, use) if at in found else (use,)
        n = 0 if excluded else left.get(text, 1)
        found[at] = ToldCard(slug=card.key, words=card.name, uses=uses, excluded=excluded, left=n, card=card)
    every = [thing.slug for chapter in shows.reference.chapters(printed, None, ()) for thing in chapter.things]
    cards = tuple(sorted(found.values(), key=lambda it: every.index(it.slug)))
    return ToTell(
        title=(w("Which card came?") + count,),
        groups=(TellableGroup(key="card", words="", things=cards),) if cards else (),
        deeds=tuple(deeds),
        unsure=of.unsure,
    )
