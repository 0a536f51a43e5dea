"""Sentences for the static page that shows a result without a table (docs/result); the rest is the history's."""

from collections.abc import Mapping

from app.text.translation import Words


def sentences(w: Words) -> Mapping[str, str]:
    """Return the templates by name, with their `{params}`."""
    return {
        "title": w("Result"),
        "won": w("{name} won"),
        "shared": w("Shared: {names}"),
        "early": w("Ended early"),
        "seat": w("Seat {number}"),
        "bot": w("Bot"),
        "day": w("{day}/{month}/{year}"),
        "minutes": w("{n} min"),
        "hours": w("{hours} h {minutes} min"),
        "play": w("dealt by the table"),
        "track": w("with our own cards"),
        "tally": w("score sheet only"),
        "points": w("points"),
        "language": w("Language"),
        "empty": w("There is no result in this address."),
        "broken": w("This link is incomplete. Copy all of it, or ask for it again."),
        "newer": w("This link is from a newer Wondertable. Update this page to read it."),
        "about": w("The result is in the link itself. No server was asked, and none has seen it."),
        "unofficial": w("Made with Wondertable, a free program for one table. It is not the publisher’s."),
    }
