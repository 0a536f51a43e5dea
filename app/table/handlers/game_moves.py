"""Handlers of intents of the running game: actions, entries, markers, goals, hints and looks at hidden cards."""

import re
from typing import Final

from msgspec.structs import replace

from app.protocol import client_rights, table_log_events
from app.protocol.cardboard_messages import Enter, House
from app.protocol.client_rights import Role
from app.protocol.play_messages import Act, Look, LookAhead, Preview, Secret, TurnMarker
from app.protocol.rejection import Rejection
from app.protocol.teaching_messages import AskHint, Plan
from app.table.bots import advice
from app.table.cardboard import conflict_marker_turning, reports, score_sheet
from app.table.core.transaction import Immediate, Transaction
from app.table.features.hints import Hints
from app.table.features.intent_context import IntentContext
from app.table.game.match import reject_illegal_actions
from app.table.handlers.game_lifecycle import finish
from engine.corrections_and_agreements import Agreement, CountCorrection
from engine.game import CHANCE, HasParallelReports, Seat

THING: Final = re.compile(r"[a-z0-9-]{1,40} [a-z0-9-]{1,40}")  # kind and slug
# In track these roles report for every seat.
REPORTER_ROLES: frozenset[Role] = frozenset({"screen", "seat"})


def act(context: IntentContext, intent: Act) -> Transaction:
    """Apply one action with every chance that follows.

    In track, chance is a question of the seat CHANCE, and anybody may answer for anybody.
    """
    seat = Seat(intent.seat - 1)
    if context.match is not None and context.match.tracked:
        client_rights.check_role(context.who, Act, REPORTER_ROLES)
        context.check_no_correction()
        lines = reports.split_answer(context.match.state, context.state.questions, intent)
    else:
        context.check_seat(seat)
        if (context.state.chairs[seat].by == "bot") != (context.who.role == "bot"):
            raise Rejection("bot-plays", seat=intent.seat)
        if not any(asked.seat == seat and asked.number == intent.question for asked in context.state.questions):
            raise Rejection("stale", seat=intent.seat)
        if (
            context.who.role != "bot"
            and context.state.chairs[seat].coach
            and (other := context.parts.scheduler.rankings.find_coach_objection(intent))
        ):
            raise Rejection("coach", seat=intent.seat, instead="" if context.who.role == "screen" else other)
        lines = [(seat, intent.action)]
    match = context.require_match()
    dealer = context.parts.committed.dealer
    assert dealer is not None
    transaction = Transaction(context.state)
    transaction.answered = lines[0][0]
    with reject_illegal_actions(seat=intent.seat):
        transaction.result = match.answer(lines, context.who, reports.PEOPLE if match.tracked else dealer)
    if not transaction.result.state.to_act:
        finish(context, transaction, match, transaction.result.state, early=False)
    return transaction


def house(context: IntentContext, intent: House) -> Transaction:
    """Add a house agreement or corrected counts to the record; open questions stay open."""
    context.check_host()
    match = context.require_match()
    if not match.tracked:
        raise Rejection("not-tracked")
    context.check_no_correction()
    lines = [str(CountCorrection(what, n)) for what, n in intent.counts.items()]
    if text := " ".join(intent.text.split()):
        lines.append(str(Agreement(text)))
    if not lines:
        raise Rejection("unreadable")
    transaction = Transaction(context.state)
    with reject_illegal_actions():
        transaction.result = match.answer([(CHANCE, line) for line in lines], context.who, reports.PEOPLE)
    if not transaction.result.state.to_act:
        finish(context, transaction, match, transaction.result.state, early=False)
    return transaction


def enter(context: IntentContext, intent: Enter) -> Transaction:
    """Enter a value on a score sheet, for any seat."""
    match = context.match
    if not score_sheet.is_open(match):
        raise Rejection("no-sheet")
    context.check_phase("game")
    transaction = Transaction(context.state)
    with reject_illegal_actions():
        entries = score_sheet.parse_entries(match, intent.action, intent.sure)
        transaction.result = match.answer(entries, context.who, reports.PEOPLE)
    if transaction.result.moves[-1].move.text == score_sheet.END:
        finish(context, transaction, match, transaction.result.state, early=False)
    return transaction


def ask_hint(context: IntentContext, intent: AskHint) -> Transaction:
    """Request a hint, of which everybody is notified. The screen asks for seats played by touch."""
    match, seat = context.require_match(), context.seat(intent.seat)
    context.check_seat(seat)
    if context.state.chairs[seat].by != ("touch" if context.who.role == "screen" else "phone"):
        raise Rejection("held", seat=intent.seat)
    most = context.settings.hints
    if most == 0:
        raise Rejection("hints-off")
    if not context.parts.scheduler.rankings.can_rank():
        if match.tracked and isinstance(match.state, HasParallelReports):
            raise Rejection("no-hands")
        raise Rejection("no-hints")
    context.check_no_correction()
    asked = next((each for each in context.state.questions if each.seat == seat), None)
    if asked is None:
        raise Rejection("not-asked")
    if most is not None and advice.count_hints(context.log, seat) >= most:
        raise Rejection("hints-used", most=most)
    transaction = context.transaction()
    transaction.news.append(table_log_events.HintAsked(seat=intent.seat))
    transaction.hinted = asked
    return transaction


def look(context: IntentContext, intent: Look) -> Secret:
    """Return the secrets of a seat played by touch, while a finger is down; refuse any other seat with `held`.

    That includes a seat whose phone is away: it has to be given to touch first, of which everybody is notified.
    """
    context.require_match()
    seat = context.seat(intent.seat)
    if context.state.chairs[seat].by != "touch":
        raise Rejection("held", seat=intent.seat)
    hint, plan = context.feature(Hints).hint(seat), context.state.chairs[seat].plan
    return replace(context.snapshots().secret(seat, intent.id, hint), plan=plan)


def look_ahead(context: IntentContext, intent: LookAhead) -> Preview:
    """Return the view after an action: for a phone that of its seat, for the screen the public one.

    Where even the choices are secret, the screen gets the view of a seat played by touch, and `held` for any other.
    """
    context.require_match()
    seat, reader, seen = context.seat(intent.seat), context.who.seat, context.snapshots()
    context.check_seat(seat)
    if not any(asked.seat == seat and asked.number == intent.question for asked in context.state.questions):
        raise Rejection("stale", seat=intent.seat)
    if reader != seat and seen.is_secret(seat):
        if context.state.chairs[seat].by != "touch":
            raise Rejection("held", seat=intent.seat)
        reader = seat
    with reject_illegal_actions(seat=intent.seat):
        view = seen.preview(seat, intent.action, reader)
    return Preview(intent.id, intent.seat, intent.question, intent.action, view)


def turn_marker(context: IntentContext, intent: TurnMarker) -> Transaction | Immediate:
    """Turn a conflict marker. In tally that is an entry like any other."""
    if score_sheet.is_open(context.match):
        return enter(context, Enter(id=intent.id, action=score_sheet.marker_entry(context.match, intent.marker)))
    ceremonies, ritual = context.parts.ceremonies, context.parts.ceremonies.ritual
    if ritual is None:
        raise Rejection("no-marker")
    if context.who.role == "seat":
        context.check_seat(Seat(ritual.seat - 1))
    left = conflict_marker_turning.turn_marker(ritual, intent.marker)
    if context.state.lobby.mode == "track":  # people have turned those of their box: one touch confirms all
        return Immediate(lambda: ceremonies.turn_markers(ritual.open, None))
    return Immediate(lambda: ceremonies.turn_markers((intent.marker,), left))


def mark_goal(context: IntentContext, intent: Plan) -> Transaction:
    """Set the goal of a seat; no line of the log mentions it, and no action changes it."""
    context.check_phase("game")
    seat = (
        context.sender_seat() if intent.seat is None and context.who.role == "seat" else context.seat(intent.seat or 0)
    )
    context.check_seat(seat)
    chair = context.state.chairs[seat]
    if context.who.role == "screen" and chair.by != "touch":
        raise Rejection("held", seat=seat + 1)
    if intent.thing is not None and not THING.fullmatch(intent.thing):
        raise Rejection("unreadable")
    return context.change_chair(seat, replace(chair, plan=intent.thing or ""))
