"""A position that people enter on the screen, to begin in the middle or to go on after turns that nobody told.

It holds no rule: the table says what does not fit. Its text is the object of docs/notation.md, *Beginning in the
middle*; what follows from the rest is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

import msgspec

from app.games.architects import entered
from app.protocol import messages
from engine.architects.cards import FACES, Data
from engine.architects.view import View

MOST: Final = 40  # of anything that is counted here


@dataclass(frozen=True, slots=True)
class Draft:
    """What lies on the table, as far as it has been entered. Every change gives another draft.

    `at`: plain values, as JSON has them; never changed.
    """

    at: Mapping[str, Any]
    facts: Data  # what is printed
    variant: tuple[str, ...]  # what is played
    whose: int = 1  # the seat whose things are shown; 0: the middle

    @classmethod
    def of(cls, view: View, facts: Data, variant: tuple[str, ...]) -> Self:
        """What has been told so far."""
        return cls(entered.told(view), facts, variant)

    @classmethod
    def fresh(cls, table: messages.TableView, facts: Data) -> Self:
        """A game just laid out, for the seats that are held in the lobby."""
        return cls(entered.fresh(table, facts), facts, table.variant)

    def text(self) -> str:
        """As it is sent."""
        left = entered.hidden(dict(self.at), self.facts, self.variant)
        return msgspec.json.encode({**self.at, "tokens_left": left}).decode()

    @property
    def seats(self) -> int:
        return len(self.at["seats"])

    @property
    def seat(self) -> Mapping[str, Any]:
        """Everything of the seat that is shown."""
        found: Mapping[str, Any] = self.at["seats"][self.whose - 1]
        return found

    def copies(self, token: str) -> int:
        """How many of a progress token there are."""
        return entered.copies(self.facts, token, self.variant)

    @property
    def gives(self) -> bool:
        """Whether cards may lie face down before seats."""
        return entered.gives(self.facts, [seat["wonder"] for seat in self.at["seats"]])

    # ---- changes -----------------------------------------------------------------------------------------

    def turn(self, by: int) -> Self:
        """Show the next seat, or the one before; after the last, the middle."""
        return replace(self, whose=(self.whose + by) % (self.seats + 1))

    def turn_stage(self, stage: int) -> Self:
        """Built, or not."""
        return self._held(stages=sorted({*self.seat["stages"]} ^ {stage}))

    def count(self, card: str, by: int) -> Self:
        """More or fewer of a card before the seat."""
        cards = {**self.seat["cards"], card: self.seat["cards"].get(card, 0) + by}
        return self._held(cards={face: n for face in FACES if (n := cards.get(face, 0)) > 0})

    def give(self, what: str, slug: str, by: int) -> Self:
        """One more or one fewer of a token (`progress`) or medal (`medals`) before the seat."""
        held = list(self.seat[what])
        if by > 0:
            held.append(slug)
        elif slug in held:
            held.remove(slug)
        return self._held(**{what: sorted(held)})

    def add(self, what: str, by: int) -> Self:
        """More or fewer military tokens or gifts."""
        return self._held(**{what: max(0, self.seat[what] + by)})

    def turn_cat(self) -> Self:
        """The cat is here, and nowhere else; or with nobody."""
        here = not self.seat["cat"]
        seats = [{**seat, "cat": here and n == self.whose} for n, seat in enumerate(self.at["seats"], 1)]
        return self._laid(seats=seats)

    def be(self, by: int) -> Self:
        """The seat has another wonder: the next one that no other seat has, or the one before."""
        taken = {seat["wonder"] for n, seat in enumerate(self.at["seats"], 1) if n != self.whose}
        wonder = _next([slug for slug in self.facts.wonders if slug not in taken], self.seat["wonder"], by)
        cards = sum(self.facts.wonders[wonder].cards.values())
        seat = self._held(wonder=wonder, stages=[])
        return seat._laid(stacks={**self.at["stacks"], str(self.whose): {"left": cards}})

    def lie(self, place: int, by: int) -> Self:
        """Another token in one of the places in the middle."""
        tokens = list(self.at["tokens"])
        tokens[place] = _next(list(self.facts.tokens), tokens[place], by)
        return self._laid(tokens=tokens)

    def hang(self, gap: str, by: int) -> Self:
        """Another medal in a gap, or none."""
        medals = self.at["medals"]
        return self._laid(medals={**medals, gap: _next([None, *self.facts.medals], medals[gap], by)})

    def leave(self, stack: str, by: int) -> Self:
        """More or fewer cards in a stack."""
        stacks = self.at["stacks"]
        return self._laid(stacks={**stacks, stack: {"left": max(0, stacks[stack]["left"] + by)}})

    def flip(self, by: int) -> Self:
        """More or fewer markers that show battle."""
        conflict = self.at["conflict"]
        return self._laid(conflict={**conflict, "flipped": max(0, conflict["flipped"] + by)})

    def begin(self, by: int) -> Self:
        """The turn is another seat's."""
        return self._laid(to_act=[(self.at["to_act"][0] - 1 + by) % self.seats + 1])

    def _laid(self, **things: Any) -> Self:
        """With other things on the table."""
        return replace(self, at={**self.at, **things})

    def _held(self, **things: Any) -> Self:
        """With other things before the seat that is shown."""
        seats = [{**seat, **things} if n == self.whose else seat for n, seat in enumerate(self.at["seats"], 1)]
        return self._laid(seats=seats)


def _next(all_: list[Any], here: Any, by: int) -> Any:  # Any: slugs, and None
    return all_[(all_.index(here) + by) % len(all_)]
