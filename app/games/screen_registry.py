"""A registry of the games for the screen, each built from its pack when it is first needed."""

from collections.abc import Mapping
from functools import cached_property

from app.games.game_list import GAMES, Packs, ReadData, words
from app.games.pack import GamePack, load
from app.history.history_text import HistoryWords
from app.protocol.table_messages import TableView
from app.screen.state.scene import GameScreen, TeachingGame
from app.text.words_protocols import PageWords


class Screens:
    """The games as the screen needs them (`scene.Games`). `readers`: by slug (`app.games.game_list.readers`)."""

    def __init__(self, readers: Mapping[str, ReadData], packs: Packs = GAMES) -> None:
        self._readers, self._packs = readers, packs
        self._games: dict[str, GameScreen] = {}
        self._sheets: dict[str, GameScreen] = {}
        self.slugs = frozenset(packs)

    @cached_property
    def history(self) -> HistoryWords:
        """The words for finished games of every kind, score sheets included."""
        from app.games.tally.sheet_words import SheetWords

        games = words(self._packs)
        return HistoryWords(games, {slug: SheetWords(slug, say) for slug, say in games.items()})

    def for_table(self, table: TableView) -> GameScreen:
        """Return the game or score sheet on a table; in the lobby, the next game."""
        slug = table.game
        if table.mode != "tally" or table.phase == "lobby":
            return self.get_game(slug)
        if slug not in self._sheets:
            from app.games.tally.score_icons import signs_of
            from app.games.tally.screen.presenter import TallyScreen
            from app.games.tally.sheet_words import SheetWords

            game = self.get_game(slug)
            assert isinstance(game, TeachingGame)  # each of those that have a score sheet
            self._sheets[slug] = TallyScreen(SheetWords(slug, game.words), game, signs_of(self._packs[slug]))
        return self._sheets[slug]

    def cover(self, slug: str) -> str:
        """Return the wonder on a game's cover, or ""."""
        return self._packs[slug].cover

    def get_words(self, slug: str) -> PageWords:
        found: PageWords = load(self._packs[slug].words)
        return found

    def is_drawn(self, slug: str) -> bool:
        return self._packs[slug].touch or bool(self._packs[slug].shown)

    def get_game(self, slug: str) -> GameScreen:
        if slug not in self._games:
            pack = self._packs[slug]
            parts = self.get_words(slug), self._readers[slug]
            self._games[slug] = _build_described_screen(pack, *parts) if pack.shown else load(pack.screen)(*parts)
        return self._games[slug]


def _build_described_screen(pack: GamePack, words: PageWords, data: ReadData) -> GameScreen:
    from app.games.self_describing.presenter import EnteredScreen, ShownScreen
    from app.games.tally.score_icons import signs_of

    parts = words, data, load(pack.shown), signs_of(pack)
    return EnteredScreen(*parts, load(pack.entered)) if pack.entered else ShownScreen(*parts)
