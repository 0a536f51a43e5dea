"""Bots at the table: ask the thinker for their actions, and let each act when it is due."""

from math import inf

from app.protocol.client_rights import Actor, Rejection
from app.protocol.play_messages import Act
from app.table.core.commit import Commit
from app.table.core.table_state import TableState
from app.table.features.feature import Feature
from app.table.game.match import OpenQuestion


class BotPlay(Feature):
    """Play the seats of bots."""

    def on_commit(self, before: TableState, commit: Commit) -> None:
        self._parts.scheduler.follow()

    def on_tick(self, now: float) -> bool:
        parts = self._parts
        parts.scheduler.tick(now)
        if parts.reviews.take_over():
            parts.finished.forget()
        return parts.scheduler.take_news()

    def next_tick(self) -> float:
        return self._parts.scheduler.next_tick()

    def act(self, now: float) -> None:
        """Play for every bot that is due."""
        committed = self._parts.committed
        for asked in committed.state.questions:
            due = self._answer_time(asked)
            if due is not None and due <= now and asked in committed.state.questions:
                self._let_act(asked)

    def next_act(self) -> float:
        times = (self._answer_time(asked) for asked in self._parts.committed.state.questions)
        return min((time for time in times if time is not None), default=inf)

    def _answer_time(self, asked: OpenQuestion) -> float | None:
        """Return when a bot answers; None while that is unknown, as the thinker has not answered."""
        parts = self._parts
        if parts.scheduler.is_for(asked) and not parts.scheduler.is_ready(asked):
            return None
        return parts.ceremonies.bot_due(asked, parts.owner.settings.bot_pace)

    def _let_act(self, asked: OpenQuestion) -> None:
        """Apply the thinker's action, or a quick one on a resampled state; seeded by the dealer."""
        parts, scheduler = self._parts, self._parts.scheduler
        thought = scheduler.action(asked)
        if thought is not None:
            try:
                self._answer(asked, thought)
                return
            except Rejection as no:
                if no.code in ("disk-full", "unwritable"):
                    raise
                scheduler.give_up_on(asked)
        match, dealer = parts.committed.match, parts.committed.dealer
        assert match is not None
        assert dealer is not None
        seat, rng = asked.seat, dealer.rng(f"player {asked.seat + 1}", match.last_move)
        name, setup = scheduler.bot_name(seat), match.setup
        player = parts.players.quick_player(name, match.rules.name, setup.seats, setup.header().get("variant", ""))
        self._answer(asked, str(player(match.state.resample(seat, rng), seat, rng)))

    def _answer(self, asked: OpenQuestion, action: str) -> None:
        intent = Act(id="", seat=asked.seat + 1, question=asked.number, action=action)
        self._parts.handle(Actor("bot", asked.seat), intent)
