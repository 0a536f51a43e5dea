"""The screen's controller: it holds the model and what people have opened, hears the table, and sends what they intend.

It is the only thing here that changes. It holds no rule. Secrets are kept only while a finger is down.
"""

from collections.abc import Callable
from dataclasses import replace
from math import ceil, inf
from secrets import token_hex
from typing import Final, Literal, Unpack

import msgspec

from app.protocol import messages
from app.screen.dimming import Dimming
from app.screen.finale import HEARD, Finale
from app.screen.model import Model, heard, looked_back, lost, stopped
from app.screen.opened import Asked, Facts, History, Notice, Opened, Scroll, Showing, Turned, Wait
from app.screen.scene import STARTING, Games, GameScreen, News, Scene
from app.screen.sound import Sound
from app.text import table as table_words

NOTICE_LASTS: Final = 7.0  # seconds a sentence stays at an edge
READ: Final = 1.5  # seconds after which the next touch takes it away
SHORTLY: Final = 2.0  # seconds it stays if it only asks for a little patience
PATIENCE: Final = 0.3  # seconds before an intent on its way is shown as one
HORN_ASKS: Final = "horn-off"  # the panel that a held horn opens
ANSWER: Final = 30.0  # seconds it stays: a press long after would not be an answer
TYPED_ADDRESS: Final = "result-address"  # an intent, and the page on which it is typed again if it is refused
PUT_RIGHT: Final = "put-right"  # an intent that changes the history
TRIED: Final = 15.0  # seconds a picture stays turned that nobody says is right


def _tracks(model: Model) -> bool:
    """Whether people deal in a game that runs."""
    return model.table is not None and model.table.mode == "track" and model.table.phase == "game"


def new_id() -> str:
    """A fresh id for an intent."""
    return token_hex(8)


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
        self._send = send
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
        self._game: GameScreen | None = None  # that lies on the table
        self._waits: dict[str, Wait] = {}
        self._slow_since = 0.0
        self._finger: tuple[float, float] | None = None
        self._secrets: dict[int, messages.Secret] = {}  # by seat
        self._held: set[int] = set()  # seats under whose finger a secret lies
        self._then: dict[int, Callable[[messages.Secret], None]] = {}  # what gets a seat's secret, unseen
        self._began = clock()
        self._horn_asked = 0.0

    @property
    def scene(self) -> Scene:
        """All that a picture is made from, now."""
        return Scene(
            self.model,
            self.opened,
            self.games,
            self._game,
            dict(self.notices),
            dict(self._waits),
            self._slow_since,
            dict(self._secrets),
            self._finger,
            self._began,
            self.clock(),
            self.sound.problem,
            self.dimming.dark,
        )

    # ---- what the table says -------------------------------------------------------------------------

    def hear(self, message: messages.Messages) -> None:
        """Take in a message of the table."""
        if isinstance(message, messages.Cue | messages.Heard):
            self.dimming.wake()
        match message:
            case messages.Snapshot():
                self._see(message)
            case messages.Pong():
                return
            case _:
                self.model = heard(self.model, message, self.games, self.clock())
                self._answer(message)
        self.changed()

    def _answer(self, message: messages.Messages) -> None:
        """What a message brings besides what the model keeps of it."""
        match message:
            case messages.Hello():
                self._say_again()
                if self.opened.panel == "history":  # what lies open is asked for anew
                    self.recall()
            case messages.Done(id=id):
                wait = self._waits.pop(id, None)
                if wait and wait.kind == "peek" and wait.seat in self._held:
                    self._look(wait.seat)
                if wait and wait.kind == "pin":
                    self._pin_given()
                if wait and wait.kind == PUT_RIGHT:
                    self._put_right()
            case messages.Refused():
                self._refused(message)
            case messages.Secret():
                self._see_secret(message)
            case messages.Names(people=people):
                self.opened = replace(self.opened, names=people)
            case messages.Recalled() | messages.LookedBack() | messages.SheetRead():
                self._waits.pop(message.id, None)
                self._read_history(message)
            case messages.Cue(what="bye"):
                self._waits.clear()
            case messages.Cue():
                self.sound.cue(message)
                self.moved((message,))
            case messages.Heard(part=part, how="nothing"):
                kind, _, number = part.partition(".")
                if kind == "marker":
                    self.moved((messages.Cue(what="nothing", markers=(int(number),)),))
            case messages.Heard(part="horn", how=how):
                self._horn_heard(how)

    def _horn_heard(self, how: str) -> None:
        """Held long enough, outside a game, the horn asks whether to switch off; pressed again, it answers."""
        table = self.model.table
        if table is None or table.phase == "game":
            return
        if how == "held":
            self.go_on()
            self.change(panel="")
            self.open(HORN_ASKS)
            self._horn_asked = self.clock()
        elif how == "pressed" and self.opened.panel == HORN_ASKS and table.settings.powers_off(table.installed):
            self.switch_off(power=True)

    def _say_again(self) -> None:
        """Say what was not answered before the table was away. It may have been heard: the same id twice acts once."""
        self._waits = {id: wait for id, wait in self._waits.items() if not isinstance(wait.intent, messages.Recall)}
        for wait in self._waits.values():
            self._send(wait.intent)

    def lost(self) -> None:
        """The table is away; what was seen last stays, greyed, but for secrets."""
        self.model = lost(self.model)
        for seat in tuple(self._secrets):
            self._let_go(seat)
        self.changed()

    def table_stopped(self, for_good: bool) -> None:
        """Nobody starts the table again by themselves; or (not `for_good`) somebody does now."""
        self.model = stopped(self.model, for_good)
        self.dimming.wake()
        self.changed()

    def _see(self, snapshot: messages.Snapshot) -> None:
        before, was = self.scene, self.model
        self.model = model = heard(was, snapshot, self.games, before.now)
        table, first = model.table, was.rev < 0
        assert table is not None
        game = self.games.of(table)
        other = was.table is not None and was.table.game_id != table.game_id
        if game is not self._game:
            self._game, self.opened = game, replace(self.opened, game=game.opened())
        if other or (was.table is not None and was.table.phase != table.phase):
            self.at_head()
            self.opened = replace(self.opened, panel="", sure="", entering=None, history=History(), finale=Finale())
        if other:
            self.opened = replace(self.opened, heard=frozenset(), unguided=frozenset())
        self._put_away(was, model)
        self.sound.set(table.settings, first)
        self.sound.ask(frozenset(question.number for question in model.questions.values()), first)
        known = {} if other else was.lines
        happened = tuple(line for line in model.brought if line.number not in known and not line.undone)
        if happened or was.table is None or _agreed(was.table) != _agreed(table):
            self.dimming.wake()
        turned = self.opened.turned
        if turned is not None and turned.rotation == table.settings.rotation:
            self.opened = replace(self.opened, turned=None)
        if was.table is None and model.plain:
            self.open("plain")
        self._see_display(table.settings.display, was.table is None)
        if was.table is None or was.table.settings.faces != table.settings.faces:
            self.opened = replace(self.opened, edge=self.scene.faced(self.opened.edge))
        self._follow(before, News(model.brought, happened, first or other))
        if not first:
            self._open(was.table.opening if was.table else None, table.opening)

    def _open(self, before: messages.Opening | None, now: messages.Opening | None) -> None:
        """The next step of an opening is seen moving; what moved of it is over with it."""
        if now == before:
            return
        if now is None:
            self.finish()
        elif now.step == "found":
            self.sound.play("your-turn")
        else:
            self.moved((now,))

    def _put_away(self, was: Model, model: Model) -> None:
        """Nothing stays open of questions that were answered. What is only told in words is not turned back."""
        asked, before = ({seat: one.number for seat, one in each.questions.items()} for each in (model, was))
        if asked == before:
            return
        if self.scene.game.by_touch and (not self.opened.panel or self.scene.code_aside):
            self.at_head()
        over = {seat for seat in (*self.opened.pages, *self.opened.scrolls) if asked.get(seat) != before.get(seat)}
        pages = {seat: page for seat, page in self.opened.pages.items() if seat not in over}
        scrolls = {seat: lists for seat, lists in self.opened.scrolls.items() if seat not in over}
        here = self.opened.asked_here & frozenset(asked.values())
        self.opened = replace(self.opened, pages=pages, scrolls=scrolls, asked_here=here)
        chosen = {offer.seat for offer in model.own}  # who may take that back looks at it
        for seat in {*self._held, *self._secrets} - asked.keys() - chosen:
            self._let_go(seat)

    def _follow(self, before: Scene, news: News) -> None:
        """Let the game, the sound and what lies open follow what has happened."""
        scene = self.scene
        followed = scene.game.follow(before, scene, news)
        self.opened = replace(self.opened, game=followed.opened)
        if followed.ends:
            self.opened = replace(self.opened, finale=Finale(followed.ends))
        for seat, text in followed.says:
            stays = seat > 0 and _tracks(scene.model)  # it asks for something, and hands are full
            self.notices[seat] = Notice(text, False, inf if stays else scene.now + NOTICE_LASTS)
        happened = () if news.first or followed.quiet else news.happened
        scene = self.scene
        if scene.opened.panel == "code" and not scene.code_aside and any(self._by_people(line) for line in happened):
            self.opened = replace(self.opened, panel="")  # people have gone on, and it covers the middle
        table = self.model.table
        ritual = table is not None and table.ritual is not None
        self.sound.read(happened, ritual=ritual, ends=bool(followed.ends), after=followed.unseen)
        fresh = not news.first and not followed.quiet
        if fresh and (news.happened or followed.moves) and self.opened.history.shown is None:
            self.moved(followed.moves)

    def _by_people(self, line: messages.Line) -> bool:
        table = self.model.table
        if not line.row or (table is not None and table.mode == "tally"):
            return line.row > 0
        seat = msgspec.json.decode(line.event).get("seat", 0)
        return seat > 0 and self.model.info(seat).by != "bot"

    def _refused(self, message: messages.Refused) -> None:
        wait = self._waits.pop(message.id, None)
        seat = message.seat or (wait.seat if wait else 0)
        if message.rule == "sure":
            return
        if wait and wait.kind == "rotation":
            self.opened = replace(self.opened, turned=None)
        if wait and wait.kind == "display" and message.rule != "pin":
            self.show_on("")
        if wait and message.rule == "pin":
            self._ask_pin(wait, message.text)
            return
        if wait and wait.kind == TYPED_ADDRESS:
            self.open(TYPED_ADDRESS)
        self.sound.refused()
        model = self.model
        text = message.text
        if wait and wait.kind == "pin":
            self.change(asked=replace(self.opened.asked, why=text))
            return
        if seat:
            text = table_words.refusal(model.words(seat), message.rule, message.facts, model.game_words)
        self.tell(seat, text, refused=True, lasts=SHORTLY if message.rule == "horn-rest" else NOTICE_LASTS)

    # ---- the PIN -------------------------------------------------------------------------------------

    def _ask_pin(self, wait: Wait, why: str) -> None:
        """Ask for the PIN that an intent was refused without; that is said again once it was given."""
        panel = self.opened.panel
        if panel != "pin":
            self.open("pin")
        self.change(typed="", asked=Asked(why, wait, panel))

    def give_pin(self) -> None:
        """Say what was typed."""
        pin = self.opened.typed
        self.change(typed="")
        if pin:
            self.say(messages.GivePin(id=new_id(), pin=pin), kind="pin")

    def _pin_given(self) -> None:
        if self.opened.panel != "pin":  # it was put away meanwhile
            return
        asked = self.opened.asked
        self.open(asked.panel)
        if asked.wait is not None:
            self.say(asked.wait.intent, asked.wait.seat, asked.wait.kind)

    # ---- time ----------------------------------------------------------------------------------------

    def tick(self, now: float) -> float | None:
        """Let go of what has been shown long enough; when to look again, if ever."""
        before, slow = self.scene, self._slow_since
        self._slow_since = now - PATIENCE
        acts = [wait.since for wait in self._waits.values() if wait.kind == "act"]
        over = [seat for seat, notice in self.notices.items() if notice.until <= now]
        for seat in over:
            del self.notices[seat]
        self.model = replace(self.model, panel=self.model.panel.tick(now))
        times = [notice.until for notice in self.notices.values() if notice.until < inf]
        if self._game is not None:
            opened, at = self._game.tick(replace(self.scene, now=now))
            self.opened = replace(self.opened, game=opened)
            times += [at] if at is not None else []
            at = self._end_goes_on(now)
            times += [at] if at is not None else []
        at = self._play_on(now)
        times += [at] if at is not None else []
        times += [at + PATIENCE + 0.01 for at in acts if at >= self._slow_since]
        if self.opened.panel == HORN_ASKS:
            until = self._horn_asked + ANSWER
            if now >= until:
                self.opened = replace(self.opened, panel="")
            else:
                times.append(until)
        change = self.model.panel.next_change(now)
        times += [change] if change is not None else []
        for back in (self._turn_back(now), self._show_back(now)):
            times += [back] if back is not None else []
        at = self.dimming.tick(now, self._dark_after())
        times += [at] if at is not None else []
        held = before.model.panel.held_since is not None
        same = self.opened == before.opened and self.model.panel == before.model.panel
        same = same and self.dimming.dark == before.dark
        if over or held or not same or any(slow <= at < self._slow_since for at in acts):
            self.changed()
        if self.model.hello is None and now < self._began + STARTING:
            return self._began + STARTING + 0.01
        return min(times, default=None)

    def _end_goes_on(self, now: float) -> float | None:
        """Show the next part of the game's end when its time has come, and let it be heard; when to look again."""
        before, scene = self.opened.finale, self.scene
        finale = before.in_time(now, not scene.opened.panel and not scene.game.interrupts(scene))
        self.opened = replace(self.opened, finale=finale)
        if finale.now is not None and finale.until is not None and finale.until != before.until:
            self.sound.play(HEARD[finale.now.part])
        return finale.until

    def skip(self) -> None:
        """Go on to what comes next of the game's end."""
        self.change(finale=self.opened.finale.skipped())

    def _dark_after(self) -> int | None:
        """Minutes without a touch; None while there is something to look at."""
        table = self.model.table
        if table is None or table.phase == "game" or self.opened.history.plays:
            return None
        return table.settings.dark_after

    # ---- how the picture is turned -------------------------------------------------------------------

    @property
    def rotation(self) -> int:
        """Degrees clockwise by which the picture is turned now."""
        if self.opened.turned is not None:
            return self.opened.turned.rotation
        return self.model.table.settings.rotation if self.model.table else 0

    def turn_picture(self, quarters: int) -> None:
        """Turn it so far clockwise. It turns back by itself unless people say in time that it is right so."""
        rotation = (self.rotation + 90 * quarters) % 360
        turned = Turned(rotation, self.clock() + TRIED, round(TRIED))
        as_before = self.model.table is not None and self.model.table.settings.rotation == rotation
        self.change(corners=(), turned=None if as_before else turned)

    def turn_picture_back(self) -> None:
        self.change(corners=(), turned=None)

    def keep_picture(self) -> None:
        """It is right so: tell the table."""
        turned = self.opened.turned
        if turned is not None and turned.until is not None:
            self.opened = replace(self.opened, turned=replace(turned, until=None))
            rotation = msgspec.convert(turned.rotation, Literal[0, 90, 180, 270])
            self.say(messages.SetTable(id=new_id(), rotation=rotation), kind="rotation")

    def _turn_back(self, now: float) -> float | None:
        """Turn the picture back when its time is over; when to look again."""
        turned = self.opened.turned
        if turned is None or turned.until is None:
            return None
        if turned.until <= now:
            self.opened = replace(self.opened, corners=(), turned=None)
            return None
        self.opened = replace(self.opened, turned=replace(turned, left=ceil(turned.until - now)))
        return min(turned.until, now + 1.0)

    # ---- on which display it is shown ----------------------------------------------------------------

    def shown_on(self, name: str, tried: bool) -> None:
        """This is shown on the display of that name; `tried`: it goes back unless people say that it is right so."""
        self.opened = replace(self.opened, showing=Showing(name, (name,), tried))

    def displays(self, found: tuple[str, ...]) -> None:
        """These are connected now."""
        if found != self.opened.showing.found:
            self.opened = replace(self.opened, showing=replace(self.opened.showing, found=found))
            self.changed()

    @property
    def wanted_display(self) -> str:
        """The display that people want, as far as is known."""
        showing, table = self.opened.showing, self.model.table
        return showing.on if showing.tried or table is None else table.settings.display

    def try_display(self, name: str) -> None:
        """Show it there, to see whether people want it so."""
        if name != self.opened.showing.on:
            self.show_on(name)

    def display_as_before(self) -> None:
        self.show_on("")

    def keep_display(self) -> None:
        """It is right so: tell the table."""
        showing = self.opened.showing
        self.opened = replace(self.opened, showing=replace(showing, until=None))
        self.say(messages.SetTable(id=new_id(), display=showing.on), kind="display")

    def _see_display(self, wanted: str, first: bool) -> None:
        """What the settings say of it; with the table's first words people see that it is only tried."""
        showing = self.opened.showing
        if not showing.tried:
            return
        if wanted == showing.on:
            self.opened = replace(self.opened, showing=replace(showing, tried=False, until=None))
        elif first:
            until = self.clock() + TRIED
            self.opened = replace(self.opened, showing=replace(showing, until=until, left=round(TRIED)))
            self.open("display")

    def _show_back(self, now: float) -> float | None:
        """Show it where it was when its time is over; when to look again."""
        showing = self.opened.showing
        if showing.until is None:
            return None
        if showing.until <= now:
            self.opened = replace(self.opened, showing=replace(showing, until=None))
            self.show_on("")
            return None
        self.opened = replace(self.opened, showing=replace(showing, left=ceil(showing.until - now)))
        return min(showing.until, now + 1.0)

    # ---- intents -------------------------------------------------------------------------------------

    def say(self, intent: messages.Intents, seat: int = 0, kind: str = "") -> None:
        """Send an intent; a refusal is answered at that seat's edge."""
        self._waits[intent.id] = Wait(seat, kind, self.clock(), intent)
        self._send(intent)
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
        self._send(messages.Press(id=new_id(), part=part, down=down))

    def try_part(self, part: str) -> None:
        """Try a light of the panel, or its buzzer."""
        self._send(messages.TryPart(id=new_id(), part=part))

    def diagnose(self) -> None:
        """Have the machine looked at, and lay what is found on the middle."""
        self.open("machine", self.opened.edge)
        self.model = replace(self.model, panel=replace(self.model.panel, findings=None))
        self._send(messages.Diagnose(id=new_id()))

    def recall(self, after: str = "") -> None:
        """Ask for the finished games, or for those after the game of this id."""
        if not after:
            self.opened = replace(self.opened, history=replace(self.opened.history, told=()))
        self.say(messages.Recall(id=new_id(), after=after), kind="past")

    # ---- secrets -------------------------------------------------------------------------------------

    def look(self, seat: int, held: bool) -> None:
        """See what a seat alone may see while a finger is down; what others see meanwhile stays."""
        if not held:
            self.let_go(seat)
            return
        self._held.add(seat)
        self._then.pop(seat, None)
        self._look(seat)

    def look_unseen(self, seat: int, then: Callable[[messages.Secret], None]) -> None:
        """Hand on what a seat alone may see, and never show it."""
        self._held.discard(seat)
        self._then[seat] = then
        self._look(seat)

    def peek(self, seat: int, action: str) -> None:
        """Say an action after which a seat may see something, and show it while the finger stays."""
        self._held.add(seat)
        question = self.model.questions.get(seat)
        if question and action in question.legal:
            self.say(messages.Act(id=new_id(), seat=seat, question=question.number, action=action), seat, "peek")

    def let_go(self, seat: int = 0) -> None:
        """Forget what only a held finger of a seat may see; 0: of any."""
        for one in {seat} if seat else {*self._held, *self._secrets}:
            self._let_go(one)
        self.changed()

    def _let_go(self, seat: int) -> None:
        self._held.discard(seat)
        self._secrets.pop(seat, None)

    def _look(self, seat: int) -> None:
        self.say(messages.Look(id=new_id(), seat=seat), seat, "look")

    def _see_secret(self, message: messages.Secret) -> None:
        self._waits.pop(message.id, None)
        if then := self._then.pop(message.seat, None):
            then(message)
        elif message.seat in self._held:
            self._secrets[message.seat] = message

    # ---- what is opened, and what is said ------------------------------------------------------------

    def change(self, **facts: Unpack[Facts]) -> None:
        """Open, close, or choose something: these fields of Opened."""
        self.opened = replace(self.opened, **facts)
        self.changed()

    def open(self, panel: str, edge: int | None = None) -> None:
        """Lay a panel on the middle; the same again, or nothing, takes it away."""
        game = self._game.put_aside(self.opened.game) if self._game else None
        if panel.startswith("seat "):  # somebody may be named there
            self.ask_names()
        self.notices.pop(0, None)  # it lies where panels do
        self.at_head()
        self.change(
            panel="" if panel == self.opened.panel else panel,
            line=max(self.model.lines, default=0),
            sure="",
            asked=Asked(),
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

    def tell(self, seat: int, text: str, refused: bool = False, lasts: float = NOTICE_LASTS) -> None:
        """Say one sentence at a seat's edge (0: on the middle) for a while."""
        self.notices[seat] = Notice(text, refused, self.clock() + lasts)
        self.changed()

    def deny(self, seat: int, text: str) -> None:
        """Say at a seat's edge why a touch means nothing now."""
        self.sound.refused()
        self.tell(seat, text, refused=True)

    def touched(self) -> bool:
        """A finger has come down; whether it means no more than that somebody is there."""
        before, wakes = self.dimming.dark, self.dimming.touched()
        if before:
            self.changed()
        return wakes

    def came_down(self, element: str) -> None:
        """A finger is on an element, or on none: what was said is gone, unless it lies on that or cannot be read yet.

        Where several seats act, a touch is no sign that the others have read what was said to them.
        """
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
        if self._game is not None:
            self.opened = replace(self.opened, game=self._game.gone_on(self.opened.game))

    # ---- the history ---------------------------------------------------------------------------------

    def ask_names(self) -> None:
        """Ask who has played here."""
        self._send(messages.AskNames(id=new_id()))

    def read_sheet(self, game: str) -> None:
        """Ask what was entered on a finished score sheet."""
        self.say(messages.ReadSheet(id=new_id(), game=game), kind="past")

    def _put_right(self) -> None:
        """Something of the history is another now: what lies open of it is asked for anew."""
        self.ask_names()
        if self.opened.panel == "history":
            self.recall()
            if self.opened.history.sheet is not None:
                self.read_sheet(self.opened.history.sheet.game)

    def _read_history(self, message: messages.Recalled | messages.LookedBack | messages.SheetRead) -> None:
        history = self.opened.history
        if isinstance(message, messages.SheetRead):
            self.opened = replace(self.opened, history=replace(history, sheet=message))
        elif isinstance(message, messages.Recalled):
            history = history.recalled(message)
            self.opened = replace(self.opened, history=history)
            if history.told:
                self.recall(after=history.told[-1].mark)
        elif self.opened.panel == "history":  # else it was closed meanwhile
            shown = looked_back(message, self.games, self.model.plain)
            self.opened = replace(self.opened, history=history.looked_back(message, shown, self.clock()))

    def _play_on(self, now: float) -> float | None:
        """Let a game that is looked back at go on, if it plays by itself and it is time; when to look again."""
        history = self.opened.history
        if history.due is None or history.due > now or history.at is None:
            return history.due
        self.opened = replace(self.opened, history=replace(history, due=None))
        self.say(messages.LookBack(id=new_id(), game=history.at.game, line=history.at.next), kind="past")
        return None


def _agreed(table: messages.TableView) -> messages.TableView:
    """A table as people have made it: without the ways to it, and whether phones are awake."""
    seats = tuple(msgspec.structs.replace(info, present=True) for info in table.seats)
    return msgspec.structs.replace(table, seats=seats, network=messages.Network(None, None), onlookers=0)
