"""The screen's controller: owns the model and the UI state, and carries out touches.

It is the only mutable object here, and holds no rule. Messages of the table are handled in
app/screen/events/on_message.py, clock ticks in app/screen/events/on_tick.py. Both call the hooks of
app/screen/features.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Concatenate, Final, ParamSpec

from app.looks.end_stages import SHEET
from app.protocol.base_messages import Intent
from app.protocol.cardboard_messages import Enter
from app.protocol.history_messages import AskNames
from app.protocol.machine_messages import Diagnose, Shutdown
from app.protocol.panel_messages import Press, TryPart
from app.protocol.play_messages import Act, Horn, SkipOpening, TurnMarker, Undo
from app.screen.control.dimming import Dimming
from app.screen.control.outbox import Outbox, new_id
from app.screen.control.peek import PeekRequests
from app.screen.control.previews import PreviewRequests
from app.screen.device.sound_cues import Sound
from app.screen.state.model import Model
from app.screen.state.scene import Games, GameScreen, Scene
from app.screen.state.ui_state import Notice, PinRequest, Scroll, UiState
from app.shown.form import IntentTemplate

NOTICE_SECONDS: Final = 7.0  # for which a notice is shown
READ_SECONDS: Final = 1.5  # after which the next touch removes it

_Fields = ParamSpec("_Fields")


def _keywords_of(
    declared: Callable[_Fields, object],
) -> Callable[[Callable[..., None]], Callable[Concatenate[Any, _Fields], None]]:
    """Type a method by the keyword arguments of `declared`, which have a default each."""
    return lambda method: method


class Controller:
    """The state of the screen. `repaint` is called when something may look different, `animate` with events.

    `clock` returns seconds. `plain`: the default appearance after repeated crashes. Everything runs on Kivy's thread.
    """

    def __init__(
        self, games: Games, send: Callable[[Intent], None], clock: Callable[[], float], plain: bool = False
    ) -> None:
        self.games = games
        self.clock = clock
        # set by `Screen.build`
        self.repaint: Callable[[], None] = lambda: None
        self.animate: Callable[[tuple[object, ...]], None] = lambda happened: None
        self.finish_animations: Callable[[], None] = lambda: None  # ends all animations
        self.close_screen: Callable[[], None] = lambda: None  # closes the screen
        self.restart_table: Callable[[], None] = lambda: None  # restarts a stopped table
        self.switch_display: Callable[[str], None] = lambda name: None  # moves to a display; "": as set
        self.restart_screen: Callable[[], None] = lambda: None  # restarts the screen
        self.sound = Sound(clock)
        self.dimming = Dimming(clock)
        self.model = Model(plain=plain)
        self.ui = UiState()
        self.notices: dict[int, Notice] = {}
        self.game_screen: GameScreen | None = None
        self.outbox = Outbox(send, clock)
        self.secrets = PeekRequests(self.outbox, lambda: self.repaint())
        self.previews = PreviewRequests(self.outbox)
        self.began = clock()
        self.fingers = 0  # on the screen at the last touch
        self._under = ""
        self._finger: tuple[float, float] | None = None

    @property
    def scene(self) -> Scene:
        """A snapshot of everything that a frame is painted from."""
        return Scene(
            model=self.model,
            ui=self.ui,
            games=self.games,
            game_screen=self.game_screen,
            notices=dict(self.notices),
            waits=dict(self.outbox.pending),
            slow_since=self.outbox.slow_since,
            secrets=dict(self.secrets.shown),
            finger=self._finger,
            began=self.began,
            now=self.clock(),
            no_sound=self.sound.problem,
            dark=self.dimming.is_dark,
            under=self._under,
            foreseen=dict(self.previews.shown),
        )

    # ---- intents -------------------------------------------------------------------------------------

    def submit(self, intent: Intent, seat: int = 0, kind: str = "") -> None:
        """Send an intent; a refusal is shown at that seat's edge."""
        self.outbox.submit(intent, seat, kind)
        self.repaint()

    def send(self, says: IntentTemplate, value: object = None, seat: int = 0) -> None:
        """Send the intent of a form's row with the chosen value."""
        self.submit(says.filled(new_id(), value), seat)

    def act(self, seat: int, text: str, card: str | None = None) -> None:
        """Answer a seat's open question, unless its last answer is pending; `card`: the card it takes."""
        question = self.model.questions.get(seat)
        if question is None or self.scene.is_pending(seat):
            return
        self.notices.pop(seat, None)
        self.end_interlude()
        self.submit(Act(id=new_id(), seat=seat, question=question.number, action=text, card=card), seat, "act")

    def submit_entry(self, entry: str, seat: int = 0, sure: bool = False) -> None:
        """Enter a line of the score sheet's record, or `2 add shields 1`. `sure`: already confirmed."""
        self.end_interlude()
        self.submit(Enter(id=new_id(), action=entry, sure=sure), seat, "enter")

    def undo_entry(self, row: int | None = None) -> None:
        """Undo one entry of the score sheet; None: the newest."""
        offer = self.model.table.undo if self.model.table else None
        if row is None and offer is not None:
            row = offer.row
        if row is not None:
            self.submit(Undo(id=new_id(), row=row))

    def turn_marker(self, number: int) -> None:
        """Turn a conflict marker (from 1) by hand."""
        ritual = self.model.table.ritual if self.model.table else None
        self.submit(TurnMarker(id=new_id(), marker=number), ritual.seat if ritual else 0)

    def switch_off(self, power: bool) -> None:
        """End the program, or switch off the computer."""
        self.change(panel="")
        self.submit(Shutdown(id=new_id(), sure=True, power=power))

    def sound_horn(self) -> None:
        self.submit(Horn(id=new_id()))

    def press_button(self, part: str, down: bool) -> None:
        """Press or release a button of the simulated panel."""
        self.outbox.send(Press(id=new_id(), part=part, down=down))

    def try_part(self, part: str) -> None:
        """Test a light of the panel, or its buzzer."""
        self.outbox.send(TryPart(id=new_id(), part=part))

    def diagnose(self) -> None:
        """Start a check of the machine, and open the panel of its findings."""
        self.open_panel("machine", self.ui.edge)
        self.model = replace(self.model, panel=replace(self.model.panel, findings=None))
        self.outbox.send(Diagnose(id=new_id()))

    # ---- UI state and notices ------------------------------------------------------------

    @_keywords_of(UiState)
    def change(self, **facts: Any) -> None:
        """Change fields of the UI state and repaint."""
        self.ui = replace(self.ui, **facts)
        self.refresh()

    def change_game_ui(self, **facts: Any) -> None:  # Any: whatever fields the game's UI state has
        """Change fields of the game's part of the UI state."""
        game: Any = self.ui.game  # Any: each game has a dataclass of its own
        self.change(game=replace(game, **facts))

    def refresh(self) -> None:
        """Request previews for changed touches, and repaint."""
        self.previews.update(self.scene)
        self.repaint()

    def open_panel(self, panel: str, edge: int | None = None) -> None:
        """Open a panel on the middle; the open one again, or "", closes it."""
        game = self.game_screen.on_panel_change(self.ui.game) if self.game_screen else None
        if panel.startswith("seat "):  # has a list of names
            self.ask_names()
        self.notices.pop(0, None)  # is shown at the same place
        self.reset_lists()
        self.change(
            panel="" if panel == self.ui.panel else panel,
            line=max(self.model.lines, default=0),
            sure="",
            asked=PinRequest(),
            entering=None,
            edge=self.scene.faced_edge(self.ui.edge if edge is None else edge),
            game=game,
        )

    def escape(self) -> None:
        """Close the panel on the middle, or ask whether to switch off."""
        if self.model.table is not None:
            self.open_panel("" if self.ui.panel else "off")

    def turn_panel(self) -> None:
        """Turn the panel to the next edge, clockwise. Its lists keep their positions."""
        self.change(edge=(self.ui.edge + 1) % 4)

    def reset_lists(self) -> None:
        """Reset page and scroll positions of the middle."""
        elsewhere = {seat: lists for seat, lists in self.ui.scrolls.items() if seat}
        self.ui = replace(self.ui, page=0, code=0, scrolls=elsewhere)

    def scroll(self, seat: int, name: str, to: Scroll) -> None:
        """Scroll a list of a panel at a seat's edge; 0: on the middle. `name`: the list's."""
        scrolls = self.ui.scrolls
        self.change(scrolls={**scrolls, seat: {**scrolls.get(seat, {}), name: to}})

    def turn_pages(self, by: int, seat: int = 0) -> None:
        """Turn pages of a panel at a seat's edge; 0: on the middle."""
        if seat:
            pages = self.ui.pages
            self.change(pages={**pages, seat: max(0, pages.get(seat, 0) + by)})
        else:
            self.change(page=max(0, self.ui.page + by))

    def ask_confirmation(self, what: str) -> None:
        """Ask for confirmation before something is thrown away."""
        self.change(sure=what)

    def answer_here(self, seat: int) -> None:
        """Allow a seat with a phone to answer this question on the table."""
        if question := self.model.questions.get(seat):
            self.ui = replace(self.ui, asked_here=self.ui.asked_here | {question.number})
        self.open_panel("")

    def record_tap(self, x: float, y: float) -> None:
        """Record where a finger taps, to tell which seat reads the answer."""
        self._finger = (x, y)

    def notify(
        self, seat: int, text: str, refused: bool = False, lasts: float = NOTICE_SECONDS, about: str = ""
    ) -> None:
        """Show a notice at a seat's edge (0: on the middle); `about`: the thing it is about."""
        self.notices[seat] = Notice(text, refused, self.clock() + lasts, about)
        self.repaint()

    def deny(self, seat: int, text: str) -> None:
        """Show at a seat's edge why a touch has no effect now."""
        self.sound.play_refused()
        self.notify(seat, text, refused=True)

    def on_any_touch(self) -> bool:
        """Handle any touch: skip the shields' meeting, and wake the screen. Return True if the touch only woke it."""
        if self.model.meeting:
            self.outbox.send(SkipOpening(id=new_id()))
        before, wakes = self.dimming.is_dark, self.dimming.wake_by_touch()
        if before:
            self.repaint()
        return wakes

    def record_area(self, key: str) -> None:
        """Record the hit area under a finger; "": none. Previews of others end."""
        self._under = key
        if self.previews.update(self.scene):
            self.repaint()

    def on_finger_down(self, element: str, fingers: int = 1) -> None:
        """Handle a new finger on an element or none: dismiss notices that were on long enough to be read.

        `fingers`: how many are on the screen. If several seats act, notices stay: others may not have read theirs.
        """
        self.fingers = fingers
        if self.ui.rings.since is not None:  # a third finger
            self.change(rings=replace(self.ui.rings, since=None, filled=0))
        if len(self.scene.to_act) > 1:
            return
        old = self.clock() + NOTICE_SECONDS - READ_SECONDS
        gone = [seat for seat, notice in self.notices.items() if notice.until < old and element != f"notice {seat}"]
        for seat in gone:
            self.dismiss_notice(seat)

    def dismiss_notice(self, seat: int) -> None:
        self.notices.pop(seat, None)
        self.repaint()

    def end_interlude(self) -> None:
        """End the game's interlude."""
        if self.game_screen is not None:
            self.ui = replace(self.ui, game=self.game_screen.end_interlude(self.ui.game))

    def ask_names(self) -> None:
        """Ask the table who has played here."""
        self.outbox.send(AskNames(id=new_id()))

    def skip_end_step(self) -> None:
        """Skip to the next step of the end sequence."""
        self.change(finale=self.ui.finale.skip())
        if self.ui.finale.step is None:
            self.animate((SHEET,))
