"""Bytes that are no request, or a very odd one: no 5xx, no traceback, and our headers on whatever is answered."""

import asyncio
import logging
import random

import pytest

from tests.app.phones.served import Served, serving
from tests.nights import odd_bytes
from tests.nights.odd_bytes import NAMES, VALUES, ask, request

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
FORM = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("status", "said"),
    [
        (400, b"\x16\x03\x01\x02\x00\x01\x00"),
        (400, b"GET / HTTP/1.1\r\n\r\n"),
        (400, GET + b"X: " + b"x" * 9000 + b"\r\n\r\n"),
        (404, b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        (405, b"DELETE / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        (410, FORM + b"5\r\nContent-Encoding: gzip\r\n\r\nabcde"),
        (410, FORM + b"5\r\nContent-Encoding: br\r\n\r\nabcde"),
        (413, FORM + b"40000\r\n\r\n" + b"x" * 40_000),
        (417, GET + b"Expect: x\r\n\r\n"),
        (417, GET + b"Expect: \xff\r\n\r\n"),
        (101, odd_bytes.OPEN_SOCKET.replace(b"\r\n\r\n", b"\r\nSec-WebSocket-Protocol: \xff\r\n\r\n")),
    ],
)
async def test_every_response_has_security_headers_and_no_server_version(served, caplog, status, said):
    answered = await ask(served.port, said)
    assert (answered.status, answered.wrong()) == (status, "")
    assert not caplog.records


async def test_internal_error_has_the_same_headers(served, caplog):
    async def raise_error(request: object) -> None:
        raise RuntimeError("ours")

    served.running._runner.server.request_handler = raise_error
    answered = await ask(served.port, GET + b"\r\n")
    assert answered.status == 500
    assert answered._replace(status=400).wrong() == ""
    assert [record.getMessage() for record in caplog.records] == ["a request could not be answered"]


async def send_odd_requests(served: Served, seed: str, count: int) -> set[int]:
    rng, statuses = random.Random(seed), set()
    for _ in range(count // 20):
        asked = [request(rng) for _ in range(20)]
        for said, answered in zip(
            asked, await asyncio.gather(*(ask(served.port, each) for each in asked)), strict=True
        ):
            assert answered.wrong() == "", said
            statuses.add(answered.status)
    return statuses


@pytest.mark.parametrize("count", [240, pytest.param(5000, marks=pytest.mark.full)])
async def test_odd_requests_cause_no_server_error(tmp_path, facts, caplog, monkeypatch, count):
    for module in ("guarded_server", "request_helpers"):
        monkeypatch.setattr(f"app.web.{module}.FULL_REQUEST", 0.2)  # nobody waits here for who says half
    caplog.set_level(logging.WARNING)
    async with serving(Served(tmp_path, facts).sit("Ada", "Ben")) as served:
        statuses = await send_odd_requests(served, "odd", count)
        assert {200, 400, 404, 405, 417} <= statuses
        assert (await ask(served.port, GET + b"\r\n")).status == 200
    assert [record.getMessage() for record in caplog.records] == []


@pytest.mark.parametrize("name", [*NAMES[:2], *(pytest.param(each, marks=pytest.mark.full) for each in NAMES[2:])])
async def test_no_header_value_causes_a_server_error(served, caplog, name):
    heads = (GET, odd_bytes.OPEN_SOCKET.removesuffix(b"\r\n"))
    asked = [head + name.encode() + b": " + value + b"\r\n\r\n" for head in heads for value in VALUES]
    asked += [GET.replace(b"/", b"/socket", 1) + name.encode() + b": " + value + b"\r\n\r\n" for value in VALUES]
    for said, answered in zip(asked, await asyncio.gather(*(ask(served.port, each) for each in asked)), strict=True):
        assert answered.wrong() == "", said
    assert not caplog.records
