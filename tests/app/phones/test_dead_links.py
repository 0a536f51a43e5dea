"""Links that stay open: in every later phase each leads to the same thing, or back to the reader's own seat.

Every link of every page and tab is collected in each phase of an evening, for a seat and for an onlooker, and asked for
again in each phase that follows: rematch, next game, restart of the table, another game.
"""

import re
from html import unescape

import aiohttp
import pytest

from app.games.game_list import shelf
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, ReturnToLobby, SetGame
from app.protocol.play_messages import SkipOpening, Vote
from app.storage.database import Store
from engine.architects.game_facade import Architects
from engine.game import Seat
from tests.app import histories
from tests.app.phones.served import GAMES, Served, serving

ADA, BEN = Actor("seat", Seat(0)), Actor("seat", Seat(1))
HREF = re.compile(r'href="([^"#]*)"')
TITLE = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)
THINGS = ("game", "review", "share", "picture", "record", "person", "wonder")  # queries that name a thing
LINES = re.compile(r"line=[1-9]|(seats|role)=")  # each leads to the next one; each cut of a list to more of them
BACK = 'href="?"'


class Crawl:
    """A crawler that follows every link of one reader's pages and remembers the title of the page each first led to."""

    def __init__(self, client: aiohttp.ClientSession, served: Served, path: str, who: Actor) -> None:
        self._client, self._path, self._who = client, path, who
        self.served = served
        self.titles: dict[str, str] = {}

    async def explore(self) -> None:
        """Collect the links of every tab, and of all pages behind them."""
        show = PageMaker(self.served.table, GAMES)
        parts = dict[str, str]()
        for tab in (None, "mine", "table", "score", "log", "more"):
            reader = PageState(self._who, tab)
            show.update_page(reader, False)
            parts |= {f"{tab}-{name}": part.html for name, part in reader.shown.items()}
        queue = self._links("".join(parts.values()))
        queue += self._links((await self._get("?"))[1])
        while queue:
            link = queue.pop()
            if link in self.titles:
                continue
            status, page = await self._get(link)
            assert status == 200, f"{link}: {status} when it was first shown"
            self.titles[link] = _title(page)
            queue += self._links(page)

    async def try_all(self) -> list[str]:
        """Request the links seen earlier again, and list those that are broken or lead elsewhere."""
        wrong = []
        for link, title in self.titles.items():
            status, page = await self._get(link)
            names_a_thing = any(link.startswith(f"?{thing}=") for thing in THINGS)
            if names_a_thing and (status, _title(page)) != (200, title):
                wrong.append(f"{link}: {status} {_title(page)!r}, not {title!r}")
            elif status != 200 and BACK not in page:
                wrong.append(f"{link}: {status}, and no way back to the table")
        return wrong

    def _links(self, html: str) -> list[str]:
        found = [unescape(link) for link in HREF.findall(html)]
        return [link for link in found if link.startswith("?") and link != "?" and not LINES.search(link)]

    async def _get(self, link: str) -> tuple[int, str]:
        async with self._client.get(self.served.base + self._path + link) as answer:
            text = await answer.text() if answer.content_type.startswith(("text/", "image/svg")) else ""
            return answer.status, text


def _title(page: str) -> str:
    found = TITLE.search(page)
    return " ".join(found[1].split()) if found else ""


def end_early(served: Served) -> None:
    served.send(EndEarly, ADA, sure=True)
    served.send(Vote, BEN, row=served.table_view()["vote"]["row"], seat=2, yes=True)
    assert served.phase() == "over"


@pytest.fixture
def make(tmp_path, facts, every_fact):
    store = Store(tmp_path / "table.db")
    histories.fill(store, Architects(facts), [("Ada", "Cleo")])
    store.close()
    return lambda: Served(tmp_path, facts, shelf=shelf(every_fact))


@pytest.mark.rotated
@pytest.mark.parametrize("reader", ["seat", pytest.param("onlooker", marks=pytest.mark.full)])
async def test_every_link_keeps_its_target_in_later_phases(make, reader):
    wrong: list[str] = []
    async with aiohttp.ClientSession() as client:
        async with serving(make()) as served:
            served.sit("Ada", "Ben", lang="en")
            seat = reader == "seat"
            crawl = Crawl(client, served, f"/seat/{served.keys[1]}" if seat else "/watch", ADA if seat else ONLOOKER)

            async def phase(name: str) -> None:
                wrong.extend(f"{name}: {fault}" for fault in await crawl.try_all())
                await crawl.explore()

            await phase("lobby")
            served.start()
            await phase("play")
            end_early(served)
            await phase("over")
            served.send(Rematch)
            served.send(SkipOpening)
            await phase("rematch")
            end_early(served)
            await phase("next game over")
            served.send(ReturnToLobby)
            served.send(SetGame, game="duel")
            served.start()
            await phase("another game")
        async with serving(make()) as served:
            crawl.served = served
            await phase("restart")
    assert wrong == []
    kinds = {link[1:].partition("=")[0] for link in crawl.titles}
    expected = {"game", "review", "share", "person", "history", "how"}
    assert (expected | {"values", "files"} if seat else expected) <= kinds
    assert "?review" not in crawl.titles, "an address that means *the last one* changes its meaning"


@pytest.mark.parametrize("link", ["?review=", "?review=nowhere", "?share=9", "?game=nowhere", "?person=Nobody"])
async def test_dead_link_leads_back_to_the_own_seat(make, link):
    async with serving(make()) as served, aiohttp.ClientSession(served.base) as client:
        served.sit("Ada", "Ben", lang="de")
        for path in (f"/seat/{served.keys[1]}", "/watch"):
            async with client.get(path + link) as answer:
                page = await answer.text()
            assert answer.status == 404
            assert BACK in page
            assert "data-missing" not in page, "a phone would forget the seat it has"
            if "seat" in path:
                assert '<html lang="de"' in page


async def test_unknown_seat_page_reports_the_seat_as_missing(make):
    async with serving(make()) as served, aiohttp.ClientSession(served.base) as client:
        served.sit("Ada", "Ben", lang="en")
        async with client.get("/seat/0123456789abcdef?review=1") as answer:
            page = await answer.text()
        assert (answer.status, "data-missing" in page, BACK in page) == (404, True, False)
