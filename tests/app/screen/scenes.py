"""Every page of the table, made by hand for any number of seats and any language."""

from dataclasses import replace

import msgspec

from app.games.architects.screen import medals, stacks, touch_handlers
from app.protocol import table_log_events
from app.protocol.access_messages import LockTable
from app.protocol.base_messages import Refusal
from app.protocol.cardboard_messages import Repair, ToldLine
from app.protocol.club_membership_messages import ClubStatus
from app.protocol.game_lifecycle_messages import DailyPerson, DailyPlayed, SuspendedView
from app.protocol.history_messages import HistoryPage, KnownPerson, Names, PastPosition, SheetCell, SheetRead
from app.protocol.log_messages import Line
from app.protocol.machine_messages import Diagnosis, Finding, Upkeep
from app.protocol.network_messages import Hotspot, Network, Wifi, WifiNetwork
from app.protocol.panel_messages import ButtonEvent, Keys, Panel
from app.protocol.play_messages import ChanceOptions, Question, Ritual, Secret, UndoOffer, UndoVote
from app.protocol.results import FinishedGame, Result
from app.protocol.revertible_change_messages import ChangedToday, SeatOccupant
from app.protocol.seat_messages import Code
from app.screen.events import on_message
from app.screen.input import cardboard_entry, confirmation, display_trial
from app.screen.input.confirmation import NUMBER_PANEL, STEPS
from app.screen.input.history_browsing import open_history, open_page
from app.screen.pages.cardboard.position_entry import entering_of, turn_to
from app.screen.pages.common.setting_intents import set_table
from app.screen.state.end_sequence import EndSequence
from app.screen.state.ui_state import HeldRings
from app.text import machine_health
from app.text import table_text as table_words
from app.text.translation import words
from engine.architects import actions
from hardware.machine.boot_history import BootHistory
from hardware.machine.kernel_log import KernelLog
from hardware.machine.power_supply import PowerStatus, PowerTrouble
from tests.app.screen import stage
from tests.app.screen.stage import Room


def play(n, lang="en"):
    return Room().hear(
        stage.table(n, lang=lang, by="mixed"),
        stage.view(n, active=2),
        stage.question(2, "take left", "take right", "take center"),
        the_codes=stage.codes(),
    )


def peek(n, lang="en"):
    room = Room().hear(
        stage.table(n, lang=lang),
        stage.view(n, cat=1),
        stage.question(1, "peek", "take left", "take right", "take center"),
    )
    room.control.secrets.holding = {1}
    on_message.on_message(room.control, Secret(id="x", seat=1, center="red-2", draw=()))
    return room


def may_look(n, lang="en"):
    """Ask the seat with the cat for its turn."""
    legal = ("peek", "take left", "take right", "take center")
    return Room().hear(stage.table(n, lang=lang), stage.view(n, cat=1), stage.question(1, *legal))


def look_first(n, lang="en"):
    """Tap the middle stack: a dialog offers to look at the card or to take it unseen."""
    room = may_look(n, lang)
    touch_handlers.ask_to_look(room.control, 1)
    return room


def look_again(n, lang="en"):
    """Show the same dialog under a finger that has looked already."""
    room = look_first(n, lang)
    view = room.control.model.view
    view = msgspec.structs.replace(view, derived=msgspec.structs.replace(view.derived, looked=(1,)))
    room.control.secrets.holding = {1}
    room.hear(room.control.model.table, view, stage.question(1, "take left", "take right", "take center"))
    on_message.on_message(room.control, Secret(id="x", seat=1, center="red-2", draw=()))
    return room


def refused(n, lang="en"):
    """Touch a stack that the acting seat cannot take from, on a bot's turn."""
    room = play(n, lang)
    ring = room.control.scene.ring(1280, 720)
    for stack in range(n):
        at = ring.gaps[stack]
        room.control.record_tap(at.x, at.y)
        stacks.refuse(room.control, ring, str(stack + 1))
    return room


LONG = (
    "Maximiliane-Victoria", "Wilhelmina Augustina", "Bartholomäus Xavier", "Anna Katharina Maria",
    "Constantin-Alexander", "Hildegard von Bingen", "MMMMMMMMMMMMMMMMMMMM",
)  # fmt: skip


def long_names(room):
    """Give each seat of the room the longest possible name."""
    table = room.control.model.table
    chairs = (msgspec.structs.replace(chair, name=name) for chair, name in zip(table.seats, LONG, strict=False))
    stage.known(room, table=msgspec.structs.replace(table, seats=tuple(chairs)))
    return room


def on_a_phone(n, lang="en", seat=1):
    """Ask a seat with a long name to choose a token on its phone."""
    asked = stage.question(seat, "progress tactics with compass compass")
    the_table = stage.table(n, lang=lang, by="phone")
    return long_names(Room().hear(the_table, stage.view(n, active=seat, ask="progress", cat=seat), asked))


def seat_asked(n, lang="en"):
    """Open the settings of a seat that is asked something on its phone."""
    room = on_a_phone(n, lang)
    room.control.open_panel("seat 1", 0)
    return room


def tokens(n, lang="en"):
    legal = [
        f"progress {token} with {cards}"
        for token in ("decor", "propaganda", "tactics", "hidden")
        for cards in ("compass compass", "compass gear tablet")
    ]
    room = Room().hear(
        stage.table(n, lang=lang, undo=UndoOffer(row=5, seat=2, action="take left", more=0, free=True)),
        stage.view(n, active=2, ask="progress"),
        stage.question(2, *legal),
    )
    touch_handlers.choose(room.control, "progress tactics")
    return room


def pay(n, lang="en"):
    ways = (
        "wood stone",
        "wood brick",
        "wood glass",
        "wood papyrus",
        "stone brick",
        "stone glass",
        "stone papyrus",
        "brick glass",
        "brick papyrus",
        "wood double-coin",
    )
    legal = [f"build 2 with {way}" for way in ways] + [
        "build 3 with wood stone coin",
        "extra science left",
        "extra science right",
        "extra science center",
        "done",
    ]
    room = Room().hear(stage.table(n, lang=lang), stage.view(n, active=1, ask="main"), stage.question(1, *legal))
    touch_handlers.choose(room.control, "build 2")
    return room


def search(n, lang="en"):
    legal = ("keep wood", "keep red-2")
    room = Room().hear(stage.table(n, lang=lang), stage.view(n, active=2, ask="keep"), stage.question(2, *legal))
    room.control.change_game_ui(turned=2)
    room.control.secrets.holding = {2}
    on_message.on_message(
        room.control, Secret(id="x", seat=2, center=None, draw=("coin", "gear", "red-2", "wood", "wood"))
    )
    return room


def count_tokens(shields):
    """Return the tokens won by seat: one from each neighbour with fewer shields."""
    n = len(shields)
    return [sum(mine > shields[other] for other in {(i - 1) % n, (i + 1) % n}) for i, mine in enumerate(shields)]


def conflict(n, lang="en"):
    shields = (3, 1, 4, 4, 2, 0, 12)[:n]
    event = {"type": "conflict-fought", "shields": shields, "won": count_tokens(shields), "discarded": [["red-1"]] * n}
    room = Room().hear(stage.table(n, lang=lang), stage.view(n), stage.question(1, "take left"))
    line = Line(number=9, row=4, event=msgspec.Raw(msgspec.json.encode(event)))
    return room.hear(stage.table(n, lang=lang), stage.view(n), stage.question(1, "take left"), (line,))


def ritual(n, lang="en"):
    """Wait for the second of two tokens after a card with two horns. The next seat may act already."""
    tokens = (3, 3, 4, 5, 6, 6)[n - 2]
    the_table = stage.table(n, lang=lang, ritual=Ritual(seat=1, open=(3,), flipped=3, tokens=tokens))
    return Room().hear(the_table, stage.view(n, active=2), stage.question(2, "take left", "take right", "take center"))


def ritual_before_bots(n, lang="en"):
    """Wait for a token to be turned before a bot plays."""
    tokens = (3, 3, 4, 5, 6, 6)[n - 2]
    seats = stage.seats(n, lang=lang)
    bot = msgspec.structs.replace(seats[1], by="bot", name=None, bot="normal")
    waits = Ritual(seat=1, open=(3,), flipped=3, tokens=tokens)
    the_table = stage.table(n, lang=lang, ritual=waits, seats=(seats[0], bot, *seats[2:]))
    return Room().hear(the_table, stage.view(n, active=2))


def _simulated(room, lit=(), blinked=""):
    seats = len(room.control.model.table.seats)
    names = [f"marker.{i}" for i in range(1, 7)]
    lights = [*names, "horn", *(f"{kind}.{i}" for i in range(1, seats + 1) for kind in ("seat", "cat"))]
    on_message.on_message(
        room.control,
        Panel(
            lights={name: name in lit for name in lights},
            buttons=("horn", *names),
            buzzer=True,
            simulated=True,
            blinked=blinked,
        ),
    )
    return room


def simulated(n, lang="en"):
    """Show the simulated panel at the lower edge."""
    return _simulated(ritual(n, lang), {"marker.1", "marker.2", "seat.2", "cat.1"}, "marker.6")


def held(n, lang="en"):
    """Press the button of the horn, and hold it."""
    room = lobby(n, lang)
    on_message.on_message(room.control, ButtonEvent(part="horn", how="pressed"))
    room.now += 6.0
    return room


def off(n, lang="en"):
    """Hold the horn until the table offers to power off."""
    room = lobby(n, lang)
    settings = msgspec.structs.replace(room.control.model.table.settings, power_off=True)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, settings=settings))
    on_message.on_message(room.control, ButtonEvent(part="horn", how="held"))
    return room


def lobby_installed(n, lang="en"):
    """Show the lobby of an installed table."""
    room = lobby(n, lang)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, installed=True))
    return room


def off_installed(n, lang="en"):
    """Hold the horn of an installed table until it offers to power off."""
    room = lobby_installed(n, lang)
    on_message.on_message(room.control, ButtonEvent(part="horn", how="held"))
    return room


def machine(n, lang="en"):
    """Show the report of the doctor, with a line for each part."""
    room = _panel("machine", n, lang, "lobby")
    texts = {
        "Panel": "23 pins, held by the running table.",
        "Sound": "bcm2835 Headphones and vc4-hdmi-0: no access. Add this user to the group audio.",
        "Display": "A desktop (:0).",
        "Touch": "ILITEK ILITEK-TP.",
        "Network": "Phones find the table at 192.168.178.105 (wlan0).",
        "Storage": "/data/wondertable, 23456 MB free.",
        "Power": machine_health.power(
            words(lang), PowerStatus(True, PowerTrouble.VOLTAGE, PowerTrouble.VOLTAGE, 71)
        ).text,
        "Kernel": machine_health.kernel(words(lang), KernelLog(True, ("mmc0: error -110",)), "").text,
        "Start": machine_health.describe_starts(words(lang), BootHistory(24.2, up=7200, is_persistent=False)).text,
        "Versions": "Wondertable 0.1.0, Python 3.11.2, kivy 2.3.1, aiohttp 3.11.18, lgpio 0.2.2.0; aarch64.",
    }
    on_message.on_message(
        room.control,
        Diagnosis(id="look", findings=tuple(Finding(a, b, a != "Sound") for a, b in texts.items())),
    )
    return room


def panel_parts(n, lang="en"):
    room = _simulated(_panel("parts", n, lang, "lobby"), {"marker.2", "seat.1"})
    on_message.on_message(room.control, ButtonEvent(part="marker.3", how="pressed"))
    return room


def no_panel(n, lang="en"):
    return _panel("parts", n, lang, "lobby")


def key_pad(n, lang="en"):
    """Show the keys of a keypad: two are assigned, a third waits for its key."""
    room = _panel("key-pad", n, lang, "lobby")
    keys = {"horn": 57, **{f"marker.{number}": 0 for number in range(1, 7)}, "marker.1": 2}
    on_message.on_message(room.control, Keys(keys=keys, pads={"HID 1189:8890 Keyboard": "used"}, choosing="marker.2"))
    return room


def sounds(n, lang="en"):
    return _panel("sounds", n, lang, "lobby")


def corners(n, lang="en"):
    room = _panel("corners", n, lang, "lobby")
    room.control.change(corners=((0.02, 0.03), (0.98, 0.03)))
    return room


def corners_turned(n, lang="en"):
    """Show the touch test where the system rotates the picture, and the touchscreen does not."""
    room = _panel("corners", n, lang, "lobby")
    room.control.change(corners=((0.98, 0.97), (0.02, 0.98), (0.03, 0.02), (0.97, 0.03)))
    return room


def picture_tried(n, lang="en"):
    """Rotate the picture, and wait for somebody to confirm it."""
    room = _panel("rotation", n, lang, "lobby")
    display_trial.turn_picture(room.control, 1)
    return room


def settings_displays(n, lang="en"):
    """Show settings with an entry for displays, as several are connected."""
    room = this_machine(n, lang)
    _on_a_display(room, tried=False)
    return room


def displays(n, lang="en"):
    """Show the list of connected displays."""
    room = _panel("display", n, lang, "lobby")
    _on_a_display(room, tried=False)
    return room


def display_tried(n, lang="en"):
    """Switch to another display, and wait for somebody to confirm it."""
    room = Room()
    _on_a_display(room, tried=True)
    return room.hear(stage.table(n, phase="lobby", lang=lang), the_codes=stage.codes())


def plain(n, lang="en"):
    """Show the screen with its basic appearance, after repeated crashes."""
    bright = stage.settings(lang=lang, bright=True, large=True, rotation=90)
    the_table = stage.table(n, phase="lobby", lang=lang, settings=bright)
    return Room(plain=True).hear(the_table, the_codes=stage.codes())


def settings_plain(n, lang="en"):
    """Show the stored settings in that appearance, with the way back to them first."""
    room = plain(n, lang)
    room.control.open_panel("settings", 0)
    return room


def _on_a_display(room, tried):
    display_trial.record_display_in_use(room.control, "HDMI-A-1", tried)
    display_trial.record_displays(room.control, ("DSI-1", "HDMI-A-1", "HDMI-A-2"))


def asleep(n, lang="en"):
    """Show the screen dark, after a long time without touches."""
    room = lobby(n, lang)
    room.control.dimming.is_dark = True
    return room


def end(n, lang="en"):
    return Room().hear(stage.table(n, phase="over", lang=lang), stage.view(n, over=True))


def end_early(n, lang="en"):
    return Room().hear(stage.table(n, phase="over", lang=lang, early=True), stage.view(n, winners=()))


def end_short(n, lang="en"):
    room = end(n, lang)
    room.control.change(finale=EndSequence(faced=min(2, n - 1)))
    return room


def end_explained(n, lang="en"):
    room = end(n, lang)
    room.control.change(finale=EndSequence(told=n - 1))
    return room


def lobby(n, lang="en"):
    chairs = stage.seats(n, "mixed", lang)
    free = tuple(
        msgspec.structs.replace(s, by="free", name=None, wonder=None) if s.seat in (3, 5, 6) else s for s in chairs
    )
    aside = (SuspendedView(game=3, kind="architects", seats=("Nora", "Idris", "giza"), turn=14, when=0.0),)
    the_table = stage.table(n, phase="lobby", lang=lang, seats=free, laid_aside=aside, first=2)
    return Room().hear(the_table, the_codes=stage.codes(free=[s.seat for s in free if s.by == "free"]))


def lobby_dark(n, lang="en"):
    """Show a lobby without network."""
    chairs = tuple(msgspec.structs.replace(s, by="free", name=None, wonder=None) for s in stage.seats(n, "touch", lang))
    return Room().hear(stage.table(n, phase="lobby", lang=lang, seats=chairs, network=Network(address=None, name=None)))


def lobby_all_free(n, lang="en"):
    """Show a lobby before anybody has joined."""
    chairs = tuple(msgspec.structs.replace(s, by="free", name=None, wonder=None) for s in stage.seats(n, "touch", lang))
    codes = stage.codes(free=range(1, n + 1))
    games, modes = ("architects", "duel", "seven-wonders"), ("play", "track", "tally")
    return Room().hear(
        stage.table(n, phase="lobby", lang=lang, seats=chairs, games=games, modes=modes), the_codes=codes
    )


def lobby_day(n, lang="en"):
    """Offer the deal of the day as the next game; it was played here today and on earlier days."""
    room = lobby_all_free(n, lang)
    chairs = [msgspec.structs.replace(s, by="bot", bot="hard", own_bot=True) for s in stage.seats(n, "bot", lang)]
    chairs[0] = msgspec.structs.replace(chairs[0], by="touch", name="Maximiliane-Victoria", bot=None, own_bot=False)
    won = [
        DailyPlayed(f"2026-11-{28 - n}", "architects", stage.NAMES[6 * (n % 2)], 63 - n, 51 + n, n != 8, n != 4, 9)
        for n in range(12)
    ]
    people = DailyPerson(stage.NAMES[0], 12, 365, 171, 30000), DailyPerson(stage.NAMES[6], 0, 1, 66, 66)
    aside = (SuspendedView(game=3, kind="architects", seats=("Nora", "giza"), turn=14, when=0.0, day="2026-11-28"),)
    facts = {"dailies": (*won,), "daily_people": people, "laid_aside": aside, "seats": (*chairs,), "daily": True}
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, **facts))
    return room


def day(n, lang="en"):
    """Open the page of the deal of the day."""
    room = lobby_day(n, lang)
    room.control.open_panel("day", 0)
    return room


def day_line(n, lang="en"):
    """Show a result as a line without spoilers."""
    room = lobby_day(n, lang)
    room.control.open_panel("result", 0)
    return room


def lobby_offer(n, lang="en"):
    """Open the page of a wonder on the horizon: its effects, and who can take it."""
    room = lobby_all_free(n, lang)
    chairs = tuple(msgspec.structs.replace(s, by="touch") for s in room.control.model.table.seats)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, seats=chairs))
    room.control.open_panel("offer 1", 0)
    return room


def lobby_stone(n, lang="en"):
    """Open the page of a free seat: the ways to join."""
    room = lobby_all_free(n, lang)
    room.control.open_panel("seat 2", 0)
    return room


def _panel(name, n, lang, phase="game", edge=0):
    room = lobby(n, lang) if phase == "lobby" else play(n, lang)
    room.control.open_panel(name, edge)
    return room


def menu(n, lang="en"):
    return _panel("menu", n, lang)


def settings(n, lang="en"):
    return _panel("settings", n, lang, "lobby")


def this_machine(n, lang="en"):
    return _panel("this-machine", n, lang, "lobby")


def today(n, lang="en"):
    """Open *Changed today*: a line of each kind, two of them when the game is over."""
    room, at = play(n, lang), 1_760_000_000.0
    free, ada = SeatOccupant("free"), SeatOccupant("phone", "Ada")
    lines = (
        ChangedToday(9, at, 0, "setting", "volume", 7, 3),
        ChangedToday(8, at - 60, 2, "setting", "undo", "ask", "never"),
        ChangedToday(7, at - 900, 0, "seat", seat=2, sat=ada, sits=SeatOccupant("bot", "Nefertari")),
        ChangedToday(6, at - 1000, -1, "seat", seat=1, sat=ada, sits=free, open=False),
        ChangedToday(5, at - 2000, 0, "places", "count", 4, 3, open=False),
        ChangedToday(4, at - 3000, 0, "lock", was=True),
        ChangedToday(3, at - 4000, 1, "game", "architects", True),
        ChangedToday(2, at - 9000, 1, "came", n=212),
    )
    table = msgspec.structs.replace(room.control.model.table, today=lines)
    room.hear(table, room.control.model.view)
    room.control.open_panel("today", 0)
    return room


def settings_side(n, lang="en"):
    return _panel("settings", n, lang, "lobby", 1)


def seat_panel(n, lang="en"):
    return _panel("seat 1", n, lang, "lobby", 0)


def seats_panel(n, lang="en"):
    return _panel("seats", n, lang, edge=2)


def code(n, lang="en"):
    return _panel("code", n, lang)


def code_medals(n, lang="en"):
    room = play_medals(n, lang)
    room.control.open_panel("code", 0)
    return room


def about(n, lang="en"):
    return _panel("about", n, lang, edge=1)


def keyboard(n, lang="en"):
    room = _panel("name 1", n, lang, "lobby")
    room.control.change(typed="Maximiliane")
    return room


def address(n, lang="en"):
    return _panel("address", n, lang, "lobby", 1)


def results(n, lang="en"):
    return _panel("results", n, lang, "lobby", 1)


def result_address(n, lang="en", panel="result-address"):
    room = _panel(panel, n, lang, "lobby")
    room.control.change(typed="https://")
    return room


def public_address(n, lang="en"):
    return result_address(n, lang, "public-typed")


def laid(n, lang="en"):
    return _panel("laid", n, lang, "lobby")


def zone_panel(n, lang="en"):
    return _panel(f"zone {n}", n, lang)


def sure(n, lang="en"):
    room = _panel("menu", n, lang)
    room.control.ask_confirmation("end")
    return room


def undo(n, lang="en"):
    offer = UndoOffer(row=5, seat=1, action="build 2 with wood stone coin", more=3, free=False)
    room = Room().hear(stage.table(n, lang=lang, undo=offer), stage.view(n, active=2), stage.question(2, "take left"))
    room.control.open_panel("undo", 1)
    return room


def add_events(room, *events):
    """Return the room after these events of the game or of the table."""
    known = max(room.control.model.lines, default=0)
    lines = {
        known + nth: Line(
            known + nth,
            0 if isinstance(event, table_log_events.News) else known + 1,
            msgspec.Raw(msgspec.json.encode(event)),
        )
        for nth, event in enumerate(events, start=1)
    }
    stage.known(room, lines={**room.control.model.lines, **lines})
    return room


def happened(n, lang="en"):
    """Show the newest action of seat 2 at every edge."""
    room = Room().hear(stage.table(n, lang=lang), stage.view(n, active=1), stage.question(1, "take left"))
    return add_events(
        room,
        actions.TurnBegan(seat=2, turn=11),
        actions.CardTaken(seat=2, stack="center", card="blue-2-cat", by="take"),
        actions.CatMoved(seat=2, before=1),
    )


def happened_long(n, lang="en"):
    """Show a long sentence about the newest action, and a choice over the middle."""
    room = happened(n, lang)
    built = actions.StageBuilt(seat=n, wonder="giza", stage=4, points=7, paid=("wood", "stone", "coin", "glass"))
    return add_events(room, built, actions.WonderCompleted(seat=n, wonder="giza"))


def happened_under_a_choice(n, lang="en"):
    return add_events(pay(n, lang), actions.CardTaken(seat=2, stack="2", card="red-2", by="take"))


def taken_back(n, lang="en"):
    return add_events(
        happened(n, lang), table_log_events.ActionUndone(seat=1, of=2, action="take center", more=0, card="blue-2-cat")
    )


def since(n, lang="en"):
    """Open the last round at seat 2's edge."""
    room = happened_long(n, lang)
    room.control.open_panel("since 2", room.control.scene.ring(1280, 720).zones[1].edge)
    return room


def log(n, lang="en"):
    events = [
        {"type": "turn-began", "seat": 1, "turn": 1},
        {"type": "card-taken", "seat": 1, "stack": "1", "card": "blue-2-cat", "by": "take"},
        {
            "type": "stage-built",
            "seat": 1,
            "wonder": "olympia",
            "stage": 2,
            "points": 2,
            "paid": ["wood", "double-coin"],
        },
        {
            "type": "token-taken",
            "seat": 2,
            "token": "propaganda",
            "hidden": False,
            "spent": ["compass", "gear", "tablet"],
        },
        {"type": "markers-turned", "seat": 2, "count": 2, "flipped": 2, "tokens": 4},
        {"type": "medal-taken", "seat": 2, "medal": "progress-military-cat", "gap": "box"},
        {"type": "card-stolen", "seat": 1, "of": 2, "card": "red-2"},
        {"type": "gift-given", "seat": 2},
        {"type": "gift-turned-up", "seat": 2, "card": "blue-2-cat", "at_end": True},
    ]
    lines = tuple(
        Line(number=i + 1, row=i + 1, event=msgspec.Raw(msgspec.json.encode(e)), undone=i == 1)
        for i, e in enumerate(events * 4)
    )
    room = Room().hear(stage.table(n, lang=lang), stage.view(n), stage.question(1, "take left"), lines)
    room.control.open_panel("log", 0)
    return room


def asked(n, lang="en"):
    """Ask some seats to vote; show a code to take over a seat at another edge, and a refusal."""
    vote = UndoVote(
        row=5,
        seat=1,
        action="build 2 with wood stone",
        more=2,
        open=(2, 4) if n > 3 else (2,),
        seen=("reveal 2 wood", "reveal token propaganda"),
    )
    hand = (
        *stage.codes(),
        Code(seat=1, url="http://192.168.178.105:8080/join/abcdefghijklmnop", hand_over=True),
    )
    room = Room().hear(
        stage.table(n, lang=lang, vote=vote), stage.view(n, active=1), stage.question(1, "take left"), the_codes=hand
    )
    w = room.control.model.words(n)
    room.control.notify(
        n if n != 2 else 1, w("A progress token costs two equal green cards or three different ones."), refused=True
    )
    return room


def away(n, lang="en"):
    room = play(n, lang)
    on_message.on_disconnect(room.control)
    return room


def _welcome(n, lang, page):
    room = Room().hear(
        stage.table(
            n,
            phase="lobby",
            lang=lang,
            seats=stage.seats(n, "free", lang),
            settings=stage.settings(lang=lang, welcomed=False),
        ),
        the_codes=stage.codes(),
    )
    room.control.change(page=page)
    return room


def welcome_language(n, lang="en"):
    return _welcome(n, lang, 0)


def welcome_turned(n, lang="en"):
    return _welcome(n, lang, 1)


def welcome_tried(n, lang="en"):
    room = _welcome(n, lang, 1)
    display_trial.turn_picture(room.control, -1)
    return room


def welcome_size(n, lang="en"):
    return _welcome(n, lang, 2)


def welcome_code(n, lang="en"):
    return _welcome(n, lang, 3)


def play_medals(n, lang="en"):
    """Play with every variant, and one medal won; the seat at the right end has most medals."""
    return Room().hear(
        stage.table(n, lang=lang, by="mixed", variant=stage.VARIANTS),
        stage.with_medals(stage.view(n, active=2), won=2),
        stage.question(2, "take left", "take right", "take center"),
        the_codes=stage.codes(),
    )


def zone_medals(n, lang="en"):
    """Open a seat's whole zone, as a small screen shows it."""
    room = play_medals(n, lang)
    room.control.open_panel(f"zone {n}", 0)
    return room


def medal_asked(n, lang="en"):
    """Show both neighbours the requirements of the medal with the longest sentence."""
    room = play_medals(n, lang)
    for seat in (1, n):
        medals.say_medal(room.control, seat, "two-military-one-conflict")
    return room


def _at_last(n, lang, ask, *legal):
    seat = n
    return Room().hear(
        stage.table(n, lang=lang, variant=stage.VARIANTS),
        stage.with_medals(stage.view(n, active=seat, ask=ask)),
        stage.question(seat, *legal),
    )


def steal(n, lang="en"):
    """Ask the seat with Rome whose card to steal."""
    legal = [f"steal {i + 1} {card}" for i in range(n - 1) for card in stage.HELD_CARDS[i]]
    return _at_last(n, lang, "steal", *legal)


def steal_card(n, lang="en"):
    """Ask the seat with Rome which card to steal from the chosen seat."""
    cards = stage.FACES if n > 2 else stage.FACES[:9]
    legal = [f"steal {seat} {card}" for seat in range(1, min(n, 3)) for card in cards]
    room = _at_last(n, lang, "steal", *legal)
    touch_handlers.choose(room.control, "steal 1 red-2")
    return room


def extra_first(n, lang="en"):
    """Offer an extra card before the card of the turn, from a gift just revealed; the cat may still look."""
    sides = ("left", "right", "center")
    legal = ["peek", *(f"take {side}" for side in sides), *(f"extra science {side}" for side in sides)]
    room = _at_last(n, lang, "take", *legal)
    touch_handlers.choose(room.control, "extra science center")
    return room


def extra_unknown(n, lang="en"):
    """Offer an extra card from stacks with unknown top cards."""
    view = stage.view(n, ask="main")
    unknown = tuple(tuple(msgspec.structs.replace(each, card=None) for each in reach) for reach in view.derived.reach)
    view = msgspec.structs.replace(view, derived=msgspec.structs.replace(view.derived, reach=unknown))
    legal = [f"extra science {side}" for side in ("left", "right", "center")]
    return Room().hear(stage.table(n, lang=lang), view, stage.question(1, *legal, "done"))


def conflict_medals(n, lang="en"):
    """Compare shields where stacks have made room for medals."""
    shields = ([2, 3] * 3 + [12])[:n]
    event = {"type": "conflict-fought", "shields": shields, "won": count_tokens(shields), "discarded": [["red-1"]] * n}
    medal = {"type": "medal-taken", "seat": n, "medal": "two-military-one-conflict", "gap": str(n)}
    lines = tuple(Line(9 + i, 4, msgspec.Raw(msgspec.json.encode(each))) for i, each in enumerate((event, medal)))
    facts = stage.table(n, lang=lang, variant=stage.VARIANTS), stage.with_medals(stage.view(n))
    return Room().hear(*facts, stage.question(1, "take left")).hear(*facts, stage.question(1, "take left"), lines)


def end_medals(n, lang="en"):
    return Room().hear(
        stage.table(n, phase="over", lang=lang, variant=stage.VARIANTS),
        stage.with_medals(stage.view(n, over=True)),
    )


def lobby_medals(n, lang="en"):
    """Show a lobby with every variant, and the notice about Rome."""
    chairs = list(stage.seats(n, "mixed", lang))
    base = stage.table(n, phase="lobby", lang=lang, seats=tuple(chairs), variant=stage.VARIANTS)
    room = Room().hear(base, the_codes=stage.codes())
    chairs[1] = msgspec.structs.replace(chairs[1], wonder="rome")
    return room.hear(msgspec.structs.replace(base, seats=tuple(chairs)), the_codes=stage.codes())


def more(n, lang="en"):
    """Open the page of rarely changed settings, with every possible entry."""
    room = lobby_medals(n, lang)
    room.control.dismiss_notice(2)
    room.control.open_panel("more", 0)
    return room


def more_side(n, lang="en"):
    room = more(n, lang)
    room.control.turn_panel()
    return room


def lobby_side(n, lang="en"):
    """Turn the page of a lobby to a short edge, and show the code of a seat."""
    room = lobby(n, lang)
    room.control.change(edge=1, code=3)
    return room


def lobby_bots(n, lang="en"):
    """Show a lobby with bots of two levels, and every game and mode to choose from."""
    chairs = list(stage.seats(n, "bot", lang))
    chairs[0] = msgspec.structs.replace(chairs[0], bot="easy")
    games, modes = ("architects", "duel", "seven-wonders"), ("play", "track", "tally")
    table = stage.table(n, phase="lobby", lang=lang, seats=tuple(chairs), games=games, modes=modes)
    return Room().hear(table, the_codes=stage.codes())


LESSON_GAMES = "architects", "seven-wonders"


def past_games(n, lang="en", *, wide=False):
    """Return a history of 5 + n games; the newest has n seats, the oldest was ended early.

    With `wide`, eight categories and every variant.
    """
    games = []
    for number in range(1, 6 + n):
        seats = 2 + (number + n) % (n - 1) if number < 5 + n else n
        order = [(number + seat) % 7 for seat in range(seats)]
        slugs = ("wonder", "cat", "blue", "military", "progress", *(("medals", "gifts", "horns") if wide else ()))
        scores = [{slug: (3 * seat + 5 * at + number) % 24 for at, slug in enumerate(slugs)} for seat in order]
        scores = [{**score, "total": sum(score.values())} for score in scores]
        most = max(score["total"] for score in scores)
        result = Result(
            seats=tuple(stage.NAMES[seat] if seat != 4 else None for seat in order),
            identities=tuple(stage.WONDERS[seat] for seat in order),
            scores=tuple(scores),
            winners=tuple(seat for seat, score in enumerate(scores, 1) if score["total"] == most) * (number > 1),
            early=number == 1,
            turns=40,
            bots=tuple(at for at, seat in enumerate(order, 1) if seat == 4),
        )
        variant = stage.VARIANTS if wide else ()
        began = 1.76e9 + 86_400 * number
        games.append(
            FinishedGame(f"m{number}", number, "architects", "play", variant, began, began + 2400, 2400.0, result)
        )
    return tuple(reversed(games))


def recalled(games, left=0):
    """Return the table's answer to a request for its history."""
    return HistoryPage("x", msgspec.Raw(msgspec.json.encode(games)), left)


def past(n, lang="en", page=(), phase="lobby", **more):
    """Open the history on a page."""
    room = Room().hear(stage.table(n, phase=phase, lang=lang), None if phase == "lobby" else stage.view(n))
    open_history(room.control)
    on_message.on_message(room.control, recalled(past_games(n, lang, **more)))
    for each in page:
        open_page(room.control, *each)
    return room


def past_list(n, lang="en"):
    return past(n, lang)


def past_empty(n, lang="en"):
    room = past(n, lang)
    on_message.on_message(room.control, recalled(()))
    return room


def past_people(n, lang="en"):
    return past(n, lang, [("people",)], phase="game")


def past_wonders(n, lang="en"):
    return past(n, lang, [("wonders",)])


def past_game(n, lang="en"):
    return past(n, lang, [("game", f"m{5 + n}")], wide=n > 4)


def progress_games(n, lang="en"):
    """Return a history in which everybody learned two games, one of them a little, with reviews."""
    ideas = {kind: [idea.id for idea in stage.screens().get_words(kind).IDEAS if idea.name] for kind in LESSON_GAMES}
    games = []
    for at, game in enumerate(past_games(n, lang)):
        kind = LESSON_GAMES[at == 2]
        learned = tuple(dict.fromkeys(ideas[kind][: 2 if at == 2 else 9], True) for _ in game.result.seats)
        accuracy = tuple(96 - (11 * at + 7 * seat) % 60 for seat in range(len(learned)))
        result = msgspec.structs.replace(game.result, learned=learned)
        games.append(msgspec.structs.replace(game, kind=kind, accuracy=accuracy, result=result))
    return tuple(games)


def past_person(n, lang="en"):
    room = past(n, lang, [("people",), ("person", stage.NAMES[0])])
    on_message.on_message(room.control, recalled(progress_games(n, lang)))
    return room


def past_wonder(n, lang="en"):
    return past(n, lang, [("wonders",), ("wonder", "architects", stage.WONDERS[0])])


def past_merge(n, lang="en"):
    return past(n, lang, [("people",), ("person", stage.NAMES[0]), ("merge", stage.NAMES[0])])


def past_forget(n, lang="en"):
    room = past(n, lang, [("people",), ("person", stage.NAMES[6])])
    room.control.ask_confirmation(f"forget {stage.NAMES[6]}")
    return room


def _fixed(n, lang, *pages, sheet=True):
    """Correct a game of n seats on a score sheet of Architects."""
    room = past(n, lang, [("game", f"m{5 + n}"), ("fix", f"m{5 + n}"), *pages])
    cells = ("shields", "military", "wonder", "blue", "progress", "stages")
    values = tuple({cell: 3 * at + seat if at else None for at, cell in enumerate(cells)} for seat in range(n))
    bounds = tuple(SheetCell(cell, 0, 99) for cell in cells)
    wonders = {wonder: wonder for wonder in stage.WONDERS}
    on_message.on_message(room.control, SheetRead("x", f"m{5 + n}", bounds, values, wonders))
    on_message.on_message(room.control, Names("x", list_people()))
    return room


def list_people():
    """List the people who have played here."""
    badges = zip(stage.EMBLEMS, stage.COLOURS, strict=False)
    return tuple(KnownPerson(name, *badge) for name, badge in zip(stage.NAMES, badges, strict=False))


def past_fix(n, lang="en"):
    return _fixed(n, lang)


def past_player(n, lang="en"):
    return _fixed(n, lang, ("player", f"m{5 + n}", "1"))


def past_had(n, lang="en"):
    """Ask who played a seat of a tally game, which has no bots."""
    room = _fixed(n, lang, ("player", f"m{5 + n}", "1"), ("had", f"m{5 + n}", "1"))
    games = room.control.ui.history.games
    on_message.on_message(room.control, recalled([msgspec.structs.replace(game, mode="tally") for game in games]))
    return room


def past_sheet(n, lang="en"):
    return _fixed(n, lang, ("sheet", f"m{5 + n}", "1"))


def past_cell(n, lang="en"):
    return _fixed(n, lang, ("sheet", f"m{5 + n}", "1"), ("cell", f"m{5 + n}", "1", "military"))


def past_filter(n, lang="en"):
    return past(n, lang, [("filter", "")])


def past_naming(n, lang="en"):
    return past(n, lang, [("people",), ("person", stage.NAMES[0]), ("naming", stage.NAMES[0])])


def who_sits(n, lang="en"):
    """Choose somebody for a seat, from the people who have played here."""
    room = Room().hear(stage.table(n, phase="lobby", lang=lang))
    named = (msgspec.structs.replace(one, name=f"{one.name} II") for one in (*list_people(), *list_people()))
    on_message.on_message(room.control, Names("x", tuple(named)))
    room.control.open_panel("who 1", 0)
    return room


def past_back(n, lang="en"):
    """Replay a game of n seats from a lobby of four."""
    room = past(4, lang, [("game", "m9")])
    event = msgspec.json.encode(actions.CardTaken(seat=n, stack="1", card=stage.TOPS[0], by="take"))
    shown = stage.snapshot(1, stage.table(n, lang=lang), stage.view(n, active=n))
    news = (Line(number=1, row=60, event=msgspec.Raw(event)),)
    on_message.on_message(
        room.control, PastPosition("x", "m9", 60, 352, shown.table, shown.game, news, 21, 130, 57, 62)
    )
    return room


# ---- their own cards ---------------------------------------------------------------------------------------


def _coming(stack):
    """Return the possible next cards of a stack; two faces are used up."""
    gone = ("gear", "red-2")
    left = [face for face in stage.FACES if face not in gone]
    return ChanceOptions(
        tuple(f"reveal {stack} {face}" for face in left),
        tuple(1 + i % 3 for i in range(len(left))),
        tuple(f"reveal {stack} {face} !" for face in gone),
    )


def _bare(view):
    """Return the view with every stack face down."""
    stacks = {name: msgspec.structs.replace(stack, top=None) for name, stack in view.stacks.items()}
    return msgspec.structs.replace(view, stacks=stacks)


def track(n, lang="en"):
    """Touch the second seat's left stack; the table then asks for the card."""
    sides = ("left", "right", "center")
    then = {f"take {side}": _coming({"left": 2, "right": 1, "center": "center"}[side]) for side in sides}
    asked = Question(number=41, seat=2, legal=tuple(then), then=then)
    undo = UndoOffer(row=5, seat=1, action="take left", more=0, free=True)
    room = Room().hear(stage.table(n, lang=lang, mode="track", undo=undo), _bare(stage.view(n, active=2)), (asked,))
    cardboard_entry.pick_action(room.control, 2, "take left")
    return room


def track_other(n, lang="en"):
    """Report a card that is used up: the table asks whether this copy of the game is different."""
    room = track(n, lang)
    cardboard_entry.ask_other(room.control, stage.at(room.control).telling.identity)
    return room


def track_token(n, lang="en"):
    """Ask for a token that is laid out; one touch reports it."""
    slugs = [slug for slug in stage.ARCHITECTS.data().tokens if slug not in ("decor", "propaganda", "tactics")]
    legal = tuple(f"reveal token {slug}" for slug in slugs[:9])
    others = tuple(f"reveal token {slug} !" for slug in slugs[9:])
    asked = Question(number=41, seat=0, legal=legal, left=(1,) * len(legal), others=others, nth=1, of=3)
    return Room().hear(stage.table(n, lang=lang, mode="track"), _bare(stage.view(n, active=n)), (asked,))


def lobby_track(n, lang="en"):
    """Show a lobby of a dealt game in which only the first seat has reported its wonder."""
    chairs = stage.seats(n, "touch", lang, wonders=False)
    chairs = (msgspec.structs.replace(chairs[0], wonder="giza"), *chairs[1:])
    games = stage.ARCHITECTS
    identities = {slug: games.board(slug) for slug in games.roles()}
    owing = tuple(range(2, n + 1))
    return Room().hear(
        stage.table(n, phase="lobby", lang=lang, seats=chairs, mode="track", identities=identities, owing=owing)
    )


def choose_wonder(n, lang="en"):
    """Choose the wonder in front of the second seat."""
    room = lobby_track(n, lang)
    room.control.open_panel("wonder 2", 1)
    return room


def repair(n, lang="en"):
    """Show a later line that contradicts a correction."""
    coming = _coming(1)
    line = Repair(
        row=31, seat=0, text="reveal 2 gear", by=1, rule="not-in-stack", facts={"stack": "2", "card": "gear"}, asked=0,
        legal=coming.legal, left=coming.left, others=coming.others,
    )  # fmt: skip
    return Room().hear(stage.table(n, lang=lang, mode="track", repair=line), _bare(stage.view(n, active=2)))


def repair_choice(n, lang="en"):
    """Correct a decision that was picked in the log."""
    legal = ("build 2 with wood stone coin", "build 2 with wood glass coin", "build 2 with wood brick double-coin",
             "progress tactics with compass compass", "progress hidden with compass compass", "done")  # fmt: skip
    line = Repair(
        row=31, seat=1, text=legal[0], by=1, rule=None, facts={}, asked=1, legal=legal,
    )  # fmt: skip
    return Room().hear(stage.table(n, lang=lang, mode="track", repair=line), _bare(stage.view(n, active=2)))


def repair_turn(n, lang="en"):
    """Ask what was wrong with a turn that was picked in the log."""
    then = {"take left": _coming(2), "take right": _coming(1), "take center": _coming("center")}
    stacks = Question(0, 2, tuple(then), then=then)
    card = _coming(2)
    build = ("build 2 with wood stone coin", "build 2 with wood glass coin", "done")
    lines = (
        ToldLine(30, "take left", stacks),
        ToldLine(31, "reveal 2 gear", Question(0, 0, card.legal, card.left, card.others)),
        ToldLine(32, build[0], Question(0, 2, build)),
    )
    line = Repair(
        row=30, seat=2, text="take left", by=1, rule=None, facts={}, asked=2, legal=stacks.legal, then=stacks.then,
        turn=107, told=lines,
    )  # fmt: skip
    return Room().hear(stage.table(n, lang=lang, mode="track", repair=line), _bare(stage.view(n, active=2)))


def repair_stack(n, lang="en"):
    room = repair_turn(n, lang)
    cardboard_entry.open_page(room.control, "line 30")
    return room


def repair_who(n, lang="en"):
    room = repair_turn(n, lang)
    cardboard_entry.open_page(room.control, "who")
    return room


def repair_missing(n, lang="en"):
    """Insert a turn that was not reported: its stack is known, its card is asked for."""
    room = repair_turn(n, lang)
    cardboard_entry.open_page(room.control, "before", "take right")
    return room


def track_log(n, lang="en"):
    """Open the log of a dealt game by turns, with every kind of line that a turn can have."""
    room = track(n, lang)
    cardboard_entry.unpick(room.control)
    lines, number = [], 0
    for turn in range(1, 40):
        seat = (turn - 1) % n + 1
        events = [
            actions.TurnBegan(seat, turn),
            actions.CardTaken(
                seat, ("center", str(seat), str(seat - 1 or n))[turn % 3], stage.FACES[turn % len(stage.FACES)], "take"
            ),
        ]
        if turn % 9 == 4:
            events += [
                actions.StageBuilt(seat, "giza", 2, 3, ("wood", "coin")),
                actions.TokenTaken(seat, "tactics", False, ("gear", "gear")),
                actions.CatMoved(seat, None),
                actions.ConflictFought((0,) * n, (0,) * n, ((),) * n),
            ]
        for event in events:
            number += 1
            raw = msgspec.Raw(msgspec.json.encode(event))
            lines.append(Line(number, 10 * turn + (not isinstance(event, actions.TurnBegan)), raw))
    right = table_log_events.PutRight(of=1, was="take left", now_of=2, now="take center", by=0)
    lines.append(Line(number + 1, 0, msgspec.Raw(msgspec.json.encode(right))))
    stage.known(room, lines={line.number: line for line in lines})
    room.control.open_panel("log", 0)
    return room


def position(n, lang="en"):
    """Enter the position of a seat after turns that were not reported."""
    room = track(n, lang)
    cardboard_entry.unpick(room.control)
    room.control.open_panel("position", 0)
    room.control.change(entering=replace(entering_of(room.control.scene), to="2"))
    return room


def position_middle(n, lang="en"):
    room = Room().hear(
        stage.table(n, lang=lang, mode="track", variant=stage.VARIANTS), stage.with_medals(_bare(stage.view(n)))
    )
    room.control.open_panel("position", 1)
    turn_to(room.control, "turn")
    return room


PAST = (
    *(past_list, past_empty, past_people, past_wonders, past_game, past_person, past_wonder, past_merge),
    *(
        past_forget,
        past_back,
        past_fix,
        past_player,
        past_had,
        past_sheet,
        past_cell,
        past_filter,
        past_naming,
        who_sits,
    ),
)

TRACK = (
    *(lobby_track, choose_wonder, track, track_other, track_token, track_log, repair, repair_choice, repair_turn),
    *(repair_stack, repair_who, repair_missing, position, position_middle),
)


def muted(n, lang="en"):
    """Show the mute sign on the button of the horn."""
    room = stage.Room()
    table = stage.table(n, lang=lang)
    table = msgspec.structs.replace(table, settings=msgspec.structs.replace(table.settings, mute=True))
    return room.hear(table, stage.view(n, active=2), stage.question(2, "take left", "take right", "take center"))


def volume(n, lang="en"):
    return _panel("sound", n, lang)


def unheard(n, lang="en"):
    """Show the page of sound where no device can play."""
    room = _panel("sound", n, lang)
    room.control.sound.problem = "ALSA: Couldn't open audio device: No such file or directory"
    return room


def host(n, lang="en"):
    """Show the host's page of a locked table after the PIN was entered."""
    room = _panel("host", n, lang, "lobby")
    table = msgspec.structs.replace(room.control.model.table, pin=True, locked=True)
    stage.known(room, table=table, host=True)
    return room


def club(n, lang="en"):
    """Show the page of a club that cannot be reached at present."""
    room = _panel("club", n, lang, "lobby")
    away = ClubStatus("away", "Dice & Co", 3)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, club=away))
    return room


def club_asks(n, lang="en"):
    """Show the code by which the table joins a club."""
    room = _panel("club", n, lang, "lobby")
    asks = ClubStatus("joining", scan=f"http://192.168.178.34:8090/organiser?table={'a7' * 32}")
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, club=asks))
    return room


def club_failed(n, lang="en"):
    """Show the page of a club that has removed the table."""
    room = _panel("club", n, lang, "lobby")
    ended = ClubStatus("failed", why="club-ended")
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, club=ended))
    return room


def pin_asked(n, lang="en"):
    """Ask for the PIN before a change of a setting; some digits are typed."""
    room = _panel("settings", n, lang, "lobby")
    set_table(room.control, mute=True)
    text = table_words.refusal(room.control.model.words(), "pin", {})
    on_message.on_message(room.control, Refusal(room.sent[-1].id, "pin", {}, text))
    return room


def meant_asked(n, lang="en"):
    """Ask to confirm the lock of the table with two rings."""
    room = _panel("host", n, lang, "lobby")
    room.control.submit(LockTable(id="lock", locked=True))
    text = table_words.refusal(room.control.model.words(), "meant", {"number": 4827})
    on_message.on_message(room.control, Refusal("lock", "meant", {"number": 4827}, text))
    return room


def meant_held(n, lang="en"):
    """Hold both rings for a third of the required time."""
    room = meant_asked(n, lang)
    room.control.change(rings=HeldRings(frozenset({0, 1}), room.control.clock(), STEPS // 3))
    return room


def meant_typed(n, lang="en"):
    """Type the confirmation number instead of holding the rings."""
    room = meant_asked(n, lang)
    room.control.change(panel=NUMBER_PANEL, typed="48")
    return room


def pin_wrong(n, lang="en"):
    """Enter a wrong PIN too often, and wait."""
    room = pin_asked(n, lang)
    room.control.change(typed="0000")
    confirmation.give_typed(room.control)
    facts = {"seconds": 30}
    text = table_words.refusal(room.control.model.words(), "pin-wait", facts)
    on_message.on_message(room.control, Refusal(room.sent[-1].id, "pin-wait", facts, text))
    return room


def new_pin(n, lang="en"):
    """Show the digits of a new PIN."""
    room = _panel("new-pin", n, lang)
    room.control.change(typed="24680")
    return room


def lobby_locked(n, lang="en"):
    """Show a locked lobby, which nobody new can join."""
    room = lobby(n, lang)
    codes = {0: room.control.model.codes[0]}
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, locked=True), codes=codes)
    return room


AIR = (
    WifiNetwork("FRITZ!Box 7590 KL", 4, "password", known=True),
    WifiNetwork("Café Zürich, upstairs and garden", 3, "open"),
    WifiNetwork("eduroam", 3, "other"),
    WifiNetwork("WLAN-482911", 2, "password"),
    WifiNetwork("o2-WLAN71", 2, "password"),
    WifiNetwork("Next door", 1, "password"),
    WifiNetwork("HP-Print-4A", 1, "password"),
)
HOTSPOT = Hotspot("Wondertable-4kq7", "kemu-3hpx-w9ra")


def _wifi(n, lang, panel="wifi", **facts):
    room = _panel(panel, n, lang, "lobby")
    air = {"own": HOTSPOT.name, "networks": AIR, "can_host": True, **facts}
    on_message.on_message(room.control, Wifi(**air))
    return room


def wifi(n, lang="en"):
    return _wifi(n, lang, here=AIR[0].name)


def wifi_joining(n, lang="en"):
    return _wifi(n, lang, joining=AIR[1].name, step="address")


def wifi_wrong(n, lang="en"):
    return _wifi(n, lang, failed="password", tried=AIR[3].name)


def wifi_off(n, lang="en"):
    return _wifi(n, lang, networks=(), problem="off", can_host=False)


def wifi_none(n, lang="en"):
    return _wifi(n, lang, networks=(), problem="no-manager", can_host=False)


def wifi_password(n, lang="en"):
    room = _wifi(n, lang, "wifi-password")
    room.control.change(network=AIR[3].name, typed="Example 1")
    return room


def wifi_hidden(n, lang="en"):
    room = wifi_password(n, lang)
    room.control.change(hidden=True, typed="x" * 63)
    room.control.turn_pages(1)
    return room


def wifi_own(n, lang="en"):
    """Ask whether to leave the network for the table's own hotspot."""
    room = wifi(n, lang)
    room.control.ask_confirmation("hotspot")
    return room


def hotspot(n, lang="en"):
    return _wifi(n, lang, networks=(), hotspot=HOTSPOT)


def lobby_hotspot(n, lang="en"):
    """Show a lobby with a hotspot: free seats have two codes each."""
    return _wifi(n, lang, "", networks=(), hotspot=HOTSPOT)


def lobby_hotspot_code(n, lang="en"):
    """Show the code of a seat together with that of the hotspot."""
    room = lobby_hotspot(n, lang)
    room.control.change(code=3)
    return room


def code_hotspot(n, lang="en"):
    return _wifi(n, lang, "code", networks=(), hotspot=HOTSPOT)


WIFI = (
    *(wifi, wifi_joining, wifi_wrong, wifi_off, wifi_none, wifi_password, wifi_hidden, wifi_own),
    *(hotspot, lobby_hotspot, lobby_hotspot_code, code_hotspot),
)
DISPLAYS = (displays, display_tried, settings_displays, plain, settings_plain)
HOST = (host, pin_asked, pin_wrong, new_pin, lobby_locked)
CLUB = (club, club_asks, club_failed)
SCENES = (
    *PAST,
    *(muted, volume, unheard),
    *TRACK,
    *(ritual, ritual_before_bots, simulated, held, off, off_installed, machine, panel_parts, no_panel, key_pad),
    *(sounds, corners, corners_turned, picture_tried, asleep),
    *(
        play_medals,
        zone_medals,
        medal_asked,
        steal,
        steal_card,
        extra_first,
        conflict_medals,
        end_medals,
        lobby_medals,
        lobby_side,
        lobby_bots,
        more,
        more_side,
    ),
    *(happened, happened_long, happened_under_a_choice, taken_back, since),
    *(
        play,
        on_a_phone,
        peek,
        may_look,
        look_first,
        look_again,
        refused,
        extra_unknown,
        tokens,
        pay,
        search,
        conflict,
        end,
        end_early,
        end_short,
        end_explained,
        lobby,
        lobby_dark,
        lobby_all_free,
        lobby_offer,
        lobby_stone,
        lobby_day,
        day,
        day_line,
        menu,
        settings,
        this_machine,
        settings_side,
        seat_panel,
        seat_asked,
    ),
    *(
        seats_panel,
        code,
        code_medals,
        about,
        keyboard,
        address,
        results,
        result_address,
        laid,
        zone_panel,
        sure,
        undo,
        log,
        asked,
        away,
        welcome_language,
        welcome_turned,
        welcome_tried,
        welcome_size,
        welcome_code,
    ),
)


# ---- upkeep ----------------------------------------------------------------------------------------------

INSTALLED_VERSION = Upkeep(
    "1.0.0",
    before="0.9.2",
    comes="1.1.0",
    news="Fixed\nA page that came back empty after a phone had slept is drawn again.\nBots of 7 Wonders think sooner.",
    found=(
        Finding("Storage", "/var/lib/wondertable, 11320 MB free.", fine=True),
        Finding(
            "Power",
            "The power supply has given too little voltage since the start. Use the official power supply with its own"
            " cable, and give panel and USB devices a supply of theirs. The processor has 61 °C.",
            fine=False,
        ),
    ),
)


def _upkeep(n, lang, panel="upkeep", **facts):
    room = _panel(panel, n, lang, "lobby", 0)
    table = msgspec.structs.replace(room.control.model.table, installed=True)
    stage.known(room, table=table, upkeep=msgspec.structs.replace(INSTALLED_VERSION, **facts))
    return room


def upkeep(n, lang="en"):
    """Offer a new version while the power supply is weak."""
    return _upkeep(n, lang)


def upkeep_going(n, lang="en"):
    return _upkeep(n, lang, work="update", step="fetch", done=42, left=75)


def upkeep_failed(n, lang="en"):
    return _upkeep(n, lang, work="backup-to-stick", came="failed", why="no-stick")


def upkeep_way(n, lang="en"):
    return _upkeep(n, lang, work="report", came="done", carried="report", path="/carry/" + "x" * 22)


def upkeep_news(n, lang="en"):
    return _upkeep(n, lang, "upkeep-news")


UPKEEP = (upkeep, upkeep_way, upkeep_going, upkeep_failed, upkeep_news)
