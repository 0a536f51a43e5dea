"""The owner's files: settings, corrected card values and the PIN.

They are written before the transaction that they belong to is stored, and restored if it is rejected.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from math import inf

from app.protocol.rejection import Rejection
from app.protocol.settings_messages import Settings
from app.storage.data_overrides import OwnValues
from app.storage.pin_file import Pin
from app.table.core.pin_and_confirmations import Host
from app.table.core.transaction import EnteredValues, Transaction


class OwnerSettings:
    """The content of the owner's files. `overrides`: corrected values by game, as in a record's header."""

    def __init__(
        self,
        settings: Settings,
        save_settings: Callable[[Settings], None],
        *,
        overrides: Mapping[str, str] | None = None,
        values: OwnValues | None = None,
        pin: Pin | None = None,
        save_pin: Callable[[Pin | None], None] = lambda pin: None,
    ) -> None:
        self.settings = settings
        self._save_settings = save_settings
        self.overrides = overrides or {}
        self.values = values or OwnValues()
        self.host = Host(pin)
        self._save_pin = save_pin

    @contextmanager
    def write_files(self, transaction: Transaction) -> Iterator[None]:
        """Write the settings, values and PIN of a transaction; restore the old ones if it is rejected."""
        if transaction.host is not None:
            self._set_host(transaction.host)
        with self._write_settings(transaction.settings), self._write_values(transaction.entered):
            yield

    @contextmanager
    def _write_settings(self, fresh: Settings | None) -> Iterator[None]:
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
    def _write_values(self, entered: EnteredValues | None) -> Iterator[None]:
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

    def apply_stored(self, transaction: Transaction) -> None:
        """Adopt what has been stored. Changed values apply from the next game on."""
        self.settings = transaction.settings or self.settings
        if transaction.entered is not None:
            self.overrides = {**self.overrides, transaction.entered.game: transaction.entered.overrides}

    def _set_host(self, host: Host) -> None:
        """Adopt a PIN that was given, set or forgotten; raise Rejection if a new one cannot be stored."""
        if host.pin is not self.host.pin:
            self._save_pin(host.pin)
        self.host = host

    def use_confirmation(self, device: str) -> None:
        """Use up the confirmation of a device."""
        self.host = self.host.use_confirmation(device)

    def tick(self, now: float) -> bool:
        """Drop expired PINs and confirmations. Return True if a PIN has expired."""
        before, self.host = self.host, self.host.drop_expired(now)
        return before.pin_until.keys() != self.host.pin_until.keys()

    def next_tick(self) -> float:
        """Return when `tick` is next needed."""
        return min((*self.host.pin_until.values(), *self.host.confirmed_until.values()), default=inf)
