"""Pages that explain a game in two pages and its play at this table part by part. The guide of a game
(`app/games/<game>/rules_summary.py`) builds them from its data in our own words, never a rulebook's.
"""

import msgspec


class GuidePage(msgspec.Struct, frozen=True):
    """One of the pages of *How to play*: what it is about, and a few short paragraphs.

    Each paragraph has a heading word, and the icons (`app/looks/icons.py`) of its subject.
    """

    title: str
    paragraphs: tuple[tuple[str, str, tuple[str, ...]], ...]


class ManualPart(msgspec.Struct, frozen=True):
    """A section of the manual: how to play a game at this table, in a few sentences, without its rules.

    `picture`: its name in `data/manual/<lang>`, or "". Sections of one game are in
    `app/games/<game>/manual_section.py`, those of all games in `app/shown/play/manual.py`.
    """

    title: str
    says: tuple[str, ...]
    picture: str = ""
