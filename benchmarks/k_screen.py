"""The screen of a running table in a window, and fingers that play on it: the child process of rows k1, k4 and k5.

`python -m benchmarks.k_screen FOLDER GAME [VARIANT]`; each line of its input is a request, each line of its output the
answer. Two play Duel, four Architects, seven 7 Wonders. Each game is a lesson, as a first game is.
"""

import json
import random
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from app.games.game_list import readers
from app.games.screen_registry import Screens
from app.screen.process.start import connect, prepare
from main import read_game_data

FOLDER, GAME, VARIANT = sys.argv[1:4]
prepare(Path(tempfile.mkdtemp(prefix="wondertable-kivy-")), kiosk=False, size=(1280, 720))

from kivy.base import EventLoop  # noqa: E402  # only now

from app.games.duel.screen import touch_handlers as duel_touches  # noqa: E402  # only now
from app.games.duel.screen import typed_scene as duel  # noqa: E402  # only now
from app.games.seven_wonders.screen import touch_handlers as seven_touches  # noqa: E402  # only now
from app.games.seven_wonders.screen import typed_scene as seven  # noqa: E402  # only now
from app.protocol.game_lifecycle_messages import Rematch, SetGame, Start  # noqa: E402  # only now
from app.protocol.play_messages import Secret  # noqa: E402  # only now
from app.protocol.seat_messages import SetSeat, SetSeats  # noqa: E402  # only now
from app.protocol.settings_messages import SetTable  # noqa: E402  # only now
from app.screen import surface  # noqa: E402  # only now
from app.screen.control.outbox import new_id  # noqa: E402  # only now
from app.screen.process.window import Screen  # noqa: E402  # only now
from app.screen.widgets.face_down import keep_unseen  # noqa: E402  # only now
from benchmarks.k_finger import Fingers, pass_time_until  # noqa: E402  # only now

PATIENCE: Final = 60.0  # seconds until a timeout
SETTLE: Final = 15.0  # seconds until notices and celebrations are over and the lights are steady
surface.HOLD_SECONDS = PATIENCE  # type: ignore[misc]  # no tap becomes a hold on a busy machine


class Evening(ABC):
    """The screen as the program shows it, and people who play on it."""

    seats = 2

    def __init__(self) -> None:
        self.control, connection, mailbox = connect(Path(FOLDER), Screens(readers(read_game_data())), None)
        screen = Screen(self.control, connection, mailbox, kiosk=False)
        screen._run_prepare()
        self.surface = screen.surface
        self.fingers = Fingers()
        self.rng = random.Random(1)
        connection.start()
        self._wait_until(lambda: self.control.model.table is not None)
        chosen = SetGame(id=new_id(), game=GAME, variant=(VARIANT,) if VARIANT else (), guided=True)
        self.control.submit(SetTable(new_id(), welcomed=True))
        self.control.submit(chosen)
        self.control.submit(SetSeats(id=new_id(), count=self.seats))
        for seat in range(1, self.seats + 1):
            self.control.submit(SetSeat(id=new_id(), seat=seat, by="touch"))
        self.control.submit(Start(id=new_id()))

    def _wait_until(self, true: Callable[[], bool]) -> float:
        return pass_time_until(true, PATIENCE)

    def wait_for_question(self) -> str:
        """Wait for the next question. Return its kind."""
        control = self.control

        def has_question() -> bool:
            return (
                control.model.view is not None
                and not control.outbox.pending
                and (_is_over(control.model) or self._acts())
            )

        self._wait_until(has_question)
        return "over" if _is_over(control.model) else self.question_kind()

    @abstractmethod
    def question_kind(self) -> str:
        """Return the kind of question; `turn` for the usual one."""

    @abstractmethod
    def turn(self) -> Mapping[str, float]:
        """Answer one usual question. Return the seconds to each visible effect, by touched thing."""

    def answer(self, asks: str) -> None:
        """Answer any other question, or begin another game after the last one."""
        number = self._question()
        if asks == "over":
            self.control.submit(Rematch(id=new_id()))
        else:
            self._answer(asks)
        self._wait_until(lambda: self._question() != number)

    def _answer(self, asks: str) -> None:
        seat = self.control.scene.acting
        self.control.act(seat, self.rng.choice(self.control.model.legal(seat)))

    def _question(self) -> object:
        model = self.control.model
        return model.view is not None and model.table, {one.number for one in model.questions.values()}

    def _acts(self) -> bool:
        return self.control.scene.acting in self.control.model.questions

    # ---- touches -----------------------------------------------------------------------------------------------

    def touch(self, key: str, answered: Callable[[], bool]) -> float:
        """Return the seconds from a lifted finger to the first frame that shows the answer."""
        self._wait_until(lambda: self._is_drawn(key))
        area = next(area for mesh in self.surface.meshes.values() for area in mesh.hit_areas if area.key == key)
        return self.fingers.tap(*area.centre, answered)

    def _is_drawn(self, key: str) -> bool:
        return any(area.key == key for mesh in self.surface.meshes.values() for area in mesh.hit_areas)

    def to_a_turn(self) -> None:
        """Answer all other questions."""
        while (asks := self.wait_for_question()) != "turn":
            self.answer(asks)

    # ---- what is asked for -------------------------------------------------------------------------------------

    def play_turns(self, much: float) -> Mapping[str, list[float]]:
        """Play that many turns. Return the seconds to each answer."""
        found: dict[str, list[float]] = {}
        for _ in range(int(much)):
            for what, seconds in self.turn().items():
                found.setdefault(what, []).append(seconds)
            self.fingers.wait(self.rng.uniform(0.3, 0.6))
        return found

    def fly(self, much: float) -> list[tuple[int, float]]:
        """Play that many turns. Return frames and seconds of the animations."""
        found = []
        for _ in range(int(much)):
            self._to_flights()
            began, frames = time.monotonic(), self.fingers.flips
            self._wait_until(lambda: not self.surface.flights.children)
            found.append((self.fingers.flips - frames, time.monotonic() - began))
        return found

    def _to_flights(self) -> None:
        """Play until an animation starts."""
        self.turn()

    def rest(self, much: float) -> Mapping[str, int]:
        """Count redraws in that many seconds, in each state of a game."""
        found: dict[str, int] = {}
        while "over" not in found:
            asks = self.wait_for_question()
            view: Any = self.control.model.view
            name = asks if asks != "turn" else f"age {view.age}"
            if name not in found:
                if name == "over":
                    # Its caches are cleared.
                    self._wait_until(lambda: self.surface._painted_at_clear == self.surface.painted)
                found[name] = self._redraws(much)
            if name == "age 2" and "shown" not in found:
                found["shown"] = self._count_enlarged(partial(self._redraws, much))
            if asks == "turn":
                self.turn()
            elif asks != "over":
                self.answer(asks)
        return found

    @abstractmethod
    def _count_enlarged(self, call: Callable[[], int]) -> int:
        """Call a function while something touched is enlarged."""

    def _redraws(self, seconds: float) -> int:
        self.fingers.wait(SETTLE)
        flips = self.fingers.flips
        self.fingers.wait(seconds)
        return self.fingers.flips - flips


class ArchitectsEvening(Evening):
    """An evening of four people who play Architects; markers of a conflict turn by themselves."""

    seats = 4

    def __init__(self) -> None:
        super().__init__()
        self.control.submit(SetTable(new_id(), ritual=False))

    def question_kind(self) -> str:
        return "turn"

    def turn(self) -> Mapping[str, float]:
        """Answer the question, preferring to build; nothing is timed."""
        self.to_a_turn()
        legal, number = self.control.model.legal(self.control.scene.acting), self._question()
        liked = [text for text in legal if text.startswith(("build", "progress"))]
        self.control.act(self.control.scene.acting, self.rng.choice(liked or legal))
        self._wait_until(lambda: self._question() != number)
        return {}

    def _to_flights(self) -> None:
        while not self.surface.flights.children:
            self.turn()

    def _count_enlarged(self, call: Callable[[], int]) -> int:
        """Call it while a zone is enlarged."""
        self.control.open_panel("zone 1")
        found = call()
        self.control.open_panel("")
        return found


class DuelEvening(Evening):
    """An evening of two people who play Duel."""

    def question_kind(self) -> str:
        return duel.present(self.control).question_kind

    def _answer(self, asks: str) -> None:
        if asks == "keep":
            keep_unseen(self.control, self.control.scene.acting, 0)
        else:
            super()._answer(asks)

    def turn(self) -> Mapping[str, float]:
        """Take a card. Return the seconds to its panel, and from its use to the moving card."""
        self.to_a_turn()
        control = self.control
        legal = control.model.legal(control.scene.acting)
        free = {slot: each.card for slot, each in duel.present(control).view.structure.items() if each.accessible}
        slot, card = self.rng.choice([one for one in free.items() if f"build {one[1]}" in legal] or [*free.items()])
        use = f"build {card}" if f"build {card}" in legal else f"discard {card}"
        shown = self.touch(f"slot {slot}", self._large)
        self.fingers.wait(self.rng.uniform(0.1, 0.3))
        return {"card": shown, "use": self.touch(use, lambda: bool(self.surface.flights.children))}

    def _to_flights(self) -> None:
        """Build a wonder if possible, otherwise take a card."""
        self.to_a_turn()
        seat = self.control.scene.acting
        wonders = [text for text in self.control.model.legal(seat) if " with " in text]
        if not wonders:
            self.turn()
            return
        self.control.act(seat, self.rng.choice(wonders))
        self._wait_until(lambda: bool(self.surface.flights.children))

    def _count_enlarged(self, call: Callable[[], int]) -> int:
        """Call it while a card is enlarged."""
        slots = duel.present(self.control).view.structure.items()
        slot = next(slot for slot, each in slots if each.accessible)
        self.touch(f"slot {slot}", self._large)
        found = call()
        duel_touches.show(self.control, None)
        self._wait_until(lambda: not self._large())
        return found

    def _large(self) -> bool:
        return "touched" in self.surface.meshes


class SevenEvening(Evening):
    """An evening of seven people who play 7 Wonders, one after the other, with their hands at their edges."""

    seats = 7

    def question_kind(self) -> str:
        asked = seven.present(self.control).view.asked
        return "turn" if asked in ("play", "seventh") else str(asked)

    def _acts(self) -> bool:
        return bool(self._seat())

    def _seat(self) -> int:
        """Return the next seat with a question; 0 if there is none."""
        model = self.control.model
        return next((seat for seat in self.control.scene.to_act if seat in model.questions), 0)

    def _answer(self, asks: str) -> None:
        """Choose a random legal action; secret ones after an unseen look."""
        seat = self._seat()
        self.control.secrets.look_unseen(seat, lambda secret: self.control.act(seat, self.rng.choice(secret.legal)))

    def turn(self) -> Mapping[str, float]:
        """Choose a card. Return the seconds from a back to its uses, and from a use to its public sign."""
        self._to_a_hand()
        seat = self._seat()
        nth, use = self._wish(seat)
        picked = self.touch(f"back {nth} of {seat}", lambda: self._is_drawn(f"{use} of {seat}"))
        self.fingers.wait(self.rng.uniform(0.1, 0.3))
        kept = self.touch(f"{use} of {seat}", lambda: f"hand {seat}" not in self.surface.meshes)
        assert not self.control.notices, "it was possible"
        return {"picked": picked, "kept": kept}

    def _to_a_hand(self) -> None:
        self.to_a_turn()
        self._wait_until(lambda: not self.control.model.known_table.fought)  # a conflict would interrupt the finger
        self.control.change_game_ui(reveal=None, fight=None, over=0)
        self._wait_until(lambda: not self.surface.refresh.is_triggered)

    def _wish(self, seat: int) -> tuple[int, str]:
        """Return the place of a card that is built without choosing whom to pay; otherwise the first, to be sold."""
        secrets: list[Secret] = []
        self.control.secrets.look_unseen(seat, secrets.append)
        self._wait_until(lambda: bool(secrets))
        view = seven.decode_view(secrets[0])
        assert view is not None
        said = [text.split()[1:] for text in secrets[0].legal]
        ways = Counter(words[1] for words in said if words[0] == "build")
        mine = seven_touches.things(view)
        return next(((nth, "build") for nth, slug in enumerate(mine) if ways[slug] == 1), (0, "sell"))

    def _to_flights(self) -> None:
        """Play to a reveal, until its cards turn up."""
        self.turn()  # a game has begun then
        while not self._face_down():
            self.turn()
        self._wait_until(lambda: not self._face_down())

    def _face_down(self) -> bool:
        return seven.present(self.control).game_ui.down is not None

    def _redraws(self, seconds: float) -> int:
        if _is_over(self.control.model):
            self.control.change_game_ui(reveal=None, fight=None)  # the last turn is shown first
        return super()._redraws(seconds)

    def _count_enlarged(self, call: Callable[[], int]) -> int:
        """Call it while the last turn is shown again, and while a whole city is enlarged."""
        seven_touches.show_last(self.control)
        found = call()
        seven_touches.end_reveal(self.control)
        self.control.open_panel("zone 1")
        found += call()
        self.control.open_panel("")
        return found


def _is_over(model: Any) -> bool:
    return bool(model.view.over)


EVENINGS: Final[Mapping[str, Callable[[], Evening]]] = {
    "architects": ArchitectsEvening,
    "duel": DuelEvening,
    "seven-wonders": SevenEvening,
}

if __name__ == "__main__":
    evening = EVENINGS[GAME]()
    for line in sys.stdin:
        what, much = line.split()
        print(json.dumps(getattr(evening, what)(float(much))), flush=True)
    EventLoop.close()
