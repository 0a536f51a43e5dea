"""Base classes of all messages, words that several subjects use, and the messages of every connection.

Every message is a JSON object with a `type`; docs/protocol.md explains them. Seats count from 1. Each subject has a
module of its own beside this one; `messages.py` has the union of those that a table sends.
"""

from typing import Literal

import msgspec

Lang = str  # code of a language, such as "de"; the table refuses those without a catalogue
PlayedBy = Literal["free", "touch", "phone", "bot"]
Mode = Literal["play", "track", "tally"]  # the table deals; people deal and report; only scores are entered


class Intent(msgspec.Struct, frozen=True, tag_field="type"):
    """A request to the table.

    `id` is chosen by the client (1–64 characters); intents are idempotent by id, also after a restart.
    """

    id: str


class Ping(Intent, frozen=True, tag="ping"):
    """Heartbeat; answered by Pong with the same id."""


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """A message from the table to one client."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message on every connection."""

    protocol: int
    version: str
    table: str  # id of this table
    you: Literal["screen", "seat", "onlooker"]
    seat: int | None


class Accepted(Message, frozen=True, tag="done"):
    """The confirmation that the intent with this id was applied (now or earlier)."""

    id: str


class Refusal(Message, frozen=True, tag="refused"):
    """The refusal of the intent with this id. `text` is a sentence in the reader's language.

    `lit`: for a phone's page, keys of the things that it mentions.
    """

    id: str
    rule: str
    facts: dict[str, int | str]
    text: str
    seat: int | None = None
    lit: tuple[str, ...] = ()


class Pong(Message, frozen=True, tag="pong"):
    id: str
