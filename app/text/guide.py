"""What a game teaches people: how it is played, in two pages.

The guide of a game (`app/games/<game>/guide.py`) makes them from its data, in our own words: none is a rulebook's.
"""

import msgspec


class Page(msgspec.Struct, frozen=True):
    """One of the pages of *How to play*: what it is about, and a few short paragraphs, each with a word before it."""

    title: str
    paragraphs: tuple[tuple[str, str], ...]
