"""The connection of key pads to a table. A key press acts like a panel's button; the screen assigns the keys."""

import asyncio
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Final

from app.protocol import panel_messages
from app.protocol.rejection import Rejection
from hardware.key_pads import KeyPadReader, PadKey
from hardware.panel_interface import BUTTONS, PanelEvent, Part

POLL_SECONDS: Final = 1.0  # interval at which pads are looked for
CHOICE_SECONDS: Final = 30.0  # for which a choice waits for a key press; all pads are grabbed meanwhile


class KeyPadConnection:
    """The pads of a table; everything runs on its loop.

    `answer` receives the events. `save` stores the keys; on Rejection it calls `report` if no request is
    waiting. `tell` sends a message to the screen.
    """

    def __init__(
        self,
        keys: KeyPadReader,
        call_later: Callable[[float, Callable[[], None]], object],
        *,
        answer: Callable[[PanelEvent], None],
        save: Callable[[Mapping[Part, PadKey]], None],
        report: Callable[[Rejection], None] = lambda no: None,
        tell: Callable[[panel_messages.Keys], object] = lambda message: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._keys = keys
        self._call_later = call_later
        self._save, self._report, self._tell = save, report, tell
        self._clock = clock
        self._saved = dict(keys.chosen)
        self._choice_count = 0  # number of choices begun
        keys.listen(answer, self._on_keys_changed)

    async def run(self) -> None:
        """Read key events, also of pads that are plugged in later, until cancelled."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._keys.fileno(), self.read_events)
        try:
            while True:
                self._keys.look()
                await asyncio.sleep(POLL_SECONDS)
        finally:
            loop.remove_reader(self._keys.fileno())

    def read_events(self) -> None:
        self._keys.process_events()
        self._process_deadlines()

    def close(self) -> None:
        self._keys.close()

    def current_message(self) -> panel_messages.Keys:
        """Return the message for the screen."""
        chosen = self._keys.chosen
        return panel_messages.Keys(
            keys={str(part): chosen[part].code if part in chosen else 0 for part in BUTTONS},
            pads={name: state.value for name, state in self._keys.states().items()},
            choosing=str(self._keys.choosing or ""),
        )

    def choose(self, name: str) -> None:
        """Assign the next key that is pressed to a button; "" cancels. Rejection `no-part`."""
        part = _find_button(name) if name else None
        self._choice_count += 1
        choice = self._choice_count

        def expire() -> None:
            if choice == self._choice_count:
                self.release()

        if part is not None:
            self._call_later(CHOICE_SECONDS, expire)
        self._keys.choose(part)
        self._tell(self.current_message())

    def forget(self, name: str) -> None:
        """Remove a button's key. Rejection `no-part`, or `unwritable`, which leaves it."""
        part = _find_button(name)
        self._save_if_changed({other: key for other, key in self._keys.chosen.items() if other != part})
        self._keys.forget(part)
        self._tell(self.current_message())

    def release(self) -> None:
        """Cancel the choice of a key."""
        if self._keys.choosing is not None:
            self.choose("")

    def _on_keys_changed(self) -> None:
        """Store and send the keys, after one was chosen or a pad was plugged in or pulled out."""
        try:
            self._save_if_changed(self._keys.chosen)
        except Rejection as no:  # the key works until the table ends
            self._report(no)
        self._tell(self.current_message())

    def _save_if_changed(self, keys: Mapping[Part, PadKey]) -> None:
        if keys != self._saved:
            self._save(keys)
            self._saved = dict(keys)

    def _process_deadlines(self) -> None:
        now = self._clock()
        self._keys.settle(now)
        deadline = self._keys.next_deadline()
        if deadline is not None:
            self._call_later(max(0.0, deadline - now), self._process_deadlines)


def _find_button(name: str) -> Part:
    for part in BUTTONS:
        if str(part) == name:
            return part
    raise Rejection("no-part")
