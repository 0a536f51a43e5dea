"""A game of 7 Wonders from the first hand to the end: who is asked what, what is legal, and what follows.

The state holds its own question: `phase`, the seats that owe an answer (`acting`), or the `pending_chance`.
What a seat may do is made when somebody asks (`offers`) and stands until something changes. An action is legal exactly
if it is on offer: `apply` checks that, then changes things. Secret choices wait in `choices`; when the last seat has
chosen they are carried out together (docs/notation-seven-wonders.md, *Carrying out*), and what is left to ask waits in
`pending_steps`. Chance fills in hands; until then they are nowhere, not even in here.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from engine.corrections_and_agreements import HOUSE_LINES, Count, HouseLine, apply_house_line
from engine.game import CHANCE, EVERYONE, Audience, Emit, Event, IllegalAction, Rng, Seat
from engine.seven_wonders import actions, chance, mid_game_start, reports_beyond_our_data, visibility
from engine.seven_wonders.actions import Action, Build, Choice, Choose, Keep, Rebuild, Recruit, Sell, Stage
from engine.seven_wonders.data_schema import (
    AGES,
    CLASSES,
    PURPLE,
    STAGE,
    TURNS,
    BuryLeader,
    CoinAfterPurchase,
    CoinsOnBuild,
    CoinsOnChain,
    CoinsOnToken,
    DrawLeaders,
    Effect,
    ExtraLeader,
    Purge,
    RebuildCard,
)
from engine.seven_wonders.determinize import MAX_TRIES, clear_memory, determinize
from engine.seven_wonders.effects import apply_standing, pay_out, points, recount, score, total, winners
from engine.seven_wonders.learning_features import NAMES, features
from engine.seven_wonders.lookup_tables import Lookup
from engine.seven_wonders.packed_position import BY_CHAIN, BY_EFFECT, DEFEAT, NO_CHANCE, NONE, TOKENS, Deed, Position
from engine.seven_wonders.position_estimate import estimate
from engine.seven_wonders.questions import (
    BY_CHANCE,
    DEAL,
    DEAL_LEADERS,
    DRAFT,
    DRAW,
    EXTRA,
    GAME_OVER,
    NO_ACTIONS,
    NO_SEATS,
    OFFERS_BY_STEP,
    OPEN,
    PHASES,
    PLAY,
    REBUILD,
    RECRUIT,
    SEATS,
    SEVENTH,
    TO_BURY,
    TO_DISCARD,
    TO_DRAW,
    TO_LOSE,
    TO_PLAY,
    TO_REBUILD,
    TO_REBUILD_TOO,
    TO_RECRUIT,
    list_offer,
    renew_offer,
)
from engine.seven_wonders.record_header import OWN_AGE, SevenWondersSetup
from engine.seven_wonders.refusals import refusal
from engine.seven_wonders.view_json import View


class SevenWondersState(Position):
    """One game. See `engine.game.State` for the contract of its methods."""

    __slots__ = ("own", "shown")

    def __init__(self, lookup: Lookup, setup: SevenWondersSetup, blank: bool = False) -> None:
        """Start a game. `blank`: leave all fields unset, for `copy`."""
        super().__init__(lookup, setup, blank)
        if blank:
            return
        self.shown: View | None = None  # the public view, once somebody has asked for a view, until something changes
        self.own: dict[Seat, View] = {}  # and what seats may know besides
        for seat in range(self.seats):
            recount(self, seat)
        if setup.position:
            told = mid_game_start.read_entered(lookup, setup)
            mid_game_start.lay_out(self, told)
            (self._begin_turn if told.turn else self._begin_age)(None)
        elif self.with_leaders and self.eager:
            self._ask(DEAL_LEADERS, 0)
        else:
            self._begin_age(None)

    # ---- the contract ----------------------------------------------------------------------------------------

    def parse(self, text: str) -> Action:
        return self.lookup.parse(text)

    def apply(self, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        shown, self.shown = self.shown, None
        if seat < 0:  # CHANCE
            if type(action) in HOUSE_LINES:
                assert isinstance(action, HouseLine)
                apply_house_line(self, seat, action, not self.eager, emit)
                return
            _REVEAL_HANDLERS[self.pending_chance](self, action, emit)
            return
        if not self.acting >> seat & 1 or action not in (self.offers[seat] or self.legal(seat)):
            raise refusal(self, seat, action)
        if self.phase <= PLAY:
            self._choose(seat, action, shown, emit)
        else:
            self.acting = 0
            self.offers[seat] = None
            _HANDLERS[type(action)](self, seat, action, emit)

    def view(self, seat: Seat | None) -> View:
        public = self.shown
        if public is None:
            public, self.own = visibility.public_view(self), {}
            self.shown = public
        if seat is None:
            return public
        own = self.own.get(seat)
        if own is None:
            own = self.own[seat] = visibility.view_of_seat(self, seat, public, self._remaining_by_action(seat))
        return own

    def scores(self) -> tuple[dict[str, int], ...]:
        return tuple([score(self, seat) for seat in range(self.seats)])

    def copy(self) -> "SevenWondersState":
        twin = SevenWondersState(self.lookup, self.setup, blank=True)
        self.copy_into(twin)
        twin.shown = self.shown
        twin.own = self.own
        return twin

    def legal(self, seat: Seat) -> Sequence[Action]:
        if seat < 0 or not self.acting >> seat & 1:
            return NO_ACTIONS
        offer = self.offers[seat]
        if offer is None:
            offer = self.offers[seat] = list_offer(self, seat)
        return offer

    def _copy_after(self, seat: Seat, action: Action) -> "SevenWondersState":
        """Return a copy in which only that seat has acted, without payments to it and actions of others."""
        twin = self.copy()
        choice = action.what if isinstance(action, Choose) else action
        if isinstance(choice, Keep | Build | Stage | Sell | Recruit):
            twin.shown = None
            twin.choices[seat] = choice
            twin.carry_out_alone(seat)
        else:
            twin.apply(seat, action)
        return twin

    def _remaining_by_action(self, seat: Seat) -> dict[str, dict[str, int]]:
        """Return the coins left after each payment, keyed by card (or `stage`) and by the words of the payment: `left 2
        bank 1`.
        """
        ways: dict[str, dict[tuple[int, int, int], Action]] = {}
        for action in self.legal(seat) if self.eager else NO_ACTIONS:
            choice = action.what if isinstance(action, Choose) else action
            if isinstance(choice, Build | Stage):
                thing = choice.card if isinstance(choice, Build) else "stage"
                ways.setdefault(thing, {}).setdefault((choice.left, choice.right, choice.bank), action)
        return {
            thing: {
                actions.payment_words(*paid).strip(): self._copy_after(seat, action).coins[seat]
                for paid, action in found.items()
            }
            for thing, found in ways.items()
            if len(found) > 1
        }

    def foreseen(self, seat: Seat, action: Action, reader: Seat | None) -> View:
        """Return the public view as if nobody else acted meanwhile: the next hand is still that of another seat."""
        return self._copy_after(seat, action).view(None)

    def is_public(self, seat: Seat) -> bool:
        """Check whether the choice is public: tokens to lose and leaders to bury are, hands and the discard pile are
        not.

        In records without hands, only what others have chosen in secret depends on hidden choices.
        """
        if self.phase in OPEN or not self.acting >> seat & 1:
            return True
        return not self.eager and all([choice is None for choice in self.choices])

    def odds(self) -> list[tuple[Action, int]] | None:
        """Return None while a hand is pending: hands are too many to list. `stock` lists the remaining cards."""
        return [] if self.pending_chance < 0 else None

    def stock(self) -> list[tuple[str, int]]:
        """List what the pending hand may contain: the words of a statement, and how many are left."""
        return chance.stock(self)

    def deal(self, rng: Rng) -> Action:
        return chance.draw_outcome(self, rng)

    def chance_key(self) -> tuple[str, int]:
        return chance.chance_key(self)

    def resample(self, seat: Seat | None, rng: Rng) -> "SevenWondersState":
        for _ in range(MAX_TRIES if self.eager else 0):
            twin = self.copy()
            if determinize(twin, seat, rng):
                twin.shown = None  # it was of what is exchanged now
                return twin
        return self.copy()

    def forget(self) -> None:
        """Clear the memory of all seats: hands passed on and cards put down."""
        clear_memory(self, None)

    def winners(self) -> tuple[Seat, ...]:
        return winners(self)

    def estimate(self, seat: Seat) -> float:
        pos = self._carry_out_own(seat)
        return estimate(pos, seat, total(points(pos, seat)))

    def features(self) -> list[list[float]]:
        by_seat = [self._carry_out_own(Seat(seat)) for seat in range(self.seats)]
        return [features(pos, seat, total(points(pos, seat))) for seat, pos in enumerate(by_seat)]

    def feature_names(self) -> tuple[str, ...]:
        return NAMES

    def _carry_out_own(self, seat: Seat) -> "SevenWondersState":
        """Return this position, or one in which the secret choice of a seat has been carried out."""
        if self.choices[seat] is None:
            return self
        twin = self.copy()
        twin.carry_out_alone(seat)
        return twin

    def count_turns(self) -> int:
        return max(0, self.age - 1) * TURNS + self.turn

    # Told from cardboard (`Reportable`): nothing comes to light, and no box has other cards than our lists.

    def reported_turn(self) -> int:
        """Return the turn that is reported now; a recruitment counts as a turn."""
        more = 1 if self.with_leaders else 0
        return max(0, (self.age - 1) * (TURNS + more) + self.turn + more)

    def contradictions(self) -> Sequence[Action]:
        return NO_ACTIONS

    def is_list_unverified(self) -> bool:
        return False

    def setup_progress(self) -> tuple[int, int]:
        return 0, 0

    def reassigned(self, seat: Seat, action: Action) -> Sequence[Action]:
        """Return the action itself: all seats act at once, so it stays with its seat."""
        return (action,) if seat >= 0 and self.acting >> seat & 1 else NO_ACTIONS

    def reseated(self, seat: Seat, action: Action, to: Sequence[Seat]) -> Action:
        return reports_beyond_our_data.reseated(self, seat, action, to)

    def is_follow_up(self, action: Action) -> bool:
        """Check whether an action is anything but a simultaneous choice."""
        return not isinstance(action, Choose)

    def can_skip_report(self, seat: Seat) -> bool:
        """Check for a report that can be left out (`HasParallelReports`), which is never the last card of an age."""
        if self.phase > PLAY:
            return self.phase != SEVENTH
        began = self.copy()
        began.choices = [None] * self.seats
        told = [other for other, choice in enumerate(self.choices) if choice is not None]
        return all([len(list_offer(began, each)) == 1 for each in (seat, *told)])

    def correctable_counts(self) -> dict[str, Count]:
        return reports_beyond_our_data.correctable_counts(self)

    def reported_wonders(self) -> tuple[tuple[str, ...], ...]:
        return tuple([(board.name,) for board in self.boards])

    def possible_wonders(self) -> tuple[str, ...]:
        boards = self.lookup.facts.boards.items()
        return tuple([name for name, board in boards if self.with_leaders or board.box == "base"])

    def things(self) -> dict[str, int]:
        return reports_beyond_our_data.things(self)

    def set_count(self, what: str, n: int, emit: Emit | None) -> None:
        seat = int(what.rpartition(" ")[2]) - 1
        choice = self.choices[seat]
        if choice is not None:  # what a seat has told of this turn is paid once all have
            twin = self.copy()
            twin.choices[seat] = None
            reports_beyond_our_data.set_count(twin, what, n)
            if Choose(choice) not in list_offer(twin, seat):
                raise IllegalAction("told-already", seat=seat + 1)
        reports_beyond_our_data.set_count(self, what, n)
        self.offers = [None] * self.seats
        if self.phase > PLAY:
            asked = self.to_act[0]
            self.offers[asked] = offer = renew_offer(self, asked)
            if not offer:  # it cannot be carried out any more
                self.acting = 0
                self._continue_turn(emit)

    # ---- asking ----------------------------------------------------------------------------------------------

    def _ask(self, asked: int, seat: int) -> None:
        """Ask chance to deal a hand."""
        self.pending_chance = asked
        self.chance_seat = seat
        self.acting = 0
        self.to_act = BY_CHANCE

    def _ask_all(self, phase: int, seats: int) -> None:
        """Ask these seats (as bits) to choose in secret."""
        self.phase = phase
        self.acting = seats
        self.offers = [None] * self.seats
        self.to_act = self.lookup.acting[seats]

    def _ask_one(self, phase: int, seat: int, offer: tuple[Action, ...]) -> None:
        self.phase = phase
        self.acting = 1 << seat
        self.offers[seat] = offer
        self.to_act = self.lookup.acting[1 << seat]

    # ---- the set-up, of a game and an age --------------------------------------------------------------------

    def _end_draft_round(self, emit: Emit | None) -> None:
        """Keep one leader of each draft and pass on the others; the last is kept without a question (ruling 4)."""
        for seat, choice in enumerate(self.choices):
            assert isinstance(choice, Keep)
            leader = self.lookup.leader[choice.leader]
            self.drafts[seat] = remove_card(self.drafts[seat], leader)
            self._add_leaders(seat, (leader,))
            if emit is not None:
                emit(actions.LeaderKept(seat=seat + 1, leader=choice.leader), (Seat(seat),))
        self.choices = [None] * self.seats
        to = self.lookup.facts.draft.passing
        self.drafts = pass_on(self.drafts, to)
        if emit is not None:
            emit(actions.LeadersPassed(to=to), EVERYONE)
        if len(self.drafts[0]) > 1:
            self._ask_all(DRAFT, (1 << self.seats) - 1)
            return
        for seat in range(self.seats):
            self._add_leaders(seat, self.drafts[seat])
            if emit is not None:
                last = self.lookup.leaders[self.drafts[seat][0]]
                emit(actions.LeaderKept(seat=seat + 1, leader=last), (Seat(seat),))
        self.drafts = [()] * self.seats
        self._begin_age(emit)

    def _add_leaders(self, seat: int, leaders: tuple[int, ...]) -> None:
        self.leaders[seat] = tuple(sorted(self.leaders[seat] + leaders))
        self.unplayed[seat] += len(leaders)

    def _begin_age(self, emit: Emit | None) -> None:
        self.age += 1
        self.turn = 0
        self.extra_coin_given = [False] * self.seats
        seats = sum([1 << seat for seat in range(self.seats) if self.unplayed[seat]])
        if self.with_leaders and seats:
            self._ask_all(RECRUIT, seats)
            if emit is not None:
                emit(actions.RecruitmentBegan(age=self.age), EVERYONE)
        else:
            self._deal_age(emit)

    def _deal_age(self, emit: Emit | None) -> None:
        lookup = self.lookup
        if not self.eager:
            self.hand_sizes = [lookup.facts.table.hand] * self.seats
            self._begin_turn(emit)
            return
        self.deck = lookup.decks[self.seats][self.age][:]
        if self.age == AGES:
            self.guilds = lookup.guilds[:]
            self.guilds_left = self.seats + lookup.facts.table.more_guilds
        self._ask(DEAL, 0)

    # ---- what comes to light ---------------------------------------------------------------------------------

    def _leaders_dealt(self, action: Action, emit: Emit | None) -> None:
        dealt = self.lookup.facts.draft.dealt
        if not isinstance(action, actions.Deal) or action.seat != self.chance_seat + 1 or len(action.cards) != dealt:
            raise refusal(self, CHANCE, action)
        leaders = self._take_from_box(action, action.cards)
        seat = self.chance_seat
        self.drafts[seat] = leaders
        if emit is not None:
            emit(actions.LeadersDealt(seat=seat + 1, number=dealt), EVERYONE)
            emit(actions.LeadersSeen(seat=seat + 1, leaders=action.cards), (Seat(seat),))
        if seat + 1 < self.seats:
            self._ask(DEAL_LEADERS, seat + 1)
        else:
            self.pending_chance = NO_CHANCE
            self._ask_all(DRAFT, (1 << self.seats) - 1)

    def _take_from_box(self, action: Action, names: tuple[str, ...]) -> tuple[int, ...]:
        """Remove leaders from the box. Raise IllegalAction if one of them is not there."""
        number = self.lookup.leader
        leaders = [number.get(name, NONE) for name in names]
        if len(set(leaders)) < len(leaders) or not all([leader in self.in_box for leader in leaders]):
            raise refusal(self, CHANCE, action)
        for leader in leaders:
            self.in_box.remove(leader)
        self.box_size -= len(leaders)
        return tuple(leaders)

    def _hand_dealt(self, action: Action, emit: Emit | None) -> None:
        lookup = self.lookup
        size = lookup.hand
        if not isinstance(action, actions.Deal) or action.seat != self.chance_seat + 1 or len(action.cards) != size:
            raise refusal(self, CHANCE, action)
        cards = [lookup.card.get(name, NONE) for name in action.cards]
        deck, guilds, colours = self.deck[:], self.guilds[:], lookup.colour
        for card in cards:
            pile = guilds if card >= 0 and colours[card] == PURPLE else deck
            if card not in pile:
                raise refusal(self, CHANCE, action)
            pile.remove(card)
        dealt = len(self.guilds) - len(guilds)
        if dealt > self.guilds_left:
            raise refusal(self, CHANCE, action)
        self.deck, self.guilds, self.guilds_left = deck, guilds, self.guilds_left - dealt
        seat = self.chance_seat
        self.hands[seat] = tuple(cards)
        self.hand_sizes[seat] = size
        if emit is not None:
            emit(actions.HandDealt(seat=seat + 1, number=size), EVERYONE)
            emit(actions.HandSeen(seat=seat + 1, cards=action.cards), (Seat(seat),))
        if seat + 1 < self.seats:
            self._ask(DEAL, seat + 1)
        else:
            self.pending_chance = NO_CHANCE
            self.guilds = []  # the others are not in the game
            self.remembered = (((),) * self.seats,) * self.seats
            self.put_down = [()] * self.seats
            self.built_of_hand = [NONE] * (TURNS * self.seats)
            self._begin_turn(emit)

    def _leaders_drawn(self, action: Action, emit: Emit | None) -> None:
        seat, number = self.chance_seat, chance.leaders_to_draw(self)
        if not isinstance(action, actions.Draw) or action.seat != seat + 1 or len(action.leaders) != number:
            raise refusal(self, CHANCE, action)
        leaders = self._take_from_box(action, action.leaders)
        self.leaders[seat] = tuple(sorted(self.leaders[seat] + leaders))
        self.unplayed[seat] += number
        self.pending_chance = NO_CHANCE
        if emit is not None:
            emit(actions.LeadersDealt(seat=seat + 1, number=number), EVERYONE)
            emit(actions.LeadersSeen(seat=seat + 1, leaders=action.leaders), (Seat(seat),))
        self._continue_turn(emit)

    def _not_asked(self, action: Action, emit: Emit | None) -> None:
        raise refusal(self, CHANCE, action)

    # ---- a turn ----------------------------------------------------------------------------------------------

    def _begin_turn(self, emit: Emit | None) -> None:
        self.turn += 1
        self.extra_coin_given = [False] * self.seats
        self._ask_all(PLAY, (1 << self.seats) - 1)
        if emit is not None:
            emit(actions.TurnBegan(age=self.age, turn=self.turn), EVERYONE)

    def _pass_hands(self, emit: Emit | None) -> None:
        to = self.lookup.passing[self.age - 1]
        if self.eager:
            known = [
                (*row[:seat], hand, *row[seat + 1 :])
                for seat, (row, hand) in enumerate(zip(self.remembered, self.hands, strict=True))
            ]
            self.remembered = tuple(pass_on(known, to))
        self.hands = pass_on(self.hands, to)
        if emit is not None:
            emit(actions.HandsPassed(to=to), EVERYONE)

    def _choose(self, seat: int, action: Action, shown: View | None, emit: Emit | None) -> None:
        assert type(action) is Choose
        self.choices[seat] = action.what
        self.acting ^= 1 << seat
        self.to_act = self.lookup.acting[self.acting]
        self.offers[seat] = None
        if emit is not None:
            emit(actions.HasChosen(seat=seat + 1), EVERYONE)
            if self.eager:  # what people tell, they tell all
                emit(actions.ChoiceMade(seat=seat + 1, choice=str(action.what)), (Seat(seat),))
        if not self.acting:
            self._reveal(emit)
        elif not self.eager:
            self.offers = [None] * self.seats  # what has been named is known
        elif shown is not None:  # only the fact that the seat has chosen is new
            self.shown = shown = visibility.mark_chosen(shown, seat, self.to_act)
            self.own = {other: visibility.renew_view(own, shown) for other, own in self.own.items() if other != seat}

    def _reveal(self, emit: Emit | None) -> None:
        if self.phase == DRAFT:
            self._end_draft_round(emit)
            return
        self.deeds = []
        self.revealed = (self.age, self.turn)
        self.carry_out([seat for seat in range(self.seats) if self.choices[seat] is not None], emit)
        if self.phase == PLAY and self.turn == TURNS:
            self._add(*[TO_PLAY * SEATS + seat for seat in range(self.seats) if self.plays_seventh[seat]])
            self._add(TO_DISCARD * SEATS)
        self._continue_turn(emit)

    # ---- what a seat says ------------------------------------------------------------------------------------

    def _lose(self, seat: int, action: actions.Lose, emit: Emit | None) -> None:
        held = self.tokens[seat * TOKENS : (seat + 1) * TOKENS]
        age = next(age for age in range(1, TOKENS) if held[age] and self.token_value(age) == action.value)
        self.tokens[seat * TOKENS + age] -= 1
        self.deeds.append((seat, "lose", "", 0, 0, 0, 0, action.value))
        if emit is not None:
            emit(actions.TokenLost(seat=seat + 1, value=action.value), EVERYONE)
        self._continue_turn(emit)

    def _recruit(self, seat: int, action: Recruit, emit: Emit | None) -> None:
        """Recruit a leader. Its questions are asked at once, in the order of `pending_steps`."""
        leader = self.lookup.leader[action.leader]
        paid = self.leader_price(seat, leader)
        self.coins[seat] -= paid
        deed = (seat, "recruit", action.leader, paid, 0, 0, 0, 0)
        self.deeds.append(deed)
        self._turn_up(seat, leader)
        self._finish(deed, action, emit)
        self._continue_turn(emit)

    def _bury(self, seat: int, action: actions.Bury, emit: Emit | None) -> None:
        """Bury a leader: its effect ends, and its cost counts in the wonder (rulings 27, 28)."""
        leader = self.lookup.leader[action.leader]
        age = self.age if self.setup.rules[OWN_AGE] else self.recruited_in[leader]
        effects = self.boards[seat].effects[self.stages[seat] - 1].asks
        times = max([effect.times for effect in effects if isinstance(effect, BuryLeader)])
        self.face_up[seat] ^= 1 << leader
        self.buried[seat] |= 1 << leader
        self.recruited_in[leader] = age
        self.buried_for[leader] = times * self.lookup.leader_cost[age][leader]
        recount(self, seat)
        self.deeds.append((seat, "bury", action.leader, 0, 0, 0, 0, 0))
        if emit is not None:
            points = self.buried_for[leader]
            emit(actions.LeaderBuried(seat=seat + 1, leader=action.leader, points=points), EVERYONE)
        self._continue_turn(emit)

    def _play_seventh(self, seat: int, action: Choice, emit: Emit | None) -> None:
        self.choices[seat] = action
        self.carry_out([seat], emit)
        self._continue_turn(emit)

    def _rebuild(self, seat: int, action: Rebuild, emit: Emit | None) -> None:
        lookup = self.lookup
        card = lookup.card[action.card]
        if self.eager:
            self.discard.remove(card)
        self.discarded[lookup.age[card] if self.discarded[lookup.age[card]] else 0] -= 1
        deed = (seat, "rebuild", action.card, 0, 0, 0, 0, BY_EFFECT)
        self.deeds.append(deed)
        self.add_card(seat, card)
        self._finish(deed, action, emit)
        self._continue_turn(emit)

    def _decline(self, seat: int, action: actions.Decline, emit: Emit | None) -> None:
        if emit is not None:
            emit(actions.OfferDeclined(seat=seat + 1, what="extra" if self.phase == EXTRA else "rebuild"), EVERYONE)
        self._continue_turn(emit)

    # ---- what follows ----------------------------------------------------------------------------------------

    def carry_out(self, seats: list[int], emit: Emit | None) -> None:
        """Pay, place, income: what these seats have chosen, each step for all of them; told seat by seat."""
        first = len(self.deeds)
        for seat in seats:
            self._pay(seat, self.choices[seat])
        for seat in seats:
            self._place(seat, self.choices[seat])
        for nth, seat in enumerate(seats):
            self._finish(self.deeds[first + nth], self.choices[seat], emit)
            self.choices[seat] = None
        if self.phase == RECRUIT and self.age == AGES:
            self._return_leaders(emit)

    def carry_out_alone(self, seat: int) -> None:
        """Carry out the secret choice of one seat, as if it were the only one. For estimates, on a copy."""
        choice = self.choices[seat]
        if isinstance(choice, Keep):
            self._add_leaders(seat, (self.lookup.leader[choice.leader],))
            self.choices[seat] = None
        elif choice is not None:
            self.carry_out([seat], None)

    def _pay(self, seat: int, choice: Choice | None) -> None:
        """Pay the coins of a choice, and record the deed."""
        lookup = self.lookup  # asked by type: where compiled, several times as fast as isinstance of a Struct
        if type(choice) is Build:
            card = lookup.card[choice.card]
            why = self.reason_free(seat, card)
            coins = 0 if why else lookup.card_coins[card]
            self.coins[seat] -= coins + choice.left + choice.right + choice.bank
            self.deeds.append((seat, "build", choice.card, coins, choice.left, choice.right, choice.bank, why))
        elif type(choice) is Stage:
            stage = self.stages[seat]
            coins = self.boards[seat].coins[stage]
            self.coins[seat] -= coins + choice.left + choice.right + choice.bank
            self.deeds.append((seat, "stage", "", coins, choice.left, choice.right, choice.bank, stage + 1))
        else:
            if type(choice) is Recruit:
                coins = self.leader_price(seat, lookup.leader[choice.leader])
                self.coins[seat] -= coins
                self.deeds.append((seat, "recruit", choice.leader, coins, 0, 0, 0, 0))
            else:
                self.deeds.append((seat, "sell", "", 0, 0, 0, 0, 0))
            return
        self.coins[seat + 1 - self.seats] += choice.left
        self.coins[seat - 1] += choice.right

    def _place(self, seat: int, choice: Choice | None) -> None:
        """Put a chosen card where it goes."""
        if type(choice) is Recruit:
            self._turn_up(seat, self.lookup.leader[choice.leader])
        elif type(choice) is Build:
            built = self._leave_hand(seat, choice.card)
            if built != NONE:
                self.built_of_hand[(self.turn - 1) * self.seats + seat] = built
            self.add_card(seat, self.lookup.card[choice.card])
        elif type(choice) is Stage:
            self._place_stage(seat, choice)
        elif type(choice) is Sell:
            self._place_sale(seat, choice)

    def _place_stage(self, seat: int, choice: Stage) -> None:
        board, stage = self.boards[seat], self.stages[seat]
        card = self._leave_hand(seat, choice.card)
        if card != NONE:
            (self.under_stages if self.turn else self.face_down_leaders).append(card)
            if self.turn:
                self.put_down[seat] += (card,)
        self.stages[seat] += 1
        self.counts[seat * CLASSES + STAGE] += 1
        apply_standing(self, seat, board.effects[stage])
        for effect in board.effects[stage].asks:
            self._add(QUESTION_STEPS[type(effect)] * SEATS + seat)

    def _place_sale(self, seat: int, choice: Sell) -> None:
        card = self._leave_hand(seat, choice.card)
        if self.turn:
            if card != NONE:
                self.discard.append(card)
                self.put_down[seat] += (card,)
            self.discarded[self.age] += 1
        elif card != NONE:
            self.face_down_leaders.append(card)

    def _leave_hand(self, seat: int, name: str) -> int:
        """Remove a card, or in recruitment a leader, from its hand. Return its number, or NONE if it has no name."""
        if not self.turn:
            self.unplayed[seat] -= 1
            if not self.eager:
                return NONE
            leader = self.lookup.leader[name]
            self.leaders[seat] = remove_card(self.leaders[seat], leader)
            return leader
        self.hand_sizes[seat] -= 1
        if not self.eager:
            return NONE
        card = self.lookup.card[name]
        self.hands[seat] = remove_card(self.hands[seat], card)
        return card

    def add_card(self, seat: int, card: int) -> None:
        """Add a card to a city, with its standing effects."""
        lookup = self.lookup
        self.cities[seat] |= 1 << card
        self.counts[seat * CLASSES + lookup.colour[card]] += 1
        self.copies_built[card] += 1
        apply_standing(self, seat, lookup.card_effects[card])

    def _turn_up(self, seat: int, leader: int) -> None:
        self.unplayed[seat] -= 1
        if self.eager:
            self.leaders[seat] = remove_card(self.leaders[seat], leader)
        self.face_up[seat] |= 1 << leader
        self.recruited |= 1 << leader
        self.recruited_in[leader] = self.age
        effects = self.lookup.leader_effects[leader]
        apply_standing(self, seat, effects)
        for effect in effects.asks:
            self._add(
                (TO_REBUILD_TOO if isinstance(effect, RebuildCard) else QUESTION_STEPS[type(effect)]) * SEATS + seat
            )
        if any([isinstance(effect, Purge) for effect in effects.income]):
            self._add(*[TO_LOSE * SEATS + other for other in range(self.seats) if other != seat])

    def _return_leaders(self, emit: Emit | None) -> None:
        """Return leaders that were not chosen to the box in Age III (ruling 24)."""
        for seat in range(self.seats):
            number = self.unplayed[seat]
            if not number or self.boards[seat].keeps_leaders:
                continue
            self.in_box = sorted([*self.in_box, *self.leaders[seat]])
            self.box_size += number
            self.leaders[seat] = ()
            self.unplayed[seat] = 0
            if emit is not None:
                emit(actions.LeadersBoxed(seat=seat + 1, number=number), EVERYONE)

    def _finish(self, deed: Deed, said: Choice | Rebuild | None, emit: Emit | None) -> None:
        """Apply what a deed brings, and emit its events: first the deed with its coins, then what else followed."""
        if emit is None:
            self._income(deed, said, None)
            return
        seat, what, name, coins, left, right, bank, detail = deed
        number, before = seat + 1, len(self.deeds)
        more: list[tuple[Event, Audience]] = []
        self._income(deed, said, lambda event, audience: more.append((event, audience)))
        gains = self.gains_since(seat, before)
        hidden = said.card if isinstance(said, Stage | Sell) else ""
        own = (Seat(seat),)
        if what == "build":
            emit(
                actions.CardBuilt(
                    number, name, coins=coins, left=left, right=right, bank=bank, chain=detail == BY_CHAIN, gains=gains
                ),
                EVERYONE,
            )
        elif what == "stage":
            emit(
                actions.StageBuilt(number, stage=detail, coins=coins, left=left, right=right, bank=bank, gains=gains),
                EVERYONE,
            )
            if hidden:
                emit(actions.StageHides(number, hidden), own)
        elif what == "sell":
            emit(actions.CardSold(number, self.lookup.sale, not self.turn, gains), EVERYONE)
            if hidden:
                emit(actions.SaleSeen(number, hidden), own)
        elif what == "recruit":
            emit(actions.LeaderRecruited(number, name, coins, gains), EVERYONE)
        else:
            emit(actions.CardRebuilt(number, name, gains), EVERYONE)
        for event, audience in more:
            emit(event, audience)

    def _income(self, deed: Deed, choice: Choice | Rebuild | None, emit: Emit | None) -> None:
        lookup = self.lookup
        seat, _verb, _name, _coins, left, right, _bank, detail = deed
        if type(choice) is Sell:
            self.gain(seat, lookup.sale, "sale")
        elif type(choice) is Build or type(choice) is Rebuild:
            card = lookup.card[choice.card]
            pay_out(self, seat, lookup.card_effects[card], choice.card, emit)
            self._pay_building_coins(seat, card)
            if detail == BY_CHAIN:
                self.gain_from_effects(seat, self.chain_coins[seat], CoinsOnChain, 1)
            self._pay_purchase_coins(seat, left, right)
        elif type(choice) is Stage:
            board = self.boards[seat]
            pay_out(self, seat, board.effects[self.stages[seat] - 1], board.wonder, emit)
            self._pay_purchase_coins(seat, choice.left, choice.right)
        elif type(choice) is Recruit:
            pay_out(self, seat, lookup.leader_effects[lookup.leader[choice.leader]], choice.leader, emit)

    def _pay_purchase_coins(self, seat: int, left: int, right: int) -> None:
        """Give a coin for each neighbour paid (ruling 16)."""
        if self.purchase_coin[seat]:
            self.gain_from_effects(seat, self.purchase_coin[seat], CoinAfterPurchase, (left > 0) + (right > 0))

    def _pay_building_coins(self, seat: int, card: int) -> None:
        """Give the coins of standing effects for building a card of this colour."""
        colour = self.lookup.colour[card]
        self.gain_from_effects(seat, self.built_coins[seat * CLASSES + colour], CoinsOnBuild, 1, colour)

    def _add(self, *todo: int) -> None:
        """Queue further steps of this moment."""
        self.pending_steps = tuple(sorted([*self.pending_steps, *todo]))

    def _continue_turn(self, emit: Emit | None) -> None:
        """Ask what this moment still asks; then it is over."""
        while self.pending_steps:
            what, seat = divmod(self.pending_steps[0], SEATS)
            self.pending_steps = self.pending_steps[1:]
            if what == TO_DISCARD:
                self._discard_leftovers(emit)
            elif what == TO_DRAW:
                if self._draw_leaders(seat):
                    return
            else:
                phase = PHASES[what]
                offer = OFFERS_BY_STEP[what](self, seat)
                if offer:
                    if phase == SEVENTH:  # a turn of its own (ruling 14)
                        self.extra_coin_given[seat] = False
                    self._ask_one(phase, seat, offer)
                    if phase == REBUILD and emit is not None and self.eager:
                        cards = tuple([self.lookup.cards[card] for card in sorted(self.discard)])
                        emit(actions.DiscardSeen(seat=seat + 1, cards=cards), (Seat(seat),))
                    return
        self._end_moment(emit)

    def _draw_leaders(self, seat: int) -> bool:
        """Take leaders out of the box. Return True if chance has to be asked for them."""
        self.chance_seat = seat
        number = chance.leaders_to_draw(self)
        if self.eager and number:
            self._ask(DRAW, seat)
            return True
        self.box_size -= number
        self.unplayed[seat] += number
        return False

    def _discard_leftovers(self, emit: Emit | None) -> None:
        number = sum(self.hand_sizes)
        for seat in range(self.seats):
            self.discard += self.hands[seat]
            self.discarded[self.age] += self.hand_sizes[seat]
            self.hands[seat] = ()
            self.hand_sizes[seat] = 0
        if emit is not None and number:
            emit(actions.LeftoversDiscarded(number=number), EVERYONE)

    # ---- the end of a turn, an age, the game -----------------------------------------------------------------

    def _end_moment(self, emit: Emit | None) -> None:
        if not self.turn:
            self._deal_age(emit)
        elif self.turn < TURNS:
            self._pass_hands(emit)
            self._begin_turn(emit)
        else:
            self._conflict(emit)
            if self.age < AGES:
                self._begin_age(emit)
            else:
                self._end(emit)

    def _conflict(self, emit: Emit | None) -> None:
        """Give all tokens of a conflict, then pay what they bring (ruling 30)."""
        shields = self.shields
        self.extra_coin_given = [False] * self.seats
        if emit is not None:
            emit(actions.ConflictSettled(age=self.age, shields=tuple(shields)), EVERYONE)
        won = [0] * self.seats
        for seat in range(self.seats):
            for other in (self.left_neighbour(seat), self.right_neighbour(seat)):
                if shields[seat] > shields[other]:
                    won[seat] += 1
                    self.take_token(seat, self.age, other, emit)
                elif shields[seat] < shields[other]:
                    loser, winner = (other, seat) if self.defeats_to_winner[seat] else (seat, other)
                    self.take_token(loser, DEFEAT, winner, emit)
        for seat in range(self.seats):
            before = len(self.deeds)
            self.gain_from_effects(seat, self.token_coins[seat], CoinsOnToken, won[seat])
            if emit is not None:
                for coins, by in self.gains_since(seat, before):
                    emit(actions.CoinsGained(seat=seat + 1, coins=coins, by=by), EVERYONE)

    def _end(self, emit: Emit | None) -> None:
        self.phase = GAME_OVER
        self.acting = 0
        self.to_act = NO_SEATS
        if emit is not None:
            emit(actions.GameEnded(winners=tuple([winner + 1 for winner in self.winners()])), EVERYONE)


H = TypeVar("H")


def remove_card(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return a hand with one copy less of a card."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def pass_on(hands: list[H], to: str) -> list[H]:
    """Pass hands, or the knowledge of them, to the next seat: `left` is clockwise, from seat 1 to seat 2."""
    return [*hands[-1:], *hands[:-1]] if to == "left" else [*hands[1:], *hands[:1]]


QUESTION_STEPS: Final[dict[type[Effect], int]] = {
    DrawLeaders: TO_DRAW,
    ExtraLeader: TO_RECRUIT,
    BuryLeader: TO_BURY,
    RebuildCard: TO_REBUILD,
}
_REVEAL_HANDLERS: Final[tuple[Callable[[SevenWondersState, Action, Emit | None], None], ...]] = (
    SevenWondersState._leaders_dealt,
    SevenWondersState._hand_dealt,
    SevenWondersState._leaders_drawn,
    SevenWondersState._not_asked,  # NONE is -1
)
_HANDLERS: Final[dict[type, Callable[[SevenWondersState, int, Any, Emit | None], None]]] = {
    actions.Lose: SevenWondersState._lose,
    Recruit: SevenWondersState._recruit,
    actions.Bury: SevenWondersState._bury,
    Build: SevenWondersState._play_seventh,
    Stage: SevenWondersState._play_seventh,
    Sell: SevenWondersState._play_seventh,
    Rebuild: SevenWondersState._rebuild,
    actions.Decline: SevenWondersState._decline,
}
