"""The pictures to compare: of which state, and with which size, seats, language and looks."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from tests.pictures.pairs import Row, covering

LANGS: Final = ("en", "de", "nl", "fr")

Looks = Mapping[str, Mapping[str, Any]]  # by a word for it: how something may look, as settings or cookies


class Picture(NamedTuple):
    """One picture: of what, and with which size, seats, language and looks."""

    family: str
    state: str
    row: Row

    @property
    def name(self) -> str:
        """The name in the fingerprints; usual looks are left out."""
        usual = ("night", "plain")
        words = (self.family, self.state, *(str(value) for value in self.row.values() if value not in usual))
        return " ".join(words).replace(" ", "-").replace("_", "-")

    def settings(self, looks: Mapping[str, Looks]) -> dict[str, Any]:
        """Return its looks as settings or cookies."""
        return {name: value for factor in looks for name, value in looks[factor][self.row[factor]].items()}


def planned(
    family: str,
    states: Mapping[str, Sequence[int]],
    sizes: Sequence[str],
    looks: Mapping[str, Looks],
    *,
    pairs: bool = True,
) -> tuple[Picture, ...]:
    """Plan a picture of each state, by its seats, and (`pairs`) more until every two values of two factors have met."""
    names = list(states)
    items = [{"seats": seats, "size": sizes, "lang": LANGS, **looks} for seats in states.values()]
    rows = islice(covering(items), None if pairs else len(items))
    return tuple(Picture(family, names[nth], row) for nth, row in rows)
