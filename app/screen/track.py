"""Track on the screen: people deal, and tell what came. Which stack was chosen whose card is not told yet. No rule.

A stack and its card are two taps and one wish. What may be told comes from the table; only what it would refuse is kept
from people until they have been asked whether they mean it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from secrets import token_hex
from typing import TYPE_CHECKING, Final, Literal

from app.games.architects.screen.draft import Draft
from app.protocol import messages as said
from app.text.languages import Words
from engine.architects import actions as told

if TYPE_CHECKING:
    from app.screen.desk import Desk

Kind = Literal["card", "token", "medal"]
TOLD_TO_SEATS: Final = (
    told.StageBuilt, told.TokenTaken, told.MedalTaken, told.CatMoved, told.MarkersTurned, told.EffectLost,
)  # fmt: skip  # what people have to do with their cardboard, besides what they have just told


@dataclass(frozen=True, slots=True)
class Telling:
    """What is to be told now. `action`: said together with it by `seat`; else it is asked by itself (0: of chance)."""

    seat: int
    action: str
    legal: tuple[str, ...]
    left: tuple[int, ...]
    others: tuple[str, ...]
    unsure: bool
    nth: int = 0  # of so many alike that the set-up lays out
    of: int = 0

    @property
    def kind(self) -> Kind:
        words = (*self.legal, *self.others)[0].split()
        return "token" if words[:2] == ["reveal", "token"] else "medal" if words[:2] == ["reveal", "medal"] else "card"

    def faces(self) -> dict[str, tuple[str, int]]:
        """By what lies there: the line that tells it, and how many can still come (0: not by our counts)."""
        left = self.left or (1,) * len(self.legal)
        found = {text.split()[-1]: (text, count) for text, count in zip(self.legal, left, strict=True)}
        for text in self.others:
            found.setdefault(text.split()[-2], (text, 0))
        return found


class Track:
    """The screen's memory of what is being told."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._picked: tuple[int, int, str] | None = None  # question, seat, the action that takes a card
        self._other: tuple[object, bool] | None = None  # of which telling another card is asked for, and whether meant
        self.draft: Draft | None = None  # a position that is being entered
        self._page: tuple[object, str] | None = None  # of which repair: what of it people look at
        self._stack = ""  # on that page, the stack whose card is not told yet

    @property
    def on(self) -> bool:
        return self._desk.table is not None and self._desk.table.mode == "track"

    @property
    def picked(self) -> tuple[int, str] | None:
        """The seat and the action that takes a card which is not told yet."""
        if self._picked is None:
            return None
        number, seat, action = self._picked
        question = self._desk.questions.get(seat)
        return (seat, action) if question and question.number == number and action in question.then else None

    @property
    def repair(self) -> said.Repair | None:
        """The line that something is to be decided about."""
        return self._desk.table.repair if self.on and self._desk.table else None

    @property
    def telling(self) -> Telling | None:
        if not self.on or self._desk.fight or self.repair:
            return None
        if self.picked:
            seat, action = self.picked
            coming = self._desk.questions[seat].then[action]
            return Telling(seat, action, coming.legal, coming.left, coming.others, coming.unsure)
        for question in self._desk.questions.values():
            asks_card = question.seat == 0 or any(text.startswith("keep ") for text in question.legal)
            if asks_card:
                return Telling(
                    question.seat, "", question.legal, question.left, question.others, question.unsure,
                    question.nth, question.of,
                )  # fmt: skip
        return None

    def pick(self, seat: int, action: str) -> None:
        """A stack was touched: next, its card. Where there is but one card it can be, the table knows."""
        question = self._desk.questions.get(seat)
        if question and action in question.then:
            self._picked = (question.number, seat, action)
            self._desk.hush(seat)
        else:
            self._desk.act(seat, action)

    def put_back(self) -> None:
        """It was another stack."""
        self._picked = self._other = None
        self._desk.changed()

    def tell(self, telling: Telling, line: str) -> None:
        """That is what came."""
        self._other = None
        if telling.action:
            self._desk.act(telling.seat, telling.action, card=line)
        else:
            self._desk.act(telling.seat, line)

    # ---- another card ------------------------------------------------------------------------------------

    def asks_other(self, of: object) -> bool:
        """Whether people are asked if they mean a card that cannot be there."""
        return self._other == (of, False)

    def means_other(self, of: object) -> bool:
        """Whether their copy is different."""
        return self._other == (of, True)

    def other(self, of: object, meant: bool = False) -> None:
        self._other = (of, meant)
        self._desk.changed()

    def no_other(self) -> None:
        self._other = None
        self._desk.changed()

    # ---- putting right -----------------------------------------------------------------------------------

    @property
    def page(self) -> str:
        """What of a repair lies open: "" (its first page), `line 31`, `before`, `instead` or `who`."""
        repair = self.repair
        return self._page[1] if repair and self._page and self._page[0] == _which(repair) else ""

    @property
    def stack(self) -> str:
        """The action, on that page, whose card is to be told next."""
        return self._stack if self.page else ""

    def turn_to(self, page: str, stack: str = "") -> None:
        """Look at something else of a repair."""
        self._page = (_which(self.repair), page) if self.repair else None
        self._stack, self._other = stack, None
        self._desk.page = 0
        self._desk.changed()

    def correct(
        self,
        row: int,
        how: Literal["ask", "replace", "insert", "remove", "whose", "cut", "off"],
        text: str | None = None,
        card: str | None = None,
        whose: int | None = None,
    ) -> None:
        """Decide about a line."""
        self._page, self._other = None, None
        self._desk.page = 0
        self._desk.say(said.Correct(id=token_hex(8), row=row, how=how, text=text, card=card, whose=whose))

    # ---- what people have to do --------------------------------------------------------------------------

    def demands(self, happened: list[object]) -> dict[int, list[told.Events]]:
        """By seat, what the rules made of what was told: it is to be done with the cardboard."""
        found: dict[int, list[told.Events]] = {}
        for event in happened if self.on else ():
            if isinstance(event, TOLD_TO_SEATS):
                found.setdefault(event.seat, []).append(event)
        return found


@dataclass(slots=True)
class Turn:
    """A turn as the log has it. `row`: a line that was told in it; 0: none yet."""

    seat: int
    number: int
    row: int
    lines: list[said.Line]


def turns(lines: Iterable[said.Line], read: Callable[[said.Line], object]) -> list[Turn | said.Line]:
    """The log that stands, turn by turn; lines before the first turn, and the table's own news, stand by themselves."""
    found: list[Turn | said.Line] = []
    turn, before = None, 0  # the row whose line ended the turn before; it may tell something after that, too
    for line in lines:
        if line.undone:
            continue
        event = read(line) if line.row else None
        if isinstance(event, told.TurnBegan):
            turn, before = Turn(event.seat, event.turn, 0, []), line.row
            found.append(turn)
        elif turn is None or not line.row:
            found.append(line)
        else:
            turn.lines.append(line)
            turn.row = turn.row or (line.row if line.row != before else 0)
    return found


def _which(repair: said.Repair | None) -> object:
    return repair and (repair.row, repair.rule, repair.legal)


def asked(w: Words, telling: Telling) -> tuple[str, ...]:
    """The question, from long to short."""
    count = " · " + w("{n} of {all}", n=telling.nth, all=telling.of) if telling.of else ""
    return tuple(text + count for text in _asked(w, telling))


def _asked(w: Words, telling: Telling) -> tuple[str, ...]:
    if telling.kind == "token":
        return w("Which token was laid out?"), w("Which token?")
    if telling.kind == "medal":
        return w("Which medal was laid out?"), w("Which medal?")
    if (telling.legal or telling.others)[0].startswith("keep "):
        return w("Which card was kept?"), w("Which card?")
    return w("Which card was taken?"), w("Which card?")
