"""What lies on the table while a game is played, as people see it: pills of what a seat has, what a thing costs."""

import msgspec

from app.looks.atoms import Group


class Price(msgspec.Struct, frozen=True, gc=False):
    """What something costs somebody now."""

    coins: int  # below 0: nobody knows, for it cannot be had
    can: bool = True  # it can be had
    chain: bool = False  # free by its chain


class Item(msgspec.Struct, frozen=True):
    """One thing of a pill: an icon, or "", a figure, and what it speaks of. `coloured`: the icon is, as the pill.

    `atoms`: signs instead of an icon.
    """

    icon: str
    figure: str
    of: str
    coloured: bool = False
    atoms: Group = ()


class Pill(msgspec.Struct, frozen=True):
    """A few things of one colour that a seat has, behind that colour's symbol unless they are `bare`."""

    colour: str
    items: tuple[Item, ...]
    bare: bool = False
