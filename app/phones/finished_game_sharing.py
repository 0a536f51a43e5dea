"""Pages that share a finished game: its picture, its link, and exports to other apps.

Open to everyone who reads the history; their URLs are the reader's own page with a query.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.history import bg_stats_link
from app.history.history_text import HistoryWords
from app.phones import result_picture
from app.phones.history_pages import PageResponse
from app.phones.page_maker import PageMaker
from app.phones.past_result_explanations import Outcomes
from app.protocol import result_link
from app.protocol.client_rights import Actor
from app.protocol.results import FinishedGame
from app.shown.history.history_pages import find_game
from app.shown.lobby.join_codes import to_result
from app.text.time_zone import local
from app.text.translation import Words
from app.web.appearance_cookies import LOOK, PageLook

SHARE: Final = "share"  # the queries of these pages
PICTURE: Final = "picture"


class Sharing:
    """Builds the sharing pages of finished games."""

    def __init__(self, show: PageMaker) -> None:
        self._show = show
        self._table = show.table
        self._say = HistoryWords(show.say)
        self._outcomes = Outcomes(show)
        self._pages: Mapping[str, Callable[[Words, Actor, Mapping[str, str]], PageResponse | None]] = {
            SHARE: self._share,
            PICTURE: self._picture,
        }

    def is_for(self, query: Mapping[str, str]) -> bool:
        """Check that a query asks for one of these pages."""
        return any(name in query for name in self._pages)

    def find(self, w: Words, who: Actor, query: Mapping[str, str]) -> PageResponse | None:
        """Return the page or picture that a query asks for; None if there is no such game."""
        return next((page(w, who, query) for name, page in self._pages.items() if name in query), None)

    def _share(self, w: Words, who: Actor, query: Mapping[str, str]) -> PageResponse | None:
        game = find_game(self._table.finished.list_games(), query[SHARE])
        if game is None:
            return None
        listed = self._show.games[game.kind].listed.number if game.kind in self._show.games else 0
        link = result_link.link(self._table.settings.result_page, game)
        return self._html(
            w,
            "share",
            game=game,
            file=f"{game.kind}-{self._day(game)}",
            link=to_result(w, link) if link else None,
            bg_stats=bg_stats_link.link(game, listed, self._say, w),
        )

    def _picture(self, w: Words, who: Actor, query: Mapping[str, str]) -> PageResponse | None:
        game = find_game(self._table.finished.list_games(), query[PICTURE])
        if game is None:
            return None
        signs = self._show.games[game.kind].signs if game.kind in self._show.games else {}
        look = LOOK.get(PageLook())
        why = self._outcomes.explain(w, who, game, self._say.people(w, game))
        drawn = result_picture.svg(w, self._say, signs, game, look.bright, look.plain, why)
        return PageResponse(200, "image/svg+xml", drawn.encode())

    @staticmethod
    def _day(game: FinishedGame) -> str:
        return f"{local(game.ended):%Y-%m-%d}"

    # Any: a template may use whatever it is given.
    def _html(self, w: Words, name: str, status: int = 200, **facts: Any) -> PageResponse:
        html = self._show.pages.page(f"share/{name}.html", w.lang, table=self._table.id, told=self._say, **facts)
        return PageResponse(status, "text/html", html.encode())
