"""The live pages of a table: a change of the table becomes a diff of the HTML that each phone shows.

- `PageMaker`, one for the table: the sources that all pages share (`PageSources`), and the features of a page.
- `PageState`, one for each open page: its log and rendered parts, as they were sent.
- `PageUpdate`, one for each change of each page: a snapshot for its reader. Each feature adds its parts to it;
  `PageState` renders those that differ from before.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from app.phones.features import registry
from app.phones.features.regions_and_tabs import PageLayout
from app.phones.game_page_interface import PhoneGames
from app.phones.open_page_state import Changes, PageState
from app.phones.page_sources import PageSources
from app.protocol.base_messages import Intent, Message
from app.protocol.client_rights import ONLOOKER
from app.protocol.teaching_messages import Fact
from app.shown.machine.clock import MAX_CLOCK_ERROR_SECONDS
from app.table.table import Table
from app.text.time_zone import has_different_time

LATEST: Final = 1e11  # seconds since 1970 that a phone may claim


class PageMaker(PageSources):
    """The sources of a table's pages with the features of its live ones, called in the order of `registry.FEATURES`."""

    def __init__(self, table: Table, games: PhoneGames) -> None:
        super().__init__(table, games)
        self._features = tuple(made(self) for made in registry.FEATURES)
        self.layout = PageLayout(slot for feature in self._features for slot in feature.slots)

    def update_page(self, reader: PageState, touch: bool) -> Changes:
        """Update a reader to the current state and return the diff of its page. `touch`: there is a screen."""
        page = self.open_update(reader, touch=touch)
        waits = reader.withhold(page.table, page.snapshot.news)
        reader.since = self.table.log_end
        if waits:
            return Changes({}, ())
        for feature in self._features:
            page.made.update(feature.page_parts(page))
        watching = page.seat is None
        on_tab = {
            name: part
            for name, part in page.made.items()
            if self.layout.is_on(reader.tab, name, watching=watching, far=reader.far)
        }
        return reader.update_parts(on_tab, page.w.lang, page.abilities.pages.labels, self.pages)

    def answer(self, reader: PageState, answer: Message) -> msgspec.Struct:
        """Convert the table's answer for a phone."""
        made = (feature.on_answer(reader, answer) for feature in self._features)
        return next((each for each in made if each is not None), answer)

    def refusal(self, intent: Intent) -> msgspec.Struct | None:
        """Return what a phone gets instead of a refusal of this intent; None: the refusal itself."""
        made = (feature.on_refusal(intent) for feature in self._features)
        return next((each for each in made if each is not None), None)

    def highlighted(self, reader: PageState, facts: Mapping[str, Fact]) -> tuple[str, ...]:
        """Return the keys of the things on a page that a refusal with these facts mentions."""
        return tuple(key for feature in self._features for key in feature.highlighted(reader, facts))

    def public_line_numbers(self, since: int) -> frozenset[int]:
        """Return the numbers of the public log lines after `since`."""
        return frozenset(line.number for line in self.table.snapshot(ONLOOKER, since).news)

    def compare_clocks(self, there: str, at: float | None, now: float) -> tuple[str, int]:
        """Return a phone's time zone if it differs from the table's, and how many seconds its clock is ahead.

        0 if the clocks agree or the table's cannot be set. `now`: by the table's clock.
        """
        clock = self.table.machine.clock
        is_ours = clock is not None and clock.is_free
        ahead = 10 * round((at - now) / 10) if is_ours and at is not None and 0 < at < LATEST else 0
        return there if has_different_time(there, now) else "", ahead if abs(ahead) > MAX_CLOCK_ERROR_SECONDS else 0
