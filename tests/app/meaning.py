"""Confirmed intents: the displayed number is typed, and the intent is sent again."""

import re

from app.protocol.access_messages import GivePin
from app.protocol.rejection import Rejection

ASKED = re.compile(r"\b(?:[Tt]ype|Tippe|Typ|Tape) (\d{4})\b")


def handle(table, who, intent):
    """Handle an intent as the table does, and confirm it where a confirmation is required."""
    try:
        return table.handle(who, intent)
    except Rejection as no:
        if no.code != "meant":
            raise
        table.handle(who, GivePin(id=f"{intent.id} meant", pin=str(no.params["number"])))
        return table.handle(who, intent)


def shown(page):
    """Return the number that a page asks for, as a field of its form; {} if it asks for none."""
    found = ASKED.search(page)
    return {"pin": found[1]} if found else {}
