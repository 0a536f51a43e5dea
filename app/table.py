"""The table: the only owner of a game, of who sits where, and of what everybody has seen.

Everything comes in by `handle` (an intent of app/messages.py from somebody at the table) or by the calls about joining,
and goes out twice: as `Changed` to listeners, who then ask for `snapshot`, and as `Cue`s. All calls are synchronous and
belong to one thread; time is passed in.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from app import messages as m
from app.rights import Who
from app.store import Store
from engine.game import Action, Event, Game, Readers, Rng, Seat, State

Player: TypeAlias = Callable[[State[Action], Seat, Rng], Action]


class Told(msgspec.Struct, frozen=True):
    """One event and who may read it (None: everyone)."""

    event: Event
    readers: Readers


class Changed(msgspec.Struct, frozen=True):
    """Something is different since the last one: ask for snapshots. `events` are new ones, in order."""

    rev: int
    events: tuple[Told, ...] = ()


Listener: TypeAlias = Callable[[Changed | m.Cue], None]


class Table:
    """One table. `handle` and the joining calls raise `rights.Refusal`; what is refused changed nothing."""

    def __init__(
        self,
        store: Store,
        shelf: Mapping[str, Game],
        *,
        players: Mapping[str, Player],
        settings: m.Settings,
        save_settings: Callable[[m.Settings], None],
        clock: Callable[[], float],
        seed: int | str | None = None,
        headless: bool = False,
    ) -> None: ...

    # ---- what it is ------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """Of this table (of its data folder); another one is another table."""

    @property
    def rev(self) -> int:
        """Grows by one with every change while the table runs."""

    @property
    def log_end(self) -> int:
        """The newest number of the log; hand it back as `since`."""

    @property
    def headless(self) -> bool: ...

    @property
    def settings(self) -> m.Settings: ...

    # ---- wishes ---------------------------------------------------------------------------------------

    def handle(self, who: Who, intent: m.Intent) -> None:
        """Carry out one intent (any but Look and Ping); silently done if its id was acted upon before."""

    def submit(self, by: Who, seat: Seat, action: str, question: int, id: str) -> None:
        """The only way to change a game: one action with every chance that follows, one commit, then everybody is told."""

    # ---- what people see ----------------------------------------------------------------------------------

    def snapshot(self, who: Who, since: int = 0) -> m.Snapshot:
        """The whole truth for one reader, with what is new in its log after number `since` (0: all of it).

        A line whose number came before replaces it (it has been undone). When `game_id` differs from the reader's last
        snapshot the log begins anew, and all of it is here.
        """

    def look(self, who: Who, seat: Seat, id: str) -> m.Secret:
        """What a seat played by touch alone knows, while a finger is down. Screen only."""

    def codes(self, who: Who) -> tuple[m.Code, ...]:
        """The join codes this reader may see: the screen all of them, a phone those it asked for. Also in `snapshot`."""

    # ---- seats and phones ---------------------------------------------------------------------------------

    def ticket(self, seat: Seat | None) -> str | None:
        """The join ticket of a seat that is free or being handed over, else None. Seat None: the table's own, for all."""

    def seat_of_ticket(self, ticket: str) -> Seat | None:
        """The seat a current ticket opens; None if it is used up, timed out or unknown."""

    def free_seats(self) -> tuple[Seat, ...]:
        """Where somebody may sit down."""

    def join(self, ticket: str | None, seat: Seat, name: str, lang: m.Lang) -> str:
        """Sit down and get a new seat key. Without a ticket only at a free seat.

        Refusals: `taken` (somebody was first, or the ticket is old), `name`, `name-taken`. A hand-over ends the old
        key: listeners get `Cue("moved", seat)`.
        """

    def seat_of_key(self, key: str) -> Seat | None:
        """Where the holder of a key sits now. Ask again after every change: seats may move in the lobby."""

    def rename(self, key: str, name: str, lang: m.Lang) -> None:
        """Change one's own name and language."""

    def leave(self, key: str) -> None:
        """Stand up: the seat is free in the lobby; in a game it is played by touch (headless: waits to be handed over)."""

    def present(self, seat: Seat, here: bool) -> None:
        """Tell whether the phone of a seat is connected."""

    def onlookers(self, count: int) -> None:
        """Tell how many just watch."""

    def network(self, network: m.Network) -> None:
        """Tell how phones find this table now."""

    # ---- listeners and time --------------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every change and with every cue; it must only queue. Gives what ends it."""

    def tick(self, now: float) -> None:
        """Let time pass: bots act, hand-overs end."""

    def next_tick(self) -> float | None:
        """When `tick` is wanted next (seconds since 1970); None: not before something changes."""
