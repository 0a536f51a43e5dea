"""A position that people enter on the screen, to begin in the middle or to go on after turns that nobody told.

It holds no rule: the table says what does not fit. Its text is the object of docs/notation.md, *Beginning in the
middle*; what follows from the rest is left out.
"""

from typing import Any, Final, Self

import msgspec

from app.games.architects import entered
from app.protocol import messages as said
from engine.architects.cards import FACES, Facts
from engine.architects.view import View

MOST: Final = 40  # of anything that is counted here


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
        return cls(entered.told(view), facts, variant)

    @classmethod
    def fresh(cls, table: said.TableView, facts: Facts) -> Self:
        """A game just laid out, for the seats that are held in the lobby."""
        return cls(entered.fresh(table, facts), facts, table.variant)

    def text(self) -> str:
        """As it is sent."""
        left = entered.hidden(self._at, self._facts, self._variant)
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
        return entered.copies(self._facts, token, self._variant)

    @property
    def gives(self) -> bool:
        """Whether cards may lie face down before seats."""
        return entered.gives(self._facts, [seat["wonder"] for seat in self._at["seats"]])

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
