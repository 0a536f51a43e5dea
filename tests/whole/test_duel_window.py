"""Duel by a real pointer in a real window: `wondertable run` on an X server, from the lobby to the end and beyond.

What to tap is found by what is drawn, and by what anybody sees there: the public view. Nobody reads what is legal.
"""

from pathlib import Path

import pytest

from engine.duel.data_validation import game_data
from tests.running import ROOT, eventually
from tests.whole.window import open_house

CARDS = game_data((ROOT / "data" / "duel.toml").read_bytes()).get_version().cards
SEED = "11"  # deals what is to be met in most of them
DESTROYING = ("circus-maximus", "statue-of-zeus")
WONDERS = (*DESTROYING, "mausoleum", "great-library", "piraeus", "sphinx")  # wanted first
MOST_WONDERS = 7  # of both
# What has to be met in these games, and in which. The short sample takes a turn back.
SAMPLE = {"draft", "turn", "build", "undo"}
TO_POINTS = {"build", "discard", "wonder", "chain", "another turn", "phone away", "civilian", "look back"}
BY_FORCE = {"draft", "turn", "build", "discard", "progress", "start", "short edges", "military", "rematch"}
BY_SCIENCE = {"draft", "turn", "build", "discard", "progress", "start", "small screen", "science"}
KILLED = {"wonder", "chain", "progress", "destroy", "revive", "keep", "start", "killed", "civilian"}
STATES = {"draft", "turn", "build", "discard", "wonder", "chain", "another turn", "progress", "destroy", "revive"}
STATES |= {"keep", "start", "undo", "phone away", "killed", "short edges", "small screen"}
STATES |= {"civilian", "military", "science", "rematch", "look back"}


def by_points(seat, card):
    """Prefer points to shields and symbols."""
    return {"red": 5, "green": 4, "blue": 0, "guild": 1}.get(CARDS[card].colour, 2)


def by_force(seat, card):
    """Seat 1 builds whatever has shields, seat 2 leaves it lying."""
    return (CARDS[card].colour == "red") == (seat == 2)


def by_science(seat, card):
    """Seat 1 builds whatever has a symbol, seat 2 leaves it lying."""
    return (CARDS[card].colour == "green") == (seat == 2)


class Player:
    """Plays for both seats. `wish` ranks a card for a seat: the lowest is taken first."""

    def __init__(self, window, guest):
        self.window, self.guest = window, guest
        self.met = set()

    @property
    def view(self):
        return self.guest.game

    async def say(self, key):
        """Tap what the table hears, and wait until its answer is drawn."""
        rev = self.guest.rev
        await self.window.tap(key)
        await self.guest.until(lambda: self.guest.rev > rev)
        await self.caught_up()

    async def caught_up(self):
        await eventually(lambda: self.window.drawn()["rev"] == self.guest.rev)

    async def begin(self, seats=(1, 2), short=False):
        """Start a game from the lobby and reach its draft."""
        while self.guest.table["game"] != "duel":  # a table that finds its network lays all anew, under a finger too
            await self.caught_up()
            await self.say("game duel" if self.window.things("game duel") else "game more")  # small: arrows
        await self.window.tap("more")
        await self.say("variant first-game")  # a first game is taught with its wonders, until people choose the draft
        await self.window.tap("close")
        for seat in seats:
            await self.window.tap(f"seat {seat} name")
            await self.say("by touch")
        await self.say("start")
        await self.say("skip")  # the opening
        if short:
            for key in ("menu", "seating", "short_edges", "close"):
                await self.window.tap(key)
            self.met.add("short edges")

    async def play(self, wish, until=lambda view: False):
        """Play until the game is over, or until the condition is true before a card is taken."""
        while self.view["to_act"] and not (self.view["hints"]["ask"] == "turn" and until(self.view)):
            await self.answer(wish)

    async def answer(self, wish):
        asks, window = self.view["hints"]["ask"], self.window
        self.met.add(asks)
        match asks:
            case "draft":
                offered = self.view["draft"]  # what is drawn may still be what was offered before
                if len(offered) > 1:  # the last one is chosen already
                    await window.tap(f"choose draft {min(offered, key=rank)}")
                await self.say("do it")
            case "turn":
                await self.take(wish)
            case "progress":
                token = window.things("token ", rank=2)[0]
                await window.tap(token)
                await self.say(token.replace("token", "progress"))
            case "keep":
                await window.sees("hidden 0")
                backs = window.drawn()["words"]
                await window.hold("hidden 0", until=lambda: len(window.drawn()["words"]) > len(backs))
                await eventually(lambda: window.drawn()["words"] == backs)
                await self.say("keep 0")
            case "destroy" | "revive":
                await window.tap(window.things("choose ")[0])
                await self.say("do it")
            case "start":
                await self.say(window.things("start ")[0])
            case _:
                raise AssertionError(asks)

    async def touch_card(self, wish):
        """Touch the free card most wished for that can be paid, and say which it is; exactly the free ones are lit."""
        seat, view = self.view["hints"]["active"], self.view
        free = {
            int(slot): slot_view["card"] for slot, slot_view in view["structure"].items() if slot_view["accessible"]
        }
        assert {int(key.split()[1]) for key in self.window.things("slot ", rank=2)} == set(free)
        price = {way["thing"]: way["cost"] for way in view["hints"]["standing"][seat - 1]["ways"]}
        coins = view["seats"][seat - 1]["coins"]
        slot = min(free, key=lambda slot: (wish(seat, free[slot]), price[free[slot]] > coins, slot))
        await self.window.tap(f"slot {slot}")
        await self.window.sees(f"discard {free[slot]}")
        return free[slot]

    async def take(self, wish):
        """Build the card most wished for, or by points a wonder with it, or discard it."""
        seat, card = self.view["hints"]["active"], await self.touch_card(wish)
        mine = self.view["seats"][seat - 1]["wonders"]
        saves = self.view["age"] < 3 and any(card is None for wonder, card in mine.items() if wonder in DESTROYING)
        lit = await self.lit_wonders(seat)
        wonders = [wonder for wonder in lit if wonder in DESTROYING or not saves]
        if wonders and wish is by_points:
            self.met.add("wonder")
            await self.say(f"wonder {seat} {min(wonders, key=rank)}")
        elif f"build {card}" in self.window.things("build "):
            self.met.add("build")
            await self.say(f"build {card}")
        else:
            self.met.add("discard")
            await self.say(f"discard {card}")

    async def lit_wonders(self, seat):
        """Wait until no notice covers a wonder, then check that exactly the affordable ones are lit."""
        view = self.view
        price = {way["thing"]: way["cost"] for way in view["hints"]["standing"][seat - 1]["ways"]}
        chair, built = view["seats"][seat - 1], [c for each in view["seats"] for c in each["wonders"].values() if c]
        paid = {
            wonder
            for wonder, card in chair["wonders"].items()
            if card is None and price[wonder] <= chair["coins"] and len(built) < MOST_WONDERS
        }

        def lit():
            return [key.split()[-1] for key in self.window.things(f"wonder {seat} ", rank=2)]

        await eventually(lambda: set(lit()) == paid)
        return lit()

    async def ended(self, victory):
        """Look at the end, of which two taps skip what is shown before the sheet."""
        assert self.guest.table["phase"] == "over"
        assert self.view["victory"] == victory
        self.met.add(victory)
        for _ in range(2):
            await self.window.tap("finale", goes="finale")
        await self.window.sees("corner turn")
        told = [line["event"] for line in self.guest.lines]
        self.met |= {"chain" for event in told if event.get("chain")}
        self.met |= {"another turn" for event in told if event.get("again")}

    async def rematch(self):
        """Start a rematch from the end of a game and reach its draft."""
        first = self.guest.table["game_id"]
        await self.say("corner turn")
        assert self.guest.table["game_id"] != first
        await self.say("skip")  # the opening
        assert self.window.things("choose draft ")
        self.met.add("rematch")

    async def look_back(self):
        """Look back at the game from its end by way of the lobby, from its first lines to its last."""
        window, end = self.window, self.view
        await self.say("corner wonder")
        await window.tap("more")
        await window.tap("history")
        await eventually(lambda: bool(window.things("past game ")))
        await window.tap(window.things("past game ")[0])
        await window.tap("past look back")
        for key in ("next", "next", "previous", "last"):
            await window.sees(f"back {key}")
            before = window.drawn()["words"]
            await window.tap(f"back {key}")
            await eventually(lambda before=before: window.drawn()["words"] != before)
            assert not window.things("build ") + window.things("discard ") + window.things("choose ")
        words = window.drawn()["words"]
        assert {str(seat["score"]["total"]) for seat in end["seats"]} <= set(words)
        await window.tap("back close")
        await window.sees("past look back")
        self.met.add("look back")

    async def take_back(self):
        """Undo the last action: it is asked for, and then done."""
        row = self.guest.table["undo"]["row"]
        await self.window.tap("undo")
        await self.window.sees("take back")
        assert self.guest.table["undo"]["row"] == row, "nothing is taken back before it is asked"
        await self.say("take back")
        assert self.guest.table["undo"] is None or self.guest.table["undo"]["row"] < row
        self.met.add("undo")

    async def phone_comes_and_goes(self, table, turns):
        """Seat 2 is a phone's, that plays some turns and goes away: its seat is played on at the table."""
        key = await table.join(self.guest.ticket(2), "Idris")
        async with table.phone(key) as phone:
            await self.begin(seats=(1,))
            while self.view["turn"] < turns:
                if self.guest.questions[0]["seat"] == 1:
                    await self.answer(by_points)
                else:
                    assert not self.window.things("choose ") + self.window.things("slot ", rank=2)
                    await phone.act(lambda legal: legal[0])
                    await self.guest.until(lambda: self.guest.rev >= phone.rev)
                    await self.caught_up()
            self.met.discard("turn")
        await self.guest.until(lambda: not self.guest.table["seats"][1]["present"])
        await eventually(lambda: "away" in self.window.drawn()["words"])
        self.met.add("phone away")


def rank(wonder):
    return (WONDERS.index(wonder) if wonder in WONDERS else len(WONDERS)), wonder


def has_ended(process):
    """Check whether a process has ended, even if its exit status is still unread."""
    try:
        return " Z " in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return True


@pytest.fixture
async def house(tmp_path, request):
    async with open_house(tmp_path / "data", (1280, 720), "--seed", getattr(request, "param", SEED)) as opened:
        yield opened


@pytest.fixture
async def player(house):
    async with house.table.screen() as guest:
        yield Player(house.window, guest)


def test_window_games_cover_every_state():
    assert SAMPLE | TO_POINTS | BY_FORCE | BY_SCIENCE | KILLED == STATES


@pytest.mark.full
async def test_pointer_plays_a_draft_and_two_turns(player):
    """The short sample; one turn is taken back."""
    await player.begin()
    await player.play(by_points, until=lambda view: view["turn"] > 1)
    await player.take_back()
    await player.play(by_points, until=lambda view: view["turn"] > 2)
    assert player.met == SAMPLE


@pytest.mark.full
async def test_pointer_plays_a_game_to_points(house, player):
    """A phone that plays along goes away."""
    await player.phone_comes_and_goes(house.table, turns=7)
    await player.play(by_points)
    await player.ended("civilian")
    await player.look_back()
    assert not TO_POINTS - player.met


@pytest.mark.full
async def test_pointer_plays_to_a_military_victory_at_the_short_edges(player):
    await player.begin(short=True)
    await player.play(by_force)
    await player.ended("military")
    await player.rematch()
    assert not BY_FORCE - player.met


@pytest.mark.full
async def test_pointer_plays_to_a_science_victory_on_a_small_screen(tmp_path):
    async with open_house(tmp_path / "data", (800, 480), "--seed", SEED) as house, house.table.screen() as guest:
        player = Player(house.window, guest)
        await player.begin()
        await player.play(by_science)
        await player.ended("science")
        player.met.add("small screen")
        assert not BY_SCIENCE - player.met


@pytest.mark.full
@pytest.mark.parametrize("house", ["16"], indirect=True, ids=["a destroyed card"])
async def test_game_continues_after_the_table_was_killed(house, player):
    """With its plug pulled: nothing was answered, and table and screen come back."""
    await player.begin()
    await player.play(by_points, until=lambda view: view["age"] == 2)
    before = player.view
    card = await player.touch_card(by_points)
    screen = player.window.drawn()["process"]
    house.table.kill()
    await eventually(lambda: "away" in player.window.drawn()["parts"])
    await house.start()
    await eventually(lambda: has_ended(screen))
    async with house.table.screen() as guest:
        player.guest = guest
        await player.caught_up()
        assert guest.game == before
        assert f"discard {card}" not in player.window.things()
        player.met.add("killed")
        await player.play(by_points)
        await player.ended("civilian")
    assert not KILLED - player.met
