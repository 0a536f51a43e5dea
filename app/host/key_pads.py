"""Joins key pads to a table: their presses go the way of a panel's, and the screen chooses which keys are buttons."""

import asyncio
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Final

from app.protocol import panel_messages
from app.protocol.rights import Rejected
from hardware.key_pads import Key, Keys
from hardware.panel import BUTTONS, Heard, Part

LOOK: Final = 1.0  # seconds until a pad that has been plugged in is seen
PATIENCE: Final = 30.0  # seconds in which a key has to be pressed that is to be chosen: all pads wait for it, as well


class KeyPads:
    """The pads of a table; everything happens on its loop.

    `answer` gets what is heard. `save` keeps the keys, and may be Rejected, which `say` is told where nobody waits for
    an answer. `tell` says something to the screen.
    """

    def __init__(
        self,
        keys: Keys,
        call_later: Callable[[float, Callable[[], None]], object],
        *,
        answer: Callable[[Heard], None],
        save: Callable[[Mapping[Part, Key]], None],
        say: Callable[[Rejected], None] = lambda no: None,
        tell: Callable[[panel_messages.Keys], object] = lambda message: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._keys = keys
        self._call_later = call_later
        self._save, self._say, self._tell = save, say, tell
        self._clock = clock
        self._saved = dict(keys.chosen)
        self._waits = 0  # how often somebody has begun to choose
        keys.listen(answer, self._changed)

    async def run(self) -> None:
        """Hear the keys, also of pads that come later, until cancelled."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._keys.fileno(), self.read)
        try:
            while True:
                self._keys.look()
                await asyncio.sleep(LOOK)
        finally:
            loop.remove_reader(self._keys.fileno())

    def read(self) -> None:
        """Keys have done something."""
        self._keys.read()
        self._settle()

    def close(self) -> None:
        self._keys.close()

    # ---- what the screen sees of it, and does to it ----------------------------------------------------

    def now(self) -> panel_messages.Keys:
        """All of it, for the screen."""
        chosen = self._keys.chosen
        return panel_messages.Keys(
            keys={str(part): chosen[part].code if part in chosen else 0 for part in BUTTONS},
            pads={name: state.value for name, state in self._keys.states().items()},
            choosing=str(self._keys.choosing or ""),
        )

    def choose(self, name: str) -> None:
        """The next key that is pressed becomes this button's; "": no longer. Rejected `no-part`."""
        part = _button(name) if name else None
        self._waits += 1
        waits = self._waits

        def give_up() -> None:
            if waits == self._waits:
                self.let_go()

        if part is not None:
            self._call_later(PATIENCE, give_up)
        self._keys.choose(part)
        self._tell(self.now())

    def forget(self, name: str) -> None:
        """No key is this button's. Rejected `no-part`; `unwritable` leaves it."""
        part = _button(name)
        self._keep({other: key for other, key in self._keys.chosen.items() if other != part})
        self._keys.forget(part)
        self._tell(self.now())

    def let_go(self) -> None:
        """Nobody chooses any more."""
        if self._keys.choosing is not None:
            self.choose("")

    def _changed(self) -> None:
        """A key has been chosen, or a pad has come or gone."""
        try:
            self._keep(self._keys.chosen)
        except Rejected as no:  # it holds until the table ends
            self._say(no)
        self._tell(self.now())

    def _keep(self, keys: Mapping[Part, Key]) -> None:
        if keys != self._saved:
            self._save(keys)
            self._saved = dict(keys)

    def _settle(self) -> None:
        now = self._clock()
        self._keys.settle(now)
        due = self._keys.due()
        if due is not None:
            self._call_later(max(0.0, due - now), self._settle)


def _button(name: str) -> Part:
    for part in BUTTONS:
        if str(part) == name:
            return part
    raise Rejected("no-part")
