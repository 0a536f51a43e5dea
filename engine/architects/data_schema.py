"""Game data: card faces, stages, wonders, progress tokens; the fields of data/architects.toml and what they may be.

`Data` is the file, field by field. What a game plays with, the same data as lists of small ints, is `Lookup`.
"""

from typing import Annotated, Final, Literal

import msgspec

FACES: Final = (  # card faces in the order of lists in records
    "wood",
    "stone",
    "brick",
    "glass",
    "papyrus",
    "coin",
    "blue-3",
    "blue-2-cat",
    "compass",
    "gear",
    "tablet",
    "red-0",
    "red-1",
    "red-2",
)
KINDS: Final = 14  # a literal, as other numbers of the hot path: mypyc then writes it into the code
KIND: Final = {face: kind for kind, face in enumerate(FACES)}
MAX_CARDS: Final = 63  # copies of a card in all stacks: what a packed hand can count (payments.py)
COIN: Final = 5
GREEN: Final = (8, 9, 10)

NEEDS: Final = (  # requirements of medals
    "grey",
    "yellow",
    "blue",
    "green",
    "red",
    "blue-with-cat",
    "red-with-horn",
    "cards",
    "stages",
    "cat",
    "progress",
    "military",
    "military-in-one-conflict",
)

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Colour = Literal["grey", "yellow", "blue", "green", "red"]
Certainty = Literal["confirmed", "single", "inferred", "assumption", "yours"]  # "yours": an owner's, not in our data


class DataEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a data file; unknown fields are errors."""


class Face(DataEntry, frozen=True):
    colour: Colour
    points: Count = 0
    cat: bool = False
    shields: Count = 0
    horns: Count = 0  # conflict tokens it turns
    certainty: Certainty = "confirmed"


class DrawAny(DataEntry, frozen=True, tag="draw-any"):
    """Take the top card of any stack."""


class DrawCenter(DataEntry, frozen=True, tag="draw-center"):
    """Take the shared stack's top card."""


class DrawSides(DataEntry, frozen=True, tag="draw-sides"):
    """Take the left stack's top card, then the right one's."""


class PickFromSide(DataEntry, frozen=True, tag="pick-from-side"):
    """Look through cards of the left or right stack and keep one; the rest is shuffled back."""

    look: Annotated[int, msgspec.Meta(ge=1, le=999)]  # cards


class StealCard(DataEntry, frozen=True, tag="steal-card"):
    """Take a card that lies before an opponent, who gets the shared stack's top card face down."""


class TakeCat(DataEntry, frozen=True, tag="take-cat"):
    """The cat comes, from wherever it is."""


class LookCenter(DataEntry, frozen=True, tag="look-center"):
    """Look at the shared stack's top card."""


class DrawNear(DataEntry, frozen=True, tag="draw-near"):
    """Take the top card of the left, the right or the shared stack."""


class TakeToken(DataEntry, frozen=True, tag="take-token"):
    """Take a progress token without giving cards."""


class Shields(DataEntry, frozen=True, tag="shields"):
    """Permanent shields."""

    amount: Count


class ExtraCard(DataEntry, frozen=True, tag="extra-card"):
    """An extra card, once a turn, when one of these cards is taken or when a stage is built."""

    takes: tuple[str, ...] = ()
    builds: bool = False


class DoubleCoin(DataEntry, frozen=True, tag="double-coin"):
    """A coin pays for two, once a turn."""


class AnyCards(DataEntry, frozen=True, tag="any-cards"):
    """Stages may be paid with any resources, same or different."""


class Look(DataEntry, frozen=True, tag="look"):
    """Look at the shared stack's top card before the card of the turn, as the cat allows."""


class KeepHorns(DataEntry, frozen=True, tag="keep-horns"):
    """Red cards with horns stay after a conflict."""


class PointsForWonder(DataEntry, frozen=True, tag="points-for-wonder"):
    unfinished: Count
    finished: Count  # all stages built


class PointsEach(DataEntry, frozen=True, tag="points-each"):
    """Points at the end for each thing of one's own."""

    of: Literal["cat-card", "grey-card", "military-token", "progress-token"]
    amount: Count


class PointsByCopies(DataEntry, frozen=True, tag="points-by-copies"):
    """Points at the end by how many copies of this token one has: the first entry for one."""

    points: Annotated[tuple[Count, ...], msgspec.Meta(min_length=1)]


WonderEffect = (
    DrawAny | DrawCenter | DrawSides | DrawNear | PickFromSide | TakeToken | Shields | StealCard | TakeCat | LookCenter
)
TokenEffect = (
    ExtraCard | DoubleCoin | AnyCards | Look | KeepHorns | Shields | PointsForWonder | PointsEach | PointsByCopies
)
POINTS: Final = (PointsByCopies, PointsEach, PointsForWonder)  # effects that scoring counts


class Stage(DataEntry, frozen=True):
    requires: tuple[int, ...]  # stages that must stand before, from 1
    cost: Annotated[int, msgspec.Meta(ge=1, le=7)]  # cards
    kind: Literal["different", "same"]
    points: Count
    effect: bool = False  # building it triggers the wonder's effects


class StackData(DataEntry, frozen=True):
    cards: dict[str, Count]
    certainty: Certainty = "confirmed"


class WonderData(DataEntry, frozen=True):
    effects: tuple[WonderEffect, ...]
    cards: dict[str, Count]  # its stack
    stages: Annotated[tuple[Stage, ...], msgspec.Meta(min_length=1, max_length=9)]
    box: Literal["base", "medals"] = "base"  # where it comes from; by lot only if something of that box is played
    certainty: Certainty = "confirmed"  # of its stages and cards


class TokenData(DataEntry, frozen=True):
    copies: Count
    effects: tuple[TokenEffect, ...]
    more: Count = 0  # copies that the variant `medal-tokens` shuffles in
    certainty: Certainty = "confirmed"


class MedalData(DataEntry, frozen=True):
    need: dict[str, Annotated[int, msgspec.Meta(ge=1, le=99)]]  # by what a seat must have (NEEDS), at least how many
    certainty: Certainty = "confirmed"


class TableData(DataEntry, frozen=True):
    min_seats: Count
    max_seats: Count
    face_up_tokens: Annotated[int, msgspec.Meta(ge=1, le=6)]
    military_points: Count
    cat_points: Count
    medal_points: Count
    center_medals: Count  # in an expert game
    conflict_tokens: tuple[Annotated[int, msgspec.Meta(ge=1, le=12)], ...]  # for min_seats … max_seats
    certainty: Certainty = "confirmed"


class Data(DataEntry, frozen=True):
    table: TableData
    cards: dict[str, Face]
    center: StackData
    wonders: dict[str, WonderData]
    tokens: dict[str, TokenData]
    medals: dict[str, MedalData]

    def __hash__(self) -> int:
        return hash(self.table)  # its dictionaries have no hash
