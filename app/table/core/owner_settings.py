"""The owner's files beside the table's own: settings, values of games, the PIN.

They are written before what goes with them is stored, and hold once it is; where that is refused, they are put back.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from math import inf

from app.protocol.client_rights import Rejection
from app.protocol.settings_messages import Settings
from app.storage.data_overrides import OwnValues
from app.storage.pin_file import Pin
from app.table.core.access_rights import Host
from app.table.core.transaction import EnteredValues, Transaction


class OwnerSettings:
    """The content of those files. `overrides`: as a header has them, by game."""

    def __init__(
        self,
        settings: Settings,
        save_settings: Callable[[Settings], None],
        overrides: Mapping[str, str],
        values: OwnValues,
        pin: Pin | None,
        save_pin: Callable[[Pin | None], None],
    ) -> None:
        self.settings = settings
        self._save_settings = save_settings
        self.overrides = overrides
        self.values = values
        self.host = Host(pin)
        self._save_pin = save_pin

    @contextmanager
    def changed(self, transaction: Transaction) -> Iterator[None]:
        """Write the settings, values and PIN of a transaction; restore the old ones if it is rejected."""
        if transaction.host is not None:
            self._set_host(transaction.host)
        with self._set(transaction.settings), self._entered(transaction.entered):
            yield

    @contextmanager
    def _set(self, fresh: Settings | None) -> Iterator[None]:
        if fresh is None:
            yield
            return
        before = self.settings
        self._save_settings(fresh)
        try:
            yield
        except Rejection:
            with suppress(Rejection):
                self._save_settings(before)
            raise

    @contextmanager
    def _entered(self, entered: EnteredValues | None) -> Iterator[None]:
        if entered is None:
            yield
            return
        self.values.save(entered.game, entered.text)
        try:
            yield
        except Rejection:
            with suppress(Rejection):
                self.values.save(entered.game, entered.before)
            raise

    def become_true(self, transaction: Transaction) -> None:
        """Take over what has been stored. Changed values apply from the next game on."""
        self.settings = transaction.settings or self.settings
        if transaction.entered is not None:
            self.overrides = {**self.overrides, transaction.entered.game: transaction.entered.overrides}

    def _set_host(self, host: Host) -> None:
        """Take over a PIN that was given, set or forgotten. Rejection if a new one cannot be stored."""
        if host.pin is not self.host.pin:
            self._save_pin(host.pin)
        self.host = host

    def carried_out(self, device: str) -> None:
        """Use up the confirmation of a device."""
        self.host = self.host.carried_out(device)

    def tick(self, now: float) -> bool:
        """Drop expired PINs and confirmations. Return True if a PIN has expired."""
        before, self.host = self.host, self.host.passed(now)
        return before.given.keys() != self.host.given.keys()

    def next_tick(self) -> float:
        """Return when `tick` is next needed."""
        return min((*self.host.given.values(), *self.host.meant.values()), default=inf)
