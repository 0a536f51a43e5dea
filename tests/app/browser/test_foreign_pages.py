"""Attacks by pages of other sites on a table, in a real browser without its exceptions for the loopback address.

The table has an address as in a home, since browsers protect `127.0.0.1` better than other addresses.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from app.host.discovery import list_interfaces
from tests.app.browser.conftest import Evening, chromium
from tests.app.browser.phones import PATIENCE, Phone
from tests.app.phones.served import serving

FOREIGN = "games.evil.test"  # the page's own name; the browser takes it to the table's address
HIDDEN = """<iframe sandbox="allow-forms allow-scripts" srcdoc="
<form method='post' action='{table}/'><input name='seat' value='1'><input name='name' value='Eve'>
<input name='lang' value='en'></form>"></iframe>"""
DATA = """data:text/html,<form method='post' action='{table}/'><input name='seat' value='1'>
<input name='name' value='Eve'><input name='lang' value='en'></form>"""
FETCH_SCRIPT = """async () => {
  const told = [];
  for (const path of ["/here", "/", "/watch"]) {
    const answer = await fetch(path);
    told.push([answer.status, await answer.text()]);
  }
  const form = new URLSearchParams({seat: "1", name: "Eve", lang: "en"});
  told.push([(await fetch("/", {method: "POST", body: form})).status, ""]);
  return told;
}"""
LISTENS = """(address) => new Promise((done) => {
  const socket = new WebSocket(address);
  socket.onopen = () => done("open");
  socket.onerror = () => done("refused");
})"""


@pytest.fixture
async def evening(tmp_path, facts) -> AsyncIterator[Evening]:
    addresses = [one.address for one in list_interfaces() if one.is_usable()]
    if not addresses:
        pytest.skip("no address but this machine's own")
    evening = Evening(tmp_path, facts)
    async with serving(evening, addresses[0]) as served:
        served.at = f"{addresses[0]}:{served.port}"
        yield served


@asynccontextmanager
async def foreign_page(html: str) -> AsyncIterator[int]:
    """Serve this page as another site, and yield its port."""

    async def page(request: web.Request) -> web.Response:
        return web.Response(text=html, content_type="text/html")

    app = web.Application()
    app.add_routes([web.get("/", page)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


def all_seats_are_free(evening):
    return len(evening.table.joining.list_free_seats()) == len(evening.table_view()["seats"])


@pytest.mark.rotated
@pytest.mark.parametrize("way", ["a hidden frame", "a page without an address"])
async def test_form_without_origin_cannot_join(evening, way):
    html = HIDDEN.format(table=f"http://{evening.at}")
    async with foreign_page(html) as port, chromium() as browser:
        page = await browser.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        asked = asyncio.get_running_loop().create_future()

        def record_answer(response):
            if response.request.method == "POST" and not asked.done():
                asked.set_result(response)

        page.on("response", record_answer)
        if way == "a hidden frame":
            await page.goto(f"http://127.0.0.1:{port}/")
            form = page.frame_locator("iframe").locator("form")
        else:
            await page.goto(DATA.format(table=f"http://{evening.at}").replace("\n", ""))
            form = page.locator("form")
        await form.evaluate("form => form.submit()")  # as its script would; not before this browser is listened to
        async with asyncio.timeout(PATIENCE):
            response = await asked
        assert await response.request.header_value("origin") == "null"
        assert response.status == 403
    assert all_seats_are_free(evening)


@pytest.mark.rotated
async def test_dns_rebinding_page_reads_and_changes_nothing(evening):
    host, _, port = evening.at.partition(":")
    async with chromium(f"--host-resolver-rules=MAP {FOREIGN} {host}") as browser:
        page = await browser.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        await page.goto(f"http://{FOREIGN}:{port}/")
        told = await page.evaluate(FETCH_SCRIPT)
        assert [status for status, _ in told] == [421] * 4
        assert not [text for _, text in told if evening.table.id in text]
        assert await page.evaluate(LISTENS, f"ws://{FOREIGN}:{port}/socket") == "refused"
    assert all_seats_are_free(evening)


@pytest.mark.rotated
async def test_own_join_form_sends_its_origin(evening):
    async with chromium() as browser:
        phone = await Phone.take(browser)
        said = []
        phone.page.on("request", lambda request: said.append(request) if request.method == "POST" else None)
        await phone.page.goto(f"http://{evening.at}/")
        await phone.page.fill("input[name=name]", "Ada")
        await phone.page.click("button.go")
        await phone.live()
        assert await said[0].header_value("origin") == f"http://{evening.at}"
        assert not phone.faults
    assert not all_seats_are_free(evening)
