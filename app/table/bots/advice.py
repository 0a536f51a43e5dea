"""Hints, a coach's questions and reasons for bots' actions, computed from rankings of actions.

The thinker process (app/table/bots/bot_scheduler.py) resamples what the seat cannot see, and reasons come from the
reader's own view, so neither can reveal more than its reader may know.
"""

from collections.abc import Collection, Iterable
from itertools import takewhile
from typing import Any, Final

import msgspec

from app.protocol.table_log_events import HintAsked
from app.protocol.teaching_messages import BotActionReasons, BotIntention, Gain, Hint, Reason
from app.storage.row_codec import BY_TABLE, LogLine
from app.table.game.game_log import Log
from app.table.game.match import EmittedEvent, Match, apply, box_of
from app.text.action_reasons import OpenCards, Reasons
from app.text.lesson_tips import Facts
from engine.game import CHANCE, AnyData, AnyView, Seat
from engine.players.action_comparison import ActionRanking, RankedAction

# Points, on the evaluation's scale. Smaller differences are stated nowhere, nor any that are not clear
# (engine/players/action_comparison.py).
CHOICE_POINTS: Final = 2.0  # clear lead from which a lesson asks for the better action …
CHOICE_RIVALS: Final = 3  # … over any of so many next best
COACH_POINTS: Final = 3.0  # clearly behind the first by that much, a coach objects
MIN_ROW_POINTS: Final = 0.75  # smallest difference on a row of the score sheet that is mentioned
MAX_REASONS: Final = 2  # reasons that are kept
MAX_ROWS: Final = 2  # rows of a sheet that are


class _Kind(msgspec.Struct):
    type: str
    seat: int = 0


def count_hints(log: Log, seat: Seat) -> int:
    return _list_askers(log).count(seat)


def list_open_hints(log: Log) -> list[Seat]:
    """List the seats that have asked for a hint since the last move in this log."""
    return _list_askers(takewhile(lambda line: not line.row, reversed([*log])))


def _list_askers(lines: Iterable[LogLine]) -> list[Seat]:
    tag = str(HintAsked.__struct_config__.tag)
    news = (line for line in lines if not line.row and tag.encode() in line.event)
    events = (msgspec.json.decode(line.event, type=_Kind) for line in news)
    return [Seat(each.seat - 1) for each in events if each.type == tag]


def build_hint(reasons: Reasons | None, match: Match, seat: Seat, ranking: ActionRanking, *, thinking: bool) -> Hint:
    """Build a seat's hint from a ranking. `thinking`: a better one may come."""
    number = seat + 1
    first, *others = ranking.ranked
    view, box = match.state.view(seat), box_of(match.rules, match)

    def list_reasons(action: str) -> tuple[Reason, ...]:
        return reasons.of_action(view, box, number, action)[:MAX_REASONS] if reasons else ()

    if not others:
        return Hint(number, thinking, action=first.action, because=list_reasons(first.action))
    return Hint(
        number,
        thinking,
        even=not others[0].is_clear,
        action=first.action,
        because=list_reasons(first.action),
        gains=_gains(ranking, number),
        other=others[0].action,
        instead=list_reasons(others[0].action),
    )


def find_lesson_rival(ranking: ActionRanking | None) -> RankedAction | None:
    """Find the first of the next best actions that is so much worse than the best that a lesson may ask; else None."""
    near = ranking.ranked[1 : 1 + CHOICE_RIVALS] if ranking is not None else ()
    return next((each for each in near if each.is_clear and each.points_behind >= CHOICE_POINTS), None)


def find_choice_reason(
    reasons: Reasons, view: AnyView, box: AnyData, seat: Seat, ranking: ActionRanking
) -> Reason | None:
    """Find the first reason for the best action that does not hold for the clearly worse one, too; else None."""
    worse = find_lesson_rival(ranking)
    if worse is None:
        return None
    first, other = (reasons.of_action(view, box, seat + 1, each.action) for each in (ranking.ranked[0], worse))
    return next((each for each in first if each not in other), None)


def describe_choice(reasons: Reasons | None, match: Match, seat: Seat, ranking: ActionRanking) -> Facts | None:
    """Return the facts about the best action of a choice of the round with its reason; None without a reason."""
    if reasons is None:
        return None
    view, action = match.state.view(seat), ranking.ranked[0].action
    because = find_choice_reason(reasons, view, box_of(match.rules, match), seat, ranking)
    if because is None:
        return None
    takes = reasons.card_of(view, seat + 1, action) if isinstance(reasons, OpenCards) else ""
    mine: Facts = {"action": action, "takes": takes, "reason": because.id}
    return {**because.facts, **mine}


def grade_choice(ranking: ActionRanking, action: str) -> Facts | None:
    """Return how good an action was, and the lead of the best over it in points; None if it was not ranking."""
    done = ranking.find(action)
    if done is None:
        return None
    choice = "best" if done is ranking.ranked[0] else "worse" if done.is_clear else "close"
    return {"choice": choice, "lead": round(done.points_behind)}


def _gains(ranking: ActionRanking, seat: int) -> tuple[Gain, ...]:
    """Select the seat's largest gains, and the largest loss of another seat."""
    found = [each for each in ranking.differs if abs(each.points) >= MIN_ROW_POINTS]
    found = [each for each in found if each.seat == seat or each.points < 0]
    found.sort(key=lambda each: (each.seat != seat, -abs(each.points), each.seat, each.row))
    own = [each for each in found if each.seat == seat][:MAX_ROWS]
    others = [each for each in found if each.seat != seat][:1]
    return tuple(Gain(each.seat, each.row, round(each.points)) for each in (*own, *others))


def find_coach_suggestion(ranking: ActionRanking | None, action: str) -> str:
    """Return the best action if this one is clearly worse, else ""."""
    done = ranking.find(action) if ranking else None
    return ranking.ranked[0].action if ranking and done and done.is_clear and done.points_behind >= COACH_POINTS else ""


def explain_actions(
    reasons: Reasons | None, match: Match, before: AnyView, events: Iterable[EmittedEvent]
) -> list[BotActionReasons]:
    """Return the visible actions of these events, with reasons for those of bots. `before`: the public view until
    then.
    """
    if reasons is None or before is None:
        return []
    return _explain(reasons, match, before, events, list_seats_of_bots(match))


def list_seats_of_bots(match: Match) -> set[int]:
    """Return the seats whose newest choice a bot made; somebody else may sit there by now."""
    choices = {applied.move.seat + 1: applied.move.role for applied in match.moves if applied.move.role != BY_TABLE}
    return {seat for seat, role in choices.items() if role == "bot"}


def explain_by_replay(reasons: Reasons | None, match: Match) -> list[BotActionReasons]:
    """Return the actions that somebody may not have read about yet, with reasons, by replaying the game."""
    if reasons is None:
        return []
    state: Any = match.rules.start(match.setup)  # Any: as it is played on
    acts: dict[int, list[tuple[AnyView, list[EmittedEvent], bool]]] = {}  # by seat: the world before, events, by a bot
    before, events = state.copy(), list[EmittedEvent]()
    bots: set[int] = set()
    unread = _first_unread_row(match)
    for applied in match.moves:
        move = applied.move
        if move.role != BY_TABLE:
            before, events = state.copy(), []
            (bots.add if move.role == "bot" else bots.discard)(move.seat + 1)
        _, emitted = apply(state, move, state.parse(move.text))
        events += emitted
        for each in emitted:
            if each.audience is None and isinstance(each.event, reasons.ACTS):
                seat: int = getattr(each.event, "seat", 0)
                left = [act for act in acts.get(seat, ()) if act[1][-1].move >= unread and act[1] is not events]
                acts[seat] = [*left, (before, events, seat in bots)]
    found = [
        why
        for seat, each_act in acts.items()
        for world, came, by_bot in each_act
        for why in _explain(reasons, match, world.view(None), came, {seat} if by_bot else ())
        if why.seat == seat
    ]
    return list_unread(found, match)


def list_unread(found: Iterable[BotActionReasons], match: Match) -> list[BotActionReasons]:
    """List each seat's newest action, and earlier ones since which a person has not acted; by seat and row."""
    unread, newest = _first_unread_row(match), dict[int, int]()
    ordered = sorted(found, key=lambda each: (each.seat, each.row))
    for each in ordered:
        newest[each.seat] = each.row
    return [each for each in ordered if each.row >= min(unread, newest[each.seat])]


def list_intentions(
    reasons: Reasons | None, match: Match, unread: Iterable[BotActionReasons], seats: Collection[int]
) -> tuple[BotIntention, ...]:
    """List what the bots at these seats go for: what their newest action supports and the public view allows."""
    newest = {each.seat: each.toward for each in unread if each.seat in seats}  # `unread` is ordered
    view = match.state.view(None)
    found = {
        seat: next((each for each in reasons.intentions(view, seat) if each.id in toward), None)
        for seat, toward in newest.items()
        if reasons is not None and toward
    }
    return tuple(BotIntention(seat, goal) for seat, goal in found.items() if goal)


def _first_unread_row(match: Match) -> int:
    """Return the newest action of the person who has acted least recently; 0: somebody has not acted yet."""
    newest = {seat: (0, "") for seat in range(match.setup.seats)}
    for applied in match.moves:
        if applied.move.seat != CHANCE and applied.move.role != BY_TABLE:
            newest[applied.move.seat] = applied.move.number, applied.move.role
    return min((row for row, role in newest.values() if role != "bot"), default=match.last_move)


def _explain(
    reasons: Reasons, match: Match, before: AnyView, events: Iterable[EmittedEvent], bots: Collection[int]
) -> list[BotActionReasons]:
    found: dict[int, BotActionReasons] = {}
    toward: dict[int, list[str]] = {}
    box = box_of(match.rules, match)
    for each in events:
        seat: int = getattr(each.event, "seat", 0)
        if each.audience is not None or not each.move:
            continue
        toward.setdefault(seat, []).extend(reasons.supported_intentions(box, each.event) if seat in bots else ())
        if seat in found and found[seat].because:
            continue
        because = reasons.of_event(before, box, each.event)[:MAX_REASONS] if seat in bots else ()
        if because or (seat not in found and isinstance(each.event, reasons.ACTS)):
            found[seat] = BotActionReasons(seat, each.move, because)
    return [msgspec.structs.replace(each, toward=tuple(toward[each.seat])) for each in found.values()]
