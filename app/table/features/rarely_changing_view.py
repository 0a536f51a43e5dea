"""The part of the table's view that actions rarely change: a pure function of its cache key, `RarelyChangingInputs`.

`rarely_changing_view` reads nothing but the fields of `RarelyChangingInputs`, so the cache cannot be stale.
"""

from collections.abc import Collection, Mapping

import msgspec
from msgspec.structs import replace

from app.protocol.club_membership_messages import ClubStatus
from app.protocol.game_lifecycle_messages import SuspendedView
from app.protocol.name_rules import name_key
from app.protocol.network_messages import Network
from app.protocol.settings_messages import Settings
from app.protocol.table_messages import TableView
from app.storage.import_batches import Batch
from app.table.core.game_library import GameLibrary
from app.table.core.snapshots import seat_infos
from app.table.core.table_state import TableState
from app.table.features import recent_changes
from app.table.lobby import game_agreement
from app.table.lobby.seating import Chairs
from engine.data_overrides import format_file, parse_line
from engine.game import Game, Setup
from engine.header_values import read_data_keys


class RarelyChangingInputs(msgspec.Struct, frozen=True):
    """The values that the rarely changing view depends on, besides what the table was opened with."""

    state: TableState  # without what every action changes (`keep_rarely_changing`)
    setup: Setup | None  # of the game on the table
    settings: Settings
    network: Network
    club: ClubStatus | None
    present: frozenset[str]  # hashed keys of connected phones
    onlookers: int
    suspended: tuple[SuspendedView, ...]
    finished: Collection[str]  # kinds of games that have been played to their end here
    players: Collection[str]  # who has played the game that is agreed on to its end, as they are known
    overrides: Mapping[str, str]  # an owner's, by game, as a header has them
    pin: bool  # one is set
    brought: tuple[Batch, ...] = ()  # batches of games, where something was changed today


def rarely_changing_view(view: RarelyChangingInputs, games: GameLibrary, *, installed: bool) -> TableView:
    """Build the view of the table without what every action may change."""
    state, agreed = view.state, view.state.lobby
    guided = is_guided(state, view.finished, view.players) if state.guided is None else state.guided
    game, players = games.shelf[agreed.game], games.players
    begins = game.first_seat and agreed.mode != "tally"  # a seat begins
    own = view.overrides.get(game.name, "")
    data, overrides = game.data_version, own
    if view.setup is not None and agreed.mode != "tally":  # a sheet has data of its own
        data, overrides = read_data_keys(view.setup.header())
    built = TableView(
        phase=state.phase,
        game_id=state.game,
        game=agreed.game,
        variant=agreed.variant,
        rules={} if agreed.mode == "tally" else {**game_agreement.house_rules(game), **agreed.rules},
        first=(agreed.first if state.phase == "lobby" else state.first) if begins else None,
        keep=agreed.keep,
        guided=guided,
        early=state.early,
        seats=seat_infos(state, view.settings, view.setup, view.present, games.bots, players),
        daily=agreed.daily if state.phase == "lobby" else state.daily is not None,
        bots=game_agreement.can_seat_bots(agreed, game),
        levels=tuple(players.levels),
        characters=tuple(players.characters(agreed.game)),
        settings=view.settings,
        network=view.network,
        club=view.club,
        laid_aside=view.suspended,
        undo=None,
        vote=None,
        onlookers=view.onlookers,
        games=tuple(slug for slug in games.shelf if slug == agreed.game or slug not in view.settings.not_ours),
        variants=_list_variants(game, agreed.variant, view.settings),
        places=(game.seats[0], game.seats[-1]),
        most={name: each.seats[-1] for name, each in games.shelf.items()},
        data=data,
        facts=overrides,
        own_facts=own,
        own_file=format_file(parse_line(own)) if own else "",
        mode=agreed.mode,
        modes=games.modes.get(agreed.game, game_agreement.PLAY),
        first_seat=begins,
        pin=view.pin,
        locked=state.locked,
        copied=state.copied,
        ticked=state.ticked,
        today=recent_changes.build_list(state, view.settings, view.brought),
        installed=installed,
    )
    return _add_lobby(built, state, game, view.players) if state.phase == "lobby" else built


def _add_lobby(built: TableView, state: TableState, game: Game, players: Collection[str]) -> TableView:
    """Return the view with what people still have to agree on or name before a game. `players`: as for the view."""
    agreed, chairs = state.lobby, state.chairs
    return replace(
        built,
        learners=list_learners(chairs, agreed.game, players) if agreed.mode == "play" else (),
        identities=game_agreement.list_offered(game, agreed.variant),
        doubts=game_agreement.list_unverified(agreed, game, chairs, built.facts),
        owing=game_agreement.list_owing(agreed, game, chairs),
        owes_first=game_agreement.is_first_owed(agreed, game),
    )


def _list_variants(game: Game, added: Collection[str], settings: Settings) -> dict[str, tuple[str, ...]]:
    """Return the variants of a game that this table has, with what each needs."""
    return {
        slug: needs
        for slug, needs in game.variants().items()
        if slug in added or f"{game.name}.{slug}" not in settings.not_ours
    }


def list_learners(chairs: Chairs, game: str, players: Collection[str]) -> tuple[int, ...]:
    """List the seats, from 1, of people who are not known to have finished a game of this kind here.

    `players`: the normalised names of those who have. People without a name count as new.
    """
    return tuple(
        seat
        for seat, chair in enumerate(chairs, 1)
        if chair.person and game not in chair.knows and not (chair.name and name_key(chair.name) in players)
    )


def is_guided(table: TableState, finished: Collection[str], players: Collection[str]) -> bool:
    """Check whether the next game teaches: as agreed, or the first of its kind here, or with a named newcomer.

    `finished`: kinds of games that have been played to their end here; `players`: who has played this one.
    """
    agreed, chairs = table.lobby, table.chairs
    if agreed.mode != "play":
        return False
    if agreed.guided is not None:
        return agreed.guided
    return agreed.game not in finished or any(
        chairs[seat - 1].name for seat in list_learners(chairs, agreed.game, players)
    )
