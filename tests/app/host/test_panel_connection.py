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


def play_bot_action(table: Table, clock: Clock, loop: Loop) -> None:
    """Run one action of a bot, at its next deadline."""
    at = table.next_tick()
    assert at is not None
    clock.now = at
    table.tick(clock.now)
    loop.run()


def seat_bots(table: Table) -> None:
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
    seat_bots(table)
    loop.run()
    blown, cats = 0, set()
    for _ in itertools.takewhile(lambda _: not view(table)["over"], range(1000)):
        seen = view(table)
        assert lit(parts, PartKind.SEAT) == seen["to_act"]
        assert lit(parts, PartKind.MARKER) == list(range(1, seen["conflict"]["flipped"] + 1))
        assert lit(parts, PartKind.CAT) == [seat["seat"] for seat in seen["seats"] if seat["cat"]]
        cats.update(lit(parts, PartKind.CAT))
        play_bot_action(table, clock, loop)
    assert view(table)["over"]
    assert lit(parts, PartKind.SEAT) == []
    assert len(cats) > 1
    for line in table.snapshot(SCREEN).news:
        event = msgspec.json.decode(line.event)
        blown += event["count"] if event["type"] == "markers-turned" else 0
    assert parts.horns == blown > 0
    assert {part.kind for part in parts.blinked} == {PartKind.SEAT}, "what is celebrated"


def test_seat_lights_follow_the_opening_and_celebrations(table, clock):
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
        play_bot_action(table, clock, loop)
        loop.run()
        events = [msgspec.json.decode(line.event) for line in table.snapshot(SCREEN, known).news]
        own = [event["seat"] for event in events if event["type"] in ("stage-built", "cat-moved", "token-taken")]
        everybodys = any(event["type"] == "conflict-fought" for event in events)
        blinked = {part.number + 1 for part in parts.blinked}
        assert blinked >= {*own}
        assert everybodys or blinked == {*own}
        celebrated += own
    assert celebrated


def test_panel_connected_in_mid_game_shows_the_state_silently(table, clock):
    seat_bots(table)
    for _ in range(60):
        play_bot_action(table, clock, Loop())
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    assert len(lit(parts, PartKind.SEAT)) == 1
    assert parts.horns == 0


def test_resumed_game_does_not_repeat_horn_calls(table, clock):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    seat_bots(table)
    for _ in itertools.takewhile(lambda _: not parts.horns, range(300)):
        play_bot_action(table, clock, loop)
    blown, shown = parts.horns, dict(parts.lit)
    send(table, Suspend)
    loop.run()
    assert not any(parts.lit.values())
    [aside] = msgspec.json.decode(table.snapshot(SCREEN).table)["laid_aside"]
    send(table, Resume, game=aside["game"])
    loop.run()
    assert parts.lit == shown
    assert parts.horns == blown > 0


def test_undo_turns_the_marker_lamp_off(table):
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
def test_lights_follow_the_view(view, shown):
    assert [str(part) for part, on in panel_connection.compute_lights(view).items() if on] == shown


def test_lights_do_not_run_ahead_of_the_marker_ritual():
    """The conflict has been fought, and the view's markers are back in peace."""
    waiting = Ritual(seat=2, open=(2, 4), flipped=4, tokens=4)
    shown = panel_connection.compute_lights(b'{"conflict": {"tokens": 4, "flipped": 0}}', waiting)
    assert [str(part) for part, on in shown.items() if on] == ["marker.1", "marker.3"]
    shown = panel_connection.compute_lights(b'{"conflict": {"tokens": 2, "flipped": 0}}', fought=True)
    assert [str(part) for part, on in shown.items() if on] == ["marker.1", "marker.2"], "while its shields meet"


def test_panel_gets_only_public_information(table, clock, monkeypatch):
    """The panel asks as an onlooker, and receives only parts that are on or off."""
    asked, told = [], []
    ask = table.snapshot
    monkeypatch.setattr(table, "snapshot", lambda who, since=0: asked.append(who) or ask(who, since))

    class Spy(SimulatedPanel):
        def light(self, part: Part, on: bool) -> None:
            told.append((type(part), type(on)))
            assert str(part) in {str(known) for known in LIGHTS}

    loop = Loop()
    join(table, Spy(), loop)
    seat_bots(table)
    for _ in range(60):
        play_bot_action(table, clock, loop)
    assert set(asked) == {ONLOOKER}
    assert set(told) == {(Part, bool)}


# ---- what is heard -------------------------------------------------------------------------------------


def test_horn_button_sounds_the_horn_for_everybody(table):
    parts, loop, heard = SimulatedPanel(), Loop(), []
    join(table, parts, loop)
    table.subscribe(heard.append)
    parts.press(HORN)
    assert parts.horns == 0, "a press comes from another thread and has to wait for the table's"
    loop.run()
    assert parts.horns == 1
    assert [cue.what for cue in heard if isinstance(cue, Cue)] == ["horn"]
    assert parts.blinked == []


def test_marker_button_turns_its_marker_and_sounds_the_horn_once(table):
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


def test_markers_turned_by_the_table_sound_the_horn_once_each(table, clock):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    markers = take_horns(table, loop, 2).open
    blown = parts.horns
    clock.now += 6
    table.tick(clock.now)
    loop.run()
    assert parts.horns == blown + len(markers)


def test_horn_sounds_at_the_take_without_the_ritual(table):
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


def test_button_presses_arrive_in_order(table, monkeypatch):
    parts, loop, turned = SimulatedPanel(), Loop(), []
    join(table, parts, loop)
    monkeypatch.setattr(table, "handle", lambda who, intent: turned.append(intent.marker))
    for number in (4, 0, 4, 2):
        parts.press(Part(PartKind.MARKER, number))
    assert turned == []
    loop.run()
    assert turned == [5, 1, 5, 3]
    assert parts.blinked == []


def test_marker_button_without_effect_blinks_once(table, clock):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    seat_bots(table)
    loop.run()
    before = table.rev
    parts.press(Part(PartKind.MARKER, 1))
    loop.run()
    assert parts.blinked == [Part(PartKind.MARKER, 1)]
    assert (table.rev, parts.horns) == (before, 0)


def test_held_horn_button_sounds_and_is_reported_to_the_screen(table):
    parts, loop, screen = SimulatedPanel(), Loop(), Screen()
    join(table, parts, loop, tell=screen.tell)
    parts.hold(HORN)
    loop.run()
    assert parts.horns == 1
    assert screen.heard() == [("horn", "pressed"), ("horn", "held")]
    assert parts.blinked == []


def test_held_horn_button_without_a_screen_only_blinks(table):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    rev = table.rev
    parts.hold(HORN)
    loop.run()
    assert parts.blinked == [HORN]
    assert table.rev <= rev + 1


def test_held_marker_button_counts_as_one_press(table):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    parts.hold(Part(PartKind.MARKER, 0))
    loop.run()
    assert parts.blinked == [Part(PartKind.MARKER, 0)]


# ---- what the screen sees of it, and does to it ----------------------------------------------------------


def test_screen_is_notified_of_lights_and_blinks(table):
    parts, loop, screen = SimulatedPanel(), Loop(), Screen()
    joined = join(table, parts, loop, tell=screen.tell)
    seat_bots(table)
    loop.run()
    [turn] = [part for part, on in screen[-1].lights.items() if on]
    assert turn.startswith("seat.")
    assert screen[-1] == joined.current_message()
    parts.press(Part(PartKind.MARKER, 3))
    loop.run()
    assert [each.blinked for each in screen if isinstance(each, panel_messages.Panel)][-1] == "marker.4"
    assert joined.current_message().blinked == ""


def test_touch_on_the_screen_presses_a_simulated_button(table):
    parts, loop, screen = SimulatedPanel(), Loop(), Screen()
    joined = join(table, parts, loop, tell=screen.tell)
    assert joined.current_message().simulated
    joined.touch("horn", True)
    loop.pass_(0.1)
    assert parts.horns == 1, "at the press"
    joined.touch("horn", False)
    loop.pass_(9.0)
    assert screen.heard() == [("horn", "pressed"), ("horn", "released")]


def test_held_touch_counts_as_held_until_the_screen_disconnects(table):
    parts, loop, screen = SimulatedPanel(), Loop(), Screen()
    joined = join(table, parts, loop, tell=screen.tell)
    joined.touch("horn", True)
    loop.pass_(10.1)
    assert screen.heard() == [("horn", "pressed"), ("horn", "held")]
    joined.release()
    loop.pass_(0.1)
    assert screen.heard()[-1] == ("horn", "released")


def test_tried_light_is_inverted_for_a_moment(table):
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
def test_unknown_part_is_refused(table, name):
    joined = join(table, SimulatedPanel(), Loop())
    for ask in (lambda: joined.try_part(name), lambda: joined.touch(name, True)):
        with pytest.raises(Rejection, match="no-part"):
            ask()


def test_wired_buttons_cannot_be_pressed_on_the_screen(table):
    pins = GpioPanel(Wiring({HORN: InputPin(5)}), MockFactory(pin_class=MockPWMPin), begin=lambda run: lambda: None)
    joined = join(table, pins, Loop())
    with pytest.raises(Rejection, match="no-part"):
        joined.touch("horn", True)
    joined.close()


def test_null_panel_reports_nothing(table):
    screen = Screen()
    joined = join(table, NullPanel(), Loop(), tell=screen.tell)
    assert (joined.current_message(), list(screen)) == (None, [])
    with pytest.raises(Rejection, match="no-part"):
        joined.try_part("horn")
    joined.close()


@pytest.mark.parametrize(
    ("settings", "heard"), [({"mute": True}, 0), ({"volume": 0}, 0), ({"night": True}, 1)], ids=str
)
def test_muted_table_silences_the_buzzer(table, settings, heard):
    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    send(table, SetTable, **settings)
    parts.press(HORN)
    loop.run()
    assert parts.horns == heard


def test_refused_horn_press_blinks(table, monkeypatch):
    def refuse(who: object, intent: object) -> None:
        raise Rejection("rights")

    parts, loop = SimulatedPanel(), Loop()
    join(table, parts, loop)
    monkeypatch.setattr(table, "handle", refuse)
    parts.press(HORN)
    loop.run()
    assert (parts.blinked, parts.horns) == ([HORN], 0)


def test_closed_panel_is_dark_and_ignores_presses(table, clock):
    parts, loop = SimulatedPanel(), Loop()
    joined = join(table, parts, loop)
    seat_bots(table)
    parts.press(HORN)
    joined.close()
    loop.run()
    play_bot_action(table, clock, loop)
    parts.press(HORN)
    loop.run()
    joined.close()
    assert not any(parts.lit.values())
    assert parts.horns == 0


def test_panel_failure_is_reported_once_and_the_game_continues(table, clock):
    parts, loop, said = SimulatedPanel(), Loop(), []
    joined = join(table, parts, loop, report=said.append)
    seat_bots(table)
    loop.run()
    parts.fail("a wire is loose")
    parts.fail("another, too")
    loop.run()
    for _ in range(5):
        play_bot_action(table, clock, loop)
    parts.press(HORN)
    loop.run()
    joined.close()
    assert said == ["a wire is loose"]
    assert view(table)["turn"] > 1
    assert not any(parts.lit.values())


def test_light_is_set_only_when_it_changes(table, clock):
    told: list[tuple[Part, bool]] = []

    class Spy(SimulatedPanel):
        def light(self, part: Part, on: bool) -> None:
            told.append((part, on))

    loop = Loop()
    join(table, Spy(), loop)
    seat_bots(table)
    for _ in range(40):
        play_bot_action(table, clock, loop)
    for part in LIGHTS:
        levels = [on for each, on in told if each == part]
        assert levels == [number % 2 == 0 for number in range(len(levels))]


def test_unavailable_panel_is_reported_once(table, capsys):
    def fail() -> Panel:
        raise PanelUnavailable(OpenProblem.NO_PINS)

    loop = Loop()
    joined = running._connect_panel(table, fail, loop.call_soon_threadsafe, loop, Screen().tell)
    seat_bots(table)
    joined.close()
    assert capsys.readouterr().err == "wondertable: The panel stays dark: this machine has no GPIO pins.\n"


def test_panel_failure_is_printed_once_in_english(table, capsys):
    parts, loop = SimulatedPanel(), Loop()
    send(table, SetTable, lang="de")
    joined = running._connect_panel(table, lambda: parts, loop.call_soon_threadsafe, loop, Screen().tell)
    parts.fail("a wire is loose")
    loop.run()
    seat_bots(table)
    joined.close()
    said = "wondertable: The panel has stopped working (a wire is loose); screen and phones go on.\n"
    assert capsys.readouterr().err == said, "a terminal speaks one language"


def test_expander_failure_is_printed_and_buttons_still_work(table, capsys):
    parts, loop = SimulatedPanel(), Loop()
    joined = running._connect_panel(table, lambda: parts, loop.call_soon_threadsafe, loop, Screen().tell)
    parts._on_event(ExpanderFailure("Remote I/O error"))
    parts.press(HORN)
    loop.run()
    assert parts.horns == 1
    joined.close()
    said = "The lights on the MCP23017 do not answer (Remote I/O error). The table keeps trying; all else works."
    assert capsys.readouterr().err == f"wondertable: {said}\n"


def test_gpio_panel_works_on_a_real_event_loop(table, clock):
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


async def test_demo_seats_bots_and_starts_game_after_game(table, clock):
    games: list[int] = []

    async def applause(seconds: float) -> None:
        games.append(msgspec.json.decode(table.snapshot(SCREEN).table)["game_id"])
        if len(games) == 2:
            raise EOFError

    def play_to_the_end() -> None:
        for _ in range(2000):
            at = table.next_tick()
            if at is None:
                return
            clock.now = at
            table.tick(at)

    task = asyncio.create_task(demo_table.play_demo(table, applause))
    for _ in range(10):
        await asyncio.sleep(0)
        play_to_the_end()
    with pytest.raises(EOFError):
        await asyncio.wait_for(task, PATIENCE)
    assert games[0] != games[1]


def test_panel_failure_does_not_block_other_subscribers(table, monkeypatch, caplog):
    loop, said, told = Loop(), [], []
    parts = SimulatedPanel()
    join(table, parts, loop, report=said.append)
    table.subscribe(told.append)  # whoever is told after the panel

    def fail_to_light(times):
        raise OSError("the wires are off")

    monkeypatch.setattr(parts, "horn", fail_to_light)
    send(table, Horn)
    assert [cue.what for cue in told if isinstance(cue, Cue)] == ["horn"]
    assert said == ["the wires are off"]
    assert "goes on without" in caplog.text
    send(table, SetTable, points=False)  # and nothing is said to it any more
    assert len(said) == 1
