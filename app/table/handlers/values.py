"""The intent that corrects printed values."""

from typing import Final

from app.protocol import messages
from app.protocol.rights import Rejected
from app.table.core.transaction import EnteredValues, Transaction
from app.table.features.context import IntentContext
from engine.game import HasOverrides
from engine.overrides import as_file, rewritten

NAMED: Final = 80  # letters of what does not fit, in a sentence


def set_values(at: IntentContext, intent: messages.SetValues) -> Transaction:
    """Write values into the owner's file, validated as at a start; all else in it stays."""
    at.check_host()
    game = at.shelf.get(intent.game)
    if game is None or not isinstance(game, HasOverrides):
        raise Rejected("no-values")
    changes = {tuple(name.split(".")): value for name, value in intent.values.items()}
    before, file = at.own_values.text(intent.game), f"{intent.game}.toml"
    try:
        as_file({path: value for path, value in changes.items() if value is not None})
    except ValueError:
        raise Rejected("values-unfit", why=", ".join(intent.values)[:NAMED]) from None
    try:
        text = rewritten(before, changes)
    except ValueError:
        raise Rejected("values-file", file=file) from None
    try:
        overrides = game.overrides(text.encode(), file)
    except ValueError as unfit:
        raise Rejected("values-unfit", why=str(unfit).removeprefix(f"{file}: ")) from None
    transaction = at.transaction()
    transaction.entered = EnteredValues(intent.game, before, text, overrides)
    return transaction
