"""What a phone shows of a game without pages of its own: its position in words, every legal action as a button.

The words are the game's (`app.text.game.PlainWords`), so that a game can be played from the day its rules and words
exist.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

import msgspec

from app.looks.wonder_window import World
from app.phones.end_parts import Verdict, verdict
from app.phones.game_pages import GamePhone, PageContext, kind_of
from app.phones.page_frame import Parts, WhoseTurn
from app.phones.render import Labels, Part
from app.protocol import messages
from app.shown.play import outcome
from app.shown.play.standings import Did
from app.text.game import ActionChoices, GameWords, PageWords, PlainWords, Section
from app.text.languages import Words

FOLD: Final = 8  # choices; where there are more, each group of them is folded away under its heading


class Ask(Part, frozen=True):
    """What this seat is asked, every legal action in it exactly once."""

    template: ClassVar[str] = "plain/ask.html"

    seat: int
    question: int
    prompt: str
    groups: tuple[ActionChoices, ...]
    folded: bool


class SectionPart(Part, frozen=True):
    """One section of the position."""

    template: ClassVar[str] = "plain/section.html"

    section: Section


class ResultPart(Part, frozen=True):
    """Who won, and how the sheet is read."""

    template: ClassVar[str] = "plain/result.html"

    over: bool
    early: bool
    text: str
    me: bool  # this seat won
    shown: bool  # points so far are shown at this table


class SheetPart(Part, frozen=True):
    """One seat's points by category."""

    template: ClassVar[str] = "plain/sheet.html"

    name: str
    me: bool
    won: bool
    lines: tuple[tuple[str, int], ...]
    total: int


class WordsPage:
    """What a page tells of any game in words alone: whose turn it is, the log, the end and the score sheet."""

    horn = False
    moment = True  # the screen shows the moment in which it ended before its points

    def __init__(self, say: PageWords, data: object) -> None:
        self.labels: Labels = say
        self.decided = say.DECIDED
        self.unsaid = say.UNSAID
        self._say = say
        self._data = data
        self._read: tuple[bytes, Any] | None = None  # the newest

    def role_says(self, w: Words, role: str) -> str:
        return ""

    def tab(self, w: Words) -> str:
        return w.pgettext("tab", "My seat")

    # Any: each game has views of its own.
    def view(self, raw: bytes) -> Any:
        """What a reader is shown; read once for all who are shown the same."""
        if self._read is None or self._read[0] != raw:
            self._read = (raw, self._say.read(raw))
        return self._read[1]

    # Any: and events.
    def event(self, raw: bytes) -> Any:
        """One event of this game; msgspec.ValidationError if it is none."""
        return self._say.hear(raw)

    # Any: and events.
    def dull(self, event: Any) -> bool:
        return kind_of(event) in self._say.DULL

    def sentence(self, w: Words, event: Any, people: tuple[str, ...]) -> str:
        return self._say.event(w, event, people)

    # Any: each game has views of its own.
    def turn(self, page: PageContext, view: Any) -> WhoseTurn:
        """Whose turn it is. Who comes next is the game's secret: only its own pages could say."""
        ask = self._say.asked(page.w, page.question.legal, page.people) if page.question else ""
        return WhoseTurn(ask, tuple(page.people[other - 1] for other in view.to_act if other != page.seat))

    def points(self, page: PageContext, view: Any) -> Parts:
        """The end, and the score sheet as far as this table shows it."""
        w, table, people, seat = page.w, page.table, page.people, page.seat
        parts: Parts = {}
        if table.phase == "over":
            parts["verdict"] = self._verdict(w, view, table, seat, people)
        if page.tab in (None, "score"):
            parts["result"] = result = self._result(w, view, table, seat, people)
            parts |= self._sheets(w, view, table, people, seat) if result.shown else {}
        return parts

    def _result(
        self, w: Words, view: Any, table: messages.TableView, seat: int | None, people: tuple[str, ...]
    ) -> ResultPart:
        over = table.phase == "over"
        text = self._say.result(w, view, people)
        return ResultPart(over, table.early, text, seat in view.winners, table.shows_points)

    def _verdict(
        self, w: Words, view: Any, table: messages.TableView, seat: int | None, people: tuple[str, ...]
    ) -> Verdict:
        scores = [msgspec.to_builtins(chair.score) for chair in view.seats]
        did = [(score["total"], self.deciding(chair)) for score, chair in zip(scores, view.seats, strict=True)]
        mine = scores[(seat or 1) - 1]
        lines = [(self._say.category(w, slug), mine[slug]) for slug in self.scored(mine, table)]
        result, ties = self._say.result(w, view, people), self.ties(w, did, view.winners, people)
        counts, waits = self.counts(view), 0.0 if table.early else self.waits
        return verdict(
            table.early, did, view.winners, people, seat, lines, result, ties, self.moment,
            counts=counts, waits=waits, worlds=self.won_worlds(w, view),
            why=self.outcomes(w, view, people, seat),
        )  # fmt: skip

    # Any: each game has views of its own.
    def outcomes(self, w: Words, view: Any, people: Sequence[str], you: int | None) -> tuple[str, ...]:
        return outcome.told(w, self._say, view, self._data, people, you)

    @property
    def waits(self) -> float:
        """Seconds in which the screen shows something else before the end."""
        return 0.0

    # Any: each game has views of its own.
    def counts(self, view: Any) -> bool:
        """Whether points have decided who has won."""
        return True

    # Any: as above.
    def won_worlds(self, w: Words, view: Any) -> tuple[World, ...]:
        """The wonders of who has won."""
        return ()

    # Any: as above.
    def deciding(self, chair: Any) -> int:
        """What decides among equal points."""
        return 0

    def ties(self, w: Words, did: Sequence[Did], winners: Sequence[int], people: tuple[str, ...]) -> str:
        """How equal points behind the winners were decided; `did`: points and what decides, by seat."""
        return ""

    def scored(self, score: Mapping[str, int], table: messages.TableView) -> tuple[str, ...]:
        """The categories of the score sheet, in its order."""
        return tuple(slug for slug in score if slug != "total")

    def _sheets(
        self, w: Words, view: Any, table: messages.TableView, people: tuple[str, ...], seat: int | None
    ) -> Parts:
        """Seats in order, the winners first."""
        parts: Parts = {}
        chairs = sorted(view.seats, key=lambda chair: chair.seat not in view.winners)
        for place, chair in enumerate(chairs, start=1):
            score = msgspec.to_builtins(chair.score)
            lines = tuple((self._say.category(w, slug), score[slug]) for slug in self.scored(score, table))
            won = chair.seat in view.winners
            parts[f"sheet-{place}"] = SheetPart(people[chair.seat - 1], chair.seat == seat, won, lines, score["total"])
        return parts


class PlainPage(WordsPage):
    """The parts of a page that show any game in words; a game that is drawn may begin with them."""

    def __init__(self, say: PlainWords, data: object) -> None:
        super().__init__(say, data)
        self._plain = say

    # Any: each game has views of its own.
    def parts(self, page: PageContext, view: Any) -> Parts:
        seat = page.seat
        parts: Parts = {}
        if page.tab != "score" and page.tab != "more":
            told = tuple(self._plain.position(page.w, view, page.people, seat, self._data))
            mine = [section for section in told if seat is not None and section.seat == seat]
            others = [section for section in told if section not in mine]
            parts |= {f"thing-{at}": SectionPart(section) for at, section in enumerate(mine, start=1)}
            parts |= {f"place-{at}": SectionPart(section) for at, section in enumerate(others, start=1)}
        return parts | self.undrawn(page, view)

    # Any: as above.
    def undrawn(self, page: PageContext, view: Any) -> Parts:
        """What a game that is drawn tells in words: the end, the score sheet, a question of a new kind."""
        parts: Parts = {}
        if page.question is not None and page.seat is not None:
            parts["ask"] = self._ask_in_words(page, view, page.question, page.seat)
        return parts | self.points(page, view)

    def _ask_in_words(self, page: PageContext, view: Any, question: messages.Question, seat: int) -> Ask:
        w, people = page.w, page.people
        groups = tuple(self._plain.choices(w, view, question.legal, people, seat, self._data))
        folded = len(groups) > 1 and len(question.legal) > FOLD
        return Ask(seat, question.number, self._plain.asked(w, question.legal, people), groups, folded)


def _pages(words: GameWords, data: object) -> PlainPage:
    assert isinstance(words, PlainWords), "told in words, it needs all of them"
    return PlainPage(words, data)


PHONE: Final = GamePhone("plain", Path(__file__).parent / "pages", _pages)
