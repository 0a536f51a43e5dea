from contextlib import ExitStack
from datetime import date
from http.server import HTTPServer
from threading import Thread

import pytest

from app.appliance.install_paths import Place
from app.appliance.signature import derive_public_key
from tests.app.installed import GAMES, SETTINGS, Bed, Mute, Page, Pretended, Workshop


@pytest.fixture(scope="session")
def ports():
    """Of a table that answers, and of one that does not."""
    with ExitStack() as stack:
        found = {}
        for name, page in (("run", Page), ("mute", Mute)):
            server = stack.enter_context(HTTPServer(("127.0.0.1", 0), page))
            Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
            stack.callback(server.shutdown)
            found[name] = server.server_port
        yield found


@pytest.fixture(scope="session")
def workshop(tmp_path_factory):
    return Workshop(tmp_path_factory.mktemp("workshop"))


@pytest.fixture
def bed(tmp_path, ports, workshop):
    """A machine with version 1.0.0, whose table runs with games and settings in a lobby."""
    data, home = tmp_path / "lib/wondertable", tmp_path / "opt/wondertable"
    (home / "1.0.0/data/keys").mkdir(parents=True)
    (home / "1.0.0/how").write_text("run")
    (home / "current").symlink_to("1.0.0")
    (data / "settings").mkdir(parents=True)
    (data / "settings/settings.json").write_bytes(SETTINGS)
    (data / "table.db").write_bytes(GAMES)
    (home / "1.0.0/data/keys/release.pem").write_bytes(derive_public_key(workshop.key))
    now, game = [0.0], [None]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    services = Pretended(home, data, ports)
    at = Place(
        home=home,
        data=data,
        own=tmp_path / "etc",
        clock=lambda: now[0],
        sleep=sleep,
        today=lambda: date(2026, 11, 27),
        free=lambda _: 1_000_000_000,
        services=services,
        phase=lambda _: game[0],
    )
    services.start()
    (data / "table.db").write_bytes(GAMES)
    services.said.clear()
    yield Bed(at, services, workshop, tmp_path / "releases", now, game)
    services.stop()
