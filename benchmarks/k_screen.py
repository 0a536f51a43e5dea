"""The screen of a running table in a window, and fingers that play Duel on it: the child that rows k1, k4, k5 ask.

`python -m benchmarks.k_screen FOLDER [VARIANT]`; each line of its input is asked for, each line of its output answers.
"""

import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from app.games.screens import Screens
from app.games.shelf import readers
from app.screen.start import connect, prepare
from main import data

FOLDER, VARIANT = sys.argv[1], sys.argv[2]
prepare(Path(tempfile.mkdtemp(prefix="wondertable-kivy-")), kiosk=False, size=(1280, 720))

from kivy.base import EventLoop  # noqa: E402  # only now

from app.games.duel.screen import touches  # noqa: E402  # only now
from app.games.duel.screen.scene import present  # noqa: E402  # only now
from app.protocol import messages  # noqa: E402  # only now
from app.screen.controller import new_id  # noqa: E402  # only now
from app.screen.screen import Screen  # noqa: E402  # only now
from benchmarks.k_finger import Fingers, until  # noqa: E402  # only now

PATIENCE: Final = 60.0  # seconds until something that has to come counts as missing
SETTLE: Final = 10.0  # seconds until notices are gone and the light stands still


class Evening:
    """The screen as the program shows it, two people at it, and what they do."""

    def __init__(self) -> None:
        self.control, connection, mailbox = connect(Path(FOLDER), Screens(readers(data())), None)
        screen = Screen(self.control, connection, mailbox, kiosk=False)
        screen._run_prepare()
        self.surface = screen.surface
        self.fingers = Fingers()
        self.rng = random.Random(1)
        connection.start()
        self._until(lambda: self.control.model.table is not None)
        chosen = messages.SetGame(id=new_id(), game="duel", variant=(VARIANT,) if VARIANT else ())
        self.control.say(messages.SetTable(id=new_id(), welcomed=True))
        self.control.say(chosen)
        for seat in (1, 2):
            self.control.say(messages.SetSeat(id=new_id(), seat=seat, by="touch"))
        self.control.say(messages.Start(id=new_id()))

    def _until(self, true: Callable[[], bool]) -> float:
        return until(true, PATIENCE)

    def settled(self) -> str:
        """Wait for the next question; what is asked."""
        control = self.control

        def asked() -> bool:
            return control.model.view is not None and not control._waits and (_over(control.model) or _acts(control))

        self._until(asked)
        return "over" if _over(control.model) else present(control).asks

    def to_a_turn(self) -> None:
        """Answer whatever else is asked, and begin another game after the last one, until a card is to be taken."""
        while (asks := self.settled()) != "turn":
            self.answer(asks)

    def answer(self, asks: str) -> None:
        number = self._question()
        if asks == "over":
            self.control.say(messages.Rematch(id=new_id()))
        elif asks == "keep":
            touches.keep(self.control, self.control.scene.acting, 0)
        else:
            seat = self.control.scene.acting
            self.control.act(seat, self.rng.choice(self.control.model.legal(seat)))
        self._until(lambda: self._question() != number)

    def _question(self) -> object:
        model = self.control.model
        return model.view is not None and model.table, {one.number for one in model.questions.values()}

    # ---- a turn ------------------------------------------------------------------------------------------------

    def touch(self, key: str, answered: Callable[[], bool]) -> float:
        """Seconds from a finger that is lifted to the first frame that shows the answer."""
        self._until(lambda: self._there(key))
        area = next(area for mesh in self.surface.meshes.values() for area in mesh.hit_areas if area.key == key)
        return self.fingers.tap(*area.centre, answered)

    def _there(self, key: str) -> bool:
        return any(area.key == key for mesh in self.surface.meshes.values() for area in mesh.hit_areas)

    def turn(self) -> tuple[float, float]:
        """Take a card: seconds to its panel, and from its use to the card that is on its way."""
        self.to_a_turn()
        control = self.control
        legal = control.model.legal(control.scene.acting)
        free = {slot: it.card for slot, it in present(control).view.structure.items() if it.accessible}
        slot, card = self.rng.choice([one for one in free.items() if f"build {one[1]}" in legal] or [*free.items()])
        use = f"build {card}" if f"build {card}" in legal else f"discard {card}"
        shown = self.touch(f"slot {slot}", self._large)
        self.fingers.wait(self.rng.uniform(0.1, 0.3))
        flown = self.touch(use, lambda: bool(self.surface.flights.children))
        return shown, flown

    # ---- what is asked for -------------------------------------------------------------------------------------

    def turns(self, much: float) -> Mapping[str, list[float]]:
        """So many turns: seconds to both answers."""
        times = []
        for _ in range(int(much)):
            times.append(self.turn())
            self.fingers.wait(self.rng.uniform(0.3, 0.6))
        return {"card": [card for card, _ in times], "use": [use for _, use in times]}

    def fly(self, much: float) -> list[tuple[int, float]]:
        """So many turns: frames while something flies, and seconds."""
        found = []
        for _ in range(int(much)):
            self.turn()
            began, frames = time.monotonic(), self.fingers.flips
            self._until(lambda: not self.surface.flights.children)
            found.append((self.fingers.flips - frames, time.monotonic() - began))
        return found

    def rest(self, much: float) -> Mapping[str, int]:
        """Redraws in so many seconds, in each state that a game comes to."""
        found: dict[str, int] = {}
        while "over" not in found:
            asks = self.settled()
            name = asks if asks != "turn" else f"age {present(self.control).view.age}"
            if name not in found:
                found[name] = self._redraws(much)
            if name == "age 2" and "card" not in found:
                found["card"] = self._with_a_card(partial(self._redraws, much))
            if asks == "turn":
                self.turn()
            elif asks != "over":
                self.answer(asks)
        return found

    def _with_a_card(self, call: Callable[[], int]) -> int:
        """Do something while a card is shown large."""
        slots = present(self.control).view.structure.items()
        slot = next(slot for slot, it in slots if it.accessible)
        self.touch(f"slot {slot}", self._large)
        found = call()
        touches.show(self.control, None)
        self._until(lambda: not self._large())
        return found

    def _large(self) -> bool:
        return "touched" in self.surface.meshes

    def _redraws(self, seconds: float) -> int:
        self.fingers.wait(SETTLE)
        flips = self.fingers.flips
        self.fingers.wait(seconds)
        return self.fingers.flips - flips


def _over(model: Any) -> bool:
    return bool(model.view.over)


def _acts(control: Any) -> bool:
    return control.scene.acting in control.model.questions


if __name__ == "__main__":
    evening = Evening()
    for line in sys.stdin:
        what, much = line.split()
        print(json.dumps(getattr(evening, what)(float(much))), flush=True)
    EventLoop.close()
