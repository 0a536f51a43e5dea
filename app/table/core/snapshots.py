"""Snapshots of the table and its game for each reader: encoded once per change, then shared."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from app.protocol.play_messages import Question, Secret, UndoOffer
from app.protocol.seat_messages import SeatInfo
from app.protocol.settings_messages import Settings
from app.protocol.table_messages import TableView
from app.protocol.teaching_messages import Hint
from app.table.cardboard import reports, score_sheet
from app.table.core.table_state import TableState
from app.table.game.bot_definitions import BotPlayers, Bots
from app.table.game.match import Match, OpenQuestion
from app.table.game.view_cache import encode_view
from app.table.lobby import game_agreement, seating
from app.text.translation import languages
from engine.game import HasForesight, Seat, Setup

_encoder: Final = msgspec.json.Encoder()


class Snapshots:
    """The views between two changes, each built when first asked for."""

    __slots__ = ("_entries", "_match", "_open_legal", "_questions", "_retractable", "_show_scores", "table")

    def __init__(self, view: TableView, table: TableState, match: Match | None, *, show_scores: bool) -> None:
        self.table = msgspec.Raw(_encoder.encode(view))
        self._match = match
        self._show_scores = show_scores
        self._open_legal: dict[Seat, tuple[str, ...]] = {}
        self._questions: tuple[Question, ...] | None = None
        self._retractable = tuple(match.list_retractable(table.questions)) if match else ()
        self._entries = score_sheet.list_offers(match) if score_sheet.is_open(match) else ()

    def game(self, seat: Seat | None) -> msgspec.Raw | None:
        """Return the game's view for a seat (None: the public)."""
        if self._match is None:
            return None
        return self._match.position.view(seat, scores=self._show_scores)

    def question(self, asked: OpenQuestion, *, public: bool) -> Question:
        """Build an open question; on the screen without choices that are the seat's secret."""
        legal = self._public_legal(asked.seat) if public else self._legal(asked.seat)
        return Question(number=asked.number, seat=asked.seat + 1, legal=legal)

    def questions(self, asked: Sequence[OpenQuestion]) -> tuple[Question, ...]:
        """Build all questions of a reported game, which everybody is asked."""
        if self._questions is None:
            assert self._match is not None
            self._questions = reports.build_questions(self._match.state, asked)
        return self._questions

    def list_retractable_choices(self, seat: Seat | None) -> tuple[UndoOffer, ...]:
        """List simultaneous choices that may be undone without a vote: a seat's own, or (None) all seats'.

        Only the seat itself gets the chosen action; where people deal, everybody gets all. In tally: every entry that
        may be undone, for everybody.
        """
        is_open = self._match is not None and self._match.tracked
        return self._entries or tuple(
            UndoOffer(move.number, move.seat + 1, move.text if is_open or seat == move.seat else "", 0, free=True)
            for move in self._retractable
            if is_open or seat in (None, move.seat)
        )

    def secret(self, seat: Seat, id: str, hint: Hint | None = None) -> Secret:
        """Build the message with what only that seat knows."""
        assert self._match is not None
        view = msgspec.to_builtins(self._match.state.view(seat))
        hidden = () if self._public_legal(seat) else self._legal(seat)
        own = self.game(seat)
        return Secret(
            id=id,
            seat=seat + 1,
            center=_top(view),
            draw=tuple(view.get("draw", ())),
            legal=hidden,
            view=own if own != self.game(None) else None,
            hint=hint,
        )

    def preview(self, seat: Seat, action: str, reader: Seat | None) -> msgspec.Raw:
        """Return the view of a reader (None: the public) after an action.

        ValueError if it cannot be parsed or this game has no previews; IllegalAction if the rules refuse it.
        """
        assert self._match is not None
        state = self._match.state
        if not isinstance(state, HasForesight):
            raise ValueError(f"nothing is foreseen of {self._match.rules.name}")
        return encode_view(state.foreseen(seat, self._match.state.parse(action), reader), scores=self._show_scores)

    def is_secret(self, seat: Seat) -> bool:
        """Check whether nobody else may know what a seat can do now."""
        assert self._match is not None
        return not self._match.state.is_public(seat)

    def _legal(self, seat: Seat) -> tuple[str, ...]:
        assert self._match is not None
        return self._match.position.legal(seat)

    def _public_legal(self, seat: Seat) -> tuple[str, ...]:
        """Return the seat's choices if everybody can know them, else none."""
        if seat not in self._open_legal:
            assert self._match is not None
            self._open_legal[seat] = self._legal(seat) if self._match.state.is_public(seat) else ()
        return self._open_legal[seat]


def seat_infos(
    table: TableState, settings: Settings, setup: Setup | None, present: frozenset[str], bots: Bots, players: BotPlayers
) -> tuple[SeatInfo, ...]:
    """Describe the places at the table as everybody may see them. `present`: hashed keys of connected phones."""
    printed = game_agreement.identities(setup.header()) if setup else ()
    plays = [seating.bot_of(chair, players, bots, table.lobby.game) for chair in table.chairs]
    return tuple(
        SeatInfo(
            seat=seat + 1,
            by=chair.by,
            name=(chair.called or None) if chair.own_bot else chair.name,
            lang=chair.lang if chair.lang and chair.lang in languages() else settings.lang,
            present=chair.by in ("touch", "bot") or (chair.by == "phone" and chair.key in present),
            wonder=(printed[seat] or None) if printed else chair.wish,
            bot=plays[seat][0] or None,
            left=chair.left,
            emblem=chair.emblem if chair.by != "free" else "",
            colour=chair.colour if chair.by != "free" else "",
            own_bot=chair.own_bot,
            character=plays[seat][1],
            character_chosen=chair.by == "bot" and ":" in (chair.bot or ""),
            knows=table.lobby.game in chair.knows,
            coach=chair.coach,
            far=chair.far,
        )
        for seat, chair in enumerate(table.chairs)
    )


def _top(view: Mapping[str, Any]) -> str | None:  # Any: any game's view, as plain values
    """Return the shared stack's top card, where a game has a shared stack."""
    top: str | None = view.get("stacks", {}).get("center", {}).get("top")
    return top
