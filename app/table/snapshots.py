"""What each reader gets to see of the table and its game: encoded once for a change, handed to all who may read it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from app.protocol import messages as m
from app.table import lobby, seating, track
from app.table import score_sheet as tally
from app.table.match import Asked, Play
from app.table.state import Kept
from engine.game import Seat

_encoder: Final = msgspec.json.Encoder()


class Sight:
    """What can be seen between two changes. Made anew after each; everything in it is made when first asked for."""

    __slots__ = ("_entries", "_open_legal", "_own", "_play", "_show_scores", "_told", "table")

    def __init__(self, table: m.TableView, kept: Kept, play: Play | None, *, show_scores: bool) -> None:
        self.table = msgspec.Raw(_encoder.encode(table))
        self._play = play
        self._show_scores = show_scores
        self._open_legal: dict[Seat, tuple[str, ...]] = {}
        self._told: tuple[m.Question, ...] | None = None
        self._own = tuple(play.own(kept.asked)) if play else ()
        self._entries = tally.offers(play) if tally.is_open(play) else ()

    def game(self, seat: Seat | None) -> msgspec.Raw | None:
        """The game's view for a seat (None: the public)."""
        if self._play is None:
            return None
        return self._play.outlook.view(seat, scores=self._show_scores)

    def question(self, asked: Asked, *, public: bool) -> m.Question:
        """An open question; on the screen without choices that are the seat's secret."""
        legal = self._public_legal(asked.seat) if public else self._legal(asked.seat)
        return m.Question(number=asked.number, seat=asked.seat + 1, legal=legal)

    def told(self, asked: Sequence[Asked]) -> tuple[m.Question, ...]:
        """In track: all questions, as everybody at the table is asked them."""
        if self._told is None:
            assert self._play is not None
            self._told = track.questions(self._play.state, asked)
        return self._told

    def own(self, seat: Seat | None) -> tuple[m.UndoOffer, ...]:
        """Choices made at once with others that may be taken back without asking: a seat's own, or (None) all seats'.

        What was chosen is said to its own seat alone. In tally: all that may be taken back, for everybody.
        """
        return self._entries or tuple(
            m.UndoOffer(row.number, row.seat + 1, row.text if seat == row.seat else "", more=0, free=True)
            for row in self._own
            if seat in (None, row.seat)
        )

    def secret(self, seat: Seat, id: str) -> m.Secret:
        """What that seat alone knows."""
        assert self._play is not None
        view = msgspec.to_builtins(self._play.state.view(seat))
        hidden = () if self._public_legal(seat) else self._legal(seat)
        return m.Secret(id=id, seat=seat + 1, center=_top(view), draw=tuple(view.get("draw", ())), legal=hidden)

    def _legal(self, seat: Seat) -> tuple[str, ...]:
        assert self._play is not None
        return self._play.outlook.legal(seat)

    def _public_legal(self, seat: Seat) -> tuple[str, ...]:
        """The seat's choices if everybody can know them, else none."""
        if seat not in self._open_legal:
            assert self._play is not None
            self._open_legal[seat] = self._legal(seat) if self._play.state.is_public(seat) else ()
        return self._open_legal[seat]


def seat_infos(kept: Kept, settings: m.Settings, play: Play | None, present: frozenset[str]) -> tuple[m.SeatInfo, ...]:
    """The places at the table, as everybody may see them. `present` are (hashed) keys of connected phones."""
    printed = lobby.identities(play.setup.header()) if play else ()
    return tuple(
        m.SeatInfo(
            seat=seat + 1,
            by=chair.by,
            name=chair.name,
            lang=chair.lang or settings.lang,
            present=_is_present(chair, present),
            wonder=printed[seat] if printed else chair.wish,
            bot=chair.bot,
        )
        for seat, chair in enumerate(kept.chairs)
    )


def _is_present(chair: seating.Chair, present: frozenset[str]) -> bool:
    return chair.by in ("touch", "bot") or (chair.by == "phone" and chair.key in present)


def _top(view: Mapping[str, Any]) -> str | None:  # Any: any game's view, as plain values
    """The shared stack's top card, where a game has a shared stack."""
    top: str | None = view.get("stacks", {}).get("center", {}).get("top")
    return top
