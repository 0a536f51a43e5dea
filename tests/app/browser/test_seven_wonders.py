"""7 Wonders with Leaders in real browsers: five phones with private hands, played to the end by tapping.

Everything that any of the phones is sent is kept and searched: for what others hold, and for what they have chosen
while it is not revealed. A name that a phone may know by itself (its own hand, what lies open) is not looked for.
"""

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator

import pytest

from app.games.seven_wonders import printed_names
from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.play_messages import Act
from app.text.translation import words
from engine.architects.game_facade import Architects
from engine.game import Seat
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.browser.conftest import Evening
from tests.app.browser.joined import gathered
from tests.app.browser.phones import PHONE, Phone, until
from tests.app.browser.seven_taps import tap
from tests.app.phones.served import serving

NAMES = ("Nora", "Idris", "Mei", "Tomás", "Aiko")
EN = words("en")
LEADS = re.compile(r"(?:leads to|free with): [^<(]*")  # what a card one holds leads to, others may hold
BOX_LIST_ENTRY = re.compile(
    r'<li><button type="button" class="bare" data-say="c-[\w-]+">.*?</li>'
)  # the box has these cards
CHANGES_ITS_MIND = 7  # every so many choices somebody takes one back


@pytest.fixture
async def table(tmp_path, facts, every_fact) -> AsyncIterator[Evening]:
    """A table that offers Architects and 7 Wonders."""
    game = SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])
    shelf = {"architects": Architects(facts), "seven-wonders": game}
    async with serving(Evening(tmp_path, facts, shelf=shelf, seed="hands")) as served:
        yield served


def snapshot(table, seat):
    return table.table.snapshot(Actor("seat", Seat(seat - 1)), table.table.log_end)


def question(table, seat):
    """Return the open question of a seat, or None."""
    return next(iter(snapshot(table, seat).questions), None)


def view(table, seat=None):
    who = ONLOOKER if seat is None else Actor("seat", Seat(seat - 1))
    return json.loads(bytes(table.table.snapshot(who, table.table.log_end).game))


async def choose(table, phones, seat, action, *, tapped=True):
    """Choose by taps: a card, its use, and the main button; without `tapped`, send the action to the table."""
    phone, asked = phones[seat - 1], question(table, seat)
    if not tapped:
        who = Actor("seat", Seat(seat - 1))
        table.send(Act, who, seat=seat, question=asked.number, action=action)
        return
    await phone.asked(asked.number)
    await tap(phone, action)
    await until(lambda: question(table, seat) is None or question(table, seat).number != asked.number, "answered")


async def undo_choice(table, phones, seat):
    """Take back the choice of a seat while others still choose."""
    [mine] = snapshot(table, seat).own
    await phones[seat - 1].page.click(f'#again button[data-do^="undo;row={mine.row};"]')
    await until(lambda: question(table, seat) is not None, "it may choose again")


class Secrets:
    """Names that each phone may be sent, by revision, and a search for others in the frames it was sent since."""

    def __init__(self, table, phones) -> None:
        self._table, self._phones = table, phones
        self._seen = [0] * len(phones)  # frames searched
        self._knows = [set() for _ in phones]  # what each has chosen itself
        self.searched = 0
        self._since = []  # from which revision on what each may not see, and what each holds
        self.own = [0] * len(NAMES)  # frames in which a phone's own hand was found: the search can find something
        self.learn()

    def learn(self, since: int = 0) -> None:
        """Note the names that are secret now, for all frames from revision `since` on."""
        views = [view(self._table, seat) for seat in range(1, len(NAMES) + 1)]
        public = {
            slug for chair in views[0]["seats"] for kind in ("cards", "leaders", "buried") for slug in chair[kind]
        }
        held = [{*each["mine"]["hand"], *each["mine"]["leaders"]} for each in views]
        own = [known | {*each["mine"].get("discard", ())} for known, each in zip(held, views, strict=True)]
        hidden = []
        for reader in range(len(self._phones)):
            mine = own[reader] | self._knows[reader] if reader < len(held) else set()
            others = set().union(*(hand for seat, hand in enumerate(held) if seat != reader))
            hidden.append([_pattern(slug) for slug in others - mine - public - {"mine"}])
        self._since.append((since, hidden, [[_pattern(slug) for slug in hand - public] for hand in held]))

    def record_choice(self, seat, action) -> None:
        self._knows[seat - 1] |= set(action.split())

    def search(self, last) -> None:
        """Look through all frames up to this revision that nobody has looked through."""
        for reader, phone in enumerate(self._phones):
            while self._seen[reader] < len(phone.frames):
                frame = phone.frames[self._seen[reader]]
                rev = json.loads(frame).get("rev", 0)
                if rev > last:
                    break
                hidden, held = next(known for since, *known in reversed(self._since) if since <= rev)
                text = LEADS.sub("", BOX_LIST_ENTRY.sub("", self._own(frame)))
                found = [each.pattern for each in hidden[reader] if each.search(text)]
                assert not found, f"{found} on phone {reader + 1}: {text}"
                if reader < len(self.own):
                    self.own[reader] += any(each.search(text) for each in held[reader])
                self._seen[reader] += 1
                self.searched += 1

    @staticmethod
    def _own(frame) -> str:
        """Return the HTML of a frame that depends on this game, without sentences about the contents of the box."""
        parts = json.loads(frame).get("parts", {})
        return " ".join(html for name, (_, html) in parts.items() if name != "says")


def _pattern(slug):
    """Build a pattern that matches the slug or the English name of a card or a leader."""
    return re.compile(rf"(?<![\w-])(?:{slug}|{re.escape(printed_names.name_of(EN, slug))}(?! \(II\)))(?![\w-])")


@pytest.mark.rotated
@pytest.mark.parametrize(("every", "most"), [(10, 5), pytest.param(1, 1000, marks=pytest.mark.full)])
async def test_no_hand_is_sent_to_another_phone_in_a_five_player_game(table, browser, every, most):
    watching = await Phone.take(browser, PHONE)
    phones = [*await gathered(table, browser, NAMES, PHONE), watching]
    await watching.page.goto(f"{table.base}/watch")
    await watching.live()
    await start_seven_wonders(table, phones)
    secrets, rng, choices, changes = Secrets(table, phones), random.Random(3), 0, 0
    while table.phase() == "game" and choices < most:
        asked = [seat for seat in range(1, 6) if question(table, seat)]
        rng.shuffle(asked)
        actions = {}
        for seat in asked:
            legal = question(table, seat).legal
            actions[seat] = rng.choice([text for text in legal if "sell" not in text] or legal)
        *early, last = asked
        taps = {seat: (choices + at) % every == 0 for at, seat in enumerate(asked)}
        await asyncio.gather(*(choose(table, phones, seat, actions[seat], tapped=taps[seat]) for seat in early))
        choices += len(asked)
        if early and choices % CHANGES_ITS_MIND == 0:
            changes += 1
            await undo_choice(table, phones, early[0])
            actions[early[0]] = rng.choice(question(table, early[0]).legal)
            await choose(table, phones, early[0], actions[early[0]])
        for seat, action in actions.items():
            secrets.record_choice(seat, action)
        before = table.table.rev
        await choose(table, phones, last, actions[last], tapped=taps[last])
        secrets.search(before)
        secrets.learn(before + 1)
        if table.phase() == "game":
            for seat in range(1, 6):
                if question(table, seat):
                    await phones[seat - 1].asked(question(table, seat).number)
            secrets.search(table.table.rev)
    assert choices >= min(most, 5 * (3 + 7 * 3) - 10)
    assert changes >= min(most // 35, 3)
    assert secrets.searched > choices  # a phone is told the newest of several changes
    assert min(secrets.own) >= min(most // 5, 7 * 3)
    assert [phone.faults for phone in phones] == [[]] * 6
    for phone in phones[:5] if table.phase() == "over" else ():
        await phone.page.wait_for_selector('#ended [data-do="rematch"]')
        assert "wins" in await phone.page.inner_text("#verdict")
        await phone.tab("score")
        assert await phone.page.locator("#sheets dt").count() == 5 * 8
    await phones[0].tab("more")
    assert await phones[0].page.locator("#logs li").count() > choices


async def start_seven_wonders(table, phones):
    """Agree on 7 Wonders with Leaders in the lobby of one phone, where nobody goes first, and start it."""
    lobby = phones[0].page
    await lobby.click('#lobby [data-do="set-game;game=seven-wonders"]')
    await lobby.wait_for_selector('#lobby [data-do="set-game;game=seven-wonders"][aria-pressed=true]')
    await lobby.click("#d-rules summary")
    assert await lobby.locator("#lobby >> text=Goes first").count() == 0
    await lobby.click('#lobby [data-do="set-game;variant=leaders"]')
    await lobby.wait_for_selector('#lobby [data-do="set-game;variant="]')
    await lobby.click('.role [data-do="set-seat;seat=1;wonder=abu-simbel-day"]')
    await lobby.wait_for_selector("#start >> text=not certain")
    await lobby.click('#start [data-do="start"]')
    for phone in phones[:5]:
        await phone.page.wait_for_selector("#ask h1 >> text=Keep a leader")
