"""Games broken off after a few turns, to be entered on the screen and on phones: what lies there then."""

import random
from typing import Any

from app.games.architects import position_entry
from app.protocol.table_messages import TableView
from app.shown.cardboard.position_entry import EntryContext, EntryState, PositionForm, Things
from app.text.translation import words
from engine.architects.game_facade import Architects
from engine.game import CHANCE
from tests.app.screen import stage
from tests.duel_cities import duel
from tests.seven_wonders_cities import GAME, ROOT

WONDERS = ("giza", "rhodes", "ephesus", "olympia")
CITIES = ("gizah-day", "rhodos-night", "ephesos-day", "babylon-day")
TURNS = 5
DUEL = duel()
ARCHITECTS = Architects((ROOT / "data/architects.toml").read_bytes())


def of_architects(seed: int) -> dict[str, Any]:
    """Return a random position of four seats in Architects, as people enter it."""
    header = {"game": "architects", "seats": ", ".join(WONDERS), "deal": "lazy"}
    state, rng = ARCHITECTS.start(ARCHITECTS.setup(header)), random.Random(seed)
    while state.to_act and state.turn < TURNS + 1:
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat < 0 else rng.choice(list(state.legal(seat))))
    here = entered_at(stage.table(len(WONDERS)), ARCHITECTS.data(), state.view(None))
    return position_entry.position(here, position_entry.initial_state(here))


def entered_at(table: TableView, facts: Any, view: Any = None, *, whole: bool = False) -> EntryContext:
    """Return the context for entering a position, with people named after their seats."""
    people = tuple(info.name or f"Seat {info.seat}" for info in table.seats)
    return EntryContext(words("en"), table, people, facts, view, whole)


class Hands:
    """People who enter a position without a surface: as touches and steps change it."""

    def __init__(self, game: Any, at: EntryContext) -> None:
        self.game, self.at, self.laid = game, at, game.initial_state(at)

    @property
    def shown(self) -> PositionForm:
        return self.game.build_entry(self.at, self.laid)

    def _become(self, laid: EntryState | None) -> "Hands":
        if laid is not None:
            self.laid = self.game.apply_consequences(self.at, self.laid, laid)
        return self

    def step(self, key: str, by: int = 1) -> "Hands":
        """Step a figure up or down, by one at a time."""
        for _ in range(abs(by)):
            figure = next(each for each in self.shown.figures("screen") if each.key == key)
            self._become(self.shown.step_figure(figure, 1 if by > 0 else -1))
        return self

    def lay(self, slug: str, to: str, by: int = 0) -> "Hands":
        """Touch a thing, or change its number by `by`."""
        for _ in range(abs(by) or 1):
            page = next(page for page in self.shown.pages if isinstance(page, Things) and slug in _slugs(page))
            item = next(item for item in page.things if item.slug == slug)
            step = 1 if by > 0 else -1
            self._become(self.shown.step_count(item, to, step) if by else self.shown.cycle_thing(page, item, to))
        return self

    def say(self, key: str, value: Any) -> "Hands":
        return self._become(self.laid.say(key, value))

    def position(self) -> dict[str, Any]:
        """Return the position that is sent."""
        return self.game.position(self.at, self.laid)


def _slugs(page: Things) -> list[str]:
    return [item.slug for item in page.things]


def of_duel(seed: int) -> Any:
    """Return a Duel position as everybody sees it, without wonders built."""
    return _played_on(DUEL, {"game": "duel", "seats": "2"}, seed, without=" with ")


def of_seven_wonders(seed: int) -> Any:
    """Return a position of four cities as everybody sees them, in which nothing was sold."""
    return _played_on(GAME, {"game": "seven-wonders", "seats": ", ".join(CITIES)}, seed, only="build ")


def _played_on(game: Any, header: dict[str, str], seed: int, only: str = "", without: str = "\n") -> Any:
    """Play for TURNS turns, choosing if possible only actions that match, and return the public position."""
    state, rng = game.start(game.setup({**header, "deal": "lazy"})), random.Random(seed)
    while state.reported_turn() <= TURNS or state.to_act == (CHANCE,):
        seat = state.to_act[0]
        legal = [*state.legal(seat)]
        plainly = [action for action in legal if only in str(action) and without not in str(action)]
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(plainly or legal))
    return state.view(None)
