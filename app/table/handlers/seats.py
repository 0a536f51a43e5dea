"""Handlers of intents about seats: their number and players, hand-over, and a phone's own seat."""

import msgspec
from msgspec.structs import replace

from app.protocol import table_log_events
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import HandOver, InviteFar, Leave, MoveSeat, Rename, SetSeat, SetSeats
from app.table.core.transaction import Transaction
from app.table.features.intent_context import IntentContext
from app.table.lobby import game_agreement, seating
from app.table.lobby.seating import Chair
from engine.game import Event, Seat, roles_of


def set_seats(context: IntentContext, intent: SetSeats) -> Transaction:
    context.check_phase("lobby")
    context.check_host()
    seats = context.game.seats
    if intent.count not in seats:
        raise Rejection("seats", fewest=seats[0], most=seats[-1])
    chairs, count = seating.resize(context.state.chairs, intent.count, context.state.chair_count, context.parts.chance)
    first = context.state.lobby.first
    first = first if first is None or first <= intent.count else None
    agreed = replace(context.state.lobby, first=first, away=game_agreement.DisplacedBots())
    return context.transaction(chairs=chairs, chair_count=count, lobby=agreed)


def set_seat(context: IntentContext, intent: SetSeat) -> Transaction:
    seat, before = context.seat(intent.seat), context.state.chairs
    _check_player(context, seat, intent)
    roles = roles_of(context.game)
    identities = roles.roles()
    if intent.wonder in identities and intent.wonder not in game_agreement.list_offered(
        context.game, context.state.lobby.variant
    ):
        raise Rejection("wonder-unfit", wonder=str(intent.wonder))
    chairs = seating.apply_intent(
        before,
        seat,
        intent,
        identities=identities,
        board=roles.board,
        players=context.games.players,
        chance=context.parts.chance,
        in_lobby=context.state.phase == "lobby",
        game=context.state.lobby.game,
    )
    if before[seat].name is None:
        chairs = seating.restore_badge(chairs, seat, context.parts.finished.badge)
    transaction = context.transaction(chairs=chairs)
    if intent.by is not msgspec.UNSET:  # the bots that were to return to their seats do not any more
        transaction.state = replace(
            transaction.state, lobby=replace(transaction.state.lobby, away=game_agreement.DisplacedBots())
        )
    transaction.news += differences(seat, before[seat], chairs[seat], context.sender_number)
    return transaction


def _check_player(context: IntentContext, seat: Seat, intent: SetSeat) -> None:
    """Check that the sender may change a seat, and that it can be played as the intent says."""
    before = context.state.chairs[seat]
    if not context.has_given_pin:
        context.check_seat(seat)
    if intent.by not in (msgspec.UNSET, before.by):
        context.check_taken(seat)
    context.check_others(seat)
    if "bot" in (intent.by, before.by) and context.who.seat != seat and before.key not in context.gone:
        context.check_host()
    if intent.by == "touch":
        context.check_unlocked(seat)
        if not context.can_play_by_touch(context.state.lobby):
            raise Rejection("not-by-touch", game=context.state.lobby.game)
    if intent.by == "bot":
        game_agreement.check_bots(context.state.lobby, context.game)


def move_seat(context: IntentContext, intent: MoveSeat) -> Transaction:
    context.check_phase("lobby")
    context.check_host()
    return context.transaction(
        chairs=seating.swap_chairs(context.state.chairs, context.seat(intent.seat), context.seat(intent.to))
    )


def hand_over(context: IntentContext, intent: HandOver) -> Transaction:
    """Issue a fresh ticket for a seat.

    Headless, while a phone has not been away for long, all others (at least two) have to ask: one alone could look at
    another's hand as soon as that phone falls asleep.
    """
    seat = context.seat(intent.seat)
    chair, agreed_gone = context.state.chairs[seat], None
    if (
        context.parts.presence.headless
        and not intent.cancel
        and context.who.seat not in (None, seat)
        and _just_away(context, chair)
    ):
        others = {each.number for each in context.state.chairs if each.key in context.present}
        said = context.parts.presence.gone_reports.get(chair.key, frozenset()) | {
            context.state.chairs[context.who.seat].number
        }
        agreed_gone = chair.key, said
        if len(others) < 2 or not others <= said:
            transaction = context.transaction()
            transaction.agreed_gone = agreed_gone
            transaction.news.append(table_log_events.HandOverAsked(seat=intent.seat, by=context.sender_number))
            return transaction
        context = replace(context, gone=context.gone | {chair.key})
    context.check_seat(seat)
    if chair.by == "free":
        raise Rejection("seat-free", seat=intent.seat)
    if intent.cancel:
        return context.change_chair(seat, seating.close_hand_over(chair))
    context.check_taken(seat)
    context.check_unlocked(seat)
    asker = None if context.who.seat is None else context.state.chairs[context.who.seat].number
    transaction = context.change_chair(
        seat, seating.open_hand_over(chair, context.now + seating.HAND_OVER_SECONDS, asker, context.parts.chance)
    )
    transaction.agreed_gone = agreed_gone
    transaction.news.append(table_log_events.HandOverOpened(seat=intent.seat, by=context.sender_number))
    return transaction


def invite_far(context: IntentContext, intent: InviteFar) -> Transaction:
    """Invite a friend far away to a seat that no phone holds, or end that, also once the friend has sat down."""
    seat = context.seat(intent.seat)
    chair = context.state.chairs[seat]
    if not (context.has_given_pin or (intent.cancel and context.chair_number in (None, chair.far_asker))):
        context.check_seat(seat)
    if intent.cancel and chair.far:
        return _stand_up(context, seat)
    if intent.cancel:
        return context.change_chair(seat, seating.close_invitation(chair))
    if context.parts.presence.network.public is None:
        raise Rejection("no-public-address")
    context.check_unlocked(seat)
    if chair.key:
        raise Rejection("seat-taken", seat=intent.seat)
    return context.change_chair(
        seat,
        seating.invite_far(chair, context.now + seating.INVITED_SECONDS, context.chair_number, context.parts.chance),
    )


def _just_away(context: IntentContext, chair: Chair) -> bool:
    """Check whether, in a game, the phone of this chair is disconnected but not gone for long."""
    holds = context.state.phase != "lobby" and chair.by == "phone" and chair.key
    return bool(holds) and chair.key not in context.present | context.gone


def rename(context: IntentContext, intent: Rename) -> Transaction:
    """Change one's own name, language, emblem and colour."""
    seat, before = context.sender_seat(), context.state.chairs
    name = seating.normalise_name(before, seat, intent.name)
    badged = seating.set_badge(before, seat, intent.emblem, intent.colour)
    chair = replace(badged, name=name, lang=seating.check_language(intent.lang))
    transaction = context.change_chair(seat, chair)
    transaction.news += differences(seat, before[seat], chair, context.sender_number)
    return transaction


def leave(context: IntentContext, intent: Leave) -> Transaction:
    """Give up one's seat: in the lobby it is free, in a game it is played by touch or else handed over."""
    return _stand_up(context, context.sender_seat())


def _stand_up(context: IntentContext, seat: Seat) -> Transaction:
    chair = context.state.chairs[seat]
    touch = not context.parts.presence.headless and context.can_play_by_touch(context.state.lobby)
    transaction = context.change_chair(
        seat, seating.stand_up(chair, context.parts.chance, in_lobby=context.state.phase == "lobby", touch=touch)
    )
    transaction.news.append(table_log_events.SeatLeft(seat=seat + 1, name=chair.name))
    return transaction


def differences(seat: Seat, before: Chair, after: Chair, by: int) -> list[Event]:
    """Build the news about the change of a chair."""
    if after.by == "free":
        return [table_log_events.SeatLeft(seat=seat + 1, name=before.name)] if before.by != "free" else []
    found: list[Event] = []
    if (after.by, after.bot) != (before.by, before.bot):
        gone = before.called if before.own_bot and after.person else ""
        found.append(table_log_events.SeatGiven(seat=seat + 1, played=after.by, bot=after.bot, by=by, after=gone))
    if after.name != before.name and after.by != "bot":
        found.append(table_log_events.SeatRenamed(seat=seat + 1, before=before.name, name=after.name))
    return found
