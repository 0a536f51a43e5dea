"""Intents about finished games, and the names in all that is kept."""

from app.protocol import messages
from app.protocol.rights import Rejected
from app.table import people, seating
from app.table.context import IntentContext, sure
from app.table.replay import looked_back
from app.table.transaction import Transaction


def recall(at: IntentContext, intent: messages.Recall) -> messages.Recalled:
    return at.finished.page(intent.id, intent.after)


def look_back(at: IntentContext, intent: messages.LookBack) -> messages.LookedBack:
    game = at.store.finished(intent.game)
    saved = at.store.game(game.game) if game else None
    if game is None or saved is None:
        raise Rejected("no-such-game")
    return looked_back(intent.id, at.view(), game, saved, at.rules, intent.line)


def merge_people(at: IntentContext, intent: messages.MergePeople) -> Transaction:
    at.check_host()
    into = seating.name_for((), None, intent.into)
    sure(intent)
    transaction = at.transaction()
    transaction.writes.append(people.renamed(at.store, at.table, intent.name, into))
    transaction.scrub = True
    return transaction


def forget_person(at: IntentContext, intent: messages.ForgetPerson) -> Transaction:
    at.check_host()
    sure(intent)
    transaction = at.transaction()
    transaction.writes.append(people.renamed(at.store, at.table, intent.name, None))
    transaction.scrub = True
    return transaction
