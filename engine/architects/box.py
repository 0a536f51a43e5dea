"""The box a game is played from: the printed facts of `cards` as lists and bit masks of small ints."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.architects.actions import Build
from engine.architects.cards import (
    FACES,
    KIND,
    KINDS,
    NEEDS,
    ExtraCard,
    Face,
    Facts,
    TokenEffect,
    WonderEffect,
    WonderFacts,
)
from engine.architects.printing import Printing

CENTER_STACK: Final = 0  # wonder stacks count from 1, as in records


class Wonder:
    """One wonder. Stages are bits of a mask: stage 1 is bit 0."""

    __slots__ = ("complete", "costs", "deck", "effects", "name", "open", "plans", "points", "same", "triggers")

    def __init__(self, name: str, facts: WonderFacts) -> None:
        self.name = name
        self.deck: list[int] = [facts.cards.get(face, 0) for face in FACES]
        self.effects: tuple[WonderEffect, ...] = facts.effects
        self.costs: list[int] = [stage.cost for stage in facts.stages]
        self.same: list[bool] = [stage.kind == "same" for stage in facts.stages]
        self.triggers: list[bool] = [stage.effect for stage in facts.stages]
        masks = range(1 << len(facts.stages))
        self.complete: int = masks[-1]
        needs = [sum(1 << number - 1 for number in stage.requires) for stage in facts.stages]
        # By mask of what stands: which stages may come next, and the points so far.
        self.open: list[tuple[int, ...]] = [
            tuple(i for i, need in enumerate(needs) if not mask >> i & 1 and mask & need == need) for mask in masks
        ]
        self.plans: dict[int, tuple[Build, ...]] = {}  # payments.builds remembers here
        self.points: list[int] = [
            sum(stage.points for i, stage in enumerate(facts.stages) if mask >> i & 1) for mask in masks
        ]


class Box:
    """Everything printed. `tokens` are numbered in the order of the file, which is the order of lists in records."""

    __slots__ = (
        "build_triggers",
        "by_cat",
        "by_conflict",
        "by_kind",
        "by_military",
        "by_stage",
        "by_token",
        "cats",
        "center",
        "copies",
        "counted",
        "face_up",
        "facts",
        "goals",
        "grey",
        "horned",
        "horns",
        "medals",
        "more",
        "points",
        "shielded",
        "shields",
        "take_triggers",
        "token",
        "token_effects",
        "tokens",
        "wonders",
    )

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.face_up: int = facts.table.face_up_tokens
        self.center: list[int] = [facts.center.cards.get(face, 0) for face in FACES]  # the shared stack
        faces = [facts.cards[face] for face in FACES]
        self.horns: list[int] = [face.horns for face in faces]
        self.cats: list[bool] = [face.cat for face in faces]
        self.points: list[int] = [face.points for face in faces]
        self.shields: list[int] = [face.shields for face in faces]
        self.horned: list[int] = [kind for kind in range(KINDS) if self.horns[kind]]
        self.shielded: list[int] = [kind for kind in range(KINDS) if self.shields[kind]]
        self.grey: list[int] = [kind for kind in range(KINDS) if faces[kind].colour == "grey"]
        self.wonders: dict[str, Wonder] = {name: Wonder(name, wonder) for name, wonder in facts.wonders.items()}
        self.tokens: tuple[str, ...] = tuple(facts.tokens)
        self.token: dict[str, int] = {name: number for number, name in enumerate(self.tokens)}
        self.copies: list[int] = [token.copies for token in facts.tokens.values()]
        self.more: list[int] = [token.more for token in facts.tokens.values()]
        self.token_effects: list[tuple[TokenEffect, ...]] = [token.effects for token in facts.tokens.values()]
        # What opens an extra card, by token: the kinds of card taken, and whether building does.
        self.take_triggers: list[tuple[int, ...]] = []
        self.build_triggers: list[bool] = []
        for effects in self.token_effects:
            extras = [effect for effect in effects if isinstance(effect, ExtraCard)]
            self.take_triggers.append(tuple(sorted({KIND[card] for effect in extras for card in effect.takes})))
            self.build_triggers.append(any(effect.builds for effect in extras))
        self._medals(facts)

    def _medals(self, facts: Facts) -> None:
        """Medals as numbers; what they ask for counts NEEDS. Masks say which medals a change may bring."""
        faces = [facts.cards[face] for face in FACES]
        counts: dict[str, Callable[[Face], bool]] = {
            "blue-with-cat": lambda face: face.colour == "blue" and face.cat,
            "red-with-horn": lambda face: face.colour == "red" and face.horns > 0,
            "cards": lambda face: True,
        }
        self.counted: tuple[tuple[int, ...], ...] = tuple(  # the kinds of card that count for each of NEEDS
            tuple(kind for kind in range(KINDS) if counts.get(what, _of(what))(faces[kind])) for what in NEEDS
        )
        self.medals: tuple[str, ...] = tuple(facts.medals)
        self.goals: tuple[tuple[tuple[int, int], ...], ...] = tuple(
            tuple((NEEDS.index(what), least) for what, least in medal.need.items()) for medal in facts.medals.values()
        )

        def asking(*whats: str) -> int:
            return sum(
                1 << n for n, medal in enumerate(facts.medals.values()) if not medal.need.keys().isdisjoint(whats)
            )

        self.by_kind: list[int] = [
            asking(*(what for what, kinds in zip(NEEDS, self.counted, strict=True) if kind in kinds))
            for kind in range(KINDS)
        ]
        self.by_stage = asking("stages")
        self.by_cat = asking("cat")
        self.by_token = asking("progress")
        self.by_military = asking("military")
        self.by_conflict = asking("military-in-one-conflict")

    def conflict_tokens(self, seats: int) -> int:
        """How many conflict tokens lie on the table (rules, set-up)."""
        return self.facts.table.conflict_tokens[seats - self.facts.table.min_seats]


def load(data: bytes) -> Box:
    """The box as a facts file has it; ValueError names file, entry and field."""
    return Box(Printing(data).facts())


def _of(colour: str) -> Callable[[Face], bool]:
    return lambda face: face.colour == colour


def named(counts: Sequence[int]) -> dict[str, int]:
    """Counts by kind as words, zeros left out."""
    return {face: count for face, count in zip(FACES, counts, strict=True) if count}
