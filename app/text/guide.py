"""How a game is played, in two pages, and how that goes at this table, part by part.

The guide of a game (`app/games/<game>/guide.py`) makes them from its data, in our own words: none is a rulebook's.
"""

import msgspec


class GuidePage(msgspec.Struct, frozen=True):
    """One of the pages of *How to play*: what it is about, and a few short paragraphs.

    Each has a word before it, and the icons (`app/looks/icons.py`) of what it speaks of.
    """

    title: str
    paragraphs: tuple[tuple[str, str, tuple[str, ...]], ...]


class ManualPart(msgspec.Struct, frozen=True):
    """Something of how a game is played on this table, in a few sentences; not what its rules are.

    `picture`: its name in `data/manual/<lang>`, or "". The parts that a game alone has are in
    `app/games/<game>/manual.py`, those of all in `app/shown/play/manual.py`.
    """

    title: str
    says: tuple[str, ...]
    picture: str = ""
