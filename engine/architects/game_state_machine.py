"""A game of Architects from set-up to end: who is asked what, what is legal, and what follows.

The state holds its own question: `phase`, whose turn it is, the pending chance with its reason, and `offer`: every
legal action of the seat to act. An action is legal exactly if it is on offer: `apply` checks that, then changes
things. Chance fills in what comes to light; until then it is nowhere, not even in here.

A turn (docs/notation.md, *Order and limits within a turn*): gifts are turned up → TAKE (peek, then a card) → MAIN
(build, progress, extra in any order) → the conflict, if the last conflict token was turned → the next seat. A wonder's
effect interrupts MAIN until it is resolved; `pending_effects` says what it still brings.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.architects import (
    actions,
    chance,
    conflict,
    medal_goals,
    mid_game_start,
    reports_beyond_our_data,
    visibility,
)
from engine.architects.actions import CENTER, HIDDEN, LEFT, RIGHT, SIDES, Action, Reveal, stack_word
from engine.architects.data_schema import COIN, FACES, KINDS, PickFromSide
from engine.architects.determinize import determinize, veil
from engine.architects.effects import (
    ASK_ANY,
    ASK_LOOK,
    ASK_NEAR,
    ASK_SIDE,
    ASK_STEAL,
    ASK_TOKEN,
    EFFECT_LOST,
    ON_BUILD,
    gain_token,
)
from engine.architects.learning_features import NAMES, features
from engine.architects.lookup_tables import CENTER_STACK, FREE_TOKEN, Lookup
from engine.architects.packed_position import NO_CHANCE, ONE_MILITARY, ONE_STAGE, UNKNOWN, Position
from engine.architects.payments import DOUBLE, builds
from engine.architects.position_estimate import estimate
from engine.architects.questions import (
    ANY_STACK,
    BY_CHANCE,
    BY_SEAT,
    END_TURN,
    GAME_OVER,
    GIFT,
    HAND,
    KEEP,
    LAY,
    LOOK,
    MAIN,
    NEAR_STACK,
    NO_ACTIONS,
    POOLED,
    REVEAL_ACTIONS,
    ROW,
    SEARCH,
    SETUP,
    SIDE,
    STEAL,
    TAKE,
    TAKE_ACTIONS,
    TAKE_CARD,
    TOKEN,
    TURN_UP,
    UNCOVER,
    extra_offers,
    keep_offers,
    science_sets,
    theft_offers,
    token_offers,
)
from engine.architects.record_header import EXPERT, WITH_MEDALS, ArchitectsSetup
from engine.architects.refusals import refusal
from engine.architects.scoring import total
from engine.architects.view_json import View
from engine.corrections_and_agreements import HOUSE_LINES, Count, HouseLine, apply_house_line
from engine.game import CHANCE, EVERYONE, Emit, Rng, Seat

EFFECT_PHASES: Final = {ASK_ANY: ANY_STACK, ASK_SIDE: SIDE, ASK_TOKEN: TOKEN, ASK_NEAR: NEAR_STACK, ASK_STEAL: STEAL}


class ArchitectsState(Position):
    """One game. See `engine.game.State` for the contract of its methods."""

    __slots__ = ("shown",)

    def __init__(self, lookup: Lookup, setup: ArchitectsSetup, blank: bool = False) -> None:
        """Start a game. `blank`: leave all fields unset, for `copy`, because compiled code cannot use `__new__` for
        that.
        """
        if blank:
            return
        super().__init__(lookup, setup)
        self.shown: View | None = None  # the public view, once somebody has asked for a view, until something changes
        if setup.position:
            told = mid_game_start.read_entered(lookup, setup)
            mid_game_start.lay_out(self, told)
            self._begin(mid_game_start.next_seat(told, setup), None)
        else:
            self._set_up(None)

    # ---- the contract ----------------------------------------------------------------------------------------

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def apply(self, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        self.shown = None
        if seat < 0:  # CHANCE
            self._apply_chance(action, emit)
            return
        if seat != self.active or action not in self.offer:
            action = reports_beyond_our_data.admit_report(self, seat, action)
        _HANDLERS[type(action)](self, seat, action, emit)

    def view(self, seat: Seat | None) -> View:
        public = self.shown
        if public is None:
            public = self.shown = visibility.public_view(self, self._remaining_by_action())
        return public if seat is None else visibility.view_of_seat(self, seat, public)

    def _remaining_by_action(self) -> dict[str, dict[str, int]]:
        """Return the resources and coins left to the seat to act after each stage that it can build.

        Gains of the stage are not included: they may come from a stack whose top only one seat has seen.
        """
        left, seat = {}, Seat(self.active)
        for action in self.offer:
            if isinstance(action, actions.Build):
                twin = self.copy()
                twin._pay(seat, action.paid)
                left[str(action)] = visibility.payable(twin, seat)
        return left

    def scores(self) -> tuple[dict[str, int], ...]:
        return tuple(self.score(seat) for seat in range(self.seats))

    def copy(self) -> "ArchitectsState":
        twin = ArchitectsState(self.lookup, self.setup, blank=True)
        self.copy_into(twin)
        twin.shown = None
        return twin

    def legal(self, seat: Seat) -> Sequence[Action]:
        if seat < 0:  # CHANCE
            return chance.outcomes(self)
        return self.offer if seat == self.active else NO_ACTIONS

    def foreseen(self, seat: Seat, action: Action, reader: Seat | None) -> View:
        twin = self.copy()
        veil(twin, reader)
        twin.apply(seat, action)
        return twin.view(reader)

    def is_public(self, seat: Seat) -> bool:
        """Check whether the choice is public: only cards found in a search are not."""
        return self.phase != KEEP or seat != self.active

    def odds(self) -> list[tuple[Action, int]]:
        return chance.odds(self)

    def deal(self, rng: Rng) -> Action:
        stack = self.pending_chance
        if stack > self.seats:
            return chance.draw_outcome(self, rng.random())
        rest = self.hidden_totals[stack]
        if not rest:  # in a game begun in the middle, all that our lists have may be accounted for
            return chance.draw_outcome(self, rng.random())
        at = int(rng.random() * rest)
        hidden = self.hidden_cards
        first = kind = stack * KINDS
        while True:
            at -= hidden[kind]
            if at < 0:
                return REVEAL_ACTIONS[stack][kind - first]
            kind += 1

    def chance_key(self) -> tuple[str, int]:
        return chance.chance_key(self)

    def resample(self, seat: Seat | None, rng: Rng) -> "ArchitectsState":
        twin = self.copy()
        determinize(twin, seat, rng)
        return twin

    def estimate(self, seat: Seat) -> float:
        return estimate(self, seat, total(self.points(seat)))

    def features(self) -> list[list[float]]:
        return features(self)

    def feature_names(self) -> tuple[str, ...]:
        return NAMES

    def contradictions(self) -> Sequence[Action]:
        return reports_beyond_our_data.contradictions(self)

    def names_unseen(self) -> bool:
        return not self.eager and self.phase == KEEP

    def lies_open(self) -> bool:
        is_wonder_stack = CENTER_STACK < self.pending_chance <= self.seats
        return not self.eager and is_wonder_stack and self.chance_reason in (TAKE_CARD, POOLED)

    def is_list_unverified(self) -> bool:
        return reports_beyond_our_data.is_list_unverified(self)

    def reassigned(self, seat: Seat, action: Action) -> Sequence[Action]:
        return reports_beyond_our_data.reassigned(self, seat, action)

    def reseated(self, seat: Seat, action: Action, to: Sequence[Seat]) -> Action:
        return reports_beyond_our_data.reseated(action, to)

    def is_follow_up(self, action: Action) -> bool:
        return reports_beyond_our_data.is_follow_up(action)

    def reported_turn(self) -> int:
        return self.turn

    def correctable_counts(self) -> dict[str, Count]:
        return reports_beyond_our_data.correctable_counts(self)

    def reported_wonders(self) -> tuple[tuple[str, ...], ...]:
        return tuple([(wonder.name,) for wonder in self.wonders])

    def possible_wonders(self) -> tuple[str, ...]:
        return tuple(self.lookup.wonders)

    def things(self) -> dict[str, int]:
        return reports_beyond_our_data.things(self)

    def set_count(self, what: str, n: int, emit: Emit | None) -> None:
        reports_beyond_our_data.set_count(self, what, n)
        if self.pending_chance >= 0:  # what comes to light is asked as it was
            return
        if self.phase == TAKE:
            self._prepare_take(emit)
        elif self.phase == MAIN:
            self._offer_main(emit)
        else:
            self._offer(self._effect_offer())
            if not self.offer:  # it cannot be carried out any more
                self._lose_effect(emit)

    def setup_progress(self) -> tuple[int, int]:
        if self.turn or self.pending_chance == NO_CHANCE:
            return 0, 0
        if self.chance_reason == ROW:
            return len(self.token_row) + 1, self.lookup.face_up
        return (self.revealed[self.seats + 2] + 1, self._medals_laid_out()) if self.chance_reason == LAY else (0, 0)

    # ---- asking ----------------------------------------------------------------------------------------------

    def _offer(self, actions: tuple[Action, ...]) -> None:
        """Ask the active seat to choose one of these."""
        self.offer = actions
        self.to_act = BY_SEAT[self.active]

    def _ask(self, stack: int, why: int) -> None:
        self.pending_chance = stack
        self.chance_reason = why
        self.offer = NO_ACTIONS
        self.to_act = BY_CHANCE

    # ---- the set-up ------------------------------------------------------------------------------------------

    def _set_up(self, emit: Emit | None) -> None:
        """Turn up the tops of stacks (eager), lay out tokens and medals, then begin the first turn."""
        if self.eager:
            for stack in range(1, self.seats + 1):
                if self.known_tops[stack] == UNKNOWN:
                    self._ask(stack, TURN_UP)
                    return
        if len(self.token_row) < self.lookup.face_up and self.rest_tokens:
            self._ask(self.seats + 1, ROW)
            return
        if self.revealed[self.seats + 2] < self._medals_laid_out() and self.box_medals:
            self._ask(self.seats + 2, LAY)
            return
        self._begin(self.active, emit)

    def _medals_laid_out(self) -> int:
        """Return the number of medals laid out at the beginning: one in every gap, and more in the middle of an expert
        game.
        """
        variant = self.setup.variant
        gaps = self.seats if WITH_MEDALS in variant else 0
        return gaps + (self.lookup.facts.table.center_medals if EXPERT in variant else 0)

    # ---- what comes to light ---------------------------------------------------------------------------------

    def _apply_chance(self, action: Action, emit: Emit | None) -> None:
        stack = self.pending_chance
        if stack > self.seats or type(action) is not Reveal:
            self._apply_other_chance(action, emit)
            return
        kind, hidden = action.kind, self.hidden_cards
        at = stack * KINDS + kind
        if action.stack != stack or not hidden[at]:
            raise refusal(self, CHANCE, action)
        hidden[at] -= 1
        self.hidden_totals[stack] -= 1
        self.revealed[stack] += 1
        self.pending_chance = NO_CHANCE
        why = self.chance_reason
        if why == TURN_UP:
            self.known_tops[stack] = kind
            if emit is not None:
                emit(actions.CardRevealed(stack=stack_word(stack), card=FACES[kind]), EVERYONE)
            if self.phase == SETUP:
                self._set_up(emit)
            else:
                self._continue_turn(emit)
        elif why == TAKE_CARD:
            self._receive_card(stack, kind, emit)
        elif why == LOOK:
            self.known_tops[stack] = kind
            self._show_card(stack, kind, emit)
            self._continue_turn(emit)
        elif why == SEARCH:
            self.searched.append(kind)
            self._show_card(stack, kind, emit)
            self._search_on(stack)
        else:
            assert why == POOLED
            self.account(kind, 1)
            self._receive_card(stack, kind, emit)

    def _apply_other_chance(self, action: Action, emit: Emit | None) -> None:
        beyond = self.pending_chance - self.seats
        if type(action) in HOUSE_LINES:
            assert isinstance(action, HouseLine)
            apply_house_line(self, CHANCE, action, not self.eager, emit)
        elif isinstance(action, actions.Contradiction):
            self._apply_chance(reports_beyond_our_data.admit_report(self, CHANCE, action), emit)
        elif beyond > 0:
            _REVEAL_HANDLERS[beyond - 1](self, action, emit)
        else:
            raise refusal(self, CHANCE, action)

    def _token_revealed(self, action: Action, emit: Emit | None) -> None:
        number = self.lookup.token.get(action.token, -1) if type(action) is actions.RevealToken else -1
        if number < 0 or not self.hidden_tokens[number]:
            raise refusal(self, CHANCE, action)
        self.hidden_tokens[number] -= 1
        self.rest_tokens -= 1
        self.revealed[self.seats + 1] += 1
        self.pending_chance = NO_CHANCE
        if self.chance_reason == UNCOVER:
            self._gain_token(number, emit, hidden=True)
            self._continue_turn(emit)
            return
        self.token_row.append(number)
        self.token_row.sort()
        if emit is not None:
            emit(actions.TokenRevealed(token=self.lookup.tokens[number]), EVERYONE)
        if self.phase == SETUP:
            self._set_up(emit)
        else:
            self._continue_turn(emit)

    def _medal_revealed(self, action: Action, emit: Emit | None) -> None:
        gap = chance.next_medal_gap(self)
        if not isinstance(action, actions.RevealMedal) or action.gap != gap:
            raise refusal(self, CHANCE, action)
        number = self.lookup.medal.get(action.medal, -1)
        if number < 0 or not self.box_medals >> number & 1:
            raise refusal(self, CHANCE, action)
        self.revealed[self.seats + 2] += 1
        self.pending_chance = NO_CHANCE
        if self.chance_reason == LAY:
            medal_goals.lay_out(self, gap, number, emit)
            self._set_up(emit)
        else:
            medal_goals.give_from_box(self, self.awaiting_medal[0], number, emit)
            self.awaiting_medal = self.awaiting_medal[1:]
            self._finish_conflict(emit)

    def _gift_revealed(self, action: Action, emit: Emit | None) -> None:
        if not isinstance(action, actions.RevealGift) or not self.hidden_cards[action.kind]:
            raise refusal(self, CHANCE, action)
        self.hidden_cards[action.kind] -= 1  # of the shared stack, where it came from
        self.hidden_totals[CENTER_STACK] -= 1
        if self.pool:
            self.account(action.kind, 1)
        self.revealed[self.seats + 3] += 1
        self.pending_chance = NO_CHANCE
        at = next(at for at, (whose, kind, _) in enumerate(self.gifts) if kind == UNKNOWN and whose == self.gift_of)
        self._resolve_gift(at, action.kind, emit)

    def _show_card(self, stack: int, kind: int, emit: Emit | None) -> None:
        if stack == CENTER_STACK:
            self.center_seen_by |= 1 << self.active
        if emit is not None:
            seen = actions.CardSeen(seat=self.active + 1, stack=stack_word(stack), card=FACES[kind])
            emit(seen, (Seat(self.active),))

    # ---- a turn ----------------------------------------------------------------------------------------------

    def _begin(self, seat: int, emit: Emit | None) -> None:
        self.active = seat
        self.turn += 1
        self.has_looked = False
        self.doubled = False
        self.waiting_extras = 0
        self.used_extras = 0
        self.early_extras = 0
        self.phase = TAKE
        if emit is not None:
            emit(actions.TurnBegan(seat=seat + 1, turn=self.turn), EVERYONE)
        if self.reachable_medals[seat]:  # a conflict may have been won meanwhile
            medal_goals.award(self, seat, emit)
        self._prepare_take(emit)

    def _prepare_take(self, emit: Emit | None) -> None:
        """Turn up and resolve gifts, then ask for the card of the turn if a stack in reach is not empty."""
        if self.gifts and self._turn_up(self.active, emit):
            return
        bits = self._reachable()
        if not bits:  # ruling 2: no card this turn
            self._offer_main(emit)
            return
        takes = TAKE_ACTIONS[bits]
        if (self.cat == self.active or self.may_look) and self._may_peek(bits):
            takes = TAKE_ACTIONS[bits | 8]
        early = self.waiting_extras & self.early_extras if self.early_extras else 0
        self._offer(takes + extra_offers(self.lookup, early, bits) if early else takes)

    def _may_peek(self, reachable: int) -> bool:
        """Check whether the active seat may look at the shared stack, by the cat or by a token (Domestication)."""
        if self.has_looked or not self.eager or not reachable & 4:
            return False
        return self.cat == self.active or self.may_look >> self.active & 1 != 0

    def _turn_up(self, seat: int, emit: Emit | None) -> bool:
        """Turn up the seat's first gift; what nobody has seen comes to light first. False if it has none."""
        for at, (whose, kind, _) in enumerate(self.gifts):
            if whose == seat:
                self.gift_of = seat
                if kind == UNKNOWN:
                    self._ask(self.seats + 3, GIFT)
                else:
                    self._resolve_gift(at, kind, emit)
                return True
        return False

    def _resolve_gift(self, at: int, kind: int, emit: Emit | None) -> None:
        """Resolve a gift: it counts as a taken card (ruling 37), or only for points if the game is over (ruling 38)."""
        whose = self.gifts[at][0]
        self.gifts = (*self.gifts[:at], *self.gifts[at + 1 :])
        at_end = self.phase != TAKE
        if emit is not None:
            emit(actions.GiftTurnedUp(seat=whose + 1, card=FACES[kind], at_end=at_end), EVERYONE)
        if at_end:
            self.move_cards(whose, kind, 1)
            self._finish(emit)
        else:
            self.gain_card(whose, kind, emit)
            self.early_extras = self.waiting_extras
            if self.reachable_medals[whose]:
                medal_goals.award(self, whose, emit)
            self._prepare_take(emit)

    def _reachable(self) -> int:
        """Return which of left, right, centre have cards, as bits 0, 1, 2."""
        left, seat = self.stack_sizes, self.active
        if left[seat + 1] and left[seat or self.seats] and left[CENTER_STACK]:
            return 7
        return (1 if left[seat + 1] else 0) | (2 if left[seat or self.seats] else 0) | (4 if left[CENTER_STACK] else 0)

    def _offer_main(self, emit: Emit | None) -> None:
        """Offer what can be done after the card; with nothing left, the turn ends."""
        self.phase = MAIN
        seat = self.active
        at = seat * KINDS
        cards = self.cards
        flags = self.payment_flags[seat] & ~DOUBLE if self.doubled else self.payment_flags[seat]
        builds_now = builds(self.wonders[seat], self.built[seat], self.hands[seat], flags)
        compasses, gears, tablets = cards[at + 8], cards[at + 9], cards[at + 10]
        sets = science_sets(compasses, gears, tablets) if compasses + gears + tablets > 1 else 0
        exchanges = token_offers(self, sets) if sets else NO_ACTIONS
        if not (builds_now or exchanges or self.waiting_extras):
            self._end_turn(emit)
            return
        waiting = self.waiting_extras
        extras = extra_offers(self.lookup, waiting, self._reachable()) if waiting else NO_ACTIONS
        offer = builds_now + exchanges + extras
        if not offer:
            self._end_turn(emit)
            return
        self._offer(offer if exchanges or self._must_build(builds_now) else (*offer, END_TURN))

    def _must_build(self, ways: tuple[actions.Build, ...]) -> bool:
        """Check whether a stage must be built: if it can be paid, maybe without a doubled coin (ruling 18)."""
        if self.economy_forces:
            return bool(ways)
        return any(not way.paid[actions.DOUBLE_COIN] for way in ways)

    # ---- what a seat says ------------------------------------------------------------------------------------

    def _peek(self, seat: int, action: actions.Peek, emit: Emit | None) -> None:
        self.has_looked = True
        if emit is not None:
            emit(actions.StackPeeked(seat=seat + 1), EVERYONE)
        if self.known_tops[CENTER_STACK] == UNKNOWN:
            self._ask(CENTER_STACK, LOOK)
        else:
            self._show_card(CENTER_STACK, self.known_tops[CENTER_STACK], emit)
            self._continue_turn(emit)

    def _take(self, seat: int, action: actions.Take, emit: Emit | None) -> None:
        self.phase = MAIN
        self._fetch(self.stack(seat, action.side), "take", emit)

    def _extra(self, seat: int, action: actions.Extra, emit: Emit | None) -> None:
        token = 1 << self.lookup.token[action.token]
        self.waiting_extras &= ~token
        self.used_extras |= token
        self._fetch(self.stack(seat, action.side), action.token, emit)

    def _build(self, seat: int, action: actions.Build, emit: Emit | None) -> None:
        stage = action.stage - 1
        wonder = self.wonders[seat]
        paid = action.paid
        self._pay(seat, paid)
        before = wonder.points[self.built[seat]]
        self.built[seat] |= 1 << stage
        self.medal_counts[seat] += ONE_STAGE
        mask = self.built[seat]
        if emit is not None:
            emit(
                actions.StageBuilt(
                    seat=seat + 1,
                    wonder=wonder.name,
                    stage=action.stage,
                    points=wonder.points[mask] - before,
                    paid=tuple(actions.spent_words(paid)),
                ),
                EVERYONE,
            )
            if mask == wonder.complete:
                emit(actions.WonderCompleted(seat=seat + 1, wonder=wonder.name), EVERYONE)
        if self.build_bonus[seat]:
            self.open_extras(seat, self.build_bonus[seat], emit)
        if self.reachable_medals[seat]:
            medal_goals.award(self, seat, emit)
        if wonder.triggers[stage]:
            self.pending_effects += [~number for number in reversed(range(len(wonder.effects)))]
        self._continue_turn(emit)

    def _pay(self, seat: int, paid: Sequence[int]) -> None:
        for kind in range(COIN):
            if paid[kind]:
                self.spend(seat, kind, paid[kind])
        coins = paid[COIN] + paid[actions.DOUBLE_COIN]
        if coins:
            self.spend(seat, COIN, coins)
        if paid[actions.DOUBLE_COIN]:
            self.doubled = True

    def _progress(self, seat: int, action: actions.Progress, emit: Emit | None) -> None:
        for kind in action.spent:
            self.spend(seat, kind, 1)
        self.spent_cards = action.spent
        if action.token == HIDDEN:
            self._ask(self.seats + 1, UNCOVER)
            return
        number = self.lookup.token[action.token]
        self.token_row.remove(number)
        self._gain_token(number, emit, hidden=False)
        if self.rest_tokens:
            self._ask(self.seats + 1, ROW)
        else:
            self._continue_turn(emit)

    def _draw(self, seat: int, action: actions.Draw, emit: Emit | None) -> None:
        if self.phase == ANY_STACK:
            stack = CENTER_STACK if action.where == "center" else int(action.where)
            self._fetch(stack, self.wonders[seat].name, emit)
            return
        stack = self.stack(seat, SIDES.index(action.where))
        if self.phase == NEAR_STACK:
            self._fetch(stack, self.wonders[seat].name, emit)
            return
        self.searching = stack
        if emit is not None:
            cards = min(self._look(), self.stack_sizes[stack])
            emit(actions.StackSearched(seat=seat + 1, stack=stack_word(stack), cards=cards), EVERYONE)
        if self.eager:
            self.searched.append(self.known_tops[stack])
            self._search_on(stack)
        else:
            self.phase = KEEP
            self._offer(keep_offers(self))

    def _keep_card(self, seat: int, action: actions.Keep, emit: Emit | None) -> None:
        stack = self.searching
        at = stack * KINDS
        self.pending_effects.pop()
        if self.eager:
            self.searched.remove(action.kind)
            for kind in self.searched:
                self.hidden_cards[at + kind] += 1
            self.hidden_totals[stack] += len(self.searched)
            self.searched.clear()
        else:
            if self.known_tops[stack] != UNKNOWN:  # entered with the position; it is looked through with the others
                self.account(self.known_tops[stack], -1)
            self.hidden_cards[at + action.kind] -= 1
            self.hidden_totals[stack] -= 1
            if self.pool:
                self.account(action.kind, 1)
            self.revealed[stack] += 1
        self.searching = UNKNOWN
        self.card_source = self.wonders[seat].name
        if emit is not None and self.stack_sizes[stack] > 1:
            emit(actions.StackShuffled(stack=stack_word(stack)), EVERYONE)
        self._receive_card(stack, action.kind, emit)

    def _steal(self, seat: int, action: actions.Steal, emit: Emit | None) -> None:
        """Move a card to the active seat as a taken card; its former owner gets one face down (rulings 35–37, 39)."""
        whose, kind = action.of - 1, action.kind
        self.move_cards(whose, kind, -1)
        if emit is not None:
            emit(actions.CardStolen(seat=seat + 1, of=action.of, card=FACES[kind]), EVERYONE)
        self.gain_card(seat, kind, emit)
        if self.reachable_medals[seat]:
            medal_goals.award(self, seat, emit)
        if self.stack_sizes[CENTER_STACK]:
            self.gifts = (*self.gifts, (whose, self.known_tops[CENTER_STACK], self.center_seen_by))
            self.leave_stack(CENTER_STACK)
            if emit is not None:
                emit(actions.GiftGiven(seat=action.of), EVERYONE)
        self._continue_turn(emit)

    def _finish_turn(self, seat: int, action: actions.EndTurn, emit: Emit | None) -> None:
        self._end_turn(emit)

    # ---- what follows ----------------------------------------------------------------------------------------

    def _fetch(self, stack: int, by: str, emit: Emit | None) -> None:
        """Take a stack's top card; one that nobody has seen comes to light first."""
        self.card_source = by
        if self.known_tops[stack] == UNKNOWN:
            self._ask(stack, POOLED if self.pool else TAKE_CARD)
        else:
            self._receive_card(stack, self.known_tops[stack], emit)

    def _receive_card(self, stack: int, kind: int, emit: Emit | None) -> None:
        seat = self.active
        self.leave_stack(stack)
        if emit is not None:
            emit(
                actions.CardTaken(seat=seat + 1, stack=stack_word(stack), card=FACES[kind], by=self.card_source),
                EVERYONE,
            )
        self.gain_card(seat, kind, emit)
        if self.reachable_medals[seat]:
            medal_goals.award(self, seat, emit)
        if stack != CENTER_STACK and self.eager and self.stack_sizes[stack]:
            self._ask(stack, TURN_UP)
        else:
            self._continue_turn(emit)

    def _continue_turn(self, emit: Emit | None) -> None:
        """Carry out the rest of a wonder's effects, then offer the rest of the turn."""
        seat = self.active
        while self.pending_effects:
            step = self.pending_effects.pop()
            wonder = self.wonders[seat]
            if step >= 0:
                if self.stack_sizes[step]:
                    self._fetch(step, wonder.name, emit)
                    return
                continue
            effect = wonder.effects[~step]
            outcome = ON_BUILD[type(effect)](self, seat, effect, emit)
            if outcome == EFFECT_LOST and emit is not None:
                emit(actions.EffectLost(seat=seat + 1, wonder=wonder.name), EVERYONE)
            if self.reachable_medals[seat]:
                medal_goals.award(self, seat, emit)
            if outcome == ASK_LOOK and self.known_tops[CENTER_STACK] != UNKNOWN:
                self._show_card(CENTER_STACK, self.known_tops[CENTER_STACK], emit)
            elif outcome == ASK_LOOK:
                self._ask(CENTER_STACK, LOOK)
                return
            elif outcome >= ASK_ANY:
                self._ask_effect(outcome, step)
                return
        if self.phase == TAKE:
            self._prepare_take(emit)
        else:
            self._offer_main(emit)

    def _ask_effect(self, outcome: int, step: int) -> None:
        """Ask the active seat about a wonder's effect."""
        if outcome == ASK_SIDE:
            self.pending_effects.append(step)  # says which effect looks, until a card is kept
        self.phase = EFFECT_PHASES[outcome]
        self._offer(self._effect_offer())

    def _effect_offer(self) -> tuple[Action, ...]:
        seat, left, phase = self.active, self.stack_sizes, self.phase
        if phase == ANY_STACK:
            return tuple(actions.Draw(stack_word(s)) for s in (*range(1, self.seats + 1), 0) if left[s])
        if phase == SIDE:
            return tuple(actions.Draw(SIDES[side]) for side in (LEFT, RIGHT) if left[self.stack(seat, side)])
        if phase == TOKEN:
            return token_offers(self, FREE_TOKEN)
        if phase == NEAR_STACK:
            bits = self._reachable()
            return tuple(actions.Draw(SIDES[side]) for side in (LEFT, RIGHT, CENTER) if bits >> side & 1)
        return keep_offers(self) if phase == KEEP else theft_offers(self.cards, seat)

    def _lose_effect(self, emit: Emit | None) -> None:
        if self.phase == SIDE:
            self.pending_effects.pop()
        if emit is not None:
            emit(actions.EffectLost(seat=self.active + 1, wonder=self.wonders[self.active].name), EVERYONE)
        self._continue_turn(emit)

    def _gain_token(self, number: int, emit: Emit | None, *, hidden: bool) -> None:
        seat = self.active
        gain_token(self, seat, number)
        if emit is not None:
            token, spent = self.lookup.tokens[number], tuple(FACES[kind] for kind in self.spent_cards)
            emit(actions.TokenTaken(seat=seat + 1, token=token, hidden=hidden, spent=spent), EVERYONE)
        if self.reachable_medals[seat]:
            medal_goals.award(self, seat, emit)

    def _look(self) -> int:
        """Return how many cards the pending effect looks at."""
        effect = self.wonders[self.active].effects[~self.pending_effects[-1]]
        assert isinstance(effect, PickFromSide)
        return effect.look

    def _search_on(self, stack: int) -> None:
        """Reveal the next card of a search, or ask for the choice among them (rulings 5–7)."""
        if len(self.searched) < min(self._look(), self.stack_sizes[stack]):
            self._ask(stack, SEARCH)
        else:
            self.phase = KEEP
            self._offer(keep_offers(self))

    # ---- the end of a turn, of the game ----------------------------------------------------------------------

    def _end_turn(self, emit: Emit | None) -> None:
        if self.flipped == self.markers:
            self._fight(emit)
        else:
            self._pass_turn(emit)

    def _pass_turn(self, emit: Emit | None) -> None:
        seat = self.active
        if self.built[seat] == self.wonders[seat].complete or not self.cards_in_stacks:
            self.phase = GAME_OVER
            self._finish(emit)
        else:
            self._begin(seat + 1 if seat + 1 < self.seats else 0, emit)

    def _fight(self, emit: Emit | None) -> None:
        """Compare shields, give out military tokens and the medals they earn (rulings 25–30, 43)."""
        shields = tuple(self.total_shields(seat) for seat in range(self.seats))
        won = conflict.military_tokens(shields)
        for seat, tokens in enumerate(won):
            self.military[seat] += tokens
            self.medal_counts[seat] += tokens * ONE_MILITARY
        if emit is not None:
            gone = tuple(
                tuple(FACES[kind] for kind in self.lookup.horned for _ in range(self._horn_count(seat, kind)))
                for seat in range(self.seats)
            )
            emit(actions.ConflictFought(shields=shields, won=won, discarded=gone), EVERYONE)
        if any(self.reachable_medals):
            medal_goals.award(self, self.active, emit)
            self.awaiting_medal = medal_goals.award_conflict(self, won, emit)
        self._finish_conflict(emit)

    def _finish_conflict(self, emit: Emit | None) -> None:
        """Hand out medals, then discard horns and turn the conflict tokens back."""
        if self.awaiting_medal and self.revealed[self.seats + 2] < len(self.lookup.medals):
            self._ask(self.seats + 2, HAND)
            return
        self.awaiting_medal = ()
        for seat in range(self.seats):
            for kind in self.lookup.horned:
                count = self._horn_count(seat, kind)
                if count:
                    self.spend(seat, kind, count)
        self.flipped = 0
        self._pass_turn(emit)

    def _horn_count(self, seat: int, kind: int) -> int:
        """Return how many of these red cards a seat gives up after a conflict (ruling 46)."""
        return 0 if self.keeps_horns >> seat & 1 else self.cards[seat * KINDS + kind]

    def _finish(self, emit: Emit | None) -> None:
        """Turn up the remaining gifts, seat by seat; then end the game."""
        if self.gifts:
            self._turn_up(min(whose for whose, _, _ in self.gifts), emit)
            return
        reason = "wonder" if self.built[self.active] == self.wonders[self.active].complete else "stacks"
        self.ended = reason
        self.offer = NO_ACTIONS
        self.to_act = ()
        if emit is not None:
            winners = tuple(seat + 1 for seat in self.winners())
            emit(actions.GameEnded(reason=reason, winners=winners), EVERYONE)


_REVEAL_HANDLERS: Final[tuple[Callable[[ArchitectsState, Action, Emit | None], None], ...]] = (
    ArchitectsState._token_revealed,
    ArchitectsState._medal_revealed,
    ArchitectsState._gift_revealed,
)
_HANDLERS: Final[dict[type, Callable[[ArchitectsState, int, Any, Emit | None], None]]] = {
    actions.Peek: ArchitectsState._peek,
    actions.Take: ArchitectsState._take,
    actions.Build: ArchitectsState._build,
    actions.Progress: ArchitectsState._progress,
    actions.Extra: ArchitectsState._extra,
    actions.Draw: ArchitectsState._draw,
    actions.Keep: ArchitectsState._keep_card,
    actions.Steal: ArchitectsState._steal,
    actions.EndTurn: ArchitectsState._finish_turn,
}
