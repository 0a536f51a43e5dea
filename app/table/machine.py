"""What stands around the table, as far as intents reach there: panel of lights and buttons, key pads, computer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from app.protocol import messages


class Panel(Protocol):
    """The panel, as far as the screen sees and touches it."""

    def now(self) -> messages.Panel | None: ...

    def touch(self, button: str, down: bool) -> None: ...

    def try_part(self, name: str) -> None: ...

    def let_go(self) -> None: ...


class Keys(Protocol):
    """The key pads, as far as the screen sees them and chooses their keys."""

    def now(self) -> messages.Keys: ...

    def choose(self, name: str) -> None: ...

    def forget(self, name: str) -> None: ...

    def let_go(self) -> None: ...


@dataclass(slots=True)
class Machine:
    """Each is set once it is there. `power_off` gives why it cannot be done, or "". `diagnose` takes a language."""

    power_off: Callable[[], str] = lambda: ""
    installed: bool = False  # the computer is the table, and nothing else
    diagnose: Callable[[str], tuple[messages.Finding, ...]] = lambda lang: ()
    panel: Panel | None = None
    keys: Keys | None = None
