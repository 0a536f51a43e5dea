"""Explanations and wonders of a finished game's result, from its last position or from what is stored of it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final

import msgspec

from app.looks.wonder_window import World
from app.phones.game_page_interface import CrowningPages, ExplainingPages, GamePages, PhoneGames
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import Actor
from app.protocol.history_messages import LookBack, PastPosition
from app.protocol.rejection import Rejection
from app.protocol.results import Archived, FinishedGame, kind_of, mode_of, rank_seats
from app.protocol.table_messages import TableView
from app.shown.play import result_explanation
from app.text.translation import Words
from engine.game import AnyView, Rules
from engine.header_values import read_data_keys
from engine.record import BrokenRecord, last_state

BOXES: Final = 4  # sets of game data whose pages are cached
END: Final = 1 << 30  # beyond the last line of every record


def rank_archived(games: PhoneGames, rules: Mapping[str, Rules], game: Archived) -> Sequence[int]:
    """Rank the seats of a game as at the table; replay it only for equal points that leave a place open."""
    result, name, header = game.result, kind_of(game.header), game.header
    ranks = result.places_by_points
    others = [rank for seat, rank in enumerate(ranks, 1) if seat not in result.winners]
    is_tally = mode_of(header) == "tally"
    played = games[name].sheet if name in games and is_tally else games.get(name)
    if played is None or len(others) == len({*others}):
        return ranks
    try:
        state = last_state(rules, header, game.moves)
    except BrokenRecord:
        return ranks
    if not result.has_totals_of(state.scores()):
        return ranks
    data = None if is_tally else rules[name].data(*read_data_keys(header))
    pages = played.phone.pages(played.words, data)
    if not isinstance(pages, ExplainingPages):
        return ranks
    return rank_seats(pages.standings(pages.view(msgspec.json.encode(state.view(None)))), result.winners)


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
            pages, view = self._end(who, game)
        except Rejection:  # its record cannot be played any more
            known = self._show.say.get(game.kind)
            return result_explanation.explain_stored(w, known, game.result, people)
        return pages.outcomes(w, view, people, None) if isinstance(pages, ExplainingPages) else ()

    def won_worlds(self, w: Words, who: Actor, game: FinishedGame) -> tuple[tuple[World, ...], bool]:
        """Return the winners' wonders, complete ones if the record does not tell, and True if points decided."""
        with suppress(Rejection):
            pages, view = self._end(who, game)
            if isinstance(pages, CrowningPages):
                return pages.won_worlds(w, view), pages.counts(view)
        identities, say = game.result.identities, self._show.say.get(game.kind)
        names = [identities[seat - 1] for seat in game.result.winners] if identities else []
        return tuple(World.complete(name, say.identity(w, name) if say else "") for name in names), True

    def _end(self, who: Actor, game: FinishedGame) -> tuple[GamePages, AnyView]:
        """Return a game's pages and its last position. Rejection if the record cannot be replayed."""
        looked = self._show.table.handle(who, LookBack("page", game.mark, END))
        assert isinstance(looked, PastPosition)
        table = msgspec.json.decode(looked.table, type=TableView)
        pages = self._shown(self._show.name_of(table), table.game_data)
        return pages, pages.view(bytes(looked.view))
