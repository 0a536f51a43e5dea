"""A phone's page of a game without pages of its own: its position in words, every legal action as a button.

The words are the game's (`app.text.words_protocols.PlainWords`): a game with rules and words can be played at once.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final

import msgspec

from app.looks.wonder_window import World
from app.phones.common_parts import Parts, TurnSummary
from app.phones.end_parts import CompletedPart, Verdict, list_places
from app.phones.game_page_interface import GamePhone, PageContext, kind_of
from app.phones.template_rendering import Labels, Part
from app.protocol.play_messages import Question
from app.protocol.results import RankKey
from app.protocol.table_messages import TableView
from app.shown.play import result_explanation
from app.text.translation import Words
from app.text.words_protocols import ActionChoices, GameWords, PageWords, PlainWords, ResultWords, Section
from engine.game import AnyEvent, AnySeatView, AnyView

FOLD: Final = 8  # choices, above which each group of them is collapsed under its heading


class Ask(Part, frozen=True):
    """A question to this seat, with every legal action exactly once."""

    template: ClassVar[str] = "plain/ask.html"

    seat: int
    question: int
    prompt: str
    groups: tuple[ActionChoices, ...]
    folded: bool


class SectionPart(Part, frozen=True):
    template: ClassVar[str] = "plain/section.html"

    section: Section


class ResultPart(Part, frozen=True):
    """The winner, and how to read the sheet. `note`: the tie-break rule, where it is shown.

    `signs`: icon, colour and name of each category, where a sheet shows only icons.
    """

    template: ClassVar[str] = "plain/result.html"

    over: bool
    early: bool
    text: str
    me: bool  # this seat won
    shown: bool  # points so far are shown at this table
    note: str = ""
    signs: tuple[tuple[str, str, str], ...] = ()


class SheetPart(Part, frozen=True):
    """A seat's points by category."""

    template: ClassVar[str] = "plain/sheet.html"

    name: str
    me: bool
    won: bool
    lines: tuple[tuple[str, int], ...]
    total: int


class ResultPage:
    """The parts of a page that are words in any game: the log, the end and the score sheet."""

    horn = False
    moment = True  # the screen announces the end before it shows points

    def __init__(self, say: ResultWords, data: object) -> None:
        self.decision_events = say.DECISION_EVENTS
        self.unsaid = say.SILENT_EVENTS
        self._say = say
        self._data = data
        self._read: tuple[bytes, AnyView] | None = None  # the newest

    def role_says(self, w: Words, role: str) -> str:
        return ""

    def tab(self, w: Words) -> str:
        return w.pgettext("tab", "My seat")

    def view(self, raw: bytes) -> AnyView:
        """Decode a view, once for all readers who are shown the same."""
        if self._read is None or self._read[0] != raw:
            self._read = (raw, self._say.parse_view(raw))
        return self._read[1]

    def event(self, raw: bytes) -> AnyEvent:
        """Decode an event of this game. Raise msgspec.ValidationError if it is none."""
        return self._say.parse_event(raw)

    def dull(self, event: AnyEvent) -> bool:
        return kind_of(event) in self._say.MINOR_EVENTS

    def sentence(self, w: Words, event: AnyEvent, people: tuple[str, ...]) -> str:
        return self._say.event(w, event, people)

    def end_parts(self, page: PageContext, view: AnyView) -> Parts:
        """Return the end, and the score sheet as far as the table shows it."""
        w, table, people, seat = page.w, page.table, page.people, page.seat
        parts: Parts = {}
        if table.phase == "over":
            parts["verdict"] = self._verdict(w, view, table, seat, people)
        if whole := self._complete_worlds(w, view, people):  # after the end, too: an undo shows none of them again
            parts["completed"] = CompletedPart(whole, table.phase == "over")
        if page.tab in (None, "score"):
            parts["result"] = result = self._result(w, view, table, seat, people)
            parts |= self._sheets(w, view, table, people, seat) if result.shown else {}
        return parts

    def _result(
        self, w: Words, view: AnyView, table: TableView, seat: int | None, people: tuple[str, ...]
    ) -> ResultPart:
        over = table.phase == "over"
        text = self._say.result(w, view, people)
        return ResultPart(over, table.early, text, seat in view.winners, table.shows_points)

    def _verdict(self, w: Words, view: AnyView, table: TableView, seat: int | None, people: tuple[str, ...]) -> Verdict:
        reached, mine = self.standings(view), msgspec.to_builtins(view.seats[(seat or 1) - 1].score)
        return Verdict(
            early=table.early,
            order=list_places(reached, view.winners, people, seat, self.outcomes(w, view, people, seat)),
            result=self._say.result(w, view, people),
            lines=tuple((self._say.category(w, slug), mine[slug]) for slug in self.scored(mine, table)),
            ties=self.ties(w, reached, view.winners, people),
            moment=self.moment,
            counts=self.counts(view),
            waits=0.0 if table.early else self.wait_seconds,
            worlds=self.won_worlds(w, view),
        )

    def standings(self, view: AnyView) -> list[RankKey]:
        scores = [msgspec.to_builtins(chair.score) for chair in view.seats]
        return [(score["total"], self.deciding(chair)) for score, chair in zip(scores, view.seats, strict=True)]

    def outcomes(self, w: Words, view: AnyView, people: Sequence[str], you: int | None) -> tuple[str, ...]:
        return result_explanation.explain_view(w, self._say, view, self._data, people, you)

    @property
    def wait_seconds(self) -> float:
        """Seconds for which the screen shows something else before the end."""
        return 0.0

    def _complete_worlds(self, w: Words, view: AnyView, people: tuple[str, ...]) -> tuple[tuple[str, World], ...]:
        """Return all complete wonders, each with its person."""
        return tuple(
            (people[i], world)
            for i, chair in enumerate(view.seats)
            for world in self.worlds(w, chair)
            if {*world.states} == {"built"}
        )

    def counts(self, view: AnyView) -> bool:
        """Check whether points have decided the game."""
        return True

    def won_worlds(self, w: Words, view: AnyView) -> tuple[World, ...]:
        """Return the wonders of the winners."""
        return tuple(world for winner in view.winners for world in self.worlds(w, view.seats[winner - 1]))

    def worlds(self, w: Words, chair: AnySeatView) -> tuple[World, ...]:
        """Return the wonders of a seat that are built or begun."""
        return ()

    def deciding(self, chair: AnySeatView) -> int:
        """Return a seat's number in the tie-break."""
        return 0

    def ties(self, w: Words, reached: Sequence[RankKey], winners: Sequence[int], people: tuple[str, ...]) -> str:
        """Explain ties behind the winners; `did`: points and tie-break, by seat."""
        return ""

    def scored(self, score: Mapping[str, int], table: TableView) -> tuple[str, ...]:
        """Return the categories of the score sheet, in its order."""
        return tuple(slug for slug in score if slug != "total")

    def _sheets(self, w: Words, view: AnyView, table: TableView, people: tuple[str, ...], seat: int | None) -> Parts:
        """Return the seats in order, the winners first."""
        parts: Parts = {}
        chairs = sorted(view.seats, key=lambda chair: chair.seat not in view.winners)
        for place, chair in enumerate(chairs, start=1):
            score = msgspec.to_builtins(chair.score)
            lines = tuple((self._say.category(w, slug), score[slug]) for slug in self.scored(score, table))
            won = chair.seat in view.winners
            parts[f"sheet-{place}"] = SheetPart(people[chair.seat - 1], chair.seat == seat, won, lines, score["total"])
        return parts


class WordsPage(ResultPage):
    """The parts of a page that are words in any game: whose turn it is, too."""

    _say: PageWords

    def __init__(self, say: PageWords, data: object) -> None:
        super().__init__(say, data)
        self.labels: Labels = say

    def turn(self, page: PageContext, view: AnyView) -> TurnSummary:
        """Return whose turn it is. The order of turns is known only to a game's own pages."""
        ask = self._say.prompt(page.w, page.question.legal, page.people) if page.question else ""
        return TurnSummary(ask, tuple(page.people[other - 1] for other in view.to_act if other != page.seat))


class PlainPage(WordsPage):
    """The parts of a page for any game in words; a base class for pages of a game that is drawn."""

    def __init__(self, say: PlainWords, data: object) -> None:
        super().__init__(say, data)
        self._plain = say

    def parts(self, page: PageContext, view: AnyView) -> Parts:
        seat = page.seat
        parts: Parts = {}
        if page.tab != "score" and page.tab != "more":
            told = tuple(self._plain.position(page.w, view, page.people, seat, self._data))
            mine = [section for section in told if seat is not None and section.seat == seat]
            others = [section for section in told if section not in mine]
            parts |= {f"thing-{at}": SectionPart(section) for at, section in enumerate(mine, start=1)}
            parts |= {f"place-{at}": SectionPart(section) for at, section in enumerate(others, start=1)}
        if page.question is not None and seat is not None:
            parts["ask"] = self.ask_in_words(page, view, page.question, seat)
        return parts | self.end_parts(page, view)

    def ask_in_words(self, page: PageContext, view: AnyView, question: Question, seat: int) -> Ask:
        """Return a question in words, also for a drawn game that cannot draw it."""
        w, people = page.w, page.people
        groups = tuple(self._plain.choices(w, view, question.legal, people, seat, self._data))
        folded = len(groups) > 1 and len(question.legal) > FOLD
        return Ask(seat, question.number, self._plain.prompt(w, question.legal, people), groups, folded)


def _pages(words: GameWords, data: object) -> PlainPage:
    assert isinstance(words, PlainWords), "told in words, it needs all of them"
    return PlainPage(words, data)


PHONE: Final = GamePhone("plain", Path(__file__).parent / "pages", _pages)
