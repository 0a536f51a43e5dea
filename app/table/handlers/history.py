"""Handlers of intents about finished games, and names in stored data."""

from app.protocol import history_messages
from app.protocol.name_rules import name_key
from app.protocol.rejection import Rejection
from app.protocol.results import FinishedGame
from app.storage.row_codec import SavedGame
from app.table.core.change_records import GameThrown
from app.table.core.transaction import Transaction
from app.table.features import person_rename_and_removal, recent_changes
from app.table.features.intent_context import IntentContext, check_sure
from app.table.handlers import history_edits
from app.table.history.replay import build_past_position
from app.table.lobby import game_agreement, seating


def recall(context: IntentContext, intent: history_messages.GetHistory) -> history_messages.HistoryPage:
    return context.parts.finished.page(intent.id, intent.after)


def look_back(context: IntentContext, intent: history_messages.LookBack) -> history_messages.PastPosition:
    game, saved = _find_finished(context, intent.game)
    return build_past_position(
        intent.id, context.view(), game=game, saved=saved, shelf=context.games.rules, line=intent.line
    )


def ask_review(context: IntentContext, intent: history_messages.AskReview) -> history_messages.Review:
    game, saved = _find_finished(context, intent.game)
    seat = intent.seat
    if context.who.role != "screen":
        mine = _seat_of(context, game)
        if seat not in (0, mine):
            raise Rejection("not-your-seat", seat=seat)
        seat = mine
    if seat > len(game.result.seats) or seat < 0:
        seat = 0
    review = context.parts.reviews.build_answer(intent.id, game, saved, seat)
    if context.parts.reviews.take_fresh():
        context.parts.scheduler.follow()
    return review


def _seat_of(context: IntentContext, game: FinishedGame) -> int:
    """Find the sender's seat in a finished game: its own while the game is on the table, then by name; 0: none."""
    if context.who.seat is None:
        return 0
    if context.state.game == game.game:
        return context.who.seat + 1
    name = context.state.chairs[context.who.seat].name
    known = [each and name_key(each) for each in game.result.seats]
    return known.index(name_key(name)) + 1 if name and name_key(name) in known else 0


def merge_people(context: IntentContext, intent: history_messages.MergePeople) -> Transaction:
    context.check_host()
    into = seating.normalise_name((), None, intent.into)
    check_sure(intent)
    kept = recent_changes.rename_person(context.state, intent.name, into).today
    transaction = context.transaction(
        chairs=person_rename_and_removal.rename_chairs(context.state.chairs, intent.name, into), today=kept
    )
    transaction.writes.append(
        person_rename_and_removal.rename_everywhere(context.parts.store, context.state, intent.name, into)
    )
    transaction.scrub = True
    return transaction


def forget_person(context: IntentContext, intent: history_messages.ForgetPerson) -> Transaction:
    context.check_host()
    check_sure(intent)
    transaction = context.transaction(
        chairs=person_rename_and_removal.rename_chairs(context.state.chairs, intent.name, None),
        today=recent_changes.rename_person(context.state, intent.name, None).today,
    )
    transaction.writes.append(
        person_rename_and_removal.rename_everywhere(context.parts.store, context.state, intent.name, None)
    )
    transaction.scrub = True
    return transaction


def ask_names(context: IntentContext, intent: history_messages.AskNames) -> history_messages.Names:
    return history_messages.Names(intent.id, context.parts.finished.list_people())


def name_players(context: IntentContext, intent: history_messages.NamePlayers) -> Transaction:
    context.check_host()
    game, saved = _find_removed(context, intent.game)
    transaction = context.transaction()
    transaction.writes.append(history_edits.rename_players(game, saved, intent, _list_wonders(context, game)))
    return transaction


def _list_wonders(context: IntentContext, game: FinishedGame) -> dict[str, str]:
    """Return what a seat may have been, with the board of each; empty if that follows from the record."""
    of = context.games.shelf.get(game.kind)
    if of is None or game.mode != "tally":
        return {}
    return {role: role for role in game.result.identities if role} | game_agreement.list_offered(of, game.variant)


def read_sheet(context: IntentContext, intent: history_messages.ReadSheet) -> history_messages.SheetRead:
    game, saved = _find_finished(context, intent.game)
    return history_edits.read_sheet(intent.id, game, saved, context.games.rules, _list_wonders(context, game))


def amend_sheet(context: IntentContext, intent: history_messages.AmendSheet) -> Transaction:
    context.check_host()
    game, saved = _find_removed(context, intent.game)
    transaction = context.transaction()
    transaction.writes.append(history_edits.add_entries(game, saved, context.games.rules, intent.actions, context.who))
    return transaction


def delete_game(context: IntentContext, intent: history_messages.DeleteGame) -> Transaction:
    context.check_host()
    game, _ = _find_removed(context, intent.game)
    check_sure(intent)
    transaction = context.transaction()
    transaction.writes.append(lambda write: write.bin_game(game.game))
    return recent_changes.list_change(context, transaction, GameThrown(game.game, game.kind, finished=True))


def _find_finished(context: IntentContext, mark: str) -> tuple[FinishedGame, SavedGame]:
    """Find a finished game and its record by its mark; raise Rejection `no-such-game`."""
    game = context.parts.store.finished(mark)
    saved = context.parts.store.game(game.game) if game else None
    if game is None or saved is None:
        raise Rejection("no-such-game")
    return game, saved


def _find_removed(context: IntentContext, mark: str) -> tuple[FinishedGame, SavedGame]:
    """Find a finished game that is not on the table any more; raise Rejection `on-the-table`."""
    game, saved = _find_finished(context, mark)
    if context.state.game == game.game:
        raise Rejection("on-the-table")
    return game, saved
