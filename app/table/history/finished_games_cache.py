"""A cache of the finished games and what follows from them: pages, names, badges, learned ideas."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import msgspec

from app.protocol.history_messages import HistoryPage, KnownPerson
from app.protocol.name_rules import name_key
from app.protocol.results import Archived, FinishedGame
from app.storage.database import Store
from app.storage.import_batches import Batch

PAGE_GAMES: Final = 100  # games on a page
LEARNED_AFTER: Final = 2  # an idea counts as learned once it was taught in that many games
RECENT_GAMES: Final = 200  # games searched for a person's last badge


class FinishedGames:
    """A cache of the finished games, read from the store on first use and again after `forget`."""

    __slots__ = ("_brought", "_changes", "_dailies", "_games", "_kinds", "_learned", "_pages", "_players", "_store")

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: tuple[FinishedGame, ...] | None = None
        self._changes = 0
        self._dailies: tuple[FinishedGame, ...] | None = None
        self._brought: tuple[Batch, ...] | None = None
        self._kinds: frozenset[str] | None = None
        self._learned: dict[str, Mapping[str, frozenset[str]]] = {}
        self._players: dict[str, frozenset[str]] = {}
        self._pages: dict[int, tuple[msgspec.Raw, int]] = {}  # by how many games come before

    def forget(self) -> None:
        """Drop the caches after whole games have changed."""
        self._changes += 1
        self._brought, self._dailies = None, None
        self._games, self._kinds, self._pages, self._players, self._learned = None, None, {}, {}, {}

    def list_batches(self) -> tuple[Batch, ...]:
        """Return the imported batches that are still here, the newest first."""
        if self._brought is None:
            self._brought = self._store.batches()
        return self._brought

    def list_games(self) -> tuple[FinishedGame, ...]:
        """Return all finished games, the newest first."""
        if self._games is None:
            self._games = self._store.history()
        return self._games

    def list_dailies(self) -> tuple[FinishedGame, ...]:
        """Return the finished games with a deal of the day, the newest first, without loading all others."""
        if self._dailies is None:
            self._dailies = self._store.history(daily=True)
        return self._dailies

    def make_reader(self) -> Callable[[], Callable[[], None]] | None:
        """Return a reader of all games for any thread, which returns a function that caches them; None if cached.

        With thousands of games that takes a while. A result that is older than the last change is discarded.
        """
        if self._games is not None:
            return None
        changes = self._changes

        def load() -> Callable[[], None]:
            with self._store.open_snapshot() as store:
                games = store.history()

            def adopt() -> None:
                if changes == self._changes:
                    self._games = games

            return adopt

        return load

    def make_archive_writer(self, make: Callable[[Iterable[Archived]], bytes]) -> Callable[[], bytes]:
        """Return a function that writes all games to a file in any thread, without blocking the table."""

        def write() -> bytes:
            with self._store.open_snapshot() as store:
                return make(store.archived())

        return write

    def archived(self, game_id: str | None = None) -> tuple[Archived, ...]:
        """Return all games, or the one of this id, with their records, the oldest first."""
        return tuple(self._store.archived(game_id))

    def kinds(self) -> frozenset[str]:
        """Return the kinds of games among them."""
        if self._kinds is None:
            self._kinds = self._store.kinds_finished()
        return self._kinds

    def players(self, kind: str) -> frozenset[str]:
        """Return the normalised names of those who have finished a game of a kind."""
        if kind not in self._players:
            self._players[kind] = frozenset(
                name_key(name) for names in self._store.seated(kind) for name in names if name
            )
        return self._players[kind]

    def learned_ideas(self, kind: str) -> Mapping[str, frozenset[str]]:
        """Return the ideas of a game that people have learned, by normalised name: applied once, or taught twice."""
        if kind not in self._learned:
            told: dict[str, Counter[str]] = {}
            for result in self._store.taught(kind):
                for name, ideas in zip(result.seats, result.learned, strict=False):
                    if name is not None:
                        weights = {idea: LEARNED_AFTER if did else 1 for idea, did in ideas.items()}
                        told.setdefault(name_key(name), Counter()).update(weights)
            self._learned[kind] = {
                name: frozenset(idea for idea, n in ideas.items() if n >= LEARNED_AFTER) for name, ideas in told.items()
            }
        return self._learned[kind]

    def badge(self, name: str) -> tuple[str, str]:
        """Return the emblem and colour of a name's last game; "" if none of the RECENT_GAMES games has it."""
        for game in self._store.history(RECENT_GAMES):
            result = game.result
            for who, emblem, colour in zip(result.seats, result.emblems, result.colours, strict=False):
                if who is not None and name_key(who) == name_key(name):
                    return emblem, colour
        return "", ""

    def guest_seat(self, phone: str, mark: str) -> int | None:
        """Return the seat (from 1) of a guest's phone, by its hashed key, at the end of a game."""
        return self._store.for_club.guest_seat(phone, mark)

    def list_people(self) -> tuple[KnownPerson, ...]:
        """List every person once, with the newest spelling of the name; who played last comes first."""
        found: dict[str, KnownPerson] = {}
        for game in self.list_games():
            for seat, name in enumerate(game.result.seats, 1):
                if name is not None:
                    found.setdefault(name_key(name), KnownPerson(name, *game.result.badge(seat)))
        return tuple(found.values())

    def page(self, id: str, after: str) -> HistoryPage:
        """Return the page of games after the one of this id; an unknown id starts at the first."""
        games = self.list_games()
        first = next((at for at, game in enumerate(games, 1) if game.mark == after), 0) if after else 0
        encoded = self._pages.get(first)
        if encoded is None:
            page = games[first : first + PAGE_GAMES]
            encoded = msgspec.Raw(msgspec.json.encode(page)), len(games) - first - len(page)
            if first % PAGE_GAMES == 0:  # as everybody asks who asks for all of them
                self._pages[first] = encoded
        return HistoryPage(id, *encoded)
