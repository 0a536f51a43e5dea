"""The history in the reader's words: when, how long, how it was played, and what is counted."""

from collections.abc import Iterable
from datetime import datetime
from urllib.parse import urlencode

from app.games.words import WORDS
from app.protocol.results import Finished
from app.text.game import seat_name
from app.text.languages import Words, capital


def query(**facts: str | int) -> str:
    """The query of a page of the history, without its question mark."""
    return urlencode(facts)


def title(w: Words, kind: str) -> str:
    """A kind of game, by name; its own word where there are no words for it."""
    return WORDS[kind].title(w) if kind in WORDS else kind


def identity(w: Words, kind: str, slug: str) -> str:
    """What a seat was."""
    return WORDS[kind].identity(w, slug) if kind in WORDS else capital(slug.replace("-", " "))


def category(w: Words, kind: str, slug: str) -> str:
    """The head of a line on the score sheet."""
    return WORDS[kind].category(w, slug) if kind in WORDS else capital(slug.replace("-", " "))


def mode(w: Words, mode: str) -> str:
    """Who dealt, in two words."""
    match mode:
        case "track":
            return w("with our own cards")
        case "tally":
            return w("score sheet only")
    return w("dealt by the table")


def variants(w: Words, kind: str, slugs: Iterable[str]) -> str:
    """What was added to a game; empty if nothing was."""
    say = WORDS.get(kind)
    return ", ".join(say.variant(w, slug) if say else slug for slug in slugs)


def columns(w: Words) -> tuple[str, ...]:
    """What stands at the head of a spreadsheet's columns before those of the score sheet."""
    return (
        w("Game id"), w("Ended"), w("Minutes"), w("Game"), w("How"), w("Variants"), w("Ended early"), w("Seat"),
        w("Name"), w("Wonder"), w("Won"), w("Points"),
    )  # fmt: skip


def people(w: Words, game: Finished) -> tuple[str, ...]:
    """What each seat is called: a person's name, else what it was, else its number."""
    result = game.result
    slugs = result.identities or ("",) * len(result.seats)
    return tuple(
        seat_name(w, seat, name, identity(w, game.kind, slug) if slug else "")
        for seat, (name, slug) in enumerate(zip(result.seats, slugs, strict=True), 1)
    )


def day(w: Words, at: float) -> str:
    """A day, in the order the language has it."""
    it = datetime.fromtimestamp(at)
    return w("{day}/{month}/{year}", day=f"{it.day:02}", month=f"{it.month:02}", year=it.year)


def long(w: Words, seconds: float) -> str:
    """How long something took."""
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return w("{n} min", n=minutes)
    return w("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


def number(w: Words, n: float) -> str:
    """A number with one decimal, with the language's own point."""
    return w.pick("decimal point", ".").join(f"{n:.1f}".split("."))


def won(w: Words, game: Finished) -> str:
    """Who won a game, in a few words."""
    result = game.result
    if result.early:
        return w("Ended early")
    names = people(w, game)
    winners = [names[seat - 1] for seat in result.winners]
    if len(winners) == 1:
        return w("{name} won", name=winners[0])
    return w("Shared: {names}", names=", ".join(winners)) if winners else ""
