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
MIDDLE: Final = "center"  # where a token lies face up, or a medal is open to all
GAP: Final = "gap "  # and a number: where a medal lies between two seats


@dataclass(frozen=True, slots=True)
class Draft:
    """What lies on the table, as far as it has been entered. Every change gives another draft.

    `at`: plain values, as JSON has them; never changed. `page`: that lies open; `to`: where what is touched next lies,
    a seat's number, MIDDLE or a GAP.
    """

    at: Mapping[str, Any]
    facts: Data  # what is printed
    variant: tuple[str, ...]  # what is played
    page: str = "cards"
    to: str = "1"

    @classmethod
    def of(cls, view: View, facts: Data, variant: tuple[str, ...]) -> Self:
        """What has been told so far."""
        return cls(entered.told(view), facts, variant)

    @classmethod
    def fresh(cls, table: messages.TableView, facts: Data) -> Self:
        """Of a game of which nothing was told, for the seats that are held in the lobby."""
        return cls(entered.fresh(table, facts), facts, table.variant)

    def text(self) -> str:
        """As it is sent."""
        return msgspec.json.encode(entered.complete(dict(self.at), self.facts, self.variant)).decode()

    @property
    def seats(self) -> int:
        return len(self.at["seats"])

    @property
    def whose(self) -> int:
        """The seat before which things are laid now; the first where something else is meant."""
        return int(self.to) if self.to.isdecimal() else 1

    @property
    def seat(self) -> Mapping[str, Any]:
        """Everything before that seat."""
        found: Mapping[str, Any] = self.at["seats"][self.whose - 1]
        return found

    @property
    def missing(self) -> str:
        """The first page on which nothing was said of what has to be known; empty if there is none."""
        if not all(seat["wonder"] for seat in self.at["seats"]):
            return "wonders"
        if not self.at["tokens"] and entered.hidden(dict(self.at), self.facts, self.variant):
            return "tokens"
        if self.at["medals"] and not any(self.at["medals"].values()):
            return "medals"
        return "" if self.at["to_act"] else "turn"

    def copies(self, token: str) -> int:
        """How many of a progress token there are."""
        return entered.copies(self.facts, token, self.variant)

    @property
    def gives(self) -> bool:
        """Whether cards may lie face down before seats."""
        return entered.gives(self.facts, [seat["wonder"] for seat in self.at["seats"] if seat["wonder"]])

    @property
    def flipped(self) -> int:
        """Conflict tokens that show battle: as was said, or as many as horns lie there."""
        return entered.flipped(dict(self.at))

    def left(self, stack: str) -> int | None:
        """Cards left in a stack; None: nobody has counted them."""
        each = self.at["stacks"][stack]
        left: int | None = each["left"]
        return None if each.get("uncounted") else left

    def began(self, stack: str) -> int:
        """With how many cards it began."""
        return entered.began(dict(self.at), self.facts, stack)

    # ---- changes -----------------------------------------------------------------------------------------

    def turn_to(self, page: str) -> Self:
        """Another page, and what is most likely touched first on it."""
        to = self.to
        if page == "medals":
            to = self._next_gap()
        elif page == "tokens" and len(self.at["tokens"]) < self.facts.table.face_up_tokens:
            to = MIDDLE
        elif not to.isdecimal():
            to = "1"
        return replace(self, page=page, to=to)

    def aim(self, to: str) -> Self:
        """What is touched next lies there."""
        return replace(self, to=to)

    def turn_stage(self, seat: int, stage: int) -> Self:
        """Built, or not."""
        return self._held(seat, stages=sorted({*self.at["seats"][seat - 1]["stages"]} ^ {stage}))

    def count(self, card: str, by: int) -> Self:
        """More or fewer of a card before the seat."""
        cards = {**self.seat["cards"], card: min(self.seat["cards"].get(card, 0) + by, MOST)}
        return self._held(self.whose, cards={face: n for face in FACES if (n := cards.get(face, 0)) > 0})

    def give(self, what: str, slug: str, by: int) -> Self:
        """One more or one fewer of a token (`progress`) or medal (`medals`) before the seat."""
        held = list(self.seat[what])
        if by > 0:
            held.append(slug)
        elif slug in held:
            held.remove(slug)
        return self._held(self.whose, **{what: sorted(held)})

    def add(self, what: str, by: int) -> Self:
        """More or fewer military tokens or gifts."""
        return self._held(self.whose, **{what: min(max(0, self.seat[what] + by), MOST)})

    def turn_cat(self, by: int) -> Self:
        """The cat is here, and nowhere else; or (below 0) with nobody."""
        seats = [{**seat, "cat": by > 0 and n == self.whose} for n, seat in enumerate(self.at["seats"], 1)]
        return self._laid(seats=seats)

    def be(self, seat: int, by: int) -> Self:
        """A seat has another wonder: the next one that no other seat has, or the one before."""
        taken = {each["wonder"] for n, each in enumerate(self.at["seats"], 1) if n != seat}
        free = [slug for slug in self.facts.wonders if slug not in taken]
        now = self.at["seats"][seat - 1]["wonder"]
        wonder = free[(free.index(now) + by) % len(free)] if now in free else free[0 if by > 0 else -1]
        return self._held(seat, wonder=wonder, stages=[])._laid_stack(str(seat), None)

    def lie(self, slug: str, by: int) -> Self:
        """One more or one fewer of a token face up in the middle."""
        tokens = list(self.at["tokens"])
        if by > 0:
            tokens.append(slug)
        elif slug in tokens:
            tokens.remove(slug)
        return self._laid(tokens=tokens)

    def hang(self, slug: str) -> Self:
        """A medal lies where that was said, and nowhere else; it is taken away from there by the same touch."""
        here = self.to
        there = self.where_medal(slug)
        seats = [{**seat, "medals": [each for each in seat["medals"] if each != slug]} for seat in self.at["seats"]]
        medals: dict[str, Any] = {
            gap: [each for each in lies if each != slug] if gap == MIDDLE else None if lies == slug else lies
            for gap, lies in self.at["medals"].items()
        }
        if here != there:
            if here.isdecimal():
                seat = seats[int(here) - 1]
                seats[int(here) - 1] = {**seat, "medals": sorted((*seat["medals"], slug))}
            elif here == MIDDLE:
                medals[MIDDLE] = [*medals[MIDDLE], slug]
            else:
                medals[here.removeprefix(GAP)] = slug
        laid = self._laid(seats=seats, medals=medals)
        return laid if here.isdecimal() or here == there else laid.aim(laid._next_gap())

    def where_medal(self, slug: str) -> str:
        """Where a medal lies; empty where nobody has said it."""
        medals: Mapping[str, Any] = self.at["medals"]
        for gap, lies in medals.items():
            if gap == MIDDLE and slug in lies:
                return MIDDLE
            if gap != MIDDLE and lies == slug:
                return GAP + gap
        won = [n for n, seat in enumerate(self.at["seats"], 1) if slug in seat["medals"]]
        return str(won[0]) if won else ""

    def _next_gap(self) -> str:
        """The first gap of whose medal nothing was said; then the middle, where medals lie there; then a seat."""
        medals: Mapping[str, Any] = self.at["medals"]
        for gap, lies in medals.items():
            if gap != MIDDLE and lies is None:
                return GAP + gap
        most = entered.in_the_middle(self.facts, self.variant)
        return MIDDLE if len(medals.get(MIDDLE, ())) < most else "1"

    def leave(self, stack: str, by: int) -> Self:
        """More or fewer cards in a stack; counted from all it began with, where nobody has said a number."""
        left, most = self.left(stack), self.began(stack)
        return self._laid_stack(stack, min(max(0, (most if left is None else left) + by), most))

    def flip(self, by: int) -> Self:
        """More or fewer markers that show battle."""
        conflict = self.at["conflict"]
        return self._laid(conflict={**conflict, "flipped": min(max(0, self.flipped + by), conflict["tokens"] - 1)})

    def begin(self, seat: int) -> Self:
        """The turn is that seat's."""
        return self._laid(to_act=[seat])

    def _laid(self, **things: Any) -> Self:
        """With other things on the table."""
        return replace(self, at={**self.at, **things})

    def _laid_stack(self, stack: str, left: int | None) -> Self:
        return self._laid(stacks={**self.at["stacks"], stack: {"left": left}})

    def _held(self, at: int, **things: Any) -> Self:
        """With other things before a seat."""
        seats = [{**seat, **things} if n == at else seat for n, seat in enumerate(self.at["seats"], 1)]
        return self._laid(seats=seats)
