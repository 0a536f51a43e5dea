"""Rows k6 to k8 on phones: taps, words and swipes of whole games, in Chromium, at 390×844."""

import random
import re
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from playwright.async_api import Page

from app.games.duel import printed_names as duel_called
from app.games.seven_wonders import printed_names as seven_called
from app.protocol.game_lifecycle_messages import SetGame
from app.text.translation import words
from benchmarks.games import DATA
from engine.architects.game_facade import Architects
from engine.game import Game
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.browser.conftest import Evening, chromium, living
from tests.app.browser.duel_told import LAZY, begun, tell, view
from tests.app.browser.joined import gathered
from tests.app.browser.phones import PHONE, Phone, until
from tests.app.browser.seven_taps import tap as tap_seven
from tests.duel_cities import duel
from tests.whole_games import played as recorded

LANG: Final = "fr"  # where most is said
NAMES: Final = ("Nora", "Maximiliana", "Mei", "Tomás", "Aiko")
TWO: Final = NAMES[:2]
SWIPE: Final = 0.5  # of the screen's height: a thumb's, without a flick
FINGERS: Final = "window.taps = 0; addEventListener('pointerdown', () => { window.taps++ }, true)"
WORD: Final = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")

# What can be read without moving anything, by piece of text: each word on top of everything else, inside the screen;
# but the sentence of a lesson.
READABLE: Final = """() => {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [], range = document.createRange();
  while (nodes.nextNode()) {
    const node = nodes.currentNode, seen = [];
    for (const word of node.data.matchAll(/\\S+/g)) {
      range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
      const box = range.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
      if (!box.width || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
      const top = document.elementFromPoint(x, y), own = node.parentElement;
      if (!top || !(top.contains(own) || own.contains(top)) || own.closest(".read, .lesson")) continue;
      seen.push(word[0]);
    }
    if (seen.length) found.push(seen.join(" "));
  }
  return found;
}"""
LET_GO: Final = """() => { for (const one of document.querySelectorAll("#ask input[id^=d-pick]:checked")) {
  if (one.value !== "none") { one.checked = false; delete one.dataset.again; }
} }"""
# Swipes until each of the things was whole on the screen; 9: some cannot be brought there.
SWIPES: Final = """([swipe, needed]) => {
  const left = new Set(document.querySelectorAll(needed));
  const whole = (one) => {
    const box = one.getBoundingClientRect(), x = box.x + box.width / 2;
    if (box.left < -1 || box.right > innerWidth + 1) return false;
    return [box.top + 3, box.bottom - 3].every((y) => {
      const top = y >= 0 && y <= innerHeight && document.elementFromPoint(x, y);
      return top && document.querySelector("main").contains(top);
    });
  };
  for (let swipes = 0; swipes < 9; swipes++) {
    for (const one of left) if (whole(one)) left.delete(one);
    if (!left.size) return swipes;
    const [next] = left;
    scrollBy({top: (next.getBoundingClientRect().top < innerHeight / 2 ? -1 : 1) * swipe * innerHeight,
      behavior: "instant"});
  }
  return 9;
}"""


@dataclass(slots=True)
class FrameTimes:
    """The counts of a game, by turn."""

    taps: list[int] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)  # words with a card chosen
    swipes: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PhoneGame:
    """A game and the way phones play it."""

    game: Game
    people: tuple[str, ...]
    tap: Callable[[Phone, str], Awaitable[None]]  # does an action with as few fingers as it takes
    needed: str  # selectors of all that a turn needs to see
    turn: tuple[str, ...]  # how its actions begin; what comes of one is chosen without hand and prices
    printed: Callable[[], Sequence[str]]  # names
    variant: tuple[str, ...] = ()
    by_turn: bool = False  # taps are those of a turn; else of a choice


async def played(plays: PhoneGame) -> FrameTimes:
    """Play a game by tapping what phones draw; count what they show before each choice of a card."""
    seen, taps, rng, names = FrameTimes(), Counter[int](), random.Random(6), _longest((*plays.people, *plays.printed()))
    shelf = {"architects": Architects((DATA / "architects.toml").read_bytes()), plays.game.name: plays.game}
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        evening = Evening(Path(folder), (DATA / "architects.toml").read_bytes(), shelf=shelf, seed="duel")
        async with chromium() as browser, living(evening) as table:
            table.send(SetGame, game=plays.game.name, variant=plays.variant, guided=True)
            table.sit(*plays.people, lang=LANG)
            phones = {}
            for seat, key in table.keys.items():
                phone = await Phone.take(browser, PHONE)
                await phone.page.add_init_script(FINGERS)
                await phone.page.goto(f"{table.base}/seat/{key}")
                phones[seat] = await phone.live()
            table.start()
            while table.phase() == "game":
                asked, at = table.asked(), view(table)
                phone = phones[asked.seat]
                await phone.asked(asked.number)
                likely = [text for text in asked.legal if "discard" not in text and " sell " not in text] or asked.legal
                action = rng.choice([text for text in likely if " with " in text] or likely)
                if action != "done" and await phone.page.locator("#ask .picks").count():
                    await _look(phone.page, action, plays, names, seen)
                before = await phone.page.evaluate("taps")
                await plays.tap(phone, action)
                spent = await phone.page.evaluate("taps") - before
                taps[at["turn"] if plays.by_turn else asked.number] += spent
                await until(lambda: table.phase() != "game" or table.asked().number != asked.number, "answered")  # noqa: B023  # awaited at once
    if plays.by_turn:
        del taps[0]  # the draft
    seen.taps = [*taps.values()]
    return seen


async def tap_duel(phone: Phone, action: str) -> None:
    """Choose the card, then the use unless it is already chosen, then confirm."""
    page, thing = phone.page, action.split()
    if thing[0] in ("start", "progress", "keep"):
        await page.click(f'#ask button[data-do$=";action={action}"]')
        return
    if thing[0] in ("build", "discard"):
        await page.click(f'#ask label[for="d-pick-{thing[-1]}"]:visible')
    choice = f'input[name=what][value="{action}"]'
    if not await page.is_checked(f"#ask {choice}"):
        await page.click(f"#ask label:has({choice}), #ask {choice} + label")
    await page.locator("#ask button.go:visible").click()


async def _look(page: Page, action: str, plays: PhoneGame, names: Sequence[str], seen: FrameTimes) -> None:
    """Count what is shown, first and with a card chosen; then restore the page: a second tap would take the card."""
    seen.words.append(await _readable(page, names))
    if action.startswith(plays.turn) and await page.locator(plays.needed.rpartition(", ")[2]).count():
        seen.swipes.append(await page.evaluate(SWIPES, [SWIPE, plays.needed]))
    await page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    card = action.split()[-1] if " with " in action else action.removeprefix("choose ").split()[1]
    await page.click(f'#ask label[for="d-pick-{card}"]:visible')
    seen.chosen.append(await _readable(page, names))
    if await page.locator("#ask .shut:visible").count():
        await page.click("#ask .shut:visible")
    await page.evaluate(LET_GO)


async def _readable(page: Page, names: Sequence[str]) -> int:
    return sum(len(count_words(text, names)) for text in await page.evaluate(READABLE))


def count_words(text: str, names: Sequence[str]) -> list[str]:
    """Return the words of a text that are neither names of people or printed things, nor figures."""
    for name in names:
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text, flags=re.IGNORECASE)
    return WORD.findall(text)


def _longest(names: Sequence[str]) -> list[str]:
    """Sort names by length, the longest first, because one may be part of another."""
    return sorted(names, key=len, reverse=True)


def _list_printed_duel() -> list[str]:
    w, facts = words(LANG), duel().data(None, "")
    printed = [duel_called.card(w, slug) for slug in facts.cards]
    printed += [duel_called.wonder(w, slug) for slug in facts.wonders]
    return [*printed, *(duel_called.token(w, slug) for slug in facts.tokens)]


def _seven() -> SevenWonders:
    return SevenWonders(*((DATA / f"{name}.toml").read_bytes() for name in ("seven_wonders", "leaders")))


def _list_printed_seven() -> list[str]:
    w, facts = words(LANG), _seven().data(None, "")
    printed = [seven_called.name_of(w, slug) for slug in (*facts.cards, *facts.leaders)]
    return [*printed, *(seven_called.board(w, board.rpartition("-")[0]) for board in facts.boards)]


GAMES: Final[Mapping[str, Callable[[], PhoneGame]]] = {
    "duel": lambda: PhoneGame(
        duel(),
        TWO,
        tap_duel,
        "#purse .duo > span, #ask .lies > *",
        ("build", "discard"),
        _list_printed_duel,
        by_turn=True,
    ),
    "seven-wonders": lambda: PhoneGame(
        _seven(),
        NAMES,
        tap_seven,
        "#ask .tile[for^=d-pick] .dc, #things .seller",
        ("choose",),
        _list_printed_seven,
        ("leaders", "experts"),
    ),
}


async def enter_game() -> list[int]:
    """Enter a recorded game played with real cards by tapping. Return the taps per turn."""
    record, *_ = recorded(LAZY)
    taps = Counter[int]()
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        evening = Evening(Path(folder), b"", shelf={"duel": duel()})
        async with chromium() as browser, living(evening) as table:
            phones = await gathered(table, browser, list(TWO), PHONE)
            await begun(table, phones)
            for phone in phones:
                await phone.page.evaluate(FINGERS)
            for nth, (_, line) in enumerate(record.moves):
                text = line if line.startswith("reveal") else line.partition(" ")[2]
                match = table.table.committed.match
                assert match is not None
                if [applied.move.text for applied in match.moves[-1:]] == [text]:
                    continue  # the table knew
                page, turn = phones[nth % 2].page, view(table)["turn"]
                before = await page.evaluate("taps")
                await tell(table, phones[nth % 2], text)
                taps[turn] += await page.evaluate("taps") - before
            assert table.phase() == "over"
    del taps[0]  # the set-up
    return [*taps.values()]
