"""The end of a lesson: what people have learned and up to three questions about this game, for both surfaces.

Answers are neither counted nor stored, and the quiz can be skipped.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, Protocol, runtime_checkable
from zlib import crc32

import msgspec
from msgspec.structs import replace

from app.history.progress import NextStep
from app.protocol.table_messages import TableView
from app.shown.form import Form, Link, Text
from app.text.lesson_tips import Ideas
from app.text.translation import Words, both
from app.text.words_protocols import GameWords
from engine.game import AnyData, AnyView

MAX_QUESTIONS: Final = 3


class LessonQuestion(msgspec.Struct, frozen=True):
    """A question about a finished game with its `right` and `wrong` answers. `why`: one sentence on the right one."""

    id: str
    text: str
    right: str
    wrong: str
    why: str


class LessonAnswer(msgspec.Struct, frozen=True):
    """A possible answer and the response to it."""

    words: str
    says: str
    right: bool


class LessonSummary(msgspec.Struct, frozen=True):
    """The end of a lesson in words. `says`: what was learned, and what did not come up."""

    says: tuple[str, ...]
    asks: tuple[tuple[str, tuple[LessonAnswer, ...]], ...]  # each question with its two answers
    skip: str
    title: str


@runtime_checkable
class QuizWords(GameWords, Protocol):
    """The words of a game that can ask questions about its end."""

    def questions(self, w: Words, view: AnyView, printed: AnyData, people: Sequence[str]) -> tuple[LessonQuestion, ...]:
        """Return questions whose answers everybody can verify on the table, the best first."""


@runtime_checkable
class IdeaWords(GameWords, Protocol):
    """The words of a game with a list of ideas that its first game teaches, and of steps to take after it."""

    IDEAS: Ideas
    NEXT_STEPS: tuple[NextStep, ...]  # the easiest first


def is_asked(table: TableView, seat: int | None = None) -> bool:
    """Check whether a lesson has ended, or, with a seat (from 1), whether its person took part."""
    if table.phase != "over" or not table.guided or table.early or table.mode != "play":
        return False
    seats = table.seats if seat is None else table.seats[seat - 1 : seat]
    return any(info.person and not info.knows for info in seats)


def summarise_lesson(
    w: Words, say: GameWords, told: Iterable[str], view: AnyView, printed: AnyData, people: Sequence[str]
) -> LessonSummary:
    """Build the summary for people who were taught these ideas."""
    ideas = say.IDEAS if isinstance(say, IdeaWords) else ()
    asks = say.questions(w, view, printed, people)[:MAX_QUESTIONS] if isinstance(say, QuizWords) else ()
    return LessonSummary(
        (*_idea_sentences(w, say.title(w), ideas, frozenset(told)),),
        tuple((each.text, _shuffle_answers(w, each, people)) for each in asks),
        w("Skip"),
        w.ngettext("{n} question about this game", "{n} questions about this game", len(asks)) if asks else "",
    )


def _idea_sentences(w: Words, game: str, ideas: Ideas, told: frozenset[str]) -> Iterable[str]:
    """Name the ideas that came up and those that did not, each once, in the order of the list."""
    came, missed = split_idea_names(w, ideas, told)
    if not came:
        yield w("Now you know how {game} is played.", game=game)
        return
    yield w("Now you know {game}: {ideas}.", game=game, ideas=both(w, came))
    if missed:
        yield w("Not seen yet: {ideas}. Next time!", ideas=both(w, missed))


def split_idea_names(w: Words, ideas: Ideas, told: Collection[str]) -> tuple[list[str], list[str]]:
    """Return the names of the ideas that were told and of the others, each once, in the order of the list."""
    named = [(idea.id in told, idea.name(w)) for idea in ideas if idea.name]
    came = [*dict.fromkeys(name for there, name in named if there)]
    return came, [*dict.fromkeys(name for there, name in named if not there and name not in came)]


def _shuffle_answers(w: Words, question: LessonQuestion, people: Sequence[str]) -> tuple[LessonAnswer, ...]:
    """Shuffle the answers by a hash of public facts, so that every device shows the same order."""
    right = LessonAnswer(question.right, w("Yes. {why}", why=question.why), right=True)
    wrong = LessonAnswer(question.wrong, w("No: {right}. {why}", right=question.right, why=question.why), right=False)
    return (wrong, right) if crc32("\0".join((question.id, question.right, *people)).encode()) & 1 else (right, wrong)


def page(w: Words, summary: LessonSummary, at: str) -> Form:
    """Build one step of the quiz. `at`: the question's index and, after a blank, the answer; empty: the summary."""
    asked, _, given = at.partition(" ")
    title, close = summary.title or w("What you know now"), Link(key="close", words=w("Close"), to="close")
    if not at:
        says = tuple(Text(key=f"says {n}", words=text, loud=True) for n, text in enumerate(summary.says))
        if not summary.asks:
            return Form(title, (*says, close))
        first = Link(key="next", words=summary.title, to="0")
        return Form(w("What you know now"), (*says, first, replace(close, words=summary.skip)))
    nth = int(asked)
    text, answers = summary.asks[nth]
    question = Text(key="question", words=text, loud=True)
    if not given:
        ways = tuple(Link(key=f"answer {n}", words=each.words, to=f"{nth} {n}") for n, each in enumerate(answers))
        return Form(title, (question, *ways, replace(close, words=summary.skip)))
    why = Text(key="why", words=answers[int(given)].says, loud=True)
    more = Link(key="next", words=w("Next question"), to=f"{nth + 1}")
    return Form(title, (question, why, close if nth + 1 == len(summary.asks) else more))
