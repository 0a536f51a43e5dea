"""Lookup tables of a game: everything printed, as lists and bit masks of small ints."""

from collections.abc import Sequence
from typing import Final

from engine.architects.actions import HIDDEN, Action, Build, Progress
from engine.architects.data_schema import (
    FACES,
    GREEN,
    KIND,
    KINDS,
    NEEDS,
    POINTS,
    Data,
    ExtraCard,
    Face,
    TokenEffect,
    WonderData,
    WonderEffect,
)

CENTER_STACK: Final = 0  # wonder stacks count from 1, as in records
FIELD: Final = 10  # bits for each of NEEDS in what a seat has; the highest guards
GUARD: Final = 512
SCIENCE_SETS: Final[tuple[tuple[int, ...], ...]] = (*((kind, kind) for kind in GREEN), GREEN, ())  # (): an effect gives
FREE_TOKEN: Final = 1 << len(GREEN) + 1  # the last of them, as a bit


class Wonder:
    """One wonder. Stages are bits of a mask: stage 1 is bit 0."""

    __slots__ = (
        "complete", "costs", "deck", "effects", "name", "open", "plans", "points", "same", "stages", "standing",
        "triggers",
    )  # fmt: skip

    def __init__(self, name: str, facts: WonderData) -> None:
        self.name = name
        self.deck: list[int] = [facts.cards.get(face, 0) for face in FACES]
        self.effects: tuple[WonderEffect, ...] = facts.effects
        self.stages: int = len(facts.stages)
        self.costs: list[int] = [stage.cost for stage in facts.stages]
        self.same: list[bool] = [stage.kind == "same" for stage in facts.stages]
        self.triggers: list[bool] = [stage.effect for stage in facts.stages]
        masks = range(1 << len(facts.stages))
        self.complete: int = masks[-1]
        needs = [sum(1 << number - 1 for number in stage.requires) for stage in facts.stages]
        # By mask of what stands: how many stages those are, which may come next, and the points so far.
        self.standing: list[int] = [mask.bit_count() for mask in masks]
        self.open: list[tuple[int, ...]] = [
            tuple(i for i, need in enumerate(needs) if not mask >> i & 1 and mask & need == need) for mask in masks
        ]
        self.plans: list[dict[int, tuple[Build, ...]]] = [{} for _ in masks]  # caches of payments.builds
        self.points: list[int] = [
            sum(stage.points for i, stage in enumerate(facts.stages) if mask >> i & 1) for mask in masks
        ]


class Lookup:
    """The printed parts. `tokens` are numbered in the order of the file, which is the order of lists in records."""

    __slots__ = (
        "build_triggers", "cat_points", "cats", "center", "copies", "counts", "face_up", "facts", "goals", "grey",
        "guards", "horned", "horns", "lifts", "medal", "medal_points", "medals", "military_points", "more", "pointed",
        "points", "progress", "scored_tokens", "shielded", "shields", "take_triggers", "token", "token_effects",
        "tokens", "wonders",
    )  # fmt: skip

    def __init__(self, facts: Data) -> None:
        self.facts = facts
        table = facts.table
        self.face_up: int = table.face_up_tokens
        self.cat_points: int = table.cat_points
        self.military_points: int = table.military_points
        self.medal_points: int = table.medal_points
        self.center: list[int] = [facts.center.cards.get(face, 0) for face in FACES]  # the shared stack
        faces = [facts.cards[face] for face in FACES]
        self.horns: list[int] = [face.horns for face in faces]
        self.cats: list[bool] = [face.cat for face in faces]
        self.points: list[int] = [face.points for face in faces]
        self.shields: list[int] = [face.shields for face in faces]
        self.horned: list[int] = [kind for kind in range(KINDS) if self.horns[kind]]
        self.pointed: list[int] = [kind for kind in range(KINDS) if self.points[kind]]
        self.shielded: list[int] = [kind for kind in range(KINDS) if self.shields[kind]]
        self.grey: list[int] = [kind for kind in range(KINDS) if faces[kind].colour == "grey"]
        self.wonders: dict[str, Wonder] = {name: Wonder(name, wonder) for name, wonder in facts.wonders.items()}
        self.tokens: tuple[str, ...] = tuple(facts.tokens)
        self.token: dict[str, int] = {name: number for number, name in enumerate(self.tokens)}
        # By token, the hidden one last, and bits of SCIENCE_SETS: the actions that take it.
        self.progress: list[list[tuple[Action, ...]]] = [
            [
                tuple(Progress(token, spent) for number, spent in enumerate(SCIENCE_SETS) if sets >> number & 1)
                for sets in range(FREE_TOKEN + 1)
            ]
            for token in (*self.tokens, HIDDEN)
        ]
        self.copies: list[int] = [token.copies for token in facts.tokens.values()]
        self.more: list[int] = [token.more for token in facts.tokens.values()]
        self.token_effects: list[tuple[TokenEffect, ...]] = [token.effects for token in facts.tokens.values()]
        self.scored_tokens: list[bool] = [
            any(isinstance(effect, POINTS) for effect in effects) for effects in self.token_effects
        ]
        # What opens an extra card, by token: the kinds of card taken, and whether building does.
        self.take_triggers: list[tuple[int, ...]] = []
        self.build_triggers: list[bool] = []
        for effects in self.token_effects:
            extras = [effect for effect in effects if isinstance(effect, ExtraCard)]
            self.take_triggers.append(tuple(sorted({KIND[card] for effect in extras for card in effect.takes})))
            self.build_triggers.append(any(effect.builds for effect in extras))
        self._number_medals(facts)

    def _number_medals(self, facts: Data) -> None:
        """Number the medals. What a seat has of NEEDS is packed into one number, FIELD bits each, so that one sum
        checks all.
        """
        faces = [facts.cards[face] for face in FACES]
        self.medals: tuple[str, ...] = tuple(facts.medals)
        self.medal: dict[str, int] = {name: number for number, name in enumerate(self.medals)}
        self.goals: tuple[tuple[tuple[int, int], ...], ...] = tuple(  # by medal: which of NEEDS, at least how many
            tuple((NEEDS.index(what), least) for what, least in medal.need.items()) for medal in facts.medals.values()
        )
        self.counts: list[int] = [  # what one card of a kind adds
            sum(1 << FIELD * what for what, need in enumerate(NEEDS) if _is_counted(face, need)) for face in faces
        ]
        # Added to what a seat has, this sets the guard bit of every field that is high enough.
        self.lifts: list[int] = [sum(GUARD - least << FIELD * what for what, least in goal) for goal in self.goals]
        self.guards: list[int] = [sum(GUARD << FIELD * what for what, _ in goal) for goal in self.goals]

    def conflict_tokens(self, seats: int) -> int:
        """Return the number of conflict tokens on the table (rules, set-up)."""
        return self.facts.table.conflict_tokens[seats - self.facts.table.min_seats]


def _is_counted(face: Face, need: str) -> bool:
    match need:
        case "cards":
            return True
        case "blue-with-cat":
            return face.colour == "blue" and face.cat
        case "red-with-horn":
            return face.colour == "red" and face.horns > 0
    return face.colour == need


def count_by_face(counts: Sequence[int]) -> dict[str, int]:
    """Map faces to their counts, zeros left out."""
    return {face: count for face, count in zip(FACES, counts, strict=True) if count}
