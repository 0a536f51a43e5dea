"""What the table on this machine is asked by whoever is about to change it."""

import json
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, Final

from app.host.data_folder import is_running

PATIENCE: Final = 20  # messages, or beats of silence


def phase(data: Path) -> str | None:
    """What is going on at the table of a data folder: lobby, game or over; None if none runs.

    OSError, ValueError or KeyError if it does not say so.
    """
    if not is_running(data):
        return None
    from app.protocol.client import Client  # a table that cannot even load this does not run

    run, client = run_file(data), None
    with ExitStack() as stack:
        for _ in range(PATIENCE):
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


def run_file(data: Path) -> dict[str, Any]:  # Any: what JSON holds
    """What the table that runs wrote for this machine (`RunFile`), read without packages that may be broken."""
    said: dict[str, Any] = json.loads((data / "run.json").read_bytes())
    return said
