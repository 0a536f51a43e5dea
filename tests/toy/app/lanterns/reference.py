"""Reference of Lanterns: every lantern, and how many of each have not been seen (`app.text.reference.Reference`)."""

from app.text.reference import Chapter, PrintedThing, ThingEntry
from tests.toy.app.lanterns import words as say


def chapters(box, view, variant):
    counts = {slug: (lantern.copies, view.hidden[slug]) if view else (0, 0) for slug, lantern in box.lanterns.items()}
    return (Chapter("lanterns", tuple(PrintedThing("lantern", slug, *n) for slug, n in counts.items())),)


def title(w, chapter):
    return say.title(w)


def note(w, chapter, box):
    return say.own(w.lang)("What nobody has seen lies in the stack, or in a hand.") if chapter.total else ""


def entry(w, thing, box):
    lantern = box.lanterns[thing.slug]
    return ThingEntry(say.lantern(w, thing.slug), say.coins(w, lantern.price), say.points(w, lantern.points))
