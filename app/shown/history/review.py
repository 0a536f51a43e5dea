"""The review of a finished game: the course of the lead, the accuracy of choices, and moments to choose again.

Chances of winning are only drawn in the chart; words name the leader but no numbers.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from app.history.history_text import HistoryWords
from app.protocol.history_messages import Review, ReviewChoice, ReviewMoment, WinChances
from app.protocol.results import FinishedGame
from app.protocol.teaching_messages import LessonTip, Reason
from app.shown.history.history_pages import Bar, review_title
from app.shown.play.hint import actions_as_tips, reasons_as_tips
from app.text.action_reasons import OriginWords, ReasonWords
from app.text.printed_names import printed_name
from app.text.reference import PrintedThing, Reference
from app.text.translation import Words, capital
from app.text.words_protocols import GameWords

REFRESH_SECONDS: Final = 10
USES: Final[Mapping[str, str]] = {
    "with": "wonder", "stage": "wonder", "build": "plus", "sell": "coin", "discard": "coin", "destroy": "cross",
}  # fmt: skip  # icons, by a word of an action
PLAIN: Final = "text"  # colour of a seat from before seats had colours


class Track(msgspec.Struct, frozen=True):
    """A seat's line in the chart. `colour`: a theme colour. `dashes`: distinguishes lines of one colour."""

    name: str
    badge: tuple[str, str]
    colour: str
    dashes: int
    chances: tuple[float, ...]  # one for each point from left to right


class Course(msgspec.Struct, frozen=True):
    """The chart of who was ahead: a line for each seat; higher is likelier to win. `about`: how to read it, and who
    led."""

    title: str
    about: str
    tracks: tuple[Track, ...]


class ChosenAgain(msgspec.Struct, frozen=True):
    """An alternative choice and the response to it. `good`: as good as the best one; `done`: it was made.

    `words` say all, `label` what its picture does not show. `action`, `card`: as in `ReviewChoice`. `names`: things
    that the response mentions, for app/shown/play/mentioned_things.py.
    """

    words: str
    told: tuple[str, ...]
    good: bool
    names: tuple[LessonTip, ...] = ()
    label: str = ""
    done: bool = False
    action: str = ""
    card: str = ""

    def picture(self, things: Mapping[str, PrintedThing], role: str) -> tuple[PrintedThing | None, str]:
        """Return the thing that stands for it, and the icon of its use. `things`: by slug; `role`: the seat's."""
        words = self.action.removeprefix("choose ").split()
        use = next((USES[word] for word in ("with", *words) if word in words and word in USES), "")
        if self.card or words[0] in ("take", "extra", "draw"):
            return PrintedThing("card" if self.card else "back", self.card), ""
        if words[0] == "build" and words[1].isdecimal():
            return things.get(role), ""
        return next((things[word] for word in reversed(words) if word in things), None), use


class ChooseAgain(msgspec.Struct, frozen=True):
    """A moment to choose again. `line`: its position in the replay. `names`: things that the question mentions."""

    title: str
    line: int
    answers: tuple[ChosenAgain, ...]
    names: tuple[LessonTip, ...] = ()

    def picture(self, answer: int | None) -> "MomentPicture":
        """Return the text beside the replayed table. `answer`: index of the chosen answer; None: not answered yet."""
        if answer is None or not 0 <= answer < len(self.answers):
            between = " · ".join(each.words for each in self.answers)
            return MomentPicture((self.title, between), self.names)
        chosen = self.answers[answer]
        return MomentPicture((chosen.words, *chosen.told), (*self.names, *chosen.names))


class MomentPicture(msgspec.Struct, frozen=True):
    """The text beside the replayed table and the things that it mentions."""

    says: tuple[str, ...]
    names: tuple[LessonTip, ...]


class ReviewPage(msgspec.Struct, frozen=True):
    """A whole review. `note`: why it is empty. `none`: the text if a person has no moments.

    `working`: it is being computed; surfaces request it again every `REFRESH_SECONDS`.
    """

    title: str
    note: str = ""
    working: bool = False
    course: Course | None = None
    head: str = ""
    about: str = ""
    bars: tuple[Bar, ...] = ()
    whose: str = ""  # heading of the moments; "": none are shown
    questions: tuple[ChooseAgain, ...] = ()
    look: str = ""  # label of the link from a question to the replayed table
    ask: str = ""  # what to do with a question
    after: str = ""  # label of the link to the next question
    none: str = ""
    seats: tuple[tuple[int, str], ...] = ()  # people with moments: seat, from 1, and name

    def moment_picture(self, nth: int, line: int, answer: int | None) -> MomentPicture | None:
        """Return the text beside the replay of a moment (from 0) and an answer; None if it is at another line."""
        question = self.questions[nth] if nth < len(self.questions) else None
        return question.picture(answer) if question and question.line == line else None


def list_things(reference: Reference, data: object, variant: Sequence[str]) -> dict[str, PrintedThing]:
    """Return a game's printed things by their slugs; slugs of military tokens are only numbers."""
    things = (thing for chapter in reference.chapters(data, None, variant) for thing in chapter.things)
    return {thing.slug: thing for thing in things if thing.kind != "military"}


def build_page(w: Words, say: HistoryWords, game: FinishedGame, review: Review) -> ReviewPage:
    if review.state == "none":
        return ReviewPage(review_title(w), w("This table cannot judge this game."))
    if review.state == "working":
        note = w("The table is reviewing this game. Look here again in a minute or two.")
        return ReviewPage(review_title(w), note, working=True)
    people = say.people(w, game)
    judged = [(seat, name, n) for seat, (name, n) in enumerate(zip(people, review.accuracy, strict=True), 1)
              if n is not None]  # fmt: skip
    about = w("How well you chose, out of 100, by what you could know at the time.")
    words = say.game_words(game.kind)
    whose = w("Moments of {name}", name=people[review.seat - 1]) if review.seat else ""
    return ReviewPage(
        review_title(w),
        course=_course(w, game, review.course, people),
        head=w("Accuracy"),
        about=about if judged else "",
        bars=tuple(Bar(name, str(n), n / 100) for _, name, n in judged),
        whose=whose,
        questions=tuple(_question(w, game.kind, words, each, people, review.seat) for each in review.moments)
        if words
        else (),
        look=w("See the table as it was"),
        ask=w("Touch what you would choose now."),
        after=w("Next"),
        none=w("You missed nothing large.") if review.seat and not review.moments else "",
        seats=tuple((seat, name) for seat, name, _ in judged),
    )


# ---- who was ahead -------------------------------------------------------------------------------------------


def _course(w: Words, game: FinishedGame, course: Sequence[WinChances], people: Sequence[str]) -> Course:
    seen: dict[str, int] = {}
    tracks = []
    for seat, name in enumerate(people, 1):
        badge = game.result.badge(seat)
        colour = badge[1] or PLAIN
        seen[colour] = seen.get(colour, -1) + 1
        tracks.append(Track(name, badge, colour, seen[colour], tuple(each.chances[seat - 1] for each in course)))
    how = w("The higher a line, the better the chances of that seat, by what everybody could see.")
    return Course(w("Who was ahead"), " ".join(filter(None, (how, _lead_text(w, course, people)))), tuple(tracks))


def _lead_text(w: Words, course: Sequence[WinChances], people: Sequence[str]) -> str:
    """Return since when the winner was ahead."""
    leaders = [max(range(len(each.chances)), key=each.chances.__getitem__) for each in course]
    last = leaders[-1]
    since = next((at for at in range(len(leaders) - 1, -1, -1) if leaders[at] != last), -1) + 1
    if since >= len(leaders) - 1:
        return w("{name} was ahead only at the very end.", name=people[last])
    if since == 0:
        return w("{name} was ahead from beginning to end.", name=people[last])
    return w("{name} was ahead for good from turn {turn} on.", name=people[last], turn=course[since].turn)


# ---- moments -------------------------------------------------------------------------------------------------


def _question(
    w: Words, game: str, say: GameWords, moment: ReviewMoment, people: Sequence[str], seat: int
) -> ChooseAgain:
    head = (
        w("Turn {turn}. Choose again.", turn=moment.turn) if moment.turn else w("Before the first turn. Choose again.")
    )
    best = next(each for each in moment.choices if each.action == moment.best)
    done = say.action(w, moment.done, people)
    why: Mapping[str, str] = {
        "cost": w("You did: {action}. No other choice cost you more.", action=done),
        "brought": w("You did just that. No other choice brought you more."),
        "turned": w("You did: {action}. After that the lead changed for good.", action=done),
    }
    reason, text = _reason(w, say, best, people)
    names = reasons_as_tips(seat, reason)
    came = say.origin if isinstance(say, OriginWords) else None
    answers = [
        ChosenAgain(
            words=(words := _append_card(w, game, say.action(w, each.action, people), each.card)),
            told=tuple(
                filter(None, (_verdict(w, each, best), _best_reason(w, say, each, best, text, people), why[moment.why]))
            ),
            good=each.action == moment.best,
            names=names,
            label=_label(w, game, each.card, came(w, each.action, each.card, seat, people) if came else "") or words,
            done=each.action == moment.done,
            action=each.action,
            card=each.card,
        )
        for each in moment.choices
    ]
    choices = actions_as_tips(seat, (each.action for each in moment.choices))
    return ChooseAgain(head, moment.line, tuple(answers), choices)


def _label(w: Words, game: str, card: str, origin: str) -> str:
    """Return the card that an action takes, and whose it is; "" if it takes nobody's."""
    return capital(f"{printed_name(w, game, 'cards', card)}, {origin}") if card and origin else origin


def _append_card(w: Words, game: str, action: str, card: str) -> str:
    return f"{action} ({printed_name(w, game, 'cards', card)})" if card else action


def _verdict(w: Words, each: ReviewChoice, best: ReviewChoice) -> str:
    if each.action == best.action:
        return w("The table would do the same.")
    if each.worse:
        return w("That would have cost you a lot.")
    return w("That looks nearly as good.")


def _reason(w: Words, say: GameWords, best: ReviewChoice, people: Sequence[str]) -> tuple[tuple[Reason, ...], str]:
    """Return the first reason for a choice that has a sentence, with that sentence; empty if none has."""
    if isinstance(say, ReasonWords):
        for each in best.because:
            if text := say.reason(w, each, people):
                return (each,), text
    return (), ""


def _best_reason(
    w: Words, say: GameWords, each: ReviewChoice, best: ReviewChoice, reason: str, people: Sequence[str]
) -> str:
    """Return the reason for the best choice, naming that choice if another one was made."""
    if each.action == best.action:
        return reason
    action = say.action(w, best.action, people)
    return w("{action}: {reason}", action=action, reason=reason) if reason else w("The table: {action}.", action=action)
