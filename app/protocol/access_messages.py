"""Messages about who may do what: the PIN, and whether new people may sit down."""

from typing import Final

from app.protocol.base_messages import Intent


class GivePin(Intent, frozen=True, tag="give-pin"):
    """Submit the table's PIN (TableView.pin): for ten minutes this client may do what affects everybody.

    Wrong PINs are rate limited. An intent refused with `pin` is to be sent again afterwards. Without a PIN: submit the
    number of a refusal `meant`, which confirms the refused intent; send that again.
    """

    pin: str

    def __repr__(self) -> str:
        return "GivePin()"


class ForgetPin(Intent, frozen=True, tag="forget-pin"):
    """Expire this client's PIN now."""


FEWEST_DIGITS: Final = 4  # of a PIN
MOST_DIGITS: Final = 8


class SetPin(Intent, frozen=True, tag="set-pin"):
    """Screen only: set or change the table's PIN; "" removes it, so that everybody may do everything again."""

    pin: str  # digits

    def __repr__(self) -> str:
        return "SetPin()"


class LockTable(Intent, frozen=True, tag="lock-table"):
    """Let nobody new sit down, or (not `locked`) allow it again. People who have a seat can always come back."""

    locked: bool
