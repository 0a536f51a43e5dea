"""A stub of the machine's upkeep: it records each request, and carries it out where `works`."""

from pathlib import Path

from app.protocol.machine_messages import Carried, Upkeep

TICKET = "one-ticket"


class PretendedUpkeep:
    """`open` is what goes by the ticket now."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.works = folder, True
        self.asked: list[tuple[str, ...]] = []
        self.open: Carried | None = None
        self.state = Upkeep("1.0.0", before="0.9.0")

    def describe(self, lang: str, device: str) -> Upkeep:
        return self.state

    def begin(self, work: str) -> bool:
        self.asked.append((work,))
        return self.works

    def open_transfer(self, what: Carried, device: str) -> bool:
        self.asked.append((what, device))
        return self.works

    def dismiss(self) -> None:
        self.asked.append(("end",))

    def find_transfer(self, ticket: str) -> Carried | None:
        return self.open if ticket == TICKET else None

    def download_path(self, what: Carried) -> Path | None:
        file = self.folder / what
        return file if file.exists() else None

    @property
    def upload_path(self) -> Path:
        return self.folder / "brought.tar.gz"

    def restore(self) -> bool:
        return self.begin("restore")
