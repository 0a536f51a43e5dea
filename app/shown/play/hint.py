"""The text of hints, and of the reasons for a bot's last actions, for both surfaces."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from app.protocol.table_messages import TableView
from app.protocol.teaching_messages import AskHint, Fact, Gain, Hint, LessonTip, Reason
from app.shown.form import Button, IntentTemplate
from app.text.action_reasons import ReasonWords
from app.text.amount_text import n_points
from app.text.translation import Words, both, capital
from app.text.words_protocols import GameWords

REASONS: Final = 2  # shown at most
NO_IDEA: Final = ""  # id of a tip that only lights up what its facts name


def ask_button(w: Words, seat: int) -> Button:
    """Return the button that requests a hint."""
    return Button(key=f"hint {seat}", words=w("Hint"), says=IntentTemplate(AskHint(id="", seat=seat)), picture="bulb")


def sentences(w: Words, say: GameWords, hint: Hint, people: Sequence[str]) -> tuple[str, ...]:
    """Return a hint as sentences: the suggested action, its reasons, then the second best action and what it would
    change."""
    more = (w("The table is still thinking about it …"),) if hint.thinking else ()
    return (*_advice(w, say, hint, people), *more)


def _advice(w: Words, say: GameWords, hint: Hint, people: Sequence[str]) -> tuple[str, ...]:
    first = say.action(w, hint.action, people)
    because, instead = _reasons(w, say, hint.because, people), _reasons(w, say, hint.instead, people)
    if not hint.other:
        return (f"{first}.", *because[:REASONS])
    other = say.action(w, hint.other, people)
    if hint.even:
        each = (_action_and_reason(w, first, because), _action_and_reason(w, other, instead))
        return (w("About equal: “{one}” or “{other}”.", one=first, other=other), *filter(None, each))
    more = [*because[: REASONS - bool(hint.gains)], *_gains(w, say, hint, people)]
    fresh = next((each for each in instead if each not in because), "")
    after = (w("Next comes “{other}”.", other=other), fresh, _second_best_text(w, say, hint))
    return (f"{first}.", *more[:REASONS], " ".join(filter(None, after)))


def hint_as_tips(hint: Hint) -> tuple[LessonTip, ...]:
    """Return the hint's suggestions as tips, for the highlights (app/shown/play/mentioned_things.py)."""
    return (
        *actions_as_tips(hint.seat, (hint.action, hint.other)),
        *reasons_as_tips(hint.seat, (*hint.because, *hint.instead)),
    )


def actions_as_tips(seat: int, actions: Iterable[str]) -> tuple[LessonTip, ...]:
    """Return tips that suggest these actions; an empty one suggests nothing."""
    return tuple(LessonTip("suggest", seat, {"action": action}) for action in actions if action)


def bot_reasons_as_tips(table: TableView) -> tuple[LessonTip, ...]:
    """Return the reasons for the last actions of bots as tips."""
    return tuple(tip for why in table.whys for tip in reasons_as_tips(why.seat, why.because[:REASONS]))


def refusal_as_tips(seat: int, facts: Mapping[str, Fact]) -> tuple[LessonTip, ...]:
    """Return a refusal as tips; it may name an action to take instead."""
    return (LessonTip(NO_IDEA, seat, dict(facts)), *actions_as_tips(seat, (str(facts.get("instead", "")),)))


def reasons_as_tips(seat: int, because: Iterable[Reason]) -> tuple[LessonTip, ...]:
    """Return tips with the facts of these reasons."""
    return tuple(LessonTip(NO_IDEA, seat, each.facts) for each in because)


class BotReason(msgspec.Struct, frozen=True):
    """A sentence on why a bot did what the log line with this `row` reports."""

    seat: int
    row: int
    text: str


def bot_reasons(w: Words, say: GameWords, table: TableView, people: Sequence[str]) -> tuple[BotReason, ...]:
    """Return a sentence with the likely reasons for each bot's last action."""
    found = []
    for why in table.whys:
        if said := _reasons(w, say, why.because, people)[:REASONS]:
            text = _action_and_reason(w, people[why.seat - 1], [" ".join(said)])
            found.append(BotReason(why.seat, why.row, text))
    return tuple(found)


def bot_intentions(w: Words, say: GameWords, table: TableView, people: Sequence[str]) -> dict[int, str]:
    """Return by seat what bots say that they are going for."""
    if not isinstance(say, ReasonWords):
        return {}
    said = {intention.seat: say.reason(w, intention.goal, people) for intention in table.intentions}
    return {seat: w("{name}: “{said}”", name=people[seat - 1], said=text) for seat, text in said.items() if text}


def _action_and_reason(w: Words, what: str, because: Sequence[str]) -> str:
    return w("{action}: {reason}", action=what, reason=because[0]) if because else ""


def _reasons(w: Words, say: GameWords, because: Sequence[Reason], people: Sequence[str]) -> list[str]:
    if not isinstance(say, ReasonWords):
        return []
    return [text for text in (say.reason(w, each, people) for each in because) if text]


def _gains(w: Words, say: GameWords, hint: Hint, people: Sequence[str]) -> list[str]:
    """Return what the suggested action gains over the second best until the seat's next choice, and what it costs
    others."""
    found = []
    if own := [each for each in hint.gains if each.seat == hint.seat and each.points > 0]:
        found.append(w("Until your next choice: {rows}.", rows=_rows(w, say, own)))
    for gain in hint.gains:
        if gain.seat != hint.seat and gain.points < 0:
            name, row = people[gain.seat - 1], say.category(w, gain.row)
            found.append(
                w.ngettext(
                    "It costs {name} {n} point ({row}).",
                    "It costs {name} {n} points ({row}).",
                    -gain.points,
                    name=name,
                    row=row,
                )
            )
    return found


def _second_best_text(w: Words, say: GameWords, hint: Hint) -> str:
    """Return what the second best action would gain instead, or an empty string."""
    own = [Gain(each.seat, each.row, -each.points) for each in hint.gains if each.seat == hint.seat and each.points < 0]
    return w("That would bring {rows}.", rows=_rows(w, say, own)) if own else ""


def _rows(w: Words, say: GameWords, gains: Sequence[Gain]) -> str:
    return both(w, [f"{n_points(w, each.points)} ({capital(say.category(w, each.row))})" for each in gains])
