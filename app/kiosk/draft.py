"""A position that people enter on the screen, to begin in the middle or to go on after turns that nobody told.

It holds no rule: the table says what does not fit. Its text is the object of docs/notation.md, *Beginning in the
middle*; what follows from the rest is left out.
"""

from typing import Any, Final, Self

import msgspec

from app import messages as said
from engine.architects.cards import FACES, Facts
from engine.architects.view import View

MOST: Final = 40  # of anything that is counted here
FOLLOWS: Final = ("name", "shields", "score")  # from the rest of a seat


class Draft:
    """What lies on the table, as far as it has been entered. `facts`: what is printed; `variant`: what is played."""

    def __init__(self, position: dict[str, Any], facts: Facts, variant: tuple[str, ...]) -> None:
        self._at = position  # Any: plain values, as JSON has them
        self._facts = facts
        self._variant = variant
        self.whose = 1  # the seat whose things are shown; 0: the middle

    @classmethod
    def of(cls, view: View, facts: Facts, variant: tuple[str, ...]) -> Self:
        """What has been told so far."""
        shown = msgspec.to_builtins(view)
        seats = [{key: value for key, value in seat.items() if key not in FOLLOWS} for seat in shown["seats"]]
        stacks = {name: {"left": stack["left"]} for name, stack in shown["stacks"].items()}
        kept = {key: shown[key] for key in ("conflict", "tokens", "medals", "discard")}
        turn = {"turn": max(1, view.turn), "to_act": [max(1, view.hints.active)]}
        return cls({**turn, "seats": seats, "stacks": stacks, **kept}, facts, variant)

    @classmethod
    def fresh(cls, table: said.TableView, facts: Facts) -> Self:
        """A game just laid out, for the seats that are held in the lobby."""
        held = [info for info in table.seats if info.by != "free"]
        wished = [info.wonder for info in held]
        others = (slug for slug in facts.wonders if slug not in wished)
        wonders = [slug or next(others) for slug in wished]
        medals: dict[str, Any] = {}
        if "medals" in table.variant:
            lying = iter(facts.medals)
            medals = {str(gap): next(lying) for gap in range(1, len(held) + 1)}
            middle = facts.table.center_medals if "expert" in table.variant else 0
            medals["center"] = [next(lying) for _ in range(middle)]
        none = {"stages": [], "cards": {}, "cat": False, "military": 0, "progress": [], "medals": [], "gifts": 0}
        at = {
            "turn": 1,
            "to_act": [table.first or 1],
            "seats": [{"seat": n, "wonder": slug, **none} for n, slug in enumerate(wonders, 1)],
            "stacks": {str(n): {"left": sum(facts.wonders[slug].cards.values())} for n, slug in enumerate(wonders, 1)}
            | {"center": {"left": sum(facts.center.cards.values())}},
            "conflict": {"tokens": facts.table.conflict_tokens[len(held) - facts.table.min_seats], "flipped": 0},
            "tokens": list(facts.tokens)[: facts.table.face_up_tokens],
            "medals": medals,
            "discard": {},
        }
        return cls(msgspec.json.decode(msgspec.json.encode(at)), facts, table.variant)

    def text(self) -> str:
        """As it is sent."""
        before = sum(len(seat["progress"]) for seat in self._at["seats"])
        left = max(0, sum(map(self.copies, self._facts.tokens)) - before - len(self._at["tokens"]))
        return msgspec.json.encode({**self._at, "tokens_left": left}).decode()

    @property
    def seats(self) -> int:
        return len(self._at["seats"])

    @property
    def seat(self) -> dict[str, Any]:
        """Everything of the seat that is shown."""
        found: dict[str, Any] = self._at["seats"][self.whose - 1]
        return found

    @property
    def middle(self) -> dict[str, Any]:
        """Everything else."""
        return self._at

    def copies(self, token: str) -> int:
        """How many of a progress token there are."""
        printed = self._facts.tokens[token]
        return printed.copies + (printed.more if "medal-tokens" in self._variant else 0)

    # ---- changes -----------------------------------------------------------------------------------------

    def turn_stage(self, stage: int) -> None:
        """Built, or not."""
        stages: list[int] = self.seat["stages"]
        self.seat["stages"] = sorted({*stages} ^ {stage})

    def count(self, card: str, by: int) -> None:
        """More or fewer of a card before the seat."""
        cards: dict[str, int] = self.seat["cards"]
        left = cards.get(card, 0) + by
        self.seat["cards"] = {face: n for face in FACES if (n := left if face == card else cards.get(face, 0)) > 0}

    def give(self, what: str, slug: str, by: int) -> None:
        """One more or one fewer of a token (`progress`) or medal (`medals`) before the seat."""
        if by > 0:
            self.seat[what] = sorted([*self.seat[what], slug])
        else:
            self.seat[what].remove(slug)

    def add(self, what: str, by: int) -> None:
        """More or fewer military tokens or gifts."""
        self.seat[what] += by

    def turn_cat(self) -> None:
        """The cat is here, and nowhere else; or with nobody."""
        here = not self.seat["cat"]
        for number, seat in enumerate(self._at["seats"], 1):
            seat["cat"] = here and number == self.whose

    def lie(self, place: int, by: int) -> None:
        """Another token in one of the places in the middle."""
        self._at["tokens"][place] = _next(list(self._facts.tokens), self._at["tokens"][place], by)

    def hang(self, gap: str, by: int) -> None:
        """Another medal in a gap, or none."""
        self._at["medals"][gap] = _next([None, *self._facts.medals], self._at["medals"][gap], by)

    def leave(self, stack: str, by: int) -> None:
        """More or fewer cards in a stack."""
        self._at["stacks"][stack]["left"] += by

    def flip(self, by: int) -> None:
        """More or fewer markers that show battle."""
        self._at["conflict"]["flipped"] += by

    def begin(self, by: int) -> None:
        """The turn is another seat's."""
        self._at["to_act"] = [(self._at["to_act"][0] - 1 + by) % self.seats + 1]

    def be(self, wonder: str, cards: int) -> None:
        """The seat has another wonder, with so many cards in its stack."""
        self.seat["wonder"], self.seat["stages"] = wonder, []
        self._at["stacks"][str(self.whose)] = {"left": cards}


def _next(all_: list[Any], here: Any, by: int) -> Any:  # Any: slugs, and None
    return all_[(all_.index(here) + by) % len(all_)]
