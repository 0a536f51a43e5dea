"""A game of Duel from set-up to end: who is asked what, what is legal, and what follows.

The state holds its own question: `phase`, whose turn it is, `pending_chance`, and `offer`: every legal
action of the seat to act. An action is legal exactly if it is on offer: `apply` checks that, then changes things.
Chance fills in what comes to light; until then it is nowhere, not even in here.

A turn (docs/notation-duel.md, *A turn*): a card is built, discarded or put under a wonder; what that asks
waits in `pending_choices` (a token for a pair, a wonder's choice); then cards are turned up, then the next turn begins.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.bit_sets import bits, numbers
from engine.corrections_and_agreements import HOUSE_LINES, Count, HouseLine, apply_house_line, parse_house_line
from engine.duel import actions, chance, mid_game_start, reports_beyond_our_data, visibility
from engine.duel.actions import Action, Contradiction, RevealBack, RevealCard, Taking
from engine.duel.data_schema import AGES, CLASSES, PURPLE, RED, DestroyCard, DrawTokens, Effect, ReviveCard
from engine.duel.determinize import determinize
from engine.duel.effects import ON_ASK, ON_BUILD, ON_GAIN, Pair, renew_offer
from engine.duel.learning_features import feature_names, features
from engine.duel.lookup_tables import Lookup
from engine.duel.packed_position import (
    AGE,
    CIVILIAN,
    GUILDS,
    HIDDEN,
    NO_CHANCE,
    NONE,
    TOKEN_BOX,
    TOKENS,
    WONDERS,
    Position,
)
from engine.duel.position_estimate import estimate
from engine.duel.questions import (
    BY_CHANCE,
    BY_SEAT,
    DESTROY,
    DRAFT,
    DRAW,
    GAME_OVER,
    KEEP,
    LAY,
    NO_ACTIONS,
    OFFER,
    PROGRESS,
    REVIVE,
    START,
    TOKEN,
    TURN,
    TURN_UP,
    WORDS,
    uses,
)
from engine.duel.record_header import FIRST_GAME, DuelSetup
from engine.duel.refusals import refusal
from engine.duel.scoring import total
from engine.duel.view_json import View
from engine.game import CHANCE, EVERYONE, Emit, Rng, Seat, plain_line

CHOICE_PHASES: Final[dict[type, int]] = {Pair: PROGRESS, DestroyCard: DESTROY, ReviveCard: REVIVE, DrawTokens: KEEP}


class DuelState(Position):
    """One game. See `engine.game.State` for the contract of its methods."""

    __slots__ = ("shown",)

    def __init__(self, lookup: Lookup, setup: DuelSetup, blank: bool = False) -> None:
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
            self._begin_turn(mid_game_start.next_seat(told), None, again=False)
        else:
            self._set_up(None)

    # ---- the contract ----------------------------------------------------------------------------------------

    def parse(self, text: str) -> Action:
        plain = plain_line(text)
        action = self.lookup.lines.get(plain) or parse_house_line(text)
        if plain != text:
            action = Contradiction(action) if isinstance(action, Taking) else None
        if action is None:
            raise ValueError(f"not a Duel action: {text!r}")
        return action

    def apply(self, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        self.shown = None
        if seat < 0:  # CHANCE
            if type(action) in HOUSE_LINES:
                assert isinstance(action, HouseLine)
                apply_house_line(self, seat, action, not self.eager, emit)
                return
            _REVEAL_HANDLERS[self.pending_chance](self, action, emit)
            return
        if seat != self.active or action not in self.offer:
            if not isinstance(action, Contradiction):
                raise refusal(self, seat, action)
            action = reports_beyond_our_data.admit_report(self, seat, action)
        _HANDLERS[type(action)](self, seat, action, emit)

    def view(self, seat: Seat | None) -> View:
        public = self.shown
        if public is None:
            public = self.shown = visibility.public_view(self, self._remaining_by_action())
        return public if seat is None else visibility.view_of_seat(self, seat, public)

    def _remaining_by_action(self) -> dict[str, int]:
        """Return the coins left after each use that the seat to act has, whichever card it discards or puts under a
        wonder.
        """
        found: dict[str, int] = {}
        for action in self.offer if self.eager and self.phase == TURN and self.pending_chance < 0 else NO_ACTIONS:
            key = "discard" if isinstance(action, actions.Discard) else str(action).partition(" with ")[0]
            if key not in found:
                found[key] = self._copy_after(Seat(self.active), action).coins[self.active]
        return found

    def scores(self) -> tuple[dict[str, int], ...]:
        return self.score(0), self.score(1)

    def copy(self) -> "DuelState":
        twin = DuelState(self.lookup, self.setup, blank=True)
        self.copy_into(twin)
        twin.shown = None
        return twin

    def legal(self, seat: Seat) -> Sequence[Action]:
        if seat < 0:  # CHANCE
            return chance.outcomes(self)
        return self.offer if seat == self.active else NO_ACTIONS

    def _copy_after(self, seat: Seat, action: Action) -> "DuelState":
        """Return a copy in which the seat has done this, before any chance."""
        twin = self.copy()
        twin.apply(seat, action)
        return twin

    def foreseen(self, seat: Seat, action: Action, reader: Seat | None) -> View:
        """Return a view after an action. The state hides nothing but tokens that the seat itself has drawn."""
        return self._copy_after(seat, action).view(reader)

    def is_public(self, seat: Seat) -> bool:
        """Check whether the choice is public: only drawn tokens are not."""
        return self.phase != KEEP or seat != self.active

    def odds(self) -> list[tuple[Action, int]]:
        return chance.odds(self)

    def deal(self, rng: Rng) -> Action:
        return chance.draw_outcome(self, rng.random())

    def chance_key(self) -> tuple[str, int]:
        return chance.chance_key(self)

    def resample(self, seat: Seat | None, rng: Rng) -> "DuelState":
        twin = self.copy()
        determinize(twin, seat, rng)
        return twin

    def estimate(self, seat: Seat) -> float:
        return estimate(self, seat, [total(self.points(0)), total(self.points(1))])

    def features(self) -> list[list[float]]:
        return [features(self, seat, total(self.points(seat))) for seat in (0, 1)]

    def feature_names(self) -> tuple[str, ...]:
        return feature_names(self)

    def leftover_action(self) -> Action | None:
        """Return the draft of the last wonder on offer."""
        return self.offer[0] if self.phase == DRAFT and len(self.offer) == 1 else None

    def contradictions(self) -> Sequence[Action]:
        return reports_beyond_our_data.contradictions(self)

    def names_unseen(self) -> bool:
        return not self.eager and self.phase in (DRAFT, TURN, KEEP)

    def lies_open(self) -> bool:
        return False

    def is_list_unverified(self) -> bool:
        """Return False: all printed values are confirmed."""
        return False

    def reassigned(self, seat: Seat, action: Action) -> Sequence[Action]:
        return reports_beyond_our_data.reassigned(self, seat, action)

    def reseated(self, seat: Seat, action: Action, to: Sequence[Seat]) -> Action:
        return reports_beyond_our_data.reseated(action, to)

    def is_follow_up(self, action: Action) -> bool:
        return isinstance(action, actions.Progress | actions.Destroy | actions.Revive | actions.Keep)

    def reported_turn(self) -> int:
        return self.turn

    def correctable_counts(self) -> dict[str, Count]:
        return reports_beyond_our_data.correctable_counts(self)

    def reported_wonders(self) -> tuple[tuple[str, ...], ...]:
        """List the drafted wonders that are still there."""
        names = self.lookup.wonders
        return tuple([tuple([names[n] for n in numbers(self.built[seat] | self.unbuilt[seat])]) for seat in (0, 1)])

    def possible_wonders(self) -> tuple[str, ...]:
        return self.lookup.wonders

    def things(self) -> dict[str, int]:
        return reports_beyond_our_data.things(self)

    def set_count(self, what: str, n: int, emit: Emit | None) -> None:
        reports_beyond_our_data.set_count(self, what, n)
        if self.phase == TURN:
            self._offer(TURN, self.active, uses(self, self.active, self.nameable()))
        elif self.phase != START:
            self._offer(self.phase, self.active, renew_offer(self))
            if not self.offer:  # it cannot be carried out any more
                self._lose_effect(self.phase, emit)
                self._continue_turn(emit)

    def setup_progress(self) -> tuple[int, int]:
        return reports_beyond_our_data.setup_progress(self)

    # ---- asking ----------------------------------------------------------------------------------------------

    def _offer(self, phase: int, seat: int, actions: tuple[Action, ...]) -> None:
        """Ask a seat to choose one of these."""
        self.phase = phase
        self.active = seat
        self.offer = actions
        self.to_act = BY_SEAT[seat]

    def _ask(self, asked: int) -> None:
        self.pending_chance = asked
        self.offer = NO_ACTIONS
        self.to_act = BY_CHANCE

    # ---- the set-up, of a game and an age --------------------------------------------------------------------

    def _set_up(self, emit: Emit | None) -> None:
        """Reveal the tokens of the board, then deal or draft the wonders."""
        if self.revealed[TOKENS] < self.lookup.board_tokens:
            self._ask(TOKEN)
        elif FIRST_GAME in self.setup.variant:
            first = self.setup.first
            wonder = self.lookup.wonder
            self.unbuilt[first] = bits(wonder[name] for name in self.lookup.facts.first_game.first)
            self.unbuilt[1 - first] = bits(wonder[name] for name in self.lookup.facts.first_game.second)
            self.wonders_aside &= ~(self.unbuilt[0] | self.unbuilt[1])
            self._lay_out(emit)
        else:
            self._draft_on(emit)

    def _draft_on(self, emit: Emit | None) -> None:
        """Reveal the next wonder, or ask for the next draft; after the last, lay out Age I."""
        table = self.lookup.facts.table
        if self.picks == len(table.draft):
            self._lay_out(emit)
        elif self.eager and self.revealed[WONDERS] < (self.picks // table.offered_wonders + 1) * table.offered_wonders:
            self._ask(OFFER)
        else:
            first = self.setup.first
            seat: int = first if table.draft[self.picks] == 1 else 1 - first
            offered = self.offered if self.eager else self.wonders_aside
            self._offer(DRAFT, seat, tuple(self.lookup.drafts[n] for n in numbers(offered)))

    def _lay_out(self, emit: Emit | None) -> None:
        """Start laying out the next age. It begins with its first line, or at once without a recorded structure."""
        self.structure = self.lookup.structures[self.age]
        self.two_backs = self.age + 1 == AGES
        self.unseen = self.lookup.ages[self.age][:]
        self.unseen_guilds = self.lookup.guilds[:] if self.two_backs else []
        self.guilds_laid = 0
        self.unnamed = 0
        self.laid = 0
        self.extra_turn = False
        if self.eager:
            self.slot = 0 if self.two_backs else self.structure.following[0]
            self._ask(LAY)
        else:
            self._begin_laying(emit)
            self._begin_age(emit)

    def _begin_laying(self, emit: Emit | None) -> None:
        self.age += 1
        self.cards_left = self.structure.slots
        if self.eager:
            self.occupied_slots = self.structure.all
            self.slots = [HIDDEN] * self.structure.slots
            self.uncovered_slots = self.structure.first[:]
            self.guild_backs = 0
        if emit is not None:
            emit(actions.AgeBegan(age=self.age), EVERYONE)

    def _begin_age(self, emit: Emit | None) -> None:
        """Begin an age: Age I with the first seat, later ones with the seat that the weaker one chooses (ruling 21)."""
        if self.age == 1:
            self._begin_turn(self.setup.first, emit, again=False)
            return
        chooser = self.active
        if self.pawn:
            chooser = 1 if self.pawn > 0 else 0
        self._offer(START, chooser, self.lookup.starts)

    # ---- what comes to light ---------------------------------------------------------------------------------

    def _token_revealed(self, action: Action, emit: Emit | None) -> None:
        number = self.lookup.token[action.token] if type(action) is actions.RevealToken else NONE
        if number == NONE or not self.box_tokens >> number & 1:
            raise refusal(self, CHANCE, action)
        self.box_tokens ^= 1 << number
        self.board |= 1 << number
        self.revealed[TOKENS] += 1
        self.pending_chance = NO_CHANCE
        if emit is not None:
            emit(actions.TokenRevealed(token=self.lookup.tokens[number]), EVERYONE)
        self._set_up(emit)

    def _wonder_revealed(self, action: Action, emit: Emit | None) -> None:
        number = self.lookup.wonder[action.wonder] if type(action) is actions.RevealWonder else NONE
        if number == NONE or not self.wonders_aside >> number & 1:
            raise refusal(self, CHANCE, action)
        self.wonders_aside ^= 1 << number
        self.offered |= 1 << number
        self.revealed[WONDERS] += 1
        self.pending_chance = NO_CHANCE
        if emit is not None:
            emit(actions.WonderOffered(wonder=self.lookup.wonders[number]), EVERYONE)
        self._draft_on(emit)

    def _slot_laid(self, action: Action, emit: Emit | None) -> None:
        """Put a card, or a back, into a slot; slots without a line get face-down cards."""
        slot, structure = self.slot, self.structure
        card = NONE
        guild = False
        if type(action) is RevealCard:
            card = self.lookup.card[action.card]
            guild = self.lookup.deck[card].colour == PURPLE
            fits = action.slot == slot and structure.open[slot]
            fits = fits and card in (self.unseen_guilds if guild else self.unseen)
        elif type(action) is RevealBack:
            guild = action.guild
            fits = action.slot == slot and self.two_backs and not structure.open[slot]
        else:
            fits = False
        if not fits or (self.two_backs and not (chance.guilds_left(self) if guild else chance.plain_backs_left(self))):
            raise refusal(self, CHANCE, action)
        if not self.laid:
            self._begin_laying(emit)
        self.revealed[AGE + self.age] += 1
        if guild:
            self.guilds_laid += 1
            self.guild_backs |= 1 << slot
        if card != NONE:
            self.slots[slot] = card
            (self.unseen_guilds if guild else self.unseen).remove(card)
        if emit is not None:
            emit(_slot_event(slot, card, guild, self.lookup), EVERYONE)
        self.laid = slot + 1
        self.slot = slot + 1 if self.two_backs else structure.following[slot + 1]
        if self.slot == structure.slots:
            self.laid = self.slot
            self.pending_chance = NO_CHANCE
            self._begin_age(emit)

    def _card_turned_up(self, action: Action, emit: Emit | None) -> None:
        slot = self.slots_to_turn[0]
        guild = self.guild_backs >> slot & 1
        cards = self.unseen_guilds if guild else self.unseen
        card = self.lookup.card[action.card] if type(action) is RevealCard and action.slot == slot else NONE
        if card not in cards:
            raise refusal(self, CHANCE, action)
        self.revealed[GUILDS if guild else AGE + self.age] += 1
        cards.remove(card)
        self.slots[slot] = card
        del self.slots_to_turn[0]
        self.pending_chance = NO_CHANCE
        if emit is not None:
            emit(actions.CardRevealed(slot=slot, card=self.lookup.cards[card], turned=True), EVERYONE)
        self._end_turn(emit)

    def _box_revealed(self, action: Action, emit: Emit | None) -> None:
        number = self.lookup.token[action.token] if isinstance(action, actions.RevealBox) else NONE
        if number == NONE or number not in chance.tokens_in_box(self):
            raise refusal(self, CHANCE, action)
        self.drawn_tokens = (*self.drawn_tokens, number)
        self.revealed[TOKEN_BOX] += 1
        self.pending_chance = NO_CHANCE
        if emit is not None:
            seat = self.active
            emit(actions.TokenDrawn(seat=seat + 1, number=len(self.drawn_tokens)), EVERYONE)
            emit(actions.TokenSeen(seat=seat + 1, token=self.lookup.tokens[number]), (Seat(seat),))
        self._continue_turn(emit)

    def _not_asked(self, action: Action, emit: Emit | None) -> None:
        raise refusal(self, CHANCE, action)

    # ---- a turn ----------------------------------------------------------------------------------------------

    def _begin_turn(self, seat: int, emit: Emit | None, *, again: bool) -> None:
        self.turn += 1
        self.extra_turn = False
        if emit is not None:
            emit(actions.TurnBegan(seat=seat + 1, turn=self.turn, again=again), EVERYONE)
        self._offer(TURN, seat, uses(self, seat, self.nameable()))

    # ---- what a seat says ------------------------------------------------------------------------------------

    def _draft(self, seat: int, action: actions.Draft, emit: Emit | None) -> None:
        wonder = 1 << self.lookup.wonder[action.wonder]
        self.offered &= ~wonder
        self.wonders_aside &= ~wonder
        self.unbuilt[seat] |= wonder
        self.picks += 1
        self.offer = NO_ACTIONS
        if emit is not None:
            emit(actions.WonderDrafted(seat=seat + 1, wonder=action.wonder), EVERYONE)
        self._draft_on(emit)

    def _start(self, seat: int, action: actions.Start, emit: Emit | None) -> None:
        if emit is not None:
            emit(actions.StartChosen(seat=seat + 1, begins=action.seat), EVERYONE)
        self._begin_turn(action.seat - 1, emit, again=False)

    def _build(self, seat: int, action: actions.Build, emit: Emit | None) -> None:
        card = self.lookup.card[action.card]
        paid, traded = self.card_cost(seat, card)
        chain = self.cities[seat] & self.lookup.deck[card].makes_free != 0
        self.leave_structure(card)
        self._pay(seat, paid, traded)
        if emit is not None:
            emit(actions.CardBuilt(seat=seat + 1, card=action.card, paid=paid, traded=traded, chain=chain), EVERYONE)
        self._income(seat, traded, emit)
        if chain and self.chain_coins[seat]:
            self.gain_for_chain(seat, emit)
        self._add_card(seat, card, emit)
        self._continue_turn(emit)

    def _build_wonder(self, seat: int, action: actions.BuildWonder, emit: Emit | None) -> None:
        lookup = self.lookup
        card, wonder = lookup.card[action.card], lookup.wonder[action.wonder]
        site = lookup.sites[wonder]
        paid, traded = self.wonder_cost(seat, wonder)
        self.leave_structure(card)
        self._pay(seat, paid, traded)
        self.extra_turn = site.again or self.wonders_play_again[seat]  # before it works (ruling 15)
        self.under[wonder] = card
        self.unbuilt[seat] ^= 1 << wonder
        self.built[seat] |= 1 << wonder
        self.counts[8 * seat + 7] += 1
        if emit is not None:
            told = actions.WonderBuilt(seat=seat + 1, wonder=action.wonder, card=action.card, paid=paid, traded=traded)
            emit(told, EVERYONE)
        self._income(seat, traded, emit)
        if self.counts[7] + self.counts[CLASSES + 7] >= lookup.max_wonders:
            self._unbuilt_leave(emit)
        self.red_card_shields = 0
        self.pending_choices = site.choices
        self._work(seat, site.effects, action.wonder, emit)
        self._continue_turn(emit)

    def _discard(self, seat: int, action: actions.Discard, emit: Emit | None) -> None:
        card = self.lookup.card[action.card]
        self.leave_structure(card)
        self.discard |= 1 << card
        coins = self.discard_worth(seat)
        self.coins[seat] += coins
        if emit is not None:
            emit(actions.CardDiscarded(seat=seat + 1, card=action.card, coins=coins), EVERYONE)
        self._continue_turn(emit)

    def _progress(self, seat: int, action: actions.Progress, emit: Emit | None) -> None:
        number = self.lookup.token[action.token]
        self.board ^= 1 << number
        self._gain_token(seat, number, emit, from_box=False)

    def _keep_token(self, seat: int, action: actions.Keep, emit: Emit | None) -> None:
        number = self.lookup.token[action.token]
        self.box_tokens ^= 1 << number
        self.drawn_tokens = ()
        self._gain_token(seat, number, emit, from_box=True)

    def _destroy(self, seat: int, action: actions.Destroy, emit: Emit | None) -> None:
        card, other = self.lookup.card[action.card], 1 - seat
        self.cities[other] ^= 1 << card
        self.counts[8 * other + self.lookup.deck[card].colour] -= 1
        self.discard |= 1 << card
        self.recount(other)
        if emit is not None:
            emit(actions.CardDestroyed(seat=seat + 1, of=other + 1, card=action.card), EVERYONE)
        self._continue_turn(emit)

    def _revive(self, seat: int, action: actions.Revive, emit: Emit | None) -> None:
        """Build a card of the discard pile for free, with all its effects (rulings 17, 18)."""
        card = self.lookup.card[action.card]
        self.discard ^= 1 << card
        if emit is not None:
            emit(actions.CardRevived(seat=seat + 1, card=action.card), EVERYONE)
        self._add_card(seat, card, emit)
        self._continue_turn(emit)

    # ---- what follows ----------------------------------------------------------------------------------------

    def _pay(self, seat: int, paid: int, traded: int) -> None:
        self.coins[seat] -= paid
        if self.trade_income[1 - seat]:
            self.coins[1 - seat] += traded

    def _income(self, seat: int, traded: int, emit: Emit | None) -> None:
        """Emit what the other seat got of the payment (ruling 23)."""
        if emit is not None and traded and self.trade_income[1 - seat]:
            emit(actions.TradePaid(seat=2 - seat, coins=traded), EVERYONE)

    def _add_card(self, seat: int, card: int, emit: Emit | None) -> None:
        """Add a card to a city and apply its effects; its choices are queued."""
        thing = self.lookup.deck[card]
        colour = thing.colour
        self.cities[seat] |= 1 << card
        self.counts[8 * seat + colour] += 1
        if thing.choices:
            self.pending_choices = (*self.pending_choices, *thing.choices)
        self.red_card_shields = self.more_shields[seat] if colour == RED else 0
        self._work(seat, thing.effects, self.lookup.cards[card], emit)

    def _work(self, seat: int, effects: tuple[Effect, ...], by: str, emit: Emit | None) -> None:
        for effect in effects:
            ON_BUILD[type(effect)](self, seat, effect, by, emit)
            if self.ended:
                return

    def _unbuilt_leave(self, emit: Emit | None) -> None:
        """Remove the unbuilt wonders: no more can be built in this game (ruling 16)."""
        for seat in (0, 1):
            for wonder in numbers(self.unbuilt[seat]):
                if emit is not None:
                    emit(actions.WonderLeft(seat=seat + 1, wonder=self.lookup.wonders[wonder]), EVERYONE)
            self.unbuilt[seat] = 0

    def _continue_turn(self, emit: Emit | None) -> None:
        """Ask what the turn still asks; then it ends."""
        while self.pending_choices and not self.ended:
            choice = self.pending_choices[-1]
            if isinstance(choice, DrawTokens) and self._draws(choice):
                self._ask(DRAW)
                return
            self.pending_choices = self.pending_choices[:-1]
            phase = CHOICE_PHASES[type(choice)]
            offer = ON_ASK[type(choice)](self, self.active, choice)
            if offer:
                self._offer(phase, self.active, offer)
                return
            self._lose_effect(phase, emit)
        self._end_turn(emit)

    def _lose_effect(self, phase: int, emit: Emit | None) -> None:
        if emit is not None:
            emit(actions.EffectLost(seat=self.active + 1, effect=WORDS[phase]), EVERYONE)

    def _draws(self, choice: DrawTokens) -> bool:
        """Check whether another token has to be drawn before one is kept."""
        return self.eager and len(self.drawn_tokens) < min(choice.draw, self.box_tokens.bit_count())

    def _gain_token(self, seat: int, number: int, emit: Emit | None, *, from_box: bool) -> None:
        token = self.lookup.tokens[number]
        self.progress[seat] |= 1 << number
        if emit is not None:
            emit(actions.TokenTaken(seat=seat + 1, token=token, box=from_box), EVERYONE)
        for effect in self.lookup.token_effects[number]:
            ON_GAIN[type(effect)](self, seat, effect, token, emit)
        self._continue_turn(emit)

    # ---- the end of a turn, an age, the game -----------------------------------------------------------------

    def _end_turn(self, emit: Emit | None) -> None:
        """Turn up cards after all choices (ruling 14), then begin the next turn, age or the end."""
        if self.ended:
            self._end(emit)
        elif self.slots_to_turn:
            self._ask(TURN_UP)
        elif self.cards_left:
            self._begin_turn(self.active if self.extra_turn else 1 - self.active, emit, again=self.extra_turn)
        elif self.age < AGES:
            self._lay_out(emit)
        else:
            self.ended = CIVILIAN
            self._end(emit)

    def _end(self, emit: Emit | None) -> None:
        self.phase = GAME_OVER
        self.pending_choices = ()
        self.extra_turn = False
        self.offer = NO_ACTIONS
        self.to_act = ()
        if emit is not None:
            winners = tuple(winner + 1 for winner in self.winners())
            emit(actions.GameEnded(victory=self.ended, winners=winners), EVERYONE)


def _slot_event(slot: int, card: int, guild: bool, lookup: Lookup) -> actions.CardRevealed | actions.BackRevealed:
    if card == NONE:
        return actions.BackRevealed(slot=slot, guild=guild)
    return actions.CardRevealed(slot=slot, card=lookup.cards[card], turned=False)


_REVEAL_HANDLERS: Final[tuple[Callable[[DuelState, Action, Emit | None], None], ...]] = (
    DuelState._token_revealed,
    DuelState._wonder_revealed,
    DuelState._slot_laid,
    DuelState._card_turned_up,
    DuelState._box_revealed,
    DuelState._not_asked,  # NONE is -1
)
_HANDLERS: Final[dict[type, Callable[[DuelState, int, Any, Emit | None], None]]] = {
    actions.Draft: DuelState._draft,
    actions.Build: DuelState._build,
    actions.BuildWonder: DuelState._build_wonder,
    actions.Discard: DuelState._discard,
    actions.Progress: DuelState._progress,
    actions.Destroy: DuelState._destroy,
    actions.Revive: DuelState._revive,
    actions.Keep: DuelState._keep_token,
    actions.Start: DuelState._start,
}
