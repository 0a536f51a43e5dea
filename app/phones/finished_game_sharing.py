"""Pages that share a finished game: its picture, a clip, its link, and exports to other apps.

Open to everyone who reads the history; their URLs are the reader's own page with a query.
"""

import logging
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

import msgspec

from app.history import bg_stats_link
from app.history.history_text import HistoryWords
from app.looks.plain_wonder_shapes import drawing_of
from app.phones import result_picture
from app.phones.history_pages import PageResponse, SlowPage
from app.phones.page_maker import PageMaker
from app.phones.past_result_explanations import Outcomes, rank_archived
from app.protocol import result_link
from app.protocol.client_rights import Actor
from app.protocol.daily_results import list_results
from app.protocol.results import Daily, FinishedGame
from app.shown.history.history_pages import find_game
from app.shown.lobby.daily_deal import result_line
from app.shown.lobby.join_codes import to_result
from app.text.amount_text import n_points
from app.text.time_zone import local
from app.text.translation import Words, capital
from app.web.appearance_cookies import LOOK

SHARE: Final = "share"  # the queries of these pages
PICTURE: Final = "picture"
CLIP: Final = "clip"
CLIP_PROGRAM: Final = (sys.executable, "-m", "app.phones.clip_drawing")
ROOT: Final = Path(__file__).parents[2]
CLIP_SECONDS: Final = 120.0  # after which its process is ended

log = logging.getLogger(__name__)


class Sharing:
    """Builds the sharing pages of finished games."""

    def __init__(self, show: PageMaker) -> None:
        self._show = show
        self._table = show.table
        self._say = HistoryWords(show.say, ranks=partial(rank_archived, show.games, show.table.games.rules))
        self._outcomes = Outcomes(show)
        self._pages: Mapping[str, Callable[[Words, Actor, FinishedGame], PageResponse | SlowPage | None]] = {
            SHARE: self._share,
            PICTURE: self._picture,
            CLIP: self._clip,
        }

    def is_for(self, query: Mapping[str, str]) -> bool:
        """Check that a query asks for one of these pages."""
        return any(name in query for name in self._pages)

    def find(self, w: Words, who: Actor, query: Mapping[str, str]) -> PageResponse | SlowPage | None:
        """Return the page or file that a query asks for; None if there is no such game."""
        name = next(name for name in self._pages if name in query)
        game = find_game(self._table.finished.list_games(), query[name])
        return None if game is None else self._pages[name](w, who, game)

    def _share(self, w: Words, who: Actor, game: FinishedGame) -> PageResponse:
        listed = self._show.games[game.kind].listed.number if game.kind in self._show.games else 0
        link = result_link.link(self._table.settings.result_page, game)
        return self._html(
            w,
            "share",
            game=game,
            clip=bool(game.result.winners) and not LOOK.get().plain,
            file=f"{game.kind}-{self._day(game)}",
            link=to_result(w, link) if link else None,
            line=self._line(w, game),
            bg_stats=bg_stats_link.link(game, listed, self._say, w, self._places(game)),
        )

    def _line(self, w: Words, game: FinishedGame) -> str:
        """Return the line of a deal of the day; "" for another game, or one that does not count."""
        words, played = self._say.game_words(game.kind), list_results([game], Daily("", 0))
        return result_line(w, played[0], words) if words and played else ""

    def _places(self, game: FinishedGame) -> Sequence[int]:
        return next(map(self._say.ranks, self._table.finished.archived(game.mark)), game.result.places_by_points)

    def _picture(self, w: Words, who: Actor, game: FinishedGame) -> PageResponse:
        signs = self._show.games[game.kind].signs if game.kind in self._show.games else {}
        look = LOOK.get()
        why = self._outcomes.explain(w, who, game, self._say.people(w, game))
        places = self._places(game)
        drawn = result_picture.svg(w, self._say, signs, game, look.bright, look.plain, why, places)
        return PageResponse(200, "image/svg+xml", drawn.encode())

    def _clip(self, w: Words, who: Actor, game: FinishedGame) -> PageResponse | SlowPage | None:
        """Build the clip of the winners' wonders, if they have drawings and no game is being played."""
        if self._show.current_table().phase == "game":
            text = w("A game is being played. Open this page after it, and the table makes the clip.")
            return PageResponse(503, "text/plain", text.encode())
        worlds, counts = self._outcomes.won_worlds(w, who, game)
        drawn = [
            (drawing_of(world.wonder), world.name, [state == "built" for state in world.states]) for world in worlds
        ]
        wonders = [each for each in drawn if each[0]]
        points = n_points(w, max(score["total"] for score in game.result.scores))
        how = points if counts else capital(self._say.victory_text(w, game.kind, game.result))
        maker, bright = w("Wondertable · unofficial"), LOOK.get().bright
        order = msgspec.json.encode((wonders, self._say.winner_text(w, game), how, maker, bright))
        return partial(_clip_response, w, order) if wonders else None

    @staticmethod
    def _day(game: FinishedGame) -> str:
        return f"{local(game.ended):%Y-%m-%d}"

    # Any: a template may use whatever it is given.
    def _html(self, w: Words, name: str, status: int = 200, **facts: Any) -> PageResponse:
        html = self._show.pages.page(f"share/{name}.html", w.lang, table=self._table.id, told=self._say, **facts)
        return PageResponse(status, "text/html", html.encode())


def _clip_response(w: Words, order: bytes) -> PageResponse:
    try:
        return PageResponse(200, "image/webp", _draw_clip(order))
    except (OSError, subprocess.SubprocessError):
        log.warning("A clip could not be made. If this happens again, install Wondertable and its packages again.")
        return PageResponse(
            500, "text/plain", w("The table could not make the clip. Send the picture instead.").encode()
        )


@lru_cache(maxsize=2)
def _draw_clip(order: bytes) -> bytes:
    """Draw a clip in a process of low priority, without writing a file."""
    return subprocess.check_output(CLIP_PROGRAM, input=order, stderr=subprocess.DEVNULL, cwd=ROOT, timeout=CLIP_SECONDS)
