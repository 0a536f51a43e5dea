"""Explanations of each seat's result in a finished game, from its last position or from its points alone."""

from functools import lru_cache
from typing import Final

import msgspec

from app.phones.game_page_interface import ExplainingPages
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import Actor, Rejection
from app.protocol.history_messages import LookBack, PastPosition
from app.protocol.results import FinishedGame
from app.protocol.table_messages import TableView
from app.shown.play import result_explanation
from app.text.translation import Words

BOXES: Final = 4  # sets of game data whose pages are cached
END: Final = 1 << 30  # beyond the last line of every record


class Outcomes:
    """Builds the explanations from stored records; its page cache is separate from that of live pages."""

    def __init__(self, show: PageMaker) -> None:
        self._show = show
        self._shown = lru_cache(maxsize=BOXES)(show.make_pages)

    def explain(self, w: Words, who: Actor, game: FinishedGame, people: tuple[str, ...]) -> tuple[str, ...]:
        """Explain the result, one sentence for each seat; empty for a game without a winner or without such texts."""
        if game.result.early:
            return ()
        try:
            looked = self._show.table.handle(who, LookBack("page", game.mark, END))
        except Rejection:  # its record cannot be played any more
            known = self._show.say.get(game.kind)
            return result_explanation.explain_stored(w, known, game.result, people)
        assert isinstance(looked, PastPosition)
        table = msgspec.json.decode(looked.table, type=TableView)
        pages = self._shown(self._show.name_of(table), table.game_data)
        if not isinstance(pages, ExplainingPages):
            return ()
        return pages.outcomes(w, pages.view(bytes(looked.view)), people, None)
