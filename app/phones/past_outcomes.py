"""Why each seat of a finished game came out as it did: from its last position, or from its points alone."""

from functools import lru_cache
from typing import Final

import msgspec

from app.phones.game_pages import ExplainingPages
from app.phones.page_maker import PageMaker
from app.protocol import messages
from app.protocol.results import Finished
from app.protocol.rights import Rejected, Who
from app.shown.play import outcome
from app.text.languages import Words

BOXES: Final = 4  # with numbers of their own, whose pages are kept
END: Final = 1 << 30  # a line behind every last one


class Outcomes:
    """Reads them off the records that a table has kept; its pages disturb no live one."""

    def __init__(self, show: PageMaker) -> None:
        self._show = show
        self._shown = lru_cache(maxsize=BOXES)(show.showing)

    def of(self, w: Words, who: Who, game: Finished, people: tuple[str, ...]) -> tuple[str, ...]:
        """One sentence a seat; none of a game that nobody won, or whose words say nothing of it."""
        if game.result.early:
            return ()
        try:
            looked = self._show.table.handle(who, messages.LookBack("page", game.mark, END))
        except Rejected:  # its record cannot be played any more
            known = self._show.say.get(game.kind)
            return outcome.kept(w, known, game.result, people)
        assert isinstance(looked, messages.LookedBack)
        table = msgspec.json.decode(looked.table, type=messages.TableView)
        pages = self._shown(self._show.name_of(table), table.game_data)
        if not isinstance(pages, ExplainingPages):
            return ()
        return pages.outcomes(w, pages.view(bytes(looked.view)), people, None)
