"""Finished games on the screen: what the table told of them, and which of their pages lies open."""

from secrets import token_hex
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from app.protocol import messages as said
from app.protocol.results import Finished

if TYPE_CHECKING:
    from app.screen.desk import Desk

Page: TypeAlias = tuple[str, ...]  # games | people | wonders | game MARK | person NAME | merge NAME | wonder KIND SLUG
FIRST: Page = ("games",)


class Past:
    """`desk` is whose past it is; wishes go out through it."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self.games: tuple[Finished, ...] | None = None  # the newest first; None: they are on their way
        self._told: dict[str, Finished] = {}  # those that have come, by mark
        self.trail: tuple[Page, ...] = (FIRST,)  # each page was opened from the one before
        self.at: said.LookedBack | None = None  # where somebody looks back to
        self.shown: Desk | None = None  # that position, as a desk which wishes nothing

    @property
    def page(self) -> Page:
        return self.trail[-1]

    def open(self, page: Page = FIRST) -> None:
        """Ask the table for its finished games, and lay a page of them on the middle."""
        self.close()
        self.trail = (FIRST,) if page == FIRST else (FIRST, page)
        self._ask()
        self._desk.open("history")

    def met(self) -> None:
        """The table is there again: what lies open is asked for anew."""
        if self._desk.panel == "history":
            self._ask()

    def _ask(self) -> None:
        self._told = {}
        self._desk.say(said.Recall(id=token_hex(8)), kind="past")

    def go(self, *page: str) -> None:
        """Open another page; one of the three lists takes the place of all."""
        self.trail = (page,) if len(page) == 1 else (*self.trail, page)
        self._desk.choose(page=0)

    def back(self) -> None:
        """To the page before."""
        self.trail = self.trail[:-1] or (FIRST,)
        self._desk.choose(page=0)

    def ask(self, what: str) -> None:
        """Ask once before a name is merged or forgotten."""
        self._desk.ask_sure(what)

    def rename(self, name: str, into: str | None) -> None:
        """Merge a name into another, or forget it; then everything is asked anew."""
        if into is None:
            wish: said.Intents = said.ForgetPerson(id=token_hex(8), name=name, sure=True)
        else:
            wish = said.MergePeople(id=token_hex(8), name=name, into=into, sure=True)
        self._desk.say(wish)
        self.open(("people",))

    def look(self, mark: str, line: int) -> None:
        """Look back at a game as it was after one of its lines."""
        self._desk.say(said.LookBack(id=token_hex(8), game=mark, line=line), kind="past")

    def step(self, line: int) -> None:
        if self.at is not None:
            self.look(self.at.game, min(max(line, 0), self.at.last))

    def leave(self) -> None:
        """Look back no more: the game's page is there again."""
        self.at = self.shown = None
        self._desk.changed()

    def close(self) -> None:
        """Forget all of it."""
        self.games, self.trail, self.at, self.shown, self._told = None, (FIRST,), None, None, {}

    def hear(self, message: said.Recalled | said.LookedBack) -> None:
        """What the table answered."""
        if isinstance(message, said.Recalled):
            self._told |= {game.mark: game for game in msgspec.json.decode(message.games, type=tuple[Finished, ...])}
            if message.left and self._told:
                self._desk.say(said.Recall(id=token_hex(8), after=[*self._told][-1]), kind="past")
            else:
                self.games, self._told = tuple(self._told.values()), {}
            return
        if self._desk.panel != "history":
            return  # it was closed meanwhile
        before, twin = self.shown, self._desk.twin()
        twin.hear(said.Snapshot(1, message.table, message.view, (), message.news))
        twin.edge, twin.page = (before or self._desk).edge, before.page if before else 0
        twin.changed = lambda: self._desk.changed()
        self.at, self.shown = message, twin
