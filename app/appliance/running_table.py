"""The table that runs on this machine: its run.json, and its phase before a change."""

import json
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, Final

from app.host.data_folder import is_running
from app.protocol.run_file_path import find_run_file

MAX_ATTEMPTS: Final = 20  # messages or timeouts


def read_phase(data: Path) -> str | None:
    """Return the phase of the table with a data folder: lobby, game or over; None if none runs.

    OSError, ValueError or KeyError if the table does not answer.
    """
    if not is_running(data):
        return None
    from app.protocol.table_client import Client  # imported late: packages may be broken

    run, client = read_run_file(data), None
    with ExitStack() as stack:
        for _ in range(MAX_ATTEMPTS):
            with suppress(TimeoutError):
                if client is None:
                    client = stack.enter_context(closing(Client(run["port"], "/socket", run["key"])))
                text = client.receive()
                if text is None:
                    break
                said = json.loads(text)
                if said["type"] == "snapshot":
                    return str(said["table"]["phase"])
    raise ConnectionAbortedError("the table does not answer")


def read_run_file(data: Path) -> dict[str, Any]:  # Any: what JSON holds
    """Return the running table's run.json (`RunFile`), read without packages, which may be broken."""
    said: dict[str, Any] = json.loads(find_run_file(data).read_bytes())
    return said
