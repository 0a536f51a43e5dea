"""A panel shows what is on the table, and its presses become the horn."""

import asyncio
import itertools

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from app.host import demo_table, panel_connection
from app.host import table_process as running
from app.protocol import panel_messages
from app.protocol.client_rights import ONLOOKER, SCREEN
from app.protocol.game_lifecycle_messages import Resume, Start, Suspend
from app.protocol.play_messages import Cue, Horn, Ritual, SkipOpening, Undo
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat, SetSeats
from app.protocol.settings_messages import SetTable
from app.table.table import Table
from hardware.gpio_panel import GpioPanel
from hardware.null_panel import NullPanel
from hardware.panel_config import InputPin, OutputPin, Wiring
from hardware.panel_interface import HORN, ExpanderFailure, OpenProblem, Panel, PanelUnavailable, Part, PartKind
from hardware.simulated_panel import LIGHTS, SimulatedPanel
from tests.app.host.panelled import Clock, Loop, Screen, act, clock, join, lit, send, table, take_horns
from tests.running import PATIENCE

__all__ = ["clock", "table"]  # fixtures


def view(table: Table) -> dict:
    snapshot = table.snapshot(SCREEN)
    return msgspec.json.decode(snapshot.game) if snapshot.game else {}


def play_on(table: Table, clock: Clock, loop: Loop) -> None:
    """One action of a bot."""
    at = table.next_tick()
    assert at is not None
    clock.now = at
    table.tick(clock.now)
    loop.run()


def with_bots(table: Table) -> None:
    send(table, SetSeats, count=3)
    for seat in (1, 2, 3):
        send(table, SetSeat, seat=seat, by="bot", bot="random")
    send(table, Start)
    send(table, SkipOpening)


# ---- what is shown -------------------------------------------------------------------------------------


def test_lights_and_horn_follow_a_whole_game(table, clock):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    assert not any(parts.lit.values())
    with_bots(table)
    loop.run()
    blown, cats = 0, set()
    for _ in itertools.takewhile(lambda _: not view(table)["over"], range(1000)):
        seen = view(table)
        assert lit(parts, PartKind.SEAT) == seen["to_act"]
        assert lit(parts, PartKind.MARKER) == list(range(1, seen["conflict"]["flipped"] + 1))
        assert lit(parts, PartKind.CAT) == [seat["seat"] for seat in seen["seats"] if seat["cat"]]
        cats.update(lit(parts, PartKind.CAT))
        play_on(table, clock, loop)
    assert view(table)["over"]
    assert lit(parts, PartKind.SEAT) == []
    assert len(cats) > 1
    for line in table.snapshot(SCREEN).news:
        event = msgspec.json.decode(line.event)
        blown += event["count"] if event["type"] == "markers-turned" else 0
    assert parts.horns == blown > 0
    assert {part.kind for part in parts.blinked} == {PartKind.SEAT}, "what is celebrated"


def test_lights_are_in_step_with_the_opening_and_with_what_is_celebrated(table, clock):
    """No seat is lit before it is found who is first; a seat's own blinks with what it has done, and no other."""
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    for seat in (1, 2, 3):
        send(table, SetSeat, seat=seat, by="bot")
    send(table, SetSeats, count=3)
    send(table, Start)
    shone = {}
    while step := msgspec.json.decode(table.snapshot(SCREEN).table)["opening"]:
        loop.run()
        shone[step["step"]] = len(lit(parts, PartKind.SEAT))
        clock.now = table.next_tick()
        table.tick(clock.now)
    assert shone == {"wonders": 0, "turning": 0, "found": 1}
    celebrated = []
    for _ in range(80):
        known = table.log_end
        parts.blinked.clear()
        play_on(table, clock, loop)
        loop.run()
        events = [msgspec.json.decode(line.event) for line in table.snapshot(SCREEN, known).news]
        own = [event["seat"] for event in events if event["type"] in ("stage-built", "cat-moved", "token-taken")]
        everybodys = any(event["type"] == "conflict-fought" for event in events)
        blinked = {part.number + 1 for part in parts.blinked}
        assert blinked >= {*own}
        assert everybodys or blinked == {*own}
        celebrated += own
    assert celebrated


def test_a_panel_that_is_joined_in_mid_game_shows_it_and_keeps_quiet(table, clock):
    with_bots(table)
    for _ in range(60):
        play_on(table, clock, Loop())
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    assert len(lit(parts, PartKind.SEAT)) == 1
    assert parts.horns == 0


def test_a_game_that_is_taken_up_again_does_not_sound_what_is_long_over(table, clock):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    with_bots(table)
    for _ in itertools.takewhile(lambda _: not parts.horns, range(300)):
        play_on(table, clock, loop)
    blown, shown = parts.horns, dict(parts.lit)
    send(table, Suspend)
    loop.run()
    assert not any(parts.lit.values())
    [aside] = msgspec.json.decode(table.snapshot(SCREEN).table)["laid_aside"]
    send(table, Resume, game=aside["game"])
    loop.run()
    assert parts.lit == shown
    assert parts.horns == blown > 0


def test_what_is_undone_is_dark_again(table):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    [marker] = take_horns(table, loop).open
    parts.press(Part(PartKind.MARKER, marker - 1))
    loop.run()
    assert marker in lit(parts, PartKind.MARKER)
    offer = msgspec.json.decode(table.snapshot(SCREEN).table)["undo"]
    send(table, Undo, row=offer["row"])
    loop.run()
    assert marker not in lit(parts, PartKind.MARKER)


@pytest.mark.parametrize(
    ("view", "shown"),
    [
        pytest.param(b"{}", [], id="no game"),
        pytest.param(b'{"to_act": [2, 7]}', ["seat.2", "seat.7"], id="several choose at once"),
        pytest.param(b'{"conflict": {"tokens": 6, "flipped": 6}}', [f"marker.{n}" for n in range(1, 7)], id="battle"),
        pytest.param(b'{"conflict": {"tokens": 6, "flipped": 0}}', [], id="peace"),
        pytest.param(b'{"seats": [{"cat": false}, {"cat": true}]}', ["cat.2"], id="the cat"),
        pytest.param(
            b'{"to_act": [1], "conflict": -3, "seats": [{"name": "Ada"}, 5]}', ["seat.1"], id="a game of another kind"
        ),
    ],
)
def test_the_lights_of_a_view(view, shown):
    assert [str(part) for part, on in panel_connection.compute_lights(view).items() if on] == shown


def test_while_people_turn_markers_the_lights_are_not_past_it():
    """The conflict has been fought, and the view's markers are back in peace."""
    waiting = Ritual(seat=2, open=(2, 4), flipped=4, tokens=4)
    shown = panel_connection.compute_lights(b'{"conflict": {"tokens": 4, "flipped": 0}}', waiting)
    assert [str(part) for part, on in shown.items() if on] == ["marker.1", "marker.3"]
    shown = panel_connection.compute_lights(b'{"conflict": {"tokens": 2, "flipped": 0}}', fought=True)
    assert [str(part) for part, on in shown.items() if on] == ["marker.1", "marker.2"], "while its shields meet"


def test_a_panel_is_told_of_nothing_that_only_a_seat_may_know(table, clock, monkeypatch):
    """It asks as an onlooker, and what it gets is parts that are on or off."""
    asked, told = [], []
    ask = table.snapshot
    monkeypatch.setattr(table, "snapshot", lambda who, since=0: asked.append(who) or ask(who, since))

    class Spy(SimulatedPanel):
        def light(self, part: Part, on: bool) -> None:
            told.append((type(part), type(on)))
            assert str(part) in {str(known) for known in LIGHTS}

    loop = Loop()
    join(table, Spy(), loop)
    with_bots(table)
    for _ in range(60):
        play_on(table, clock, loop)
    assert set(asked) == {ONLOOKER}
    assert set(told) == {(Part, bool)}


# ---- what is heard -------------------------------------------------------------------------------------


def test_the_horns_button_sounds_the_horn_for_everybody(table):
    parts, loop, heard = SimulatedPanel(), Loop(), []
    join(table, parts, loop)
    table.subscribe(heard.append)
    parts.press(HORN)
    assert parts.horns == 0, "a press comes from another thread and has to wait for the table's"
    loop.run()
    assert parts.horns == 1
    assert [cue.what for cue in heard if isinstance(cue, Cue)] == ["horn"]
    assert parts.blinked == []


def test_a_markers_button_turns_it_and_the_horn_sounds_once(table):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    first, second = take_horns(table, loop, 2).open
    before, blown = lit(parts, PartKind.MARKER), parts.horns
    assert before == list(range(1, first)), "those that wait are in peace"
    parts.press(Part(PartKind.MARKER, second - 1))
    loop.run()
    assert (lit(parts, PartKind.MARKER), parts.horns) == ([*before, second], blown + 1)
    parts.press(Part(PartKind.MARKER, second - 1))
    loop.run()
    assert parts.blinked[-1] == Part(PartKind.MARKER, second - 1)
    parts.press(Part(PartKind.MARKER, first - 1))
    loop.run()
    assert parts.horns == blown + 2
    assert table.ritual is None


def test_what_the_table_turns_itself_sounds_as_often(table, clock):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    markers = take_horns(table, loop, 2).open
    blown = parts.horns
    clock.now += 6
    table.tick(clock.now)
    loop.run()
    assert parts.horns == blown + len(markers)


def test_where_there_is_no_ritual_the_horn_sounds_at_the_take(table):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    send(table, SetTable, ritual=False)
    send(table, SetSeats, count=2)
    for seat in (1, 2):
        send(table, SetSeat, seat=seat, by="touch", name=f"Person {seat}")
    send(table, Start)
    send(table, SkipOpening)
    for _ in itertools.takewhile(lambda _: not parts.horns, range(200)):
        act(table)
        loop.run()
    assert len(lit(parts, PartKind.MARKER)) == parts.horns


def test_presses_come_to_the_table_in_their_order(table, monkeypatch):
    parts, loop, turned = SimulatedPanel(), Loop(), []
    join(table, parts, loop)
    monkeypatch.setattr(table, "handle", lambda who, intent: turned.append(intent.marker))
    for number in (4, 0, 4, 2):
        parts.press(Part(PartKind.MARKER, number))
    assert turned == []
    loop.run()
    assert turned == [5, 1, 5, 3]
    assert parts.blinked == []


def test_a_marker_with_nothing_to_turn_blinks_once_and_nothing_changes(table, clock):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    with_bots(table)
    loop.run()
    before = table.rev
    parts.press(Part(PartKind.MARKER, 1))
    loop.run()
    assert parts.blinked == [Part(PartKind.MARKER, 1)]
    assert (table.rev, parts.horns) == (before, 0)


def test_a_horn_that_is_held_sounds_and_the_screen_is_told(table):
    parts, loop, screen = SimulatedPanel(), Loop(), Screen()
    join(table, parts, loop, tell=screen.tell)
    parts.hold(HORN)
    loop.run()
    assert parts.horns == 1
    assert screen.heard() == [("horn", "pressed"), ("horn", "held")]
    assert parts.blinked == []


def test_without_a_screen_a_held_horn_blinks_once_and_nothing_happens(table):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    rev = table.rev
    parts.hold(HORN)
    loop.run()
    assert parts.blinked == [HORN]
    assert table.rev <= rev + 1


def test_a_marker_that_is_held_is_a_press_and_no_more(table):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    parts.hold(Part(PartKind.MARKER, 0))
    loop.run()
    assert parts.blinked == [Part(PartKind.MARKER, 0)]


# ---- what the screen sees of it, and does to it ----------------------------------------------------------


def test_the_screen_is_told_what_shines_and_what_blinked(table):
    parts, loop, screen = SimulatedPanel(), Loop(), Screen()
    joined = join(table, parts, loop, tell=screen.tell)
    with_bots(table)
    loop.run()
    [turn] = [part for part, on in screen[-1].lights.items() if on]
    assert turn.startswith("seat.")
    assert screen[-1] == joined.current_message()
    parts.press(Part(PartKind.MARKER, 3))
    loop.run()
    assert [each.blinked for each in screen if isinstance(each, panel_messages.Panel)][-1] == "marker.4"
    assert joined.current_message().blinked == ""


def test_a_finger_on_the_screen_is_a_finger_on_the_button(table):
    parts, loop, screen = SimulatedPanel(), Loop(), Screen()
    joined = join(table, parts, loop, tell=screen.tell)
    assert joined.current_message().simulated
    joined.touch("horn", True)
    loop.pass_(0.1)
    assert parts.horns == 1, "at the press"
    joined.touch("horn", False)
    loop.pass_(9.0)
    assert screen.heard() == [("horn", "pressed"), ("horn", "released")]


def test_a_finger_that_stays_holds_and_a_screen_that_goes_lets_go(table):
    parts, loop, screen = SimulatedPanel(), Loop(), Screen()
    joined = join(table, parts, loop, tell=screen.tell)
    joined.touch("horn", True)
    loop.pass_(10.1)
    assert screen.heard() == [("horn", "pressed"), ("horn", "held")]
    joined.release()
    loop.pass_(0.1)
    assert screen.heard()[-1] == ("horn", "released")


def test_a_light_that_is_tried_shows_the_contrary_for_a_moment(table):
    parts, loop = SimulatedPanel(), Loop()
    joined = join(table, parts, loop)
    joined.try_part("cat.2")
    joined.try_part("horn")
    assert [str(part) for part, on in parts.lit.items() if on] == ["horn"], "one after the other"
    loop.pass_(1.4)
    assert parts.lit[HORN]
    loop.pass_(0.2)
    assert not any(parts.lit.values())
    joined.try_part("buzzer")
    assert parts.horns == 1


@pytest.mark.parametrize("name", ["marker.9", "", "buzzer.1", "screen"])
def test_a_part_that_is_not_there_is_refused(table, name):
    joined = join(table, SimulatedPanel(), Loop())
    for ask in (lambda: joined.try_part(name), lambda: joined.touch(name, True)):
        with pytest.raises(Rejection, match="no-part"):
            ask()


def test_buttons_that_have_wires_are_not_pressed_on_the_screen(table):
    pins = GpioPanel(Wiring({HORN: InputPin(5)}), MockFactory(pin_class=MockPWMPin), begin=lambda run: lambda: None)
    joined = join(table, pins, Loop())
    with pytest.raises(Rejection, match="no-part"):
        joined.touch("horn", True)
    joined.close()


def test_where_there_is_no_panel_nothing_is_told(table):
    screen = Screen()
    joined = join(table, NullPanel(), Loop(), tell=screen.tell)
    assert (joined.current_message(), list(screen)) == (None, [])
    with pytest.raises(Rejection, match="no-part"):
        joined.try_part("horn")
    joined.close()


@pytest.mark.parametrize(
    ("settings", "heard"), [({"mute": True}, 0), ({"volume": 0}, 0), ({"night": True}, 1)], ids=str
)
def test_the_buzzer_is_silent_where_the_table_is(table, settings, heard):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    send(table, SetTable, **settings)
    parts.press(HORN)
    loop.run()
    assert parts.horns == heard


def test_a_horn_that_the_table_refuses_blinks(table, monkeypatch):
    def refuse(who: object, intent: object) -> None:
        raise Rejection("rights")

    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    monkeypatch.setattr(table, "handle", refuse)
    parts.press(HORN)
    loop.run()
    assert (parts.blinked, parts.horns) == ([HORN], 0)


def test_a_closed_panel_is_dark_and_deaf(table, clock):
    parts, loop = SimulatedPanel(), Loop()
    joined = join(table, parts, loop)
    with_bots(table)
    parts.press(HORN)
    joined.close()
    loop.run()
    play_on(table, clock, loop)
    parts.press(HORN)
    loop.run()
    joined.close()
    assert not any(parts.lit.values())
    assert parts.horns == 0


def test_a_panel_that_fails_in_mid_game_is_said_once_and_the_game_goes_on(table, clock):
    parts, loop, said = SimulatedPanel(), Loop(), []
    joined = join(table, parts, loop, report=said.append)
    with_bots(table)
    loop.run()
    parts.fail("a wire is loose")
    parts.fail("another, too")
    loop.run()
    for _ in range(5):
        play_on(table, clock, loop)
    parts.press(HORN)
    loop.run()
    joined.close()
    assert said == ["a wire is loose"]
    assert view(table)["turn"] > 1
    assert not any(parts.lit.values())


def test_a_light_is_told_only_when_it_changes(table, clock):
    told: list[tuple[Part, bool]] = []

    class Spy(SimulatedPanel):
        def light(self, part: Part, on: bool) -> None:
            told.append((part, on))

    loop = Loop()
    join(table, Spy(), loop)
    with_bots(table)
    for _ in range(40):
        play_on(table, clock, loop)
    for part in LIGHTS:
        levels = [on for each, on in told if each == part]
        assert levels == [number % 2 == 0 for number in range(len(levels))]


def test_a_table_says_once_why_its_panel_stays_dark_and_goes_on(table, capsys):
    def fail() -> Panel:
        raise PanelUnavailable(OpenProblem.NO_PINS)

    loop = Loop()
    joined = running._connect_panel(table, fail, loop.call_soon_threadsafe, loop, Screen().tell)
    with_bots(table)
    joined.close()
    assert capsys.readouterr().err == "wondertable: The panel stays dark: this machine has no GPIO pins.\n"


def test_a_table_says_once_that_its_panel_has_failed(table, capsys):
    parts, loop = SimulatedPanel(), Loop()
    send(table, SetTable, lang="de")
    joined = running._connect_panel(table, lambda: parts, loop.call_soon_threadsafe, loop, Screen().tell)
    parts.fail("a wire is loose")
    loop.run()
    with_bots(table)
    joined.close()
    said = "wondertable: The panel has stopped working (a wire is loose); screen and phones go on.\n"
    assert capsys.readouterr().err == said, "a terminal speaks one language"


def test_a_table_says_that_lights_do_not_answer_and_goes_on(table, capsys):
    parts, loop = SimulatedPanel(), Loop()
    joined = running._connect_panel(table, lambda: parts, loop.call_soon_threadsafe, loop, Screen().tell)
    parts._on_event(ExpanderFailure("Remote I/O error"))
    parts.press(HORN)
    loop.run()
    assert parts.horns == 1
    joined.close()
    said = "The lights on the MCP23017 do not answer (Remote I/O error). The table keeps trying; all else works."
    assert capsys.readouterr().err == f"wondertable: {said}\n"


def test_pins_follow_a_table_on_its_own_loop(table, clock):
    """gpiozero's panel with its worker and a real loop: a press comes back as light and tone."""
    factory, sounded = MockFactory(pin_class=MockPWMPin), asyncio.Event()

    async def evening() -> None:
        loop = asyncio.get_running_loop()
        table.subscribe(lambda what: isinstance(what, Cue) and sounded.set())
        pins = GpioPanel(Wiring({HORN: InputPin(5)}, {Part(PartKind.SEAT, 0): OutputPin(6)}, OutputPin(7)), factory)
        joined = panel_connection.PanelConnection(table, pins, loop.call_soon_threadsafe, loop.call_later)
        factory.pin(5).drive_low()
        async with asyncio.timeout(PATIENCE):
            await sounded.wait()
        joined.close()

    asyncio.run(evening())
    assert sounded.is_set()


async def test_a_demo_sits_bots_down_and_keeps_games_coming(table, clock):
    games: list[int] = []

    async def applause(seconds: float) -> None:
        games.append(msgspec.json.decode(table.snapshot(SCREEN).table)["game_id"])
        if len(games) == 2:
            raise EOFError

    def people() -> None:
        for _ in range(2000):
            at = table.next_tick()
            if at is None:
                return
            clock.now = at
            table.tick(at)

    task = asyncio.create_task(demo_table.play_demo(table, applause))
    for _ in range(10):
        await asyncio.sleep(0)
        people()
    with pytest.raises(EOFError):
        await asyncio.wait_for(task, PATIENCE)
    assert games[0] != games[1]


def test_a_panel_that_fails_while_the_table_tells_keeps_nobody_from_hearing(table, monkeypatch, caplog):
    loop, said, told = Loop(), [], []
    parts = SimulatedPanel()
    join(table, parts, loop, report=said.append)
    table.subscribe(told.append)  # whoever is told after the panel

    def broken(times):
        raise OSError("the wires are off")

    monkeypatch.setattr(parts, "horn", broken)
    send(table, Horn)
    assert [cue.what for cue in told if isinstance(cue, Cue)] == ["horn"]
    assert said == ["the wires are off"]
    assert "goes on without" in caplog.text
    send(table, SetTable, points=False)  # and nothing is said to it any more
    assert len(said) == 1
