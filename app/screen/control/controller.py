"""The screen's controller: it holds the model and what people have opened, and does what touches there mean.

It is the only thing here that changes. It holds no rule. Messages of the table are handled in
app/screen/events/on_message.py, clock ticks in app/screen/events/on_tick.py.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Unpack

from app.protocol import messages
from app.screen.control.dimming import Dimming
from app.screen.control.outbox import Outbox, new_id
from app.screen.control.peek import SecretLooks
from app.screen.control.previews import LooksAhead
from app.screen.device.sound import Sound
from app.screen.state.model import Model
from app.screen.state.scene import Games, GameScreen, Scene
from app.screen.state.ui_state import Notice, Opened, OpenedFields, PinAsked, Scroll

NOTICE_LASTS: Final = 7.0  # seconds a sentence stays at an edge
READ: Final = 1.5  # seconds after which the next touch takes it away


class Controller:
    """`changed` is called when something may look different, `moved` with what is to be seen moving.

    `clock` gives seconds. `plain`: the screen has died again and again, and is shown as if nobody had set how it looks.
    Everything runs on one thread: Kivy's.
    """

    def __init__(
        self, games: Games, send: Callable[[messages.Intents], None], clock: Callable[[], float], plain: bool = False
    ) -> None:
        self.games = games
        self.clock = clock
        self.changed: Callable[[], None] = lambda: None
        self.moved: Callable[[tuple[object, ...]], None] = lambda happened: None
        self.finish: Callable[[], None] = lambda: None  # whatever moves arrives
        self.close: Callable[[], None] = lambda: None  # the screen
        self.start_again: Callable[[], None] = lambda: None  # the table that has stopped
        self.show_on: Callable[[str], None] = lambda name: None  # the display of that name; "": as the settings say
        self.show_anew: Callable[[], None] = lambda: None  # from its start
        self.sound = Sound(clock)
        self.dimming = Dimming(clock)
        self.model = Model(plain=plain)
        self.opened = Opened()
        self.notices: dict[int, Notice] = {}
        self.on_table: GameScreen | None = None
        self.outbox = Outbox(send, clock)
        self.secrets = SecretLooks(self.outbox, lambda: self.changed())
        self.ahead = LooksAhead(self.outbox)
        self.began = clock()
        self.fingers = 0  # on the screen, when the last one came down
        self._under = ""
        self._finger: tuple[float, float] | None = None

    @property
    def scene(self) -> Scene:
        """All that a picture is made from, now."""
        return Scene(
            self.model,
            self.opened,
            self.games,
            self.on_table,
            dict(self.notices),
            dict(self.outbox.waits),
            self.outbox.slow_since,
            dict(self.secrets.shown),
            self._finger,
            self.began,
            self.clock(),
            self.sound.problem,
            self.dimming.dark,
            self._under,
            dict(self.ahead.shown),
        )

    # ---- intents -------------------------------------------------------------------------------------

    def say(self, intent: messages.Intents, seat: int = 0, kind: str = "") -> None:
        """Send an intent; a refusal is answered at that seat's edge."""
        self.outbox.say(intent, seat, kind)
        self.changed()

    def act(self, seat: int, text: str, card: str | None = None) -> None:
        """Answer the open question of a seat, unless its last answer is still on its way; `card`: with what follows."""
        question = self.model.questions.get(seat)
        if question is None or self.scene.waiting(seat):
            return
        self.notices.pop(seat, None)
        self.go_on()
        self.say(messages.Act(id=new_id(), seat=seat, question=question.number, action=text, card=card), seat, "act")

    def enter(self, entry: str, seat: int = 0, sure: bool = False) -> None:
        """Enter something on the score sheet: a line of its record, or `2 add shields 1`. `sure`: people were asked."""
        self.go_on()
        self.say(messages.Enter(id=new_id(), action=entry, sure=sure), seat, "enter")

    def take_back(self, row: int | None = None) -> None:
        """Take back one entry of the score sheet; None: the newest."""
        offer = self.model.table.undo if self.model.table else None
        if row is None and offer is not None:
            row = offer.row
        if row is not None:
            self.say(messages.Undo(id=new_id(), row=row))

    def turn_marker(self, number: int) -> None:
        """Turn a conflict marker (from 1) by hand."""
        ritual = self.model.table.ritual if self.model.table else None
        self.say(messages.TurnMarker(id=new_id(), marker=number), ritual.seat if ritual else 0)

    def switch_off(self, power: bool) -> None:
        """End the program, or the computer."""
        self.change(panel="")
        self.say(messages.Shutdown(id=new_id(), sure=True, power=power))

    def blow(self) -> None:
        """Sound the horn."""
        self.say(messages.Horn(id=new_id()))

    def press_button(self, part: str, down: bool) -> None:
        """Press a button of the simulated panel, or let it go."""
        self.outbox.send(messages.Press(id=new_id(), part=part, down=down))

    def try_part(self, part: str) -> None:
        """Try a light of the panel, or its buzzer."""
        self.outbox.send(messages.TryPart(id=new_id(), part=part))

    def diagnose(self) -> None:
        """Have the machine looked at, and lay what is found on the middle."""
        self.open("machine", self.opened.edge)
        self.model = replace(self.model, panel=replace(self.model.panel, findings=None))
        self.outbox.send(messages.Diagnose(id=new_id()))

    # ---- what is opened, and what is said ------------------------------------------------------------

    def change(self, **facts: Unpack[OpenedFields]) -> None:
        """Open, close, or choose something: these fields of Opened."""
        self.opened = replace(self.opened, **facts)
        self.ahead.follow(self.scene)
        self.changed()

    def open(self, panel: str, edge: int | None = None) -> None:
        """Lay a panel on the middle; the same again, or nothing, takes it away."""
        game = self.on_table.put_aside(self.opened.game) if self.on_table else None
        if panel.startswith("seat "):  # somebody may be named there
            self.ask_names()
        self.notices.pop(0, None)  # it lies where panels do
        self.at_head()
        self.change(
            panel="" if panel == self.opened.panel else panel,
            line=max(self.model.lines, default=0),
            sure="",
            asked=PinAsked(),
            entering=None,
            edge=self.scene.faced(self.opened.edge if edge is None else edge),
            game=game,
        )

    def escape(self) -> None:
        """Take away what lies on the middle, or ask whether to switch off: nobody ends a table for all unasked."""
        if self.model.table is not None:
            self.open("" if self.opened.panel else "off")

    def turn(self) -> None:
        """Let the panel face the next edge, clockwise. Its lists keep their places."""
        self.change(edge=(self.opened.edge + 1) % 4)

    def at_head(self) -> None:
        """Something else lies on the middle: it is open at its beginning."""
        elsewhere = {seat: lists for seat, lists in self.opened.scrolls.items() if seat}
        self.opened = replace(self.opened, page=0, code=0, scrolls=elsewhere)

    def scroll(self, seat: int, of: str, to: Scroll) -> None:
        """Another place of a list at a seat's own edge; 0: on the middle. `of`: which of several in that panel."""
        scrolls = self.opened.scrolls
        self.change(scrolls={**scrolls, seat: {**scrolls.get(seat, {}), of: to}})

    def leaf(self, by: int, seat: int = 0) -> None:
        """Turn so many pages of what lies at a seat's own edge; 0: on the middle."""
        if seat:
            pages = self.opened.pages
            self.change(pages={**pages, seat: max(0, pages.get(seat, 0) + by)})
        else:
            self.change(page=max(0, self.opened.page + by))

    def ask_sure(self, what: str) -> None:
        """Ask once before something is thrown away."""
        self.change(sure=what)

    def choose_here(self, seat: int) -> None:
        """A seat with a phone would rather answer on the table, this once."""
        if question := self.model.questions.get(seat):
            self.opened = replace(self.opened, asked_here=self.opened.asked_here | {question.number})
        self.open("")

    def touched_at(self, x: float, y: float) -> None:
        """A finger taps something there; what that says is read from that side."""
        self._finger = (x, y)

    def tell(self, seat: int, text: str, refused: bool = False, lasts: float = NOTICE_LASTS, about: str = "") -> None:
        """Say one sentence at a seat's edge (0: on the middle) for a while; `about`: of which thing, if of one."""
        self.notices[seat] = Notice(text, refused, self.clock() + lasts, about)
        self.changed()

    def deny(self, seat: int, text: str) -> None:
        """Say at a seat's edge why a touch means nothing now."""
        self.sound.refused()
        self.tell(seat, text, refused=True)

    def touched(self) -> bool:
        """A finger has come down; whether it means no more than that somebody is there. Nobody waits for shields."""
        if self.model.meeting:
            self.outbox.send(messages.SkipOpening(id=new_id()))
        before, wakes = self.dimming.dark, self.dimming.touched()
        if before:
            self.changed()
        return wakes

    def lies_on(self, key: str) -> None:
        """A finger lies on something; "": it has left it. What is foreseen goes with it."""
        self._under = key
        if self.ahead.follow(self.scene):
            self.changed()

    def came_down(self, element: str, fingers: int = 1) -> None:
        """A finger is on an element, or on none, one of so many on the screen: what was said is gone, unless it lies on
        that or cannot be read yet.

        Where several seats act, a touch is no sign that the others have read what was said to them.
        """
        self.fingers = fingers
        if self.opened.rings.since is not None:  # something else is touched
            self.change(rings=replace(self.opened.rings, since=None, filled=0))
        if len(self.scene.to_act) > 1:
            return
        old = self.clock() + NOTICE_LASTS - READ
        gone = [seat for seat, it in self.notices.items() if it.until < old and element != f"notice {seat}"]
        for seat in gone:
            self.hush(seat)

    def hush(self, seat: int) -> None:
        """Take a sentence away."""
        self.notices.pop(seat, None)
        self.changed()

    def go_on(self) -> None:
        """What the game shows for a moment is left behind."""
        if self.on_table is not None:
            self.opened = replace(self.opened, game=self.on_table.gone_on(self.opened.game))

    def ask_names(self) -> None:
        """Ask who has played here."""
        self.outbox.send(messages.AskNames(id=new_id()))

    def skip(self) -> None:
        """Go on to what comes next of the game's end."""
        self.change(finale=self.opened.finale.skipped())
