"""Bots at the table: ask the thinker for their actions, and let each act when it is due.

With people's own cards a bot does not act: the table announces what it wants to do, and people carry that out and
report it like any other move. Nothing of an announcement is stored.
"""

from collections.abc import Mapping
from math import inf
from typing import Any, Final

from app.protocol.cardboard_messages import BotWish
from app.protocol.client_rights import Actor
from app.protocol.play_messages import Act
from app.protocol.rejection import Rejection
from app.protocol.table_messages import TableView
from app.table.core.commit import Commit
from app.table.core.table_state import TableState
from app.table.features.feature import Feature
from app.table.features.table_parts import TableParts
from app.table.game.bot_definitions import Player
from app.table.game.match import OpenQuestion
from app.table.game.view_cache import action_texts
from engine.game import HasUnseenOffers, Rng, Seat
from engine.players.learned_player import CarefulPlayer
from engine.players.one_step_lookahead import OpenCardOrder

MAX_CARDS: Final = 6  # open cards for which people look; fewer cover less of the table


class BotPlay(Feature):
    """Play the seats of bots, or announce their actions where people deal."""

    def __init__(self, parts: TableParts) -> None:
        super().__init__(parts)
        self._wishes: dict[int, BotWish] = {}  # by question, until something is reported or taken back

    def on_commit(self, before: TableState, commit: Commit) -> None:
        if commit.transaction.result or commit.transaction.match or commit.state.game != before.game:
            self._wishes.clear()
        self._parts.scheduler.follow()

    def on_tick(self, now: float) -> bool:
        parts = self._parts
        parts.scheduler.tick(now)
        if parts.reviews.take_over():
            parts.finished.forget()
        wishes = {asked.number: self._choose_wish(asked) for asked in self._list_due(now)} if self._is_tracked() else {}
        self._wishes |= wishes
        return parts.scheduler.take_news() or bool(wishes)

    def next_tick(self) -> float:
        due = self._next_answer_time() if self._is_tracked() else inf
        return min(due, self._parts.scheduler.next_tick())

    def act(self, now: float) -> None:
        """Play for every bot that is due."""
        for asked in () if self._is_tracked() else self._list_due(now):
            if asked in self._parts.committed.state.questions:
                self._let_act(asked)

    def next_act(self) -> float:
        return inf if self._is_tracked() else self._next_answer_time()

    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        state = self._parts.committed.state
        asked = () if state.correction else state.questions
        wishes = (self._wishes[each.number] for each in asked if each.number in self._wishes)
        return {"wishes": tuple(wish for wish in wishes if state.chairs[wish.seat - 1].by == "bot")}

    def _is_tracked(self) -> bool:
        match = self._parts.committed.match
        return match is not None and match.tracked

    def _list_due(self, now: float) -> tuple[OpenQuestion, ...]:
        asked = self._parts.committed.state.questions
        return tuple(each for each in asked if (due := self._answer_time(each)) is not None and due <= now)

    def _next_answer_time(self) -> float:
        times = (self._answer_time(asked) for asked in self._parts.committed.state.questions)
        return min((time for time in times if time is not None), default=inf)

    def _answer_time(self, asked: OpenQuestion) -> float | None:
        """Return when a bot answers; None while that is unknown, as the thinker has not answered, and once it is
        announced.
        """
        parts = self._parts
        if asked.number in self._wishes or parts.committed.state.correction:
            return None
        if parts.scheduler.is_for(asked) and not parts.scheduler.is_ready(asked):
            return None
        return parts.ceremonies.bot_due(asked, parts.owner.settings.bot_pace)

    def _let_act(self, asked: OpenQuestion) -> None:
        """Apply the thinker's action, or a quick one."""
        scheduler = self._parts.scheduler
        thought = scheduler.action(asked)
        if thought is not None:
            try:
                self._answer(asked, thought)
                return
            except Rejection as no:
                if no.code in ("disk-full", "unwritable"):
                    raise
                scheduler.give_up_on(asked)
        self._answer(asked, self._choose_quickly(asked))

    def _choose_wish(self, asked: OpenQuestion) -> BotWish:
        """Choose what to announce: an action, then others in case it names a card that does not lie there; or, before
        an open card of a stack is taken, the cards to look for.

        The order after the first is by one step ahead; of several uses of a card, the best one is listed.
        """
        match, scheduler = self._parts.committed.match, self._parts.scheduler
        assert match is not None
        if (order := self._order_open_cards(asked)) is not None and order.cards:
            last = order.otherwise
            if last is None and len(order.cards) > MAX_CARDS:  # all that lie open may be among the rest
                last = self._choose_quickly(asked)
            otherwise = () if last is None else (str(last),)
            return BotWish(asked.seat + 1, asked.number, otherwise, order.cards[:MAX_CARDS])
        legal, thought = action_texts(match.state.legal(asked.seat)), scheduler.action(asked)
        if thought is not None and thought not in legal:
            scheduler.give_up_on(asked)
            thought = None
        actions = [thought or self._choose_quickly(asked)]
        if isinstance(match.state, HasUnseenOffers) and match.state.names_unseen():
            variant = match.setup.header().get("variant", "")
            rank = self._parts.games.players.quick_ranker(match.rules.name, match.setup.seats, variant)
            actions += [each.action for each in rank(match.state, asked.seat, self._rng(asked)).ranked]
        uses: dict[str, str] = {}
        for action in actions:
            uses.setdefault(action.split()[-1], action)
        return BotWish(asked.seat + 1, asked.number, tuple(uses.values()))

    def _choose_quickly(self, asked: OpenQuestion) -> str:
        """Choose a quick action on a resampled state, seeded by the dealer."""
        match = self._parts.committed.match
        assert match is not None
        seat, rng = asked.seat, self._rng(asked)
        return str(self._quick_player(seat)(match.state.resample(seat, rng), seat, rng))

    def _order_open_cards(self, asked: OpenQuestion) -> OpenCardOrder | None:
        """Order the open cards of stacks as the bot's level judges them; None if its player cannot."""
        match, player = self._parts.committed.match, self._quick_player(asked.seat)
        assert match is not None
        if not isinstance(player, CarefulPlayer):
            return None
        return player.order_open_cards(match.state, asked.seat, self._rng(asked))

    def _quick_player(self, seat: Seat) -> Player:
        parts, match = self._parts, self._parts.committed.match
        assert match is not None
        name, setup = parts.scheduler.bot_name(seat), match.setup
        return parts.games.players.quick_player(name, match.rules.name, setup.seats, setup.header().get("variant", ""))

    def _rng(self, asked: OpenQuestion) -> Rng:
        match, dealer = self._parts.committed.match, self._parts.committed.dealer
        assert match is not None
        assert dealer is not None
        return dealer.rng(f"player {asked.seat + 1}", match.last_move)

    def _answer(self, asked: OpenQuestion, action: str) -> None:
        intent = Act(id="", seat=asked.seat + 1, question=asked.number, action=action)
        self._parts.handle(Actor("bot", asked.seat), intent)
