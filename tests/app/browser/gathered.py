"""Phones that joined by their seats' codes, whatever is played."""

from engine.game import Seat
from tests.app.browser.phones import Phone


async def gathered(table, browser, names, size):
    table.seats(len(names))
    phones = []
    for seat, name in enumerate(names, start=1):
        phone = await Phone.take(browser, size)
        await phone.join(f"{table.base}/join/{table.table.joining.ticket(Seat(seat - 1))}", name)
        table.keys[seat] = phone.page.url.rpartition("/")[2]
        phones.append(phone)
    return phones
