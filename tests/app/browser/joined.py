"""Phones that join by the codes of their seats, and begin a game."""

from app.protocol.play_messages import SkipOpening
from engine.game import Seat
from tests.app.browser.phones import Phone


def ticket(evening, seat):
    return f"{evening.base}/join/{evening.table.joining.ticket(Seat(seat - 1))}"


async def gathered(evening, browser, names, size=None, **more):
    """Let as many phones join as there are names; remember the key of each seat."""
    evening.seats(len(names))
    phones = []
    for seat, name in enumerate(names, start=1):
        phone = await Phone.take(browser, size, **more)
        await phone.join(ticket(evening, seat), name)
        evening.keys[seat] = phone.page.url.rpartition("/")[2]
        phones.append(phone)
    return phones


async def begun(evening, phones):
    await phones[0].page.click('#start [data-do="start"]')
    for phone in phones:
        await phone.page.wait_for_selector("#glance svg.wonder")
    evening.send(SkipOpening)
