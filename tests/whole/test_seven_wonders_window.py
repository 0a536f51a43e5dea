"""A first game of 7 Wonders by a real pointer in a real window: three seats play by touch alone, on an X server.

What the first game teaches is left where it lies: it hides nothing that is to be touched.

What to tap is found by what is drawn, and by what anybody sees there: the public view. Nobody reads what is legal, nor
what a hand holds: a card is known by the place of its back, and seen only while the pointer holds it.
"""

import pytest

from tests.running import eventually
from tests.whole.window import open_house

SEED = "7"
SEATS = (1, 2, 3)
BOARDS = ("halikarnassos-night", "babylon-night", "roma-night")  # of which each asks its seat alone at times
USES = ("build", "stage", "sell", "recruit", "keep", "rebuild")
SAMPLE = {"play", "lesson", "hold", "hold chosen", "taken back", "reveal", "last turn"}
WHOLE = SAMPLE | {"draft", "recruit", "build", "stage", "sell", "refused", "pay", "fight", "rebuild", "over"}


class Player:
    """Plays for all seats; each tries the uses of a card in its own order, until one is possible."""

    def __init__(self, window, guest):
        self.window, self.guest = window, guest
        self.met = set()

    @property
    def view(self):
        return self.guest.game

    def sees(self, begins="", ends=""):
        return [key for key in self.window.things(begins) if key.endswith(ends)]

    async def caught_up(self):
        await eventually(lambda: self.window.drawn()["rev"] == self.guest.rev)

    async def say(self, key):
        """Tap what the table hears, and wait until its answer is drawn."""
        rev = self.guest.rev
        await self.window.tap(key)
        await self.guest.until(lambda: self.guest.rev > rev)
        await self.caught_up()

    async def begin(self, leaders=False, boards=()):
        """Start a game from the lobby and reach the first choice."""
        window = self.window
        await self.say("game seven-wonders")
        if leaders != ("leaders" in self.guest.table["variant"]):
            await window.tap("more")
            await self.say("variant leaders")
            await window.tap("close")
        for seat in SEATS:
            await window.tap(f"seat {seat} name")
            await self.say("by touch")
        for seat, board in zip(SEATS, boards, strict=False):
            await window.tap(f"wonder {seat} choose")
            while f"wonder {board}" not in window.things("wonder "):
                await window.tap("later")
            await self.say(f"wonder {board}")
        await self.say("start")
        await self.say("skip")  # the opening

    async def play(self, until=lambda view: False):
        """Play until the game is over, or until the condition is true before a seat chooses."""
        while self.view["to_act"] and not until(self.view):
            await self.go_on()
            await self.answer(self.view["to_act"][0])

    async def go_on(self):
        """Close the revealed cards, and the conflict after them."""
        for part, what in (("revealed", "reveal"), ("battle", "fight")):
            if part in self.window.drawn()["parts"]:
                self.met.add(what)
                await self.window.tap("go on", goes=part)
                await eventually(lambda part=part: part not in self.window.drawn()["parts"])

    async def answer(self, seat):
        """Answer any question for a seat."""
        asked = self.view["asked"]
        self.met.add(asked)
        await eventually(lambda: bool(self.sees(ends=f" of {seat}")))
        if not self.sees("back ", f" of {seat}"):
            await self.say(self.sees(ends=f" of {seat}")[0])  # everybody may know it: a leader's, a token's name
            return
        backs, rev = self.sees("back ", f" of {seat}"), self.guest.rev
        for back in backs:
            if await self.used(seat, back):
                break
        else:
            await self.window.tap(f"done hand {seat}")
        await self.guest.until(lambda: self.guest.rev > rev)
        await self.caught_up()

    async def used(self, seat, back):
        """Choose that card unseen and do with it whatever can be done; whether anything could be."""
        window, rev, notice = self.window, self.guest.rev, f"notice {seat}"
        await window.tap(back)
        await eventually(lambda: any(f"{use} of {seat}" in self.sees() for use in USES))
        for use in [use for use in USES if f"{use} of {seat}" in self.sees()]:
            await window.tap(f"{use} of {seat}")
            await eventually(
                lambda: self.guest.rev > rev or bool(self.sees("way ")) or notice in window.drawn()["parts"]
            )
            if self.sees("way ", f" of {seat}"):
                self.met.add("pay")
                await window.tap(f"way 1 of {seat}")
                await self.guest.until(lambda: self.guest.rev > rev)
            if self.guest.rev > rev:
                self.met.add(use)
                return True
            self.met.add("refused")
            await window.tap(notice)
        await window.tap(f"other hand {seat}")
        return False

    async def hold(self, key):
        """Hold a card and check that its face is visible only while the pointer stays."""
        window = self.window
        await window.sees(key)
        words = sorted(window.drawn()["words"])
        await window.hold(key, until=lambda: not set(window.drawn()["words"]) <= set(words))
        await eventually(lambda: sorted(window.drawn()["words"]) == words)

    async def take_back(self, seat):
        """Show a seat's secret choice once more and take it back."""
        await self.guest.until(lambda: self.view["seats"][seat - 1]["chosen"])
        await self.window.tap(f"seat {seat} hand")
        await self.hold(f"chosen of {seat}")
        await self.say(f"again {seat}")
        assert not self.view["seats"][seat - 1]["chosen"]
        self.met |= {"hold chosen", "taken back"}

    async def look_again(self):
        """Open the last turn with one touch."""
        await self.window.tap("last turn")
        await eventually(lambda: "revealed" in self.window.drawn()["parts"])
        await self.go_on()
        self.met.add("last turn")


@pytest.fixture
async def player(tmp_path):
    async with open_house(tmp_path / "data", (1280, 720), "--seed", SEED) as house, house.table.screen() as guest:
        yield Player(house.window, guest)


async def a_turn(player):
    """Play the first turn: look at a card, choose it, look at it again and take it back."""
    turn = player.view["turn"]
    await player.hold("back 2 of 1")
    player.met |= {"lesson"} if "lessons" in player.window.drawn()["parts"] else set()
    player.met.add("hold")
    await player.answer(1)
    await player.take_back(1)
    await player.play(until=lambda view: view["turn"] > turn)
    await player.go_on()
    await player.look_again()


@pytest.mark.full
async def test_pointer_plays_a_turn(player):
    await player.begin()
    await a_turn(player)
    assert player.met >= SAMPLE


@pytest.mark.full
async def test_pointer_plays_a_whole_game_with_leaders(player):
    await player.begin(leaders=True, boards=BOARDS)
    await player.play(until=lambda view: view["asked"] == "play")
    await a_turn(player)
    await player.play()
    await player.go_on()
    for _ in range(2):
        await player.window.tap("finale", goes="finale")
    await player.window.sees("corner turn")
    assert player.guest.table["phase"] == "over"
    player.met.add("over")
    assert player.met >= WHOLE
