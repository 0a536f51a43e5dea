"""Every page of a phone: each has fingerprints, and Axe checks each. To add one, add a line to PAGES.

A page is reached at a table of so many seats in a language: what it is asked for there, and what is tapped then.
"""

import os
import random
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from playwright.async_api import Browser, Route

from app.games import phone_registry
from app.games.game_list import GAMES, Packs, shelf, tally
from app.history import export_import
from app.protocol.access_messages import GivePin, LockTable, SetPin
from app.protocol.cardboard_messages import Enter
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import Rematch, ReturnToLobby, SetGame, Start, TickOff
from app.protocol.history_messages import DeleteGame
from app.protocol.play_messages import Act, Question, SkipOpening, Undo
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from app.protocol.teaching_messages import AskHint
from app.storage.database import Store
from app.storage.random_keys_and_ids import Chance
from engine.game import Seat
from tests.app import histories
from tests.app.browser import duel_pages as duel
from tests.app.browser import seven_pages as seven
from tests.app.browser.conftest import Evening
from tests.app.browser.phones import Phone
from tests.app.phones.served import serving
from tests.app.table.bots import PLAYERS, AtHand
from tests.pictures.picture import Looks, Picture, planned
from tests.toy import table as lanterns

os.environ["TZ"] = "UTC"  # the history says when
time.tzset()

ROOT: Final = Path(__file__).parents[2]
NAMES: Final = ("Nora", "Maximiliana Augustin", "Mei", "Tomás", "Aiko", "Ben", "Zoë")
SIZES: Final = ("320x640", "390x664", "430x932", "768x1024")
PLAIN: Final = "plain_figures"
LOOK_COOKIES: Final[dict[str, Looks]] = {  # cookies; PLAIN is a setting of the table
    "light": {
        "night": {},
        "bright": {"light": "bright"},
        "plain night": {PLAIN: True},
    },
    "words": {"plain": {}, "large": {"words": "2"}, "largest": {"words": "3"}},
}
FACES_LOADED: Final = """async () => {  // also those that no page has asked for yet, since it is not laid out
    await Promise.all([...document.fonts].map((face) => face.load()));
    await new Promise(requestAnimationFrame);
}"""
FAMILY: Final = "phone"
MAX_GAMES: Final = 40  # games until what is wanted has to have been asked


class Open(NamedTuple):
    """A page's address, and what is tapped on it, one after the other, until it is the one that is meant."""

    path: str
    taps: Sequence[str] = ()
    brings: bytes = b""  # a file that is chosen there first


Reach: TypeAlias = Callable[[Evening, int, str], Open]


class Page(NamedTuple):
    reach: Reach
    seats: Sequence[int] = range(2, 8)
    packs: Packs = GAMES  # what may be played there
    guest: bool = False  # who has just sat down, and seen no whole page yet
    thinks: bool = False  # the table can give hints


# ---- how they are reached --------------------------------------------------------------------------------------


def seated(at: Evening, n: int, lang: str, game: str = "architects", **facts: Any) -> None:
    """Seat everyone and choose the game."""
    at.seats(n)
    at.send(SetGame, **{"game": game, "guided": False, **facts})
    at.sit(*NAMES[:n], lang=lang)


def seat_of(at: Evening, seat: int, *taps: str) -> Open:
    return Open(f"/seat/{at.keys[seat]}", taps)


def tab(name: str) -> str:
    return f"nav [data-tab={name}]"


OWNER: Final = tab("more"), "#tab-more [data-tab=owner]"


def lobby(at: Evening, n: int, lang: str, *taps: str, **facts: Any) -> Open:
    seated(at, n, lang, **facts)
    return seat_of(at, 1, *taps)


def pin(at: Evening, n: int, lang: str, *taps: str, given: bool = False) -> Open:
    """Lock the table with a PIN."""
    seated(at, n, lang)
    at.send(LockTable, locked=True)
    at.send(SetPin, pin="2468")
    if given:
        at.send(GivePin, Actor("seat", Seat(0)), pin="2468")
    return seat_of(at, 1, *taps)


def path(where: str, *taps: str) -> Reach:
    """Return a function that opens a page for a reader without a seat."""

    def reach(at: Evening, n: int, lang: str) -> Open:
        at.send(SetTable, lang=lang)
        at.seats(n)
        return Open(where.format(ticket=at.table.joining.ticket(Seat(n - 1))), taps)

    return reach


def beside(query: str, *taps: str, **facts: Any) -> Reach:
    """Return a function that opens a page beside a seat's own: how to play, the history."""

    def reach(at: Evening, n: int, lang: str) -> Open:
        seated(at, n, lang, **facts)
        return Open(f"/seat/{at.keys[1]}?{query}", taps)

    return reach


def played(at: Evening, wanted: Callable[[Question], bool], choose: Any, rng: random.Random) -> int:
    """Play, one game after the other, until somebody is asked what is wanted; the seat."""
    for _ in range(MAX_GAMES):
        while at.phase() == "game":
            asked = at.asked()
            if wanted(asked):
                return asked.seat
            at.act(choose(asked, rng))
        at.send(Rematch)
        at.send(SkipOpening)
    raise LookupError("it was never asked")


def some(asked: Question, rng: random.Random) -> str:
    """Choose an action that people like: build or take tokens, else any."""
    liked = [text for text in asked.legal if text.startswith(("build", "progress", "extra"))]
    return rng.choice(liked or asked.legal)


def asks(verb: str, *taps: str, after: int = 30, **facts: Any) -> Reach:
    """Return a function that plays Architects until a seat is asked for this."""

    def reach(at: Evening, n: int, lang: str) -> Open:
        seated(at, n, lang, **facts)
        if facts:
            for seat, wonder in enumerate(("rome", "ur"), start=1):
                at.send(SetSeat, seat=seat, wonder=wonder)
        at.start()
        done = iter(range(1000))
        seat = played(
            at,
            lambda asked: next(done, 1000) >= after and any(text.split()[0] == verb for text in asked.legal),
            some,
            random.Random(n),
        )
        return seat_of(at, seat, *taps)

    return reach


def over(at: Evening, n: int, lang: str, *taps: str) -> Open:
    seated(at, n, lang)
    at.start()
    ended(at)
    return seat_of(at, 1, *taps)


def ended(at: Evening) -> None:
    rng = random.Random(1)
    while at.phase() == "game":
        at.act(some(at.asked(), rng))


def opening(at: Evening, n: int, lang: str) -> Open:
    seated(at, n, lang)
    at.send(Start)
    return seat_of(at, 1)


def waits(at: Evening, n: int, lang: str) -> Open:
    """Open the page of a player who has just sat down while another seat is asked."""
    seated(at, n, lang, first=1)
    at.send(SetSeat, seat=2, wonder="rhodes")
    at.start()
    return seat_of(at, 2)


def undo_asked(at: Evening, n: int, lang: str) -> Open:
    """Ask to undo an action after which something was revealed."""
    seated(at, n, lang)
    at.start()
    rng = random.Random(2)
    while not (offer := at.table_view()["undo"]) or offer["free"]:
        at.act(some(at.asked(), rng))
    seat = offer["seat"]
    at.send(Undo, Actor("seat", Seat(seat - 1)), row=offer["row"], more=offer["more"])
    return seat_of(at, seat % n + 1)


def told(at: Evening, n: int, lang: str, *taps: str) -> Open:
    """Open the page of a seat at a table whose people deal and report."""
    seated(at, n, lang, mode="track", first=1)
    for seat, wonder in zip(range(1, n + 1), at.table_view()["identities"], strict=False):
        at.send(SetSeat, seat=seat, wonder=wonder)
    at.start()
    return seat_of(at, 1, *taps)


def sheet(at: Evening, n: int, lang: str, *taps: str, game: str = "architects", closed: bool = False) -> Open:
    """Fill in a score sheet of people with their own cardboard."""
    seated(at, n, lang, game, mode="tally")
    at.start()
    who = Actor("seat", Seat(0))
    for line in ("1 set blue 14", "2 set blue 9"):
        at.send(Enter, who, action=line)
    if closed:
        at.send(Enter, who, action="end", sure=True)
    return seat_of(at, 1, *taps)


def put_right(at: Evening, n: int, lang: str) -> Open:
    """Open the corrections of a stored score sheet: wonders and entries."""
    sheet(at, n, lang, game="seven-wonders", closed=True)
    at.send(ReturnToLobby)
    game = next(game for game in at.table.finished.list_games() if game.mode == "tally")
    return Open(f"/seat/{at.keys[1]}?fix={game.mark}", ("#d-sheet-1 summary", "#d-sheet-2 summary"))


def brought(at: Evening, n: int, lang: str) -> Open:
    """Import a file with a game that was deleted here."""
    seated(at, n, lang)
    games = export_import.to_json(at.table.finished.archived())
    at.send(DeleteGame, game=at.table.finished.list_games()[1].mark, sure=True)
    one = Actor("seat", Seat(0))
    at.send(GivePin, one, pin=str(at.table.confirmation_number(one)))  # it is meant
    return Open(f"/seat/{at.keys[1]}?import", ("form .go",), games)


MAX_RARE_GAMES: Final = 9  # games until something that comes seldom has come


def of_duel(state: str, at: Evening, n: int, lang: str) -> Open:
    """Play Duel, as its own test does, until this state appears."""
    seated(at, n, lang, "duel")
    at.start()
    for chance, wish in product(range(1, MAX_RARE_GAMES), duel.WANTED_COLOURS):
        rng = random.Random(chance)
        while at.phase() == "game":
            asked = at.asked()
            if state in duel.asked_states(at, asked):
                shown, tapped = duel.STATE_SELECTORS[state]
                under = f"{duel.OPEN} .under .offer" if " .under " in shown else ""
                return seat_of(at, asked.seat, *(f"{tap} >> nth=0" for tap in (tapped, under) if tap))
            at.act(duel.choice(at, asked, duel.WANTED_COLOURS[wish], rng))
        at.send(Rematch)
        at.send(SkipOpening)
    raise LookupError(state)


def duel_over(at: Evening, n: int, lang: str, *taps: str) -> Open:
    seated(at, n, lang, "duel")
    at.start()
    rng = random.Random(1)
    while at.phase() == "game":
        at.act(duel.choice(at, at.asked(), (), rng))
    return seat_of(at, 1, *taps)


def of_seven(kind: str, at: Evening, n: int, lang: str, *taps: str, age: int = 0) -> Open:
    """Play 7 Wonders with Leaders until this is asked; `over`: until it has ended."""
    seated(at, n, lang, "seven-wonders", variant=("leaders", "experts"))
    boards = reversed(seven.BOARDS) if kind == "seventh" else seven.BOARDS  # the last one plays a seventh card
    for seat, board in zip(range(1, n + 1), boards, strict=False):
        at.send(SetSeat, seat=seat, wonder=board)
    at.start()
    for chance in range(1, MAX_RARE_GAMES):
        rng = random.Random(chance)
        while at.phase() == "game":
            now = seven.view(at)
            seat = min(now["to_act"])
            if now["asked"] == kind and now["age"] >= age:
                return seat_of(at, seat, *taps)
            say(at, seat, rng)
        if kind == "over":
            return seat_of(at, 1, *taps)
        at.send(Rematch)
        at.send(SkipOpening)
    raise LookupError(kind)


def say(at: Evening, seat: int, rng: random.Random) -> None:
    who = Actor("seat", Seat(seat - 1))
    [asked] = at.table.snapshot(who, at.table.log_end).questions
    at.send(Act, who, seat=seat, question=asked.number, action=seven.choice(asked.legal, rng))


def chosen(at: Evening, n: int, lang: str, *taps: str) -> Open:
    """Choose a card face down while others choose."""
    of_seven("play", at, n, lang, age=2)
    seat = min(seven.view(at)["to_act"])
    say(at, seat, random.Random(1))
    return seat_of(at, seat, *taps)


# ---- all of them -----------------------------------------------------------------------------------------------

VARIANTS: Final = ("medals", "expert", "medal-tokens")
SEVEN: Final = range(3, 8)
TILE: Final = "#ask .tile.offer >> nth=0"


def lit(at: Evening, n: int, lang: str, rounds: int = 2) -> Open:
    """Play Lanterns until a seat with a card in its hand is asked, or the game is over."""
    seated(at, n, lang, "lanterns")
    at.start()
    at.act("take")
    for _ in range(rounds * n - 1):
        at.act(next((text for text in at.asked().legal if text.startswith("buy")), "work"))
    return seat_of(at, 1)


def taught(game: str, *taps: str, after: int = 0) -> Reach:
    """Return a function that opens a turn of a first game with its lesson, after that many actions."""

    def reach(at: Evening, n: int, lang: str) -> Open:
        seated(at, n, lang, game, guided=True, variant=("first-game",) if game == "duel" else ())
        at.start()
        at.pass_time(60)  # what it is about has been read
        for _ in range(after):
            at.act(at.asked().legal[0])
        return seat_of(at, at.asked().seat, *taps)

    return reach


def hinted(at: Evening, n: int, lang: str) -> Open:
    """Ask for a hint and open the seat's page."""
    seated(at, n, lang, first=1)
    at.start()
    for _ in range(4 * n):
        at.act(at.asked().legal[0])
    seat = at.asked().seat
    at.send(AskHint, Actor("seat", Seat(seat - 1)), seat=seat)
    thought(at)
    return seat_of(at, seat)


def why(at: Evening, n: int, lang: str) -> Open:
    """Open a page with the reason for a bot's action."""
    seated(at, n, lang, first=1)
    at.send(SetSeat, seat=n, by="bot")
    del at.keys[n]
    at.start()
    for _ in range(MAX_GAMES):
        thought(at)
        if at.table_view()["whys"]:
            return seat_of(at, 1, "#why summary")
        with suppress(AssertionError):  # it is the bot's turn
            at.act(at.asked().legal[0])
    raise LookupError("no bot had a reason")


def thought(at: Evening) -> None:
    """Run the requested computations of the thinker."""
    assert at.thinker is not None
    at.thinker.think()
    at.pass_time(5)


def reviewed(at: Evening, n: int, lang: str) -> Open:
    """Open the review of a game that has just ended, with a question for each of its moments."""
    seated(at, n, lang)
    at.start()
    ended(at)
    game = at.table.finished.list_games()[0]
    histories.judge(at.table, game, 1)
    return Open(f"/seat/{at.keys[1]}?review={game.mark}")


def moment(at: Evening, n: int, lang: str) -> Open:
    """Open a question of that review with its answer."""
    path = reviewed(at, n, lang).path
    return Open(f"{path}&moment=0", (".things .tile >> nth=0",))


def boxed(at: Evening, n: int, lang: str) -> Open:
    """Open the packing list with some things ticked off."""
    seated(at, n, lang, mode="track", variant=VARIANTS)
    at.send(TickOff, thing="lay central 60")
    return seat_of(at, 1, tab("table"))


PAGES: Final[Mapping[str, Page]] = {
    "join": Page(path("/")),
    "join a seat": Page(path("/join/{ticket}")),
    "join too late": Page(path("/join/nobody")),
    "seat gone": Page(path("/seat/nobody")),
    "watch": Page(path("/watch")),
    "how to play": Page(beside("how")),
    "how to play duel": Page(beside("how", game="duel"), (2,)),
    "how to play 7 wonders": Page(beside("how", game="seven-wonders"), SEVEN),
    "history": Page(beside("history")),
    "history game": Page(beside("history", "a.line:visible >> nth=0")),
    "history person": Page(beside("person=Ada")),
    "history looked back": Page(beside("history", "a.line:visible:has-text('Gudrun')", "a[href*='line=']")),
    "lobby": Page(lobby),
    "lobby medals": Page(partial(lobby, variant=VARIANTS)),
    "lobby duel": Page(partial(lobby, game="duel"), (2,)),
    "lobby 7 wonders": Page(partial(lobby, game="seven-wonders", variant=("leaders",)), SEVEN),
    "lobby track": Page(partial(lobby, mode="track")),
    "lobby of a guest": Page(lambda at, n, lang: lobby(at, n, lang)._replace(path=f"/seat/{at.keys[2]}"), guest=True),
    "lobby more": Page(lambda at, n, lang: lobby(at, n, lang, tab("more"))),
    "opening": Page(opening),
    "guest": Page(waits, guest=True),
    "take": Page(asks("take")),
    "take one": Page(asks("take", "#ask label.tile >> nth=0")),
    "take with medals": Page(asks("take", variant=VARIANTS)),
    "build": Page(asks("build", after=0)),
    "progress": Page(asks("progress", after=0)),
    "peek": Page(asks("peek", "#ask [data-do$='action=peek']", after=0)),
    "steal": Page(asks("steal", "#ask summary >> nth=0", after=0, variant=VARIANTS)),
    "table": Page(asks("take", tab("table"))),
    "table with medals": Page(asks("take", tab("table"), variant=VARIANTS)),
    "score": Page(asks("take", tab("score"))),
    "more": Page(asks("take", tab("more"))),
    "since": Page(asks("take", "#since summary")),
    "undo asked": Page(undo_asked),
    "over": Page(over),
    "over score": Page(lambda at, n, lang: over(at, n, lang, tab("score"))),
    "told": Page(told),
    "position": Page(lambda at, n, lang: told(at, n, lang)._replace(path=f"/seat/{at.keys[1]}?position")),
    "sheet": Page(sheet),
    "sheet of all": Page(lambda at, n, lang: sheet(at, n, lang, tab("table"))),
    "sheet duel": Page(partial(sheet, game="duel"), (2,)),
    "sheet 7 wonders": Page(partial(sheet, game="seven-wonders"), SEVEN),
    "sheet closed": Page(partial(sheet, closed=True)),
    **{f"duel {state}": Page(partial(of_duel, state), (2,)) for state in duel.STATE_SELECTORS},
    "duel table": Page(lambda at, n, lang: of_duel("build", at, n, lang)._replace(taps=(tab("table"),)), (2,)),
    "duel over": Page(duel_over, (2,)),
    "duel score": Page(lambda at, n, lang: duel_over(at, n, lang, tab("score")), (2,)),
    **{f"7 wonders {kind}": Page(partial(of_seven, kind), SEVEN) for kind in sorted(seven.KINDS)},
    "7 wonders a card": Page(lambda at, n, lang: of_seven("play", at, n, lang, TILE, age=2), SEVEN),
    "7 wonders face down": Page(chosen, SEVEN),
    "7 wonders another city": Page(lambda at, n, lang: chosen(at, n, lang, "#things .round summary >> nth=0"), SEVEN),
    "7 wonders table": Page(lambda at, n, lang: chosen(at, n, lang, tab("table")), SEVEN),
    "7 wonders over": Page(partial(of_seven, "over"), SEVEN),
    "7 wonders score": Page(lambda at, n, lang: of_seven("over", at, n, lang, tab("score")), SEVEN),
    "pin": Page(lambda at, n, lang: pin(at, n, lang, *OWNER, "[data-pin]")),
    "host": Page(lambda at, n, lang: pin(at, n, lang, *OWNER, "#d-away-2 summary", given=True)),
    "locked": Page(lambda at, n, lang: pin(at, n, lang)._replace(path="/")),
    "history put right": Page(put_right, SEVEN),
    "history brought again": Page(brought),
    "values 7 wonders": Page(beside("values=boards.abu-simbel-day", game="seven-wonders"), SEVEN),
    "lanterns": Page(lit, range(2, 6), lanterns.PACKS),
    "lanterns over": Page(partial(lit, rounds=6), range(2, 6), lanterns.PACKS),
    "taught": Page(taught("architects")),
    "taught duel": Page(taught("duel", f"{duel.CARD} >> nth=0", after=1), (2,)),
    "taught 7 wonders": Page(taught("seven-wonders"), SEVEN),
    "hint": Page(hinted, thinks=True),
    "why": Page(why, range(3, 8), thinks=True),
    "review": Page(reviewed),
    "review moment": Page(moment),
    "box": Page(boxed),
    "lobby seat": Page(lambda at, n, lang: lobby(at, n, lang, "[data-asks=d-chair-2]")),
}


@cache
def pictures() -> tuple[Picture, ...]:
    """Return the pictures of them that have fingerprints, in their order."""
    return planned(FAMILY, {name: page.seats for name, page in PAGES.items()}, SIZES, LOOK_COOKIES)


@cache
def _texts() -> dict[str, bytes]:
    return lanterns.data() | {path.stem: path.read_bytes() for path in (ROOT / "data").glob("*.toml")}


@asynccontextmanager
async def served(
    folder: Path, *, games: bool = False, packs: Packs = GAMES, thinks: bool = False
) -> AsyncIterator[Evening]:
    """Serve a table with every game; optionally with finished games and a thinker."""
    texts = _texts()
    rules = shelf(texts, packs)
    chance = Chance(random.Random("pictures").randbytes)  # a hint's seed contains the ids of table and game
    if games:
        store = Store(folder / "table.db", chance=chance)
        histories.fill(store, rules["architects"])
        store.close()
    evening = Evening(
        folder,
        texts["architects"],
        shelf=rules,
        sheets=tally(texts),
        games=phone_registry.games(packs),
        seed="pictures",
        players=PLAYERS,
        thinker=AtHand(rules, PLAYERS) if thinks else None,
        chance=chance,
    )
    async with serving(evening) as at:
        yield at


def dressed(at: Evening, picture: Picture) -> dict[str, Any]:
    """Apply the looks of a picture to the table and return the cookies of the phone."""
    looks = picture.settings(LOOK_COOKIES)
    at.send(SetTable, plain_figures=looks.pop(PLAIN, False))
    return looks


@asynccontextmanager
async def shown(browser: Browser, picture: Picture, folder: Path) -> AsyncIterator[Phone]:
    """Open the page of a picture on a phone."""
    page = PAGES[picture.state]
    async with served(folder, games=picture.state.startswith("history"), packs=page.packs, thinks=page.thinks) as at:
        opened = page.reach(at, picture.row["seats"], picture.row["lang"])
        looks = dressed(at, picture)
        width, height = map(int, picture.row["size"].split("x"))
        more: Any = {"guest": page.guest, "reduced_motion": "reduce", "locale": picture.row["lang"]}
        phone = await Phone.take(browser, {"width": width, "height": height}, **more)
        cookies = [{"name": name, "value": value, "url": at.base} for name, value in looks.items()]
        await phone.context.add_cookies(cookies)
        await phone.page.route("**/*later.css", _waits_for_its_font)
        await phone.page.goto(at.base + opened.path)
        await ready(phone)
        if opened.brings:
            file: Any = {"name": "history.json", "mimeType": "application/json", "buffer": opened.brings}
            await phone.page.set_input_files("input[type=file]", file)
        for tap in opened.taps:
            await phone.page.click(tap)
            await ready(phone)
        yield phone
        assert [fault for fault in phone.faults if "status of 4" not in fault] == []  # a seat that is gone has no page
        await phone.context.close()


async def _waits_for_its_font(route: Route) -> None:
    """Block rendering until the font is loaded: a page offline would go on without it."""
    answer = await route.fetch()
    await route.fulfill(response=answer, body=(await answer.text()).replace("display:optional", "display:block"))


async def ready(phone: Phone) -> None:
    """Wait until all of a page is loaded: tapped parts and late ones, too."""
    await phone.page.wait_for_load_state()
    if await phone.page.locator("body[data-live]").count():
        await phone.live()
        await phone.page.wait_for_function(
            "() => 'carved' in document.documentElement.dataset"
            " && !document.getElementById(`tab-${document.documentElement.dataset.shows}`).hidden"
        )
    await phone.page.wait_for_function(
        "() => [...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)"
    )
    await phone.page.evaluate(FACES_LOADED)
