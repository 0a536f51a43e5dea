"""Tests that screen, lights and phones show the result of a conflict at the same moment.

That moment comes once its markers are turned and its shields have met.

A table in this process, a screen that hears it, a panel on fake pins and a phone's page; time is passed in.
"""

import random

import pytest
from msgspec.structs import replace

from app.games import phone_registry
from app.games.duel.position_before_conflict import unfought as unfought_in_duel
from app.games.game_list import by_touch, files, readers, shelf
from app.games.screen_registry import Screens
from app.games.seven_wonders.position_before_conflict import unfought
from app.host.panel_connection import PanelConnection
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.ceremony_durations import CONFLICTS, SHIELDS_SECONDS
from app.protocol.client_rights import ONLOOKER, SCREEN
from app.protocol.game_lifecycle_messages import Rematch, SetGame, Start
from app.protocol.play_messages import Act, Look, SkipOpening, TurnMarker, Undo
from app.protocol.settings_messages import SetTable
from app.screen.control.controller import Controller
from app.screen.events import on_message, on_tick
from app.screen.state.interlude import ShieldsMeeting
from engine.duel import actions as duel
from engine.players import PLAYERS
from engine.seven_wonders import actions as seven
from engine.seven_wonders.view_json import LastTurn, SeatAct
from hardware.panel_config import OutputPin, Wiring
from hardware.panel_interface import Part, PartKind
from tests.app.screen import duels, sevens, stage
from tests.app.screen.painting import text_of
from tests.app.tables import Evening
from tests.hardware.rigs import PinsRig

SIZE = (1280, 720)
FIRST_SEAT_LIGHT = Part(PartKind.SEAT, 0)
WIRING = Wiring(
    lights={FIRST_SEAT_LIGHT: OutputPin(2), **{Part(PartKind.MARKER, nth): OutputPin(3 + nth) for nth in range(4)}},
)


class Table:
    """A table with its screen, panel and page. `moved`: the events that the screen was told to animate."""

    def __init__(self, folder, game, *by, seed="conflict", **settings):
        texts = {name: (stage.ROOT / f"data/{name}.toml").read_bytes() for name in files()}
        evening = self.evening = Evening(folder, shelf=shelf(texts), seed=seed, by_touch=by_touch(), players=PLAYERS)
        self.control = self.screen()
        self.moved, self.control.animate = [], lambda happened: self.moved.extend(happened)
        self.since, self.calls, self.rig = 0, [], PinsRig(WIRING)
        PanelConnection(evening.table, self.rig.panel, self.calls.append, lambda *_: None)
        self.pages, self.page = PageMaker(evening.table, phone_registry.games()), PageState(ONLOOKER, wants="en")
        evening.table.presence.screens = 1
        evening.send(SetTable, bot_pace=1, **settings)
        evening.send(SetGame, game=game)
        evening.sit(*by)
        evening.send(Start)
        evening.send(SkipOpening)
        self.see()

    def screen(self):
        """Build the controller of a screen that has just started."""
        texts = {name: (stage.ROOT / f"data/{name}.toml").read_bytes() for name in files()}
        control = Controller(Screens(readers(texts)), self.send, lambda: self.evening.now)
        on_message.on_message(control, stage.HELLO)
        return control

    def send(self, intent):
        on_message.on_message(self.control, self.evening.table.handle(SCREEN, intent))
        self.see()

    def see(self):
        """Send changes of the table to screen, page and panel."""
        snapshot = self.evening.table.snapshot(SCREEN, self.since)
        self.since = self.evening.table.log_end
        on_message.on_message(self.control, snapshot)
        self.pages.update_page(self.page, True)
        while self.calls:
            self.calls.pop(0)()

    def wait(self, seconds):
        self.evening.now += seconds
        self.evening.table.tick(self.evening.now)
        self.see()

    def act(self, rng):
        """Advance the time by a second and let a seat that has to act choose a random action."""
        self.evening.now += 1
        if not self.control.model.questions:
            self.wait(self.evening.table.next_tick() - self.evening.now)
            return
        seat, question = next(iter(self.control.model.questions.items()))
        id = f"x{self.evening.table.rev}"
        look = Look(id=f"look {id}", seat=seat)
        legal = question.legal or self.evening.table.handle(SCREEN, look).legal
        self.send(Act(id=id, seat=seat, question=question.number, action=rng.choice(legal)))

    def until_shields_meet(self, rng):
        """Play until a conflict is fought, and turn its markers. Return the view shown before that."""
        for _ in range(400):
            if self.evening.at_table().phase == "over":
                self.send(Rematch(id=f"again {self.evening.now}"))
                self.send(SkipOpening(id=f"skip {self.evening.now}"))
            before = self.control.model.view
            self.act(rng)
            if not self.evening.at_table().fought:
                continue
            while ritual := self.evening.table.ritual:
                assert "Conflict!" not in text_of(self)
                self.moved.clear()
                self.send(TurnMarker(id=f"m{self.evening.table.rev}", marker=ritual.open[0]))
            return before
        raise AssertionError("no conflict")

    def load_fresh(self):
        """Return a newly started screen's controller, and the HTML parts of a newly loaded page."""
        back, page = self.screen(), PageState(ONLOOKER, wants="en")
        on_message.on_message(back, self.evening.table.snapshot(SCREEN, 0))
        self.pages.update_page(page, True)
        return back, {name: part.html for name, part in page.shown.items()}

    @property
    def on_page(self):
        return {name: part.html for name, part in self.page.shown.items()}

    @property
    def blinks(self):
        """True while the first seat's light shows the opposite of whether that seat is to act."""
        return self.rig.lit(FIRST_SEAT_LIGHT) != (1 in self.control.model.view.to_act)

    @property
    def markers(self):
        return [self.rig.lit(part) for part in WIRING.lights if part.kind is PartKind.MARKER]


@pytest.fixture
def lay(tmp_path):
    """A factory of tables: it takes the game, who plays, and the settings."""
    made = []

    def table(game, *by, **facts):
        made.append(Table(tmp_path / str(len(made)), game, *by, **facts))
        return made[-1]

    (tmp_path / "0").mkdir()
    (tmp_path / "1").mkdir()
    yield table
    for each in made:
        each.evening.close()


def conflict_fields(view):
    """Return the public figures that a conflict changes."""
    kinds = ("military", "tokens", "coins", "score")
    return [[getattr(chair, kind, None) for kind in kinds] for chair in view.seats], getattr(view, "military", None)


def is_shown_everywhere(table):
    """Check that screen, page and lights agree on whether they show the newest state. Return whether they do."""
    back, fresh = table.load_fresh()
    seen = table.control.model.view == back.model.view, fresh == table.on_page, table.blinks
    assert len({*seen}) == 1, "together"
    return seen[0]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "seats"), [("architects", 4), ("duel", 2), ("seven-wonders", 3)], ids=["architects", "duel", "7 wonders"]
)
def test_screen_lights_and_phones_show_a_conflict_together_after_shields_meet(lay, game, seats):
    table, rng = lay(game, *("touch",) * seats), random.Random(5)
    for _ in range(2 if game == "architects" else 1):
        before = table.until_shields_meet(rng)
        shown = table.control.model
        assert min(line.number for line in shown.held) == shown.table.fought
        assert game == "duel" or table.moved[-1:] == [ShieldsMeeting(shown.meeting)]
        assert [chair.score for chair in shown.view.seats] == [chair.score for chair in before.seats]
        assert conflict_fields(table.load_fresh()[0].model.view) != conflict_fields(shown.view), (
            "who comes back sees the result at once"
        )
        assert game != "architects" or table.markers[:3] == [True] * 3, "in battle still"
        table.rig.wait(1)
        table.wait(SHIELDS_SECONDS - 0.01)
        assert not is_shown_everywhere(table)
        table.wait(0.01)
        assert is_shown_everywhere(table)
        assert not any(table.markers)
        table.rig.wait(1)


def test_conflict_page_opens_with_the_result_which_edges_show_afterwards(lay):
    table = lay("architects", *("touch",) * 4)
    table.until_shields_meet(random.Random(5))
    assert stage.at(table.control).fight is None
    table.wait(SHIELDS_SECONDS)
    fight = stage.at(table.control).fight
    table.evening.now = fight.until + 1
    on_tick.tick(table.control, table.evening.now)
    table.see()
    assert {"Conflict! Military tokens", "Conflict! All shields"} & {
        text for text in CONFLICT_WORDS if text in text_of(table)
    }


def test_withheld_conflict_coins_are_left_out_of_the_last_turn():
    came = seven.CoinsGained(seat=1, coins=2, by="nero")
    own = SeatAct(seat=1, what="build", card="altar", cost=1, gains=((3, "sale"), (2, "nero")), coins=4)
    state = sevens.states(3)[-1]
    view = state.view(None)
    last = LastTurn(1, 6, (own, SeatAct(seat=2, what="none")))
    shown = unfought(replace(view, derived=replace(view.derived, last=last)), None, [came], sevens.DATA)
    assert shown.derived.last.did[0] == replace(own, gains=((3, "sale"),), coins=2)
    assert shown.seats[0].coins == view.seats[0].coins - 2


def test_affordable_things_in_duel_do_not_reveal_withheld_coin_losses():
    view = next(
        view
        for view in (state.view(None) for state in duels.states(1))
        if any(view.derived.standing[1].build_options) and view.seats[1].coins
    )
    shown = unfought_in_duel(view, None, [duel.CoinsLost(seat=2, coins=3, by="military")], None)
    had = shown.seats[1].coins
    assert had == view.seats[1].coins + 3
    assert all(way.can == (way.cost <= had) for way in shown.derived.standing[1].build_options)
    assert shown.derived.standing[0] == view.derived.standing[0]


CONFLICT_WORDS = ("Conflict! Military tokens", "Conflict! All shields")


def test_touch_anywhere_shows_withheld_results_at_once(lay):
    table = lay("seven-wonders", *("touch",) * 3)
    table.until_shields_meet(random.Random(5))
    table.control.on_any_touch()
    assert is_shown_everywhere(table)
    rev = table.evening.table.rev
    table.control.on_any_touch()
    assert table.evening.table.rev == rev, "nothing more is wished for"


def test_withheld_results_delay_no_action(lay):
    table = lay("architects", *("touch",) * 4)
    rng = random.Random(5)
    table.until_shields_meet(rng)
    table.act(rng)
    assert is_shown_everywhere(table)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("how", ["less motion", "no screen"])
def test_results_are_not_withheld_without_an_animation(lay, how):
    table = lay("duel", "touch", "touch", motion=how != "less motion")
    table.evening.table.presence.screens = how != "no screen"
    rng = random.Random(5)
    known = CONFLICTS & {*table.evening.kinds()}
    while not known:
        table.act(rng)
        known = CONFLICTS & {*table.evening.kinds()}
        assert not table.evening.at_table().fought
    assert is_shown_everywhere(table)


def test_bots_wait_for_the_result_and_its_celebration(lay):
    table = lay("architects", *("bot",) * 3)
    table.until_shields_meet(random.Random(5))
    asked = table.evening.asked()
    table.wait(SHIELDS_SECONDS)
    assert is_shown_everywhere(table)
    assert table.evening.asked() == asked
    assert table.evening.table.next_tick() == pytest.approx(table.evening.now + 4.0), "a conflict is celebrated"


def test_undone_results_are_never_shown(lay):
    table = lay("architects", *("touch",) * 4, undo="always")
    table.until_shields_meet(random.Random(5))
    table.rig.wait(1)
    table.send(Undo(id="back", row=table.evening.at_table().undo.row))
    assert not table.evening.at_table().fought
    assert not table.blinks
    assert not any(table.markers[3:])
    assert table.control.model.view == table.load_fresh()[0].model.view


@pytest.mark.full
def test_the_end_of_the_game_waits_for_its_conflict(lay):
    """No surface changes until the shields of the conflict have met."""
    table = lay("seven-wonders", *("touch",) * 3)
    rng = random.Random(5)
    while table.evening.at_table().phase == "game":
        shown = table.control.model.view
        table.act(rng)
    assert table.evening.at_table().fought
    assert (table.control.model.view, table.control.model.table.phase) == (shown, "game")
    assert "verdict" not in table.on_page
    assert table.moved[-1] == ShieldsMeeting(table.control.model.meeting)
    table.wait(SHIELDS_SECONDS)
    assert table.control.model.table.phase == "over"
    assert "verdict" in table.on_page
    assert is_shown_everywhere(table)
