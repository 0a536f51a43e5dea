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


def set_seats(at: IntentContext, intent: SetSeats) -> Transaction:
    at.check_phase("lobby")
    at.check_host()
    seats = at.game.seats
    if intent.count not in seats:
        raise Rejection("seats", fewest=seats[0], most=seats[-1])
    chairs, count = seating.resize(at.table.chairs, intent.count, at.table.chair_count, at.chance)
    first = at.table.lobby.first
    first = first if first is None or first <= intent.count else None
    agreed = replace(at.table.lobby, first=first, away=game_agreement.DisplacedBots())
    return at.transaction(chairs=chairs, chair_count=count, lobby=agreed)


def set_seat(at: IntentContext, intent: SetSeat) -> Transaction:
    seat = at.seat(intent.seat)
    before = at.table.chairs
    if not at.has_given_pin:
        at.check_seat(seat)
    if intent.by not in (msgspec.UNSET, before[seat].by):
        at.check_taken(seat)
    at.check_others(seat)
    if "bot" in (intent.by, before[seat].by) and at.who.seat != seat and before[seat].key not in at.gone:
        at.check_host()
    if intent.by == "touch":
        at.check_unlocked(seat)
    if intent.by == "touch" and not at.can_play_by_touch(at.table.lobby):
        raise Rejection("not-by-touch", game=at.table.lobby.game)
    in_lobby = at.table.phase == "lobby"
    if intent.by == "bot":
        game_agreement.check_bots(at.table.lobby, at.game)
    roles = roles_of(at.game)
    identities = roles.roles()
    if intent.wonder in identities and intent.wonder not in game_agreement.list_offered(
        at.game, at.table.lobby.variant
    ):
        raise Rejection("wonder-unfit", wonder=str(intent.wonder))
    chairs = seating.apply_intent(
        before,
        seat,
        intent,
        identities=identities,
        board=roles.board,
        players=at.players,
        chance=at.chance,
        in_lobby=in_lobby,
        game=at.table.lobby.game,
    )
    if before[seat].name is None:
        chairs = seating.restore_badge(chairs, seat, at.finished.badge)
    transaction = at.transaction(chairs=chairs)
    if intent.by is not msgspec.UNSET:  # whoever says who plays has said so of the bots that are away, too
        transaction.table = replace(
            transaction.table, lobby=replace(transaction.table.lobby, away=game_agreement.DisplacedBots())
        )
    transaction.news += differences(seat, before[seat], chairs[seat], at.sender_number)
    return transaction


def move_seat(at: IntentContext, intent: MoveSeat) -> Transaction:
    at.check_phase("lobby")
    at.check_host()
    return at.transaction(chairs=seating.swap_chairs(at.table.chairs, at.seat(intent.seat), at.seat(intent.to)))


def hand_over(at: IntentContext, intent: HandOver) -> Transaction:
    """Issue a fresh ticket for a seat.

    Headless, while a phone has not been away for long, all others (at least two) have to ask: one alone could look at
    another's hand as soon as that phone falls asleep.
    """
    seat = at.seat(intent.seat)
    chair, agreed_gone = at.table.chairs[seat], None
    if at.headless and not intent.cancel and at.who.seat not in (None, seat) and _just_away(at, chair):
        others = {each.number for each in at.table.chairs if each.key in at.present}
        said = at.gone_reports.get(chair.key, frozenset()) | {at.table.chairs[at.who.seat].number}
        agreed_gone = chair.key, said
        if len(others) < 2 or not others <= said:
            transaction = at.transaction()
            transaction.agreed_gone = agreed_gone
            transaction.news.append(table_log_events.HandOverAsked(seat=intent.seat, by=at.sender_number))
            return transaction
        at = replace(at, gone=at.gone | {chair.key})
    at.check_seat(seat)
    if chair.by == "free":
        raise Rejection("seat-free", seat=intent.seat)
    if intent.cancel:
        return at.change_chair(seat, seating.close_tickets(chair))
    at.check_taken(seat)
    at.check_unlocked(seat)
    asker = None if at.who.seat is None else at.table.chairs[at.who.seat].number
    transaction = at.change_chair(
        seat, seating.open_hand_over(chair, at.now + seating.HAND_OVER_SECONDS, asker, at.chance)
    )
    transaction.agreed_gone = agreed_gone
    transaction.news.append(table_log_events.HandOverOpened(seat=intent.seat, by=at.sender_number))
    return transaction


def invite_far(at: IntentContext, intent: InviteFar) -> Transaction:
    """Invite a friend far away to a seat that no phone holds, or end that, also once the friend has sat down."""
    seat = at.seat(intent.seat)
    chair = at.table.chairs[seat]
    if not (at.has_given_pin or (intent.cancel and at.chair_number in (None, chair.far_asker))):
        at.check_seat(seat)
    if intent.cancel and chair.far:
        return _stand_up(at, seat)
    if intent.cancel:
        return at.change_chair(seat, seating.close_invitation(chair))
    if not at.has_public_address:
        raise Rejection("no-public-address")
    at.check_unlocked(seat)
    if chair.key:
        raise Rejection("seat-taken", seat=intent.seat)
    return at.change_chair(
        seat, seating.invite_far(chair, at.now + seating.INVITED_SECONDS, at.chair_number, at.chance)
    )


def _just_away(at: IntentContext, chair: Chair) -> bool:
    """Check whether, in a game, the phone of this chair is disconnected but not gone for long."""
    holds = at.table.phase != "lobby" and chair.by == "phone" and chair.key
    return bool(holds) and chair.key not in at.present | at.gone


def rename(at: IntentContext, intent: Rename) -> Transaction:
    """Change one's own name, language, emblem and colour."""
    seat, before = at.sender_seat(), at.table.chairs
    name = seating.normalise_name(before, seat, intent.name)
    badged = seating.set_badge(before, seat, intent.emblem, intent.colour)
    chair = replace(badged, name=name, lang=seating.check_language(intent.lang))
    transaction = at.change_chair(seat, chair)
    transaction.news += differences(seat, before[seat], chair, at.sender_number)
    return transaction


def leave(at: IntentContext, intent: Leave) -> Transaction:
    """Give up one's seat: in the lobby it is free, in a game it is played by touch or else handed over."""
    return _stand_up(at, at.sender_seat())


def _stand_up(at: IntentContext, seat: Seat) -> Transaction:
    chair = at.table.chairs[seat]
    touch = not at.headless and at.can_play_by_touch(at.table.lobby)
    transaction = at.change_chair(
        seat, seating.stand_up(chair, at.chance, in_lobby=at.table.phase == "lobby", touch=touch)
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
