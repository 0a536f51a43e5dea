"""How a game is played, in two pages.

The guide of a game (`app/games/<game>/guide.py`) makes them from its data, in our own words: none is a rulebook's.
"""

import msgspec


class GuidePage(msgspec.Struct, frozen=True):
    """One of the pages of *How to play*: what it is about, and a few short paragraphs.

    Each has a word before it, and the icons (`app/looks/icons.py`) of what it speaks of.
    """

    title: str
    paragraphs: tuple[tuple[str, str, tuple[str, ...]], ...]
