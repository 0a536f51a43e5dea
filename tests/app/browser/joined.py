"""Phones that join by the codes of their seats, and begin a game."""

from app.protocol.play_messages import SkipOpening
from app.protocol.seat_messages import JoinRequest
from engine.game import Seat
from tests.app.browser.phones import Phone


def ticket(evening, seat):
    return f"{evening.base}/join/{evening.table.joining.ticket(Seat(seat - 1))}"


async def gathered(evening, browser, names, size=None, **more):
    """Seat a phone for each name, the first one by its form, and remember the key of each seat."""
    evening.seats(len(names))
    phones = [await Phone.take(browser, size, **more) for _ in names]
    await phones[0].join(ticket(evening, 1), names[0])
    evening.keys[1] = phones[0].page.url.rpartition("/")[2]
    for seat, (phone, name) in enumerate(zip(phones[1:], names[1:], strict=True), start=2):
        code = evening.table.joining.ticket(Seat(seat - 1))
        evening.keys[seat] = evening.table.joining.join(code, Seat(seat - 1), JoinRequest(name, "en"))
        await phone.page.goto(f"{evening.base}/seat/{evening.keys[seat]}")
        await phone.live()
    return phones


async def start_game(evening, phones):
    await phones[0].page.click('#start [data-do="start"]')
    for phone in phones:
        await phone.page.wait_for_selector("#glance svg.wonder")
    evening.send(SkipOpening)
