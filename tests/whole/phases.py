"""A table in every phase of an evening, with all games on its shelf, for who asks how that is shown."""

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import main
from app.games import game_list
from app.protocol.base_messages import Mode
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import SetGame, Suspend
from app.protocol.play_messages import Look, Secret
from app.protocol.settings_messages import SetTable
from engine.players import PLAYERS
from tests.app.tables import Evening
from tests.whole_games import shelf as games

BOARDS: Final = {
    "architects": ("giza", "rhodes", "ephesus"),
    "seven-wonders": ("gizah-day", "rhodos-day", "ephesos-day"),
}
MID_GAME_ACTIONS: Final = 12  # actions: a game is in full swing


def table_in(phase: str, folder: Path) -> Evening:
    """Return a table of three seats, or two for Duel, played on the screen, in this phase."""
    data = main.read_game_data()
    evening = Evening(
        folder,
        shelf=games(),
        players=PLAYERS,
        modes=game_list.modes(),
        sheets=game_list.tally(data),
        by_touch=game_list.by_touch(),
    )
    if phase != "first run":
        evening.send(SetTable, welcomed=True)
    PHASES[phase](evening)
    return evening


def _lobby(evening: Evening) -> None:
    evening.sit("touch", "phone Ada", "free")


def _begin_game(evening: Evening, game: str, mode: Mode = "play") -> random.Random:
    evening.send(SetGame, game=game, mode=mode)
    seats = ("touch",) * (2 if game == "duel" else 3)
    evening.sit(*seats)
    if mode == "track":
        evening.boards(*BOARDS.get(game, ()))
    evening.start(*seats, first=None if game == "seven-wonders" else 1)
    return random.Random(game)


def _answer_question(evening: Evening, rng: random.Random) -> bool:
    """Answer one question; return whether there was one."""
    asked = evening.snapshot().questions
    if not asked:
        return False
    one, legal = asked[0], asked[0].legal
    if not legal:
        secret = evening.table.handle(SCREEN, Look(id="look", seat=one.seat))
        assert isinstance(secret, Secret)
        legal = secret.legal
    evening.say(one.seat, rng.choice(legal))
    return True


def _in_play(game: str, mode: Mode = "play") -> Callable[[Evening], None]:
    def go(evening: Evening) -> None:
        rng = _begin_game(evening, game, mode)
        for _ in range(MID_GAME_ACTIONS):
            assert _answer_question(evening, rng)

    return go


def _play_to_the_end(game: str) -> Callable[[Evening], None]:
    def go(evening: Evening) -> None:
        rng = _begin_game(evening, game)
        while _answer_question(evening, rng):
            evening.now += 60.0
            evening.table.tick(evening.now)
        assert evening.at_table().phase == "over"

    return go


def _tally(game: str) -> Callable[[Evening], None]:
    def go(evening: Evening) -> None:
        _begin_game(evening, game, "tally")

    return go


def _laid_aside(evening: Evening) -> None:
    _in_play("seven-wonders")(evening)
    evening.send(Suspend)
    assert evening.at_table().laid_aside


PHASES: Final[Mapping[str, Callable[[Evening], None]]] = {
    "lobby": _lobby,
    "first run": lambda evening: None,
    **{f"{game} in play": _in_play(game) for game in game_list.GAMES},
    **{f"{game} over": _play_to_the_end(game) for game in game_list.GAMES},
    **{f"{game} told": _in_play(game, "track") for game in game_list.GAMES},
    **{f"{game} counted": _tally(game) for game in game_list.GAMES},
    "laid aside": _laid_aside,
}
