"""Fuzzing of messages from any sender at any time: each gets one answer, none raises, and a refusal changes nothing."""

import asyncio
import json
import random

import aiohttp
import msgspec
import pytest

from app.games.game_list import tally
from app.phones.websockets import Connections, JsonConnection
from app.protocol.cardboard_messages import Correct, Enter
from app.protocol.client_rights import ONLOOKER, SCREEN, Actor, tag
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act
from app.protocol.seat_messages import HandOver, JoinRequest, MoveSeat, SetSeat
from app.table.intent_list import INTENTS
from engine.architects.game_facade import Architects
from engine.game import Seat
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.phones.served import Served, no_redirect, serving

KINDS = tuple(INTENTS)
NUMBERS = (0, -1, 1, 2, 3, 99, 2**31, 10**30, -(10**30), 10**4200)
TEXTS = (
    "",
    " ",
    "\0",
    "Ada",
    "architects",
    "1 set wonder 3",
    "take left",
    "\u202e",
    "x" * 9000,
    "[" * 9000,
    '{"seats":[{}]}',
)
ODD = (None, [], {}, True, 1.5, "on", ["x"] * 50, {"x": {"y": []}})
FOR_ALL = {"done", "refused", "recalled", "looked-back", "names", "sheet-read", "pong"}
FOR_SCREEN = {"secret", "diagnosis"}


def random_value(rng, names):
    return rng.choice(rng.choice((NUMBERS, TEXTS, ODD, names)))


def lobby(served):
    served.sit("Ada", "Ben", "Cleo")


def play(served):
    served.send(SetGame, game="seven-wonders")
    served.sit("Ada", "Ben", "Cleo").start()
    for _ in range(3):  # somebody has chosen, others have not
        asked = served.asked()
        served.act(asked.legal[0])
    [question] = served.table.snapshot(Actor("seat", Seat(1)), 0).questions or [served.asked()]
    served.send(
        Act,
        Actor("seat", Seat(question.seat - 1)),
        seat=question.seat,
        question=question.number,
        action=question.legal[0],
    )


def sheet(served):
    served.send(SetGame, mode="tally")
    served.sit("Ada", "Ben", "Cleo").start()
    served.send(Enter, action="1 set wonder 4")


def track(served):
    served.send(SetGame, mode="track", first=1)
    served.sit("Ada", "Ben", "Cleo")
    for seat, wonder in enumerate(("giza", "rhodes", "ephesus"), 1):
        served.send(SetSeat, seat=seat, wonder=wonder)
    served.start()
    served.act(served.asked().legal[0])


def repair(served):
    track(served)
    served.send(Correct, row=1, how="ask")


def over(served):
    sheet(served)
    served.send(Enter, action="end", sure=True)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("situation", [lobby, play, sheet, track, repair, over])
async def test_every_message_gets_one_answer_and_refusals_change_nothing(tmp_path, facts, every_fact, situation):
    shelf = {
        "architects": Architects(facts),
        "seven-wonders": SevenWonders(every_fact["seven_wonders"], every_fact["leaders"]),
    }
    served = Served(tmp_path, facts, shelf=shelf, headless=False, sheets=tally(every_fact))
    situation(served)
    connections = Connections(served.table, served.games, served.clock)
    rng = random.Random(situation.__name__)
    ways = [(SCREEN, None), (ONLOOKER, None), *((Actor("seat", Seat(n - 1)), key) for n, key in served.keys.items())]
    everybody = [(who, JsonConnection(connections, None, who, key)) for who, key in ways]

    def encode_snapshots():
        seats = len(json.loads(msgspec.json.encode(served.table.snapshot(SCREEN, 0).table))["seats"])
        there = [who for who, _ in ways if who.seat is None or who.seat < seats]
        return msgspec.json.encode(
            [msgspec.structs.replace(served.table.snapshot(who, 0), rev=0, codes=()) for who in there]
        )

    before = encode_snapshots()
    refusals = 0
    for number in range(700):
        who, connection = rng.choice(everybody)
        kind = rng.choice(KINDS)
        said = {"type": tag(kind), "id": rng.choice((f"id-{number}",) * 8 + ("same", "", "x" * 65))}
        for field in msgspec.structs.fields(kind):
            names = [json.loads(before)[0]["table"]["game_id"], "ask", "remove", "touch", "free", "en"]
            if field.name not in ("id", "sure") and rng.random() < 0.9:
                said[field.name] = random_value(rng, names)
        await connection.receive(json.dumps(said))
        answers = [json.loads(answer) for answer in connection._waiting]
        connection._waiting.clear()
        assert len(answers) == 1, (said, answers)
        if connection.closing is not None:  # somebody gave that seat away
            assert answers[0]["type"] == "cue"
            everybody.remove((who, connection))
            continue
        assert answers[0]["type"] in FOR_ALL | (FOR_SCREEN if who is SCREEN else set())
        assert answers[0]["id"] in (said["id"][:64], "")
        text = json.dumps(answers)
        assert not any(key in text for key in served.keys.values())
        now = encode_snapshots()
        if answers[0]["type"] == "refused":
            refusals += 1
            assert now == before, said
        elif who is ONLOOKER:
            assert now == before, said
        before = now
        served.now += 1
    assert refusals > 300
    served.store.close()


async def test_unread_connection_loses_its_rights_with_its_key(served):
    served.sit("Ada", "Ben")
    for seat in (0, 1):
        served.table.presence.set_connected(Seat(seat), True)
    connections = Connections(served.table, served.games, served.clock)
    connection = JsonConnection(connections, None, Actor("seat", Seat(0)), served.keys[1])  # nobody writes to it
    served.send(MoveSeat, seat=1, to=2)
    await connection.receive('{"type": "set-seat", "id": "1", "seat": 1, "wonder": "giza"}')
    assert json.loads(connection._waiting.pop())["rule"] == "not-your-seat"
    await connection.receive('{"type": "set-seat", "id": "2", "seat": 2, "wonder": "giza"}')
    assert json.loads(connection._waiting.pop())["type"] == "done"
    served.start()
    served.send(HandOver, seat=2)
    served.table.joining.join(served.table.joining.ticket(Seat(1)), Seat(1), JoinRequest("Cleo", "en"))
    before = served.table.rev
    await connection.receive('{"type": "end-early", "id": "3", "sure": true}')
    assert json.loads(connection._waiting.pop())["type"] == "cue"
    assert (connection.closing, served.table.rev) == (4004, before)


HOSTILE = (
    "history&page=999999", "history&page=%D9%A3", "history&page=-1", "game=%00", "game=%FF&line=1", "game=&line=٣",
    "game=x&line=99999999999", "person=%00", "person=%F0%9F%92%A9", "person=%FF", "person=" + "x" * 3000, "files=%00",
    "wonder=%FF&of=%00", "wonder=giza&of=tally", "record=%FF", "record=%00", "record=..%2F..%2Fetc%2Fpasswd", "files=",
    "position", "position&position", "person=Ada&position=1", "line=1", "line=%FF", "record='%20OR%201=1--",
)  # fmt: skip


async def test_hostile_queries_and_forms_cause_no_server_error(tmp_path, facts, caplog):
    served = Served(tmp_path, facts)
    served.send(SetGame, mode="track", first=1)
    served.sit("Ada", "Ben")
    async with serving(served), aiohttp.ClientSession(served.base) as client:
        for way in (f"/seat/{served.keys[1]}", "/watch"):
            for query in HOSTILE:
                answer = await client.get(f"{way}?{query}")
                assert answer.status < 500, query
                assert served.keys[2] not in await answer.text()
                form = {"sure": "\0", "into": "a,b\0", "turn": "9" * 900, "left.1": "٣", "active": "-1"}
                answer = await no_redirect(client, f"{way}?{query}", **form)
                assert answer.status < 500, query
        for query in (b"record=\xff\xfe", b"person=\xff", b"game=\xed\xa0\x80&line=1", b"wonder=\xff&of=\xff"):
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            writer.write(b"GET /seat/%s?%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % (served.keys[1].encode(), query))
            assert int((await reader.readline()).split()[1]) < 500, query
            writer.close()
            await writer.wait_closed()
    assert not any(key in caplog.text for key in served.keys.values())
    assert "Traceback" not in caplog.text
