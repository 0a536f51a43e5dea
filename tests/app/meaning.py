"""Confirmed intents: the displayed number is typed, and the intent is sent again."""

import re

from app.protocol.access_messages import GivePin
from app.protocol.rejection import Rejection

NUMBER_REQUEST = re.compile(r"\b(?:[Tt]ype|Tippe|Typ|Tape) (\d{4})\b")


def handle(table, who, intent):
    """Handle an intent as the table does, and confirm it where a confirmation is required."""
    try:
        return table.handle(who, intent)
    except Rejection as no:
        if no.code != "meant":
            raise
        table.handle(who, GivePin(id=f"{intent.id} meant", pin=str(no.params["number"])))
        return table.handle(who, intent)


def read_confirmation_field(page):
    """Return the number that a page asks for, as a field of its form; {} if it asks for none."""
    found = NUMBER_REQUEST.search(page)
    return {"pin": found[1]} if found else {}
