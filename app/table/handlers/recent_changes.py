"""The handler that undoes a change of the last day."""

from msgspec.structs import replace

from app.protocol import client_rights
from app.protocol.name_rules import name_key
from app.protocol.rejection import Rejection
from app.protocol.revertible_change_messages import PutBack
from app.protocol.settings_messages import SetTable
from app.table.core.change_records import (
    GamesCame,
    GamesOut,
    GameThrown,
    LockBefore,
    PlacesBefore,
    SeatBefore,
    SettingBefore,
    drop_lines,
)
from app.table.core.transaction import Transaction
from app.table.features.intent_context import IntentContext
from app.table.features.recent_changes import find_line, list_change
from app.table.handlers.machine import OF_THE_MACHINE
from app.table.handlers.seats import differences
from app.table.lobby import game_agreement, seating
from app.table.lobby.seating import Chair, Chairs
from engine.game import Seat


def put_back(context: IntentContext, intent: PutBack) -> Transaction:
    """Restore what was before a line of the list; later lines about the same thing are dropped."""
    line = find_line(context.state, intent.change, context.parts.store.clock())
    if line is None:
        raise Rejection("not-today")
    context = context.with_state(today=drop_lines(context.state.today, line.was, line.number))
    match was := line.was:
        case SettingBefore():
            return _restore_setting(context, was)
        case LockBefore():
            context.check_host()
            return context.transaction(locked=was.was and seating.are_held(context.state.chairs))
        case PlacesBefore():
            return _restore_places(context, was)
        case SeatBefore():
            return _restore_seat(context, was.chair)
        case GameThrown():
            context.check_host()
            transaction = context.transaction()
            transaction.writes.append(lambda write: write.restore_game(was.game))
            return transaction
        case GamesCame() | GamesOut():
            return _restore_batch(context, was)


def _restore_setting(context: IntentContext, was: SettingBefore) -> Transaction:
    context.check_host()
    if was.name in OF_THE_MACHINE:
        client_rights.check_role(context.who, SetTable, {"screen"})
    return context.change_settings(replace(context.settings, **{was.name: was.was}))


def _restore_batch(context: IntentContext, was: GamesCame | GamesOut) -> Transaction:
    context.check_host()
    transaction = context.transaction()
    if isinstance(was, GamesOut):
        transaction.writes.append(lambda write: write.restore_import(was.first, was.last))
        return list_change(context, transaction, GamesCame(was.first))
    batch = next((batch for batch in context.parts.store.batches() if batch.first == was.first), None)
    if batch is None:
        raise Rejection("not-today")
    transaction.writes.append(lambda write: write.undo_import(batch))
    return list_change(context, transaction, GamesOut(batch.first, batch.last, batch.games))


def _restore_places(context: IntentContext, was: PlacesBefore) -> Transaction:
    """Restore the agreement and the order of places; refused if a phone would lose its place."""
    context.check_phase("lobby")
    there = {chair.number: chair for chair in context.state.chairs}
    if tuple(there) != was.ring or context.state.lobby.keep != was.lobby.keep:
        context.check_host()
    if any(chair.key for number, chair in there.items() if number not in was.ring):
        raise Rejection("seats-taken", count=len(was.ring), taken=len(there))
    gone = {chair.number: chair for chair in was.gone}
    chairs = tuple(
        there.get(number) or _restore_chair(context, gone[number]) for number in was.ring if number in there | gone
    )
    game, agreed = context.games.shelf[was.lobby.game], was.lobby
    fits = game_agreement.list_offered(game, agreed.variant)
    chairs = tuple(
        replace(chair, wish=chair.wish if chair.wish in fits else None)
        if _is_allowed(context, chair, agreed)
        else seating.empty_chair(chair, context.parts.chance)
        for chair in chairs
    )
    count = context.state.chair_count
    if len(chairs) < game.seats[0]:  # a game began meanwhile, which removes free chairs
        chairs, count = seating.resize(chairs, game.seats[0], count, context.parts.chance)
    return context.transaction(chairs=chairs, chair_count=count, lobby=agreed)


def _restore_seat(context: IntentContext, chair: Chair) -> Transaction:
    """Restore a place; if the agreement does not allow that now, restore the agreement, too."""
    context = _restore_agreement_for(context, chair)
    seats = {each.number: Seat(seat) for seat, each in enumerate(context.state.chairs)}
    if chair.number not in seats:  # a game began meanwhile, which removed it
        context.check_phase("lobby")
        if chair.by == "free":
            return context.transaction()
        if len(seats) >= context.game.seats[-1]:
            raise Rejection("seats-taken", count=context.game.seats[-1], taken=len(seats) + 1)
        seats[chair.number] = Seat(len(seats))
        free = seating.make_free_chair(chair.number, context.parts.chance)
        context = context.with_state(chairs=(*context.state.chairs, free))
    seat = seats[chair.number]
    before = context.state.chairs[seat]
    _check_restorable(context, seat, chair)
    if chair.name is not None:
        context = context.with_state(chairs=_free_name(context.state.chairs, seat, chair.name))
    fresh = _restore_chair(context, chair) if context.state.phase == "lobby" else _restore_in_game(before, chair)
    if fresh.wish is not None and context.state.phase == "lobby":
        fresh = replace(fresh, wish=fresh.wish if _is_free(context, seat, fresh.wish) else None)
    transaction = context.change_chair(seat, fresh)
    if fresh.key and fresh.key != before.key:
        transaction.news.append(seating.build_joined_news(seat, before, fresh))
    else:
        transaction.news += differences(seat, before, fresh, context.sender_number)
    return transaction


def _restore_agreement_for(context: IntentContext, chair: Chair) -> IntentContext:
    """Return the context with an older agreement, if a place in the lobby needs one."""
    there = any(each.number == chair.number for each in context.state.chairs)
    if context.state.phase != "lobby" or (there and _is_allowed(context, chair, context.state.lobby)):
        return context
    found = _find_places_with(context, chair)
    if found is None:
        return context
    number, was = found
    restored = _restore_places(context, was).state
    return replace(context, state=replace(restored, today=drop_lines(restored.today, was, number)))


def _check_restorable(context: IntentContext, seat: Seat, chair: Chair) -> None:
    """Check that the sender may put this chair back at a seat, and that it can be played so."""
    before = context.state.chairs[seat]
    if not context.has_given_pin:
        context.check_seat(seat)
    if (chair.by, chair.key) != (before.by, before.key):
        context.check_taken(seat)
    context.check_others(seat)
    if "bot" in (chair.by, before.by) and context.who.seat != seat:
        context.check_host()
    if not chair.vacant:
        context.check_unlocked(seat)
    if chair.by == "bot":
        game_agreement.check_bots(context.state.lobby, context.game)
    if chair.by == "touch" and not context.can_play_by_touch(context.state.lobby):
        raise Rejection("not-by-touch", game=context.state.lobby.game)


def _free_name(chairs: Chairs, seat: Seat, name: str) -> Chairs:
    """Clear this name on a seat of the screen; a phone keeps it (Rejection `name-taken`)."""
    for other, held in enumerate(chairs):
        if other != seat and held.by != "phone" and held.name is not None and name_key(held.name) == name_key(name):
            chairs = seating.replace_chair(chairs, Seat(other), replace(held, name=None))
    seating.normalise_name(chairs, seat, name)
    return chairs


def _is_allowed(context: IntentContext, chair: Chair, agreed: game_agreement.Lobby) -> bool:
    """Check whether the agreement allows a place to be played so."""
    bots = game_agreement.can_seat_bots(agreed, context.games.shelf[agreed.game])
    return {"bot": bots, "touch": context.can_play_by_touch(agreed)}.get(chair.by, True)


def _find_places_with(context: IntentContext, chair: Chair) -> tuple[int, PlacesBefore] | None:
    """Find the newest change of places before which this place existed and was playable, with its number.

    None if the current agreement allows the place, which then is added by itself.
    """
    were = [(each.number, each.was) for each in reversed(context.state.today) if isinstance(each.was, PlacesBefore)]
    able = [each for each in were if _is_allowed(context, chair, each[1].lobby)]
    with_it = [each for each in able if chair.number in each[1].ring]
    found = with_it if with_it or _is_allowed(context, chair, context.state.lobby) else able
    return found[0] if found else None


def _is_free(context: IntentContext, seat: Seat, wish: str) -> bool:
    """Check whether the game has this wonder and nobody else has chosen a side of it."""
    fits = game_agreement.list_offered(context.game, context.state.lobby.variant)
    others = {fits.get(chair.wish or "") for nth, chair in enumerate(context.state.chairs) if nth != seat}
    return wish in fits and fits[wish] not in others


def _restore_chair(context: IntentContext, chair: Chair) -> Chair:
    """Restore all of a chair in the lobby; its phone's old key is valid again."""
    if chair.key and any(each.key == chair.key and each.number != chair.number for each in context.state.chairs):
        raise Rejection("sits-elsewhere")
    return replace(chair, ticket=context.parts.chance.ticket() if chair.by == "free" else "")


def _restore_in_game(now: Chair, chair: Chair) -> Chair:
    """Restore a chair in a game; a phone that has lost the seat does not get its secrets back."""
    if chair.by == "free" or chair.key not in ("", now.key):
        raise Rejection("lobby-only")
    wish, called = now.wish, now.called if chair.by == "bot" == now.by else chair.called
    return replace(chair, wish=wish, called=called, ticket="", plan=now.plan if chair.key == now.key else "")
