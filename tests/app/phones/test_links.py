"""Order in which connected clients are notified of a change."""

from app.phones.websockets import Connections, JsonConnection
from app.protocol.client_rights import Actor
from app.protocol.settings_messages import SetTable
from engine.game import Seat


async def test_last_sender_is_notified_last(served, monkeypatch):
    served.sit("Ada", "Ben", "Cleo")
    connections = Connections(served.table, served.games, served.clock)
    told = []
    monkeypatch.setattr(JsonConnection, "changed", lambda connection: told.append(connection.who.seat))
    phones = [JsonConnection(connections, None, Actor("seat", Seat(n - 1)), key) for n, key in served.keys.items()]
    for phone in phones:
        connections._add(phone)
    for seat in (0, 2, 1):
        await phones[seat].receive('{"type": "ping", "id": "1"}')
        told.clear()
        served.send(SetTable, undo="ask" if seat == 2 else "always")
        assert (told[-1], sorted(told)) == (seat, [0, 1, 2])
