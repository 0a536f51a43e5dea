"""File transfer between the table and a phone: by a ticket that expires, and complete or not at all."""

import gzip
from html import unescape
from io import BytesIO

import aiohttp
import pytest

from app.phones import file_transfer
from app.protocol.access_messages import GivePin, SetPin
from app.protocol.client_rights import Actor
from engine.game import Seat
from tests.app.upkept import TICKET, PretendedUpkeep

WAY = f"/carry/{TICKET}"
BACKUP = gzip.compress(b"games", mtime=0)


@pytest.fixture
def upkeep(served, tmp_path):
    made = served.table.machine.upkeep = PretendedUpkeep(tmp_path)
    return made


async def upload(client, data, name="file"):
    form = aiohttp.FormData()
    form.add_field(name, BytesIO(data), filename="backup.tar.gz", content_type="application/gzip")
    answer = await client.post(WAY, data=form)
    return answer.status, " ".join(unescape(await answer.text()).split())


async def test_transfer_without_a_valid_ticket_is_not_found(served, client, upkeep):
    upkeep.open = "backup"
    (upkeep.folder / "backup").write_bytes(b"secret")
    for method in (client.get, client.post):
        answer = await method("/carry/another")
        assert answer.status == 404
        assert "secret" not in await answer.text()
    upkeep.open = None
    assert (await client.get(WAY)).status == 404
    served.table.machine.upkeep = None
    assert (await client.get(WAY)).status == 404


@pytest.mark.parametrize("what", ["report", "backup"])
async def test_downloaded_file_has_a_name_and_is_never_cached(client, upkeep, what):
    upkeep.open = what
    (upkeep.folder / what).write_bytes(BACKUP)
    answer = await client.get(WAY)
    assert (answer.status, await answer.read()) == (200, BACKUP)
    assert f"wondertable-{what}-" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


async def test_uploaded_backup_is_restored(client, upkeep):
    upkeep.open = "restore"
    page = await (await client.get(WAY)).text()
    assert 'type="file"' in page
    status, page = await upload(client, BACKUP)
    assert (status, "The file is here." in page) == (200, True)
    assert (upkeep.upload_path.read_bytes(), upkeep.asked) == (BACKUP, [("restore",)])


@pytest.mark.parametrize(
    ("data", "name"), [(b"a photo", "file"), (b"", "file"), (BACKUP, "other")], ids=["a photo", "nothing", "other"]
)
async def test_an_invalid_backup_is_refused_and_deleted(client, upkeep, data, name):
    upkeep.open = "restore"
    status, page = await upload(client, data, name)
    assert (status, "Choose the file of a backup" in page) == (422, True)
    assert (upkeep.asked, list(upkeep.folder.glob("*.tar.*"))) == ([], [])


async def test_oversized_backup_is_refused(client, upkeep, monkeypatch):
    monkeypatch.setattr(file_transfer, "MAX_BACKUP_MB", 0)
    upkeep.open = "restore"
    status, page = await upload(client, BACKUP)
    assert (status, "larger than" in page, upkeep.asked) == (422, True, [])


async def test_busy_table_refuses_an_upload(client, upkeep):
    upkeep.open, upkeep.works = "restore", False
    status, page = await upload(client, BACKUP)
    assert (status, "busy with something else" in page) == (422, True)


async def test_maintenance_is_shown_to_a_phone_only_after_the_pin(served, client, upkeep):
    served.sit("Zoe", "Yann", lang="en")
    served.send(SetPin, pin="2468")
    way = f"/seat/{served.keys[1]}"
    more = served.running.connections.table
    assert more.snapshot(Actor("seat", Seat(0))).upkeep is None
    served.send(GivePin, Actor("seat", Seat(0)), pin="2468")
    assert more.snapshot(Actor("seat", Seat(0))).upkeep is not None
    assert (await client.get(way)).status == 200
