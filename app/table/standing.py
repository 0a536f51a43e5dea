"""What everybody may know of the table and hardly an action changes: a function of one value, made anew when that does.

`standing_view` reads nothing that is no field of `Standing`, so what follows from something new cannot be forgotten.
"""

from collections.abc import Collection, Mapping

import msgspec

from app.protocol import messages
from app.table import lobby
from app.table.bots import BotPlayers, Bots
from app.table.snapshots import seat_infos
from app.table.state import TableState
from engine.game import Game, Setup
from engine.header import in_header
from engine.overrides import as_file, heard


class Standing(msgspec.Struct, frozen=True):
    """All that such a view follows from, besides what the table was started with."""

    state: TableState  # without what every action changes (`without_steps`)
    setup: Setup | None  # of the game on the table
    settings: messages.Settings
    network: messages.Network
    present: frozenset[str]  # hashed keys of connected phones
    onlookers: int
    suspended: tuple[messages.SuspendedView, ...]
    finished: Collection[str]  # kinds of games that have been played to their end here
    overrides: Mapping[str, str]  # an owner's, by game, as a header has them
    pin: bool  # one is set


def standing_view(
    it: Standing, *, shelf: Mapping[str, Game], modes: lobby.Modes, bots: Bots, players: BotPlayers, installed: bool
) -> messages.TableView:
    """The view of the table, without what every action may change. The others are what the table was started with."""
    state, agreed = it.state, it.state.lobby
    game = shelf[agreed.game]
    begins = game.first_seat and agreed.mode != "tally"  # somebody does
    own = it.overrides.get(game.name, "")
    data, overrides = game.data_version, own
    if it.setup is not None and agreed.mode != "tally":  # a sheet has data of its own
        data, overrides = in_header(it.setup.header())
    return messages.TableView(
        phase=state.phase,
        game_id=state.game,
        game=agreed.game,
        variant=agreed.variant,
        rules={} if agreed.mode == "tally" else {**lobby.house_rules(game), **agreed.rules},
        first=(agreed.first if state.phase == "lobby" else state.first) if begins else None,
        keep=agreed.keep,
        guided=guided(agreed, it.finished),
        early=state.early,
        seats=seat_infos(state, it.settings, it.setup, it.present, bots, players),
        daily=agreed.daily if state.phase == "lobby" else state.daily is not None,
        levels=tuple(players.levels),
        characters=tuple(players.characters(agreed.game)),
        settings=it.settings,
        network=it.network,
        laid_aside=it.suspended,
        undo=None,
        vote=None,
        onlookers=it.onlookers,
        games=tuple(shelf),
        variants=dict(game.variants()),
        places=(game.seats[0], game.seats[-1]),
        most={name: each.seats[-1] for name, each in shelf.items()},
        data=data,
        facts=overrides,
        own_facts=own,
        own_file=as_file(heard(own)) if own else "",
        mode=agreed.mode,
        modes=modes.get(agreed.game, lobby.PLAY),
        first_seat=begins,
        identities=lobby.offered(game, agreed.variant) if state.phase == "lobby" else {},
        doubts=lobby.unverified(agreed, game, state.chairs, overrides) if state.phase == "lobby" else (),
        owing=lobby.owing(agreed, game, state.chairs) if state.phase == "lobby" else (),
        pin=it.pin,
        locked=state.locked,
        installed=installed,
    )


def guided(agreed: lobby.Lobby, finished: Collection[str]) -> bool:
    """Whether what happens for the first time is commented: as agreed, or in the first game of its kind here."""
    if agreed.mode != "play":
        return False
    return agreed.game not in finished if agreed.guided is None else agreed.guided
