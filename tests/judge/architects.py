"""A judge of Architects and Medals: legal lines, points and views from a record and data/architects.toml.

Numbers in brackets are rulings of docs/facts.md.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement
from typing import Any

from tests.judge.record import Judge, Played, Question, best, with_total

RESOURCES = ("wood", "stone", "brick", "glass", "papyrus")
GREEN = ("compass", "gear", "tablet")
SETS = (*((card, card) for card in GREEN), GREEN)
SIDES = ("left", "right", "center")


class Seat:
    """The cards, stages and tokens of one seat."""

    def __init__(self, wonder: str, facts: Mapping[str, Any]) -> None:
        self.facts, self.name = facts, wonder
        self.wonder: dict[str, Any] = facts["wonders"][wonder]
        self.stages: set[int] = set()
        self.cards: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()
        self.medals: list[str] = []
        self.military = 0
        self.counted_shields = 0  # more than lie there, as people have counted them

    def effects(self) -> Iterator[dict[str, Any]]:
        """Yield the effect of each progress token."""
        for token in self.tokens.elements():
            yield from self.facts["tokens"][token]["effects"]

    def has(self, kind: str) -> bool:
        return any(effect["type"] == kind for effect in self.effects())

    def of(self, field: str, value: Any) -> int:
        """Count the cards that have this value in the data."""
        return sum(n for card, n in self.cards.items() if self.facts["cards"][card].get(field) == value)

    def shields(self) -> int:
        stages = sum(1 for stage in self.stages if self.wonder["stages"][stage - 1].get("effect"))
        of_wonder = sum(effect["amount"] for effect in self.wonder["effects"] if effect["type"] == "shields")
        of_tokens = sum(effect["amount"] for effect in self.effects() if effect["type"] == "shields")
        return self.of("colour", "red") + stages * of_wonder + of_tokens + self.counted_shields

    def finished(self) -> bool:
        return len(self.stages) == len(self.wonder["stages"])

    def open_stages(self) -> list[int]:
        """List the stages that stand on what is built."""
        return [
            number
            for number, stage in enumerate(self.wonder["stages"], 1)
            if number not in self.stages and self.stages.issuperset(stage["requires"])
        ]


class Architects(Judge):
    """A game as far as its lines go."""

    def __init__(self, header: Mapping[str, str], facts: Mapping[str, Any]) -> None:
        super().__init__(header, facts)
        wonders = [each.strip() for each in header["seats"].split(",")]
        self.seats = [Seat(wonder, facts) for wonder in wonders]
        self.rules = {rule.strip() for rule in header.get("rules", "").replace(" ", "").split(",")}
        self.active, self.turn = int(header.get("first", "1")) - 1, 0
        self.unseen = {str(n): Counter(facts["wonders"][wonder]["cards"]) for n, wonder in enumerate(wonders, 1)}
        self.unseen["center"] = Counter(facts["center"]["cards"])
        self.left = {stack: cards.total() for stack, cards in self.unseen.items()}
        self.top: dict[str, str] = {}  # cards on top that somebody has seen
        self.lookers: set[int] = set()  # who has seen the top of the shared stack
        more = "medal-tokens" in self.variant
        self.box = Counter(
            {name: token["copies"] + more * token.get("more", 0) for name, token in facts["tokens"].items()}
        )
        self.hidden = self.box.total()
        self.row: list[str] = []
        gaps = [*map(str, range(1, len(wonders) + 1)), "center"] if "medals" in self.variant else []
        self.medals: dict[str, list[str]] = {gap: [] for gap in gaps}
        self.medals_seen: set[str] = set()
        self.cat: int | None = None
        self.horns = 0  # conflict tokens that show battle
        self.gifts: list[tuple[int, str | None]] = []
        self.searched: list[str] | None = None  # what Halicarnassus looks through
        self.discarded: Counter[str] = Counter()

    # ---- what comes to light -----------------------------------------------------------------------------------

    def _reveal(self, stack: str) -> Generator[Question, list[str], str]:
        """Wait for the next card of a stack, which nobody has seen yet."""
        card = (yield from self.chance(f"reveal {stack}", lambda: self.unseen[stack]))[2]
        self.unseen[stack][card] -= self.unseen[stack][card] > 0
        return card

    def _reveal_token(self) -> Generator[Question, list[str], str]:
        token = (yield from self.chance("reveal token", lambda: self.box))[2]
        self.box[token] -= self.box[token] > 0
        self.hidden -= 1
        return token

    def _reveal_medal(self, gap: str) -> Generator[Question, list[str], str]:
        medal = (
            yield from self.chance(
                f"reveal medal {gap}", lambda: dict.fromkeys(self.facts["medals"].keys() - self.medals_seen, 1)
            )
        )[3]
        self.medals_seen.add(medal)
        return medal

    # ---- the course of a game ----------------------------------------------------------------------------------

    def play(self) -> Played:
        numbers = [str(n) for n in range(1, len(self.seats) + 1)]
        for number in numbers if self.eager else ():
            self.top[number] = yield from self._reveal(number)
        for _ in range(self.facts["table"]["face_up_tokens"]):
            self.row.append((yield from self._reveal_token()))
        if self.medals:
            middle = self.facts["table"]["center_medals"] if "expert" in self.variant else 0
            for gap in (*numbers, *["center"] * middle):
                self.medals[gap].append((yield from self._reveal_medal(gap)))
        while any(self.left.values()) and not any(seat.finished() for seat in self.seats):
            self.turn += 1
            yield from self._take_turn()
            if self.horns == self._markers():
                yield from self._fight()
            if not self._me.finished() and any(self.left.values()):
                self.active = (self.active + 1) % len(self.seats)
        for owner, card in sorted(self.gifts, key=lambda gift: gift[0]):  # for their printed points alone (38)
            face = yield from self._turn_up(owner, card)
            self.seats[owner].cards[face] += 1

    def _turn_up(self, owner: int, card: str | None) -> Generator[Question, list[str], str]:
        """Turn up a gift; one that nobody has seen may be any unseen card of the shared stack."""
        face = card
        if face is None:
            face = (yield from self.chance("reveal gift", lambda: self.unseen["center"]))[2]
            self.unseen["center"][face] -= self.unseen["center"][face] > 0
        self.gifts.remove((owner, card))
        return face

    def _take_turn(self) -> Played:
        self.opened: set[str] = set()  # tokens that grant a card now
        self.used: set[str] = set()
        self.doubled = self.looked = False
        self._award(self.active)
        for owner, card in [each for each in self.gifts if each[0] == self.active]:
            self._gain((yield from self._turn_up(owner, card)))
        yield from self._take_first()
        while self._main_lines():
            match (yield Question(lambda: dict.fromkeys(self._main_lines(), 1), None)):
                case [_, "build", stage, "with", *paid]:
                    yield from self._build(int(stage), paid)
                case [_, "progress", token, "with", *spent]:
                    self._spend(spent)
                    yield from self._progress(token)
                case [_, "extra", token, side]:
                    yield from self._extra(token, side)
                case [_, "done"]:
                    break

    def _take_first(self) -> Played:
        """Ask for the card of the turn, after a look and the extra cards that gifts have brought."""
        early = set(self.opened)

        def choices() -> list[str]:
            may_look = self.eager and not self.looked and self.left["center"]
            look = may_look and (self.cat == self.active or self._me.has("look"))
            takes = [f"take {side}" for side in self._sides()]
            return self._say(takes + self._extras(self.opened & early) + ["peek"] * bool(look))

        while self._sides():
            match (yield Question(lambda: dict.fromkeys(choices(), 1), None)):
                case [_, "take", side]:
                    yield from self._take(self._stack(side))
                    return
                case [_, "peek"]:
                    self.looked = True
                    yield from self._look()
                case [_, "extra", token, side]:
                    yield from self._extra(token, side)

    @property
    def _me(self) -> Seat:
        return self.seats[self.active]

    def _say(self, what: Iterable[str]) -> list[str]:
        return [f"{self.active + 1} {each}" for each in what]

    def _stack(self, side: str) -> str:
        """Name the stack on a side of the active seat."""
        return {"left": str(self.active + 1), "right": str(self.active or len(self.seats))}.get(side, side)

    def _sides(self) -> list[str]:
        return [side for side in SIDES if self.left[self._stack(side)]]

    # ---- what a turn offers ------------------------------------------------------------------------------------

    def _main_lines(self) -> list[str]:
        """List what may be done after taking a card; a turn may end once nothing that is left has to be done (14)."""
        builds, forced = [], False
        for number in self._me.open_stages():
            paid = self._payments(self._me.wonder["stages"][number - 1])
            builds += [f"build {number} with {' '.join(each)}" for each in paid]
            free_choice = "economy-forces-a-build=no" in self.rules
            forced |= any("double-coin" not in each or not free_choice for each in paid)
        sets = [cards for cards in SETS if not Counter(cards) - self._me.cards]
        changes = [f"progress {token} with {' '.join(cards)}" for token in self._tokens() for cards in sets]
        lines = builds + changes + self._extras(self.opened)
        return self._say(lines + ["done"] * bool(lines and not forced and not changes))

    def _tokens(self) -> list[str]:
        return sorted({*self.row}) + ["hidden"] * (self.hidden > 0)

    def _extras(self, tokens: set[str]) -> list[str]:
        return [f"extra {token} {side}" for token in tokens for side in self._sides()]

    def _payments(self, stage: Mapping[str, Any]) -> set[tuple[str, ...]]:
        """List the ways to pay a stage, each in the order of the words (16, 17, 18, 19)."""
        cards, cost = self._me.cards, stage["cost"]
        held = [each for each in RESOURCES if cards[each]]
        fits: set[tuple[str, ...]] = {()}  # resource cards that go together
        for n in range(1, cost + 1):
            if self._me.has("any-cards"):
                ways = combinations_with_replacement(RESOURCES, n)
                fits |= {way for way in ways if not Counter(way) - cards}
            elif stage["kind"] == "same":
                fits |= {(each,) * n for each in held if cards[each] >= n}
            else:
                fits |= {*combinations(held, n)}
        if "coin-may-replace-a-resource-you-have=yes" not in self.rules:
            spent = [Counter(way) for way in fits]
            fits = {way for way in fits if not any(Counter(way) < other and other.total() <= cost for other in spent)}
        found = set()
        for way in fits:
            short = cost - len(way)
            if short <= cards["coin"]:
                found.add((*way, *["coin"] * short))
            if 2 <= short <= cards["coin"] + 1 and self._me.has("double-coin") and not self.doubled:
                found.add((*way, *["coin"] * (short - 2), "double-coin"))
        return found

    # ---- what happens ------------------------------------------------------------------------------------------

    def _look(self) -> Played:
        """Look at the top of the shared stack; nothing comes to light that somebody has seen."""
        if "center" not in self.top:
            self.top["center"] = yield from self._reveal("center")
        self.lookers.add(self.active)

    def _leave(self, stack: str) -> str | None:
        """Take the top card off a stack; return it if somebody has seen it."""
        self.left[stack] -= 1
        if stack == "center":
            self.lookers = set()
        return self.top.pop(stack, None)

    def _take(self, stack: str) -> Played:
        if stack in self.top:
            card = self._leave(stack)
        else:
            card = yield from self._reveal(stack)
            self._leave(stack)
        self._gain(card)
        yield from self._uncover(stack)

    def _uncover(self, stack: str) -> Played:
        if stack != "center" and self.eager and self.left[stack]:
            self.top[stack] = yield from self._reveal(stack)

    def _extra(self, token: str, side: str) -> Played:
        self.opened.discard(token)
        self.used.add(token)
        yield from self._take(self._stack(side))

    def _gain(self, card: str) -> None:
        """Add a card to the active seat, with all its immediate effects."""
        face = self.facts["cards"][card]
        self._me.cards[card] += 1
        self._open(lambda effect: card in effect.get("takes", ()))
        self.horns = min(self.horns + face.get("horns", 0), self._markers())
        if face.get("cat"):
            self.cat = self.active
        self._award(self.active)

    def _open(self, triggered: Any) -> None:
        for token in self._me.tokens:
            extras = [each for each in self.facts["tokens"][token]["effects"] if each["type"] == "extra-card"]
            if self._me.tokens[token] and any(map(triggered, extras)):
                self.opened |= {token} - self.used

    def _markers(self) -> int:
        tokens: list[int] = self.facts["table"]["conflict_tokens"]
        return tokens[len(self.seats) - 2]

    def _spend(self, cards: Iterable[str]) -> None:
        spent = Counter("coin" if card == "double-coin" else card for card in cards)
        self._me.cards -= spent
        self.discarded += spent

    def _build(self, stage: int, paid: list[str]) -> Played:
        self._spend(paid)
        self.doubled |= "double-coin" in paid
        self._me.stages.add(stage)
        self._open(lambda effect: effect.get("builds"))
        self._award(self.active)
        if self._me.wonder["stages"][stage - 1].get("effect"):
            for effect in self._me.wonder["effects"]:
                yield from self._work(effect)
                self._award(self.active)

    def _work(self, effect: Mapping[str, Any]) -> Played:
        """Apply the effect of a stage as far as possible (3, 12)."""
        beside = [side for side in self._sides() if side != "center"]
        match effect["type"]:
            case "draw-any" if any(self.left.values()):
                words = yield from self.ask(lambda: self._say(f"draw {stack}" for stack, n in self.left.items() if n))
                yield from self._take(words[2])
            case "draw-center" if self.left["center"]:
                yield from self._take("center")
            case "draw-sides":
                for side in beside:
                    yield from self._take(self._stack(side))
            case "pick-from-side" if beside:
                words = yield from self.ask(
                    lambda: self._say(f"draw {side}" for side in self._sides() if side != "center")
                )
                yield from self._search(self._stack(words[2]), effect["look"])
            case "take-token" if self._tokens():
                words = yield from self.ask(lambda: self._say(f"progress {token}" for token in self._tokens()))
                yield from self._progress(words[2])
            case "steal-card" if self._thefts():
                yield from self._steal()
            case "take-cat":
                self.cat = self.active
            case "look-center" if self.left["center"] and self.eager:
                yield from self._look()
            case "draw-near" if self._sides():
                words = yield from self.ask(lambda: self._say(f"draw {side}" for side in self._sides()))
                yield from self._take(self._stack(words[2]))

    def _search(self, stack: str, number: int) -> Played:
        """Look through the top cards of a stack, and keep one; the rest is shuffled back (5, 6, 7)."""
        self.searched = []
        if self.eager:
            self.searched.append(self.top[stack])
            while len(self.searched) < min(number, self.left[stack]):
                self.searched.append((yield from self._reveal(stack)))
        options = self.searched if self.eager else self.unseen[stack]
        words = yield from self.ask(
            lambda: self._say(f"keep {card}" for card in {*options} if self.eager or self.unseen[stack][card])
        )
        self.unseen[stack].update(self.searched)
        self.unseen[stack][words[2]] -= self.unseen[stack][words[2]] > 0
        self.searched = None
        self._leave(stack)
        self._gain(words[2])
        yield from self._uncover(stack)

    def _thefts(self) -> list[str]:
        others = [(n, seat) for n, seat in enumerate(self.seats, 1) if seat is not self._me]
        return [f"steal {n} {card}" for n, seat in others for card, held in seat.cards.items() if held]

    def _steal(self) -> Played:
        """Take a card; its owner gets the top of the shared stack, face down (35 to 39)."""
        _, _, whose, card = yield from self.ask(lambda: self._say(self._thefts()))
        self.seats[int(whose) - 1].cards[card] -= 1
        self._gain(card)
        if self.left["center"]:
            self.gifts.append((int(whose) - 1, self._leave("center")))

    def _progress(self, token: str) -> Played:
        if token == "hidden":
            self._hold((yield from self._reveal_token()))
            return
        self.row.remove(token)
        self._hold(token)
        if self.hidden:
            self.row.append((yield from self._reveal_token()))

    def _hold(self, token: str) -> None:
        self._me.tokens[token] += 1
        self._award(self.active)

    # ---- medals, the conflict, the end ---------------------------------------------------------------------

    def _gaps(self, seat: int) -> list[str]:
        return [gap for gap in (str(seat + 1), str(seat or len(self.seats)), "center") if gap in self.medals]

    def _award(self, seat: int) -> None:
        """Give a seat each medal in reach whose goal it has met (42, 45)."""
        me = self.seats[seat]
        held = {
            "cards": me.cards.total(),
            "stages": len(me.stages),
            "progress": me.tokens.total(),
            "military": me.military,
            "cat": int(self.cat == seat),
            "blue-with-cat": me.of("cat", True),
            "red-with-horn": me.of("horns", 1) + me.of("horns", 2),
        } | {colour: me.of("colour", colour) for colour in ("blue", "green", "grey", "red", "yellow")}
        for gap in self._gaps(seat):
            for medal in [*self.medals[gap]]:
                need = self.facts["medals"][medal]["need"]
                if all(held.get(what, 0) >= n for what, n in need.items()) and medal in self.medals[gap]:
                    self.medals[gap].remove(medal)
                    me.medals.append(medal)

    def _fight(self) -> Played:
        """Compare shields with both neighbours; with two seats once, twice as many for two (28, 29)."""
        shields, count = [seat.shields() for seat in self.seats], len(self.seats)
        won = [0] * count
        for seat, mine in enumerate(shields):
            if count == 2:
                other = shields[1 - seat]
                won[seat] = int(mine > other) + int(mine > other and mine >= max(2, 2 * other))
            else:
                won[seat] = (mine > shields[seat - 1]) + (mine > shields[(seat + 1) % count])
            self.seats[seat].military += won[seat]
        self._award(self.active)
        yield from self._award_conflict(won)
        for each in self.seats:
            if not each.has("keep-horns"):
                for card in ("red-1", "red-2"):
                    self.discarded[card] += each.cards.pop(card, 0)
        self.horns = 0

    def _award_conflict(self, won: list[int]) -> Played:
        """Give medals for tokens of one conflict; of one in the middle further seats get another from the box (43)."""
        middle, further = [*self.medals.get("center", ())], []
        for medal in {each for gap in self.medals.values() for each in gap}:
            least = self.facts["medals"][medal]["need"].get("military-in-one-conflict")
            if least is None:
                continue
            for step in range(len(self.seats)):
                seat = (self.active + step) % len(self.seats)
                if won[seat] < least:
                    continue
                gaps = [gap for gap in self._gaps(seat) if medal in self.medals[gap]]
                if medal in middle and not gaps:
                    further.append(seat)
                for gap in gaps:
                    while medal in self.medals[gap]:
                        self.medals[gap].remove(medal)
                        self.seats[seat].medals.append(medal)
        for seat in further:
            if self.medals_seen < self.facts["medals"].keys():
                self.seats[seat].medals.append((yield from self._reveal_medal("center")))

    # ---- points ----------------------------------------------------------------------------------------------

    def points(self, at: int) -> dict[str, int]:
        seat, table = self.seats[at], self.facts["table"]
        progress = 0
        for token, copies in seat.tokens.items():
            for effect in self.facts["tokens"][token]["effects"] if copies else ():
                match effect["type"]:
                    case "points-each":
                        each = {
                            "military-token": seat.military,
                            "progress-token": seat.tokens.total(),
                            "cat-card": seat.of("cat", True),
                            "grey-card": seat.of("colour", "grey"),
                        }
                        progress += copies * effect["amount"] * each[effect["of"]]
                    case "points-for-wonder":
                        progress += copies * effect["finished" if seat.finished() else "unfinished"]
                    case "points-by-copies":
                        progress += effect["points"][min(copies, len(effect["points"])) - 1]
        return with_total(
            {
                "wonder": sum(seat.wonder["stages"][stage - 1]["points"] for stage in seat.stages),
                "cat": table["cat_points"] if self.cat == at else 0,
                "blue": sum(n * self.facts["cards"][card].get("points", 0) for card, n in seat.cards.items()),
                "military": seat.military * table["military_points"],
                "progress": progress,
                "medals": len(seat.medals) * table["medal_points"],
            }
        )

    def winners(self) -> list[int]:
        scores = [self.points(at) for at in range(len(self.seats))]
        return best(scores, [len(seat.stages) for seat in self.seats])

    # ---- what readers may know ---------------------------------------------------------------------------------

    def view(self, reader: int | None = None) -> dict[str, Any]:
        stacks = {stack: {"left": n, "top": self.top.get(stack)} for stack, n in self.left.items()}
        if reader not in self.lookers:
            stacks["center"]["top"] = None
        gaps: dict[str, Any] = {gap: next(iter(each), None) for gap, each in self.medals.items()}
        if self.medals:
            gaps["center"] = sorted(self.medals["center"])
        found = self.frame() | {
            "turn": self.turn,
            "seats": [self._seat(at) for at in range(len(self.seats))],
            "stacks": stacks,
            "conflict": {"tokens": self._markers(), "flipped": self.horns},
            "tokens": sorted(self.row),
            "tokens_left": self.hidden,
            "medals": gaps,
            "discard": dict(+self.discarded),
        }
        drawing = self.searched is not None and reader == self.active
        return found | ({"draw": sorted(self.searched or ())} if drawing else {})

    def _seat(self, at: int) -> dict[str, Any]:
        seat = self.seats[at]
        return {
            "seat": at + 1,
            "name": self.names[at] if self.names else None,
            "wonder": seat.name,
            "stages": sorted(seat.stages),
            "cards": dict(+seat.cards),
            "shields": seat.shields(),
            "cat": self.cat == at,
            "military": seat.military,
            "progress": sorted(seat.tokens.elements()),
            "medals": sorted(seat.medals),
            "gifts": sum(1 for owner, _ in self.gifts if owner == at),
            "score": self.points(at),
        }

    # ---- what the house has counted ----------------------------------------------------------------------------

    def count(self, what: str, n: int) -> None:
        kind, *thing, which = what.split()
        if kind == "stack":
            self.left[which] = n
            return
        at = int(which) - 1
        seat = self.seats[at]
        match kind:
            case "shields":
                seat.counted_shields += n - seat.shields()
            case "military":
                seat.military = n
            case "cat":
                self.cat = at if n else None if self.cat == at else self.cat
            case "card":
                seat.cards[thing[0]] = n
            case "token":
                more = n - seat.tokens[thing[0]]
                more = min(more, self.box[thing[0]], self.hidden)
                self.box[thing[0]] -= more
                self.hidden -= more
                seat.tokens[thing[0]] = n
            case "stages":
                self._count_stages(seat, n)
            case _:
                (seat.stages.add if n else seat.stages.discard)(int(kind.removeprefix("stage-")))

    def _count_stages(self, seat: Seat, n: int) -> None:
        """Mark `n` stages as built: as many of the built ones as possible, then the first ones that they allow."""
        ways: set[frozenset[int]] = {frozenset()}
        for _ in range(n):
            ways = {
                way | {number}
                for way in ways
                for number, stage in enumerate(seat.wonder["stages"], 1)
                if number not in way and way.issuperset(stage["requires"])
            }
        seat.stages = set(min(ways, key=lambda way: (len(way ^ seat.stages), sum(1 << each for each in way))))
