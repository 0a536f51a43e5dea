"""Points of a game of Architects and Medals from its record and data/architects.toml, told as a turn is played.

Numbers in brackets are rulings of docs/facts.md. Legality is not judged here.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.judge.record import EndOfRecord, Reader, Verdict, best, data, with_total

RESOURCES = ("wood", "stone", "brick", "glass", "papyrus")
GREEN = ("compass", "gear", "tablet")


class Seat:
    """What lies before one seat."""

    def __init__(self, wonder: str) -> None:
        self.wonder: dict[str, Any] = data("architects")["wonders"][wonder]
        self.stages: set[int] = set()
        self.cards: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()
        self.medals: list[str] = []
        self.military = 0
        self.counted_shields = 0  # more than lie there, as people have counted them

    def effects(self) -> Iterator[dict[str, Any]]:
        """Yield the effect of each progress token."""
        for token in self.tokens.elements():
            yield from data("architects")["tokens"][token]["effects"]

    def has(self, kind: str) -> bool:
        return any(effect["type"] == kind for effect in self.effects())

    def of(self, field: str, value: Any) -> int:
        """Count the cards that have this value in the data."""
        return sum(n for card, n in self.cards.items() if data("architects")["cards"][card].get(field) == value)

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


class Architects(Reader):
    """A game as far as its lines go."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        facts = self.facts = data("architects")
        wonders = [each.strip() for each in self.header["seats"].split(",")]
        self.seats = [Seat(wonder) for wonder in wonders]
        self.active = int(self.header.get("first", "1")) - 1
        self.left = {str(n): sum(facts["wonders"][wonder]["cards"].values()) for n, wonder in enumerate(wonders, 1)}
        self.left["center"] = sum(facts["center"]["cards"].values())
        self.top: dict[str, str] = {}  # cards on top that somebody has seen
        more = "medal-tokens" in self.variant
        self.hidden = sum(token["copies"] + more * token.get("more", 0) for token in facts["tokens"].values())
        self.row: list[str] = []
        self.medals: dict[str, list[str]] = {}
        self.medals_seen = 0
        self.cat: int | None = None
        self.horns = 0  # conflict tokens that show battle
        self.gifts: list[tuple[int, str | None]] = []
        self.over = False

    def play(self) -> None:
        """Follow the record to its end."""
        try:
            self._set_up()
            while not self.over:
                self._turn()
        except EndOfRecord:
            pass

    def _reveal(self) -> str:
        """Return what comes to light next."""
        words = self.read()
        while not words:
            words = self.read()
        assert words[0] == "reveal", words
        return words[-1]

    def _set_up(self) -> None:
        if self.eager:
            for number in range(1, len(self.seats) + 1):
                self.top[str(number)] = self._reveal()
        for _ in range(self.facts["table"]["face_up_tokens"]):
            self.row.append(self._reveal())
            self.hidden -= 1
        if "medals" in self.variant:
            middle = self.facts["table"]["center_medals"] if "expert" in self.variant else 0
            for gap in (*map(str, range(1, len(self.seats) + 1)), *["center"] * middle):
                self.medals.setdefault(gap, []).append(self._reveal())
                self.medals_seen += 1

    # ---- a turn ------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        self.opened: set[str] = set()  # tokens that grant a card now
        self.used: set[str] = set()
        self.doubled = False
        self._award(self.active)
        for gift in [each for each in self.gifts if each[0] == self.active]:
            card = gift[1] or self._reveal()
            self.gifts.remove(gift)
            self._gain(card)
        taken = False
        while not taken and any(self.left[stack] for stack in self._near()):
            match self.read():
                case [_, "take", side]:
                    self._take(self._stack(side))
                    taken = True
                case [_, "peek"]:
                    self._look()
                case [_, "extra", token, side]:
                    self._extra(token, side)
        while self._can_go_on():
            match self.read():
                case [_, "build", stage, "with", *paid]:
                    self._build(int(stage), paid)
                case [_, "progress", token, "with", *spent]:
                    self._me.cards -= Counter(spent)
                    self._progress(token)
                case [_, "extra", token, side]:
                    self._extra(token, side)
                case [_, "done"]:
                    break
        self._end_turn()

    @property
    def _me(self) -> Seat:
        return self.seats[self.active]

    def _stack(self, side: str) -> str:
        """Name the stack on a side of the active seat."""
        return {"left": str(self.active + 1), "right": str(self.active or len(self.seats))}.get(side, side)

    def _near(self) -> list[str]:
        return [self._stack(side) for side in ("left", "right", "center")]

    def _can_go_on(self) -> bool:
        """Whether a stage can be paid, a set of green cards exchanged, or an extra card taken."""
        me, spare = self._me, self.hidden or self.row
        most = max(me.cards[card] for card in GREEN)
        if spare and (most > 1 or all(me.cards[card] for card in GREEN)):
            return True
        if self.opened and any(self.left[stack] for stack in self._near()):
            return True
        coins = me.cards["coin"] + (me.has("double-coin") and not self.doubled and me.cards["coin"] > 0)
        held = [me.cards[resource] for resource in RESOURCES]
        for number in me.open_stages():
            stage = me.wonder["stages"][number - 1]
            fit = max(held) if stage["kind"] == "same" else sum(1 for n in held if n)
            if (sum(held) if me.has("any-cards") else fit) + coins >= stage["cost"]:
                return True
        return False

    def _look(self) -> None:
        """Look at the top of the shared stack; nothing comes to light that somebody has seen."""
        if "center" not in self.top:
            self.top["center"] = self._reveal()

    def _take(self, stack: str) -> None:
        card = self.top.pop(stack, None) or self._reveal()
        self.left[stack] -= 1
        self._gain(card)
        self._uncover(stack)

    def _uncover(self, stack: str) -> None:
        if stack != "center" and self.eager and self.left[stack]:
            self.top[stack] = self._reveal()

    def _extra(self, token: str, side: str) -> None:
        self.opened.discard(token)
        self.used.add(token)
        self._take(self._stack(side))

    def _gain(self, card: str) -> None:
        """A card comes to lie before the active seat, with all that follows at once."""
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

    def _build(self, stage: int, paid: list[str]) -> None:
        self._me.cards -= Counter("coin" if card == "double-coin" else card for card in paid)
        self.doubled |= "double-coin" in paid
        self._me.stages.add(stage)
        self._open(lambda effect: effect.get("builds"))
        self._award(self.active)
        if self._me.wonder["stages"][stage - 1].get("effect"):
            for effect in self._me.wonder["effects"]:
                self._work(effect["type"])
                self._award(self.active)

    def _work(self, effect: str) -> None:
        """Do what a stage brings, as far as it can be done (3, 12)."""
        left, right = self._stack("left"), self._stack("right")
        match effect:
            case "draw-any" if any(self.left.values()):
                self._take(self._answer("draw")[2])
            case "draw-center" if self.left["center"]:
                self._take("center")
            case "draw-sides":
                for stack in [each for each in (left, right) if self.left[each]]:
                    if self.left[stack]:
                        self._take(stack)
            case "pick-from-side" if self.left[left] or self.left[right]:
                stack = self._stack(self._answer("draw")[2])
                kept = self._answer("keep")[2]
                self.top.pop(stack, None)
                self.left[stack] -= 1
                self._gain(kept)
                self._uncover(stack)
            case "take-token" if self.row or self.hidden:
                self._progress(self._answer("progress")[2])
            case "steal-card" if any(seat.cards.total() for seat in self.seats if seat is not self._me):
                _, _, whose, card = self._answer("steal")
                self.seats[int(whose) - 1].cards[card] -= 1
                self._gain(card)
                if self.left["center"]:
                    self.left["center"] -= 1
                    self.gifts.append((int(whose) - 1, self.top.pop("center", None)))
            case "take-cat":
                self.cat = self.active
            case "look-center" if self.left["center"] and self.eager:
                self._look()
            case "draw-near" if any(self.left[stack] for stack in self._near()):
                self._take(self._stack(self._answer("draw")[2]))

    def _answer(self, verb: str) -> list[str]:
        """Return the next line with this verb; what a search brings to light stays where it is."""
        words = self.read()
        while words[:1] == ["reveal"] or not words:
            words = self.read()
        assert words[1] == verb, words
        return words

    def _progress(self, token: str) -> None:
        if token == "hidden":
            token = self._reveal()
            self.hidden -= 1
            self._hold(token)
            return
        self.row.remove(token)
        self._hold(token)
        if self.hidden:
            self.row.append(self._reveal())
            self.hidden -= 1

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

    def _end_turn(self) -> None:
        if self.horns == self._markers():
            self._fight()
        if self._me.finished() or not any(self.left.values()):
            self._finish()
        else:
            self.active = (self.active + 1) % len(self.seats)

    def _fight(self) -> None:
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
        self._award_conflict(won)
        for each in self.seats:
            if not each.has("keep-horns"):
                for card in ("red-1", "red-2"):
                    each.cards[card] = 0
        self.horns = 0

    def _award_conflict(self, won: list[int]) -> None:
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
            if self.medals_seen < len(self.facts["medals"]):
                self.seats[seat].medals.append(self._reveal())
                self.medals_seen += 1

    def _finish(self) -> None:
        """Turn up gifts for their printed points alone, seat 1 first (38)."""
        for seat, card in sorted(self.gifts, key=lambda gift: gift[0]):
            self.seats[seat].cards[card or self._reveal()] += 1
            self.gifts = [gift for gift in self.gifts if gift != (seat, card)]
        self.over = True

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
                for _ in range(seat.tokens[thing[0]], n):
                    self.hidden -= 1 if self.hidden else 0
                self.hidden += max(0, seat.tokens[thing[0]] - n)
                seat.tokens[thing[0]] = n
            case "stages":
                self._count_stages(seat, n)
            case _:
                (seat.stages.add if n else seat.stages.discard)(int(kind.removeprefix("stage-")))

    def _count_stages(self, seat: Seat, n: int) -> None:
        """Let `n` stages stand: as many of those that do as can, and the first ones beside them."""
        ways: set[frozenset[int]] = {frozenset()}
        for _ in range(n):
            ways = {
                way | {number}
                for way in ways
                for number, stage in enumerate(seat.wonder["stages"], 1)
                if number not in way and way.issuperset(stage["requires"])
            }
        seat.stages = set(min(ways, key=lambda way: (len(way ^ seat.stages), sum(1 << each for each in way))))


def judged(text: str) -> Verdict:
    """Judge a record of Architects."""
    game = Architects(text)
    game.play()
    scores = [game.points(seat) for seat in range(len(game.seats))]
    return Verdict(scores, best(scores, [len(seat.stages) for seat in game.seats]))
