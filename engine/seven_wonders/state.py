"""A game of 7 Wonders from the first hand to the end: who is asked what, what is legal, and what follows.

The state holds its own question: `phase`, the seats that owe an answer (`acting`), or the pending chance (`asked`).
What a seat may do is made when somebody asks (`offers`) and stands until something changes. An action is legal exactly
if it is on offer: `apply` checks that, then changes things. Secret choices wait in `choices`; when the last seat has
chosen they are carried out together (docs/notation-seven-wonders.md, *Carrying out*), and what is left to ask waits in
`todo`. Chance fills in hands; until then they are nowhere, not even in here.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.bits import numbers
from engine.game import CHANCE, EVERYONE, Rng, Seat, Tell
from engine.offers import among
from engine.seven_wonders import actions as said
from engine.seven_wonders import scoring
from engine.seven_wonders.actions import Action, Choice
from engine.seven_wonders.box import Box
from engine.seven_wonders.cards import (
    AGES,
    CLASSES,
    PURPLE,
    STAGE,
    TURNS,
    Bury,
    CoinAfterPurchase,
    CoinsOnBuild,
    CoinsOnChain,
    CoinsOnToken,
    DrawLeaders,
    Effect,
    ExtraLeader,
    Purge,
    Rebuild,
)
from engine.seven_wonders.effects import pay_out, recount, score, settle
from engine.seven_wonders.estimate import estimate
from engine.seven_wonders.exchange import drawn, exchanged
from engine.seven_wonders.observe import Seen, observe
from engine.seven_wonders.payments import FREE, NO_PLAN
from engine.seven_wonders.position import DEFEAT, NONE, TOKENS, Position
from engine.seven_wonders.refusals import refusal
from engine.seven_wonders.setup import OWN_AGE, SevenWondersSetup
from engine.seven_wonders.view import View

# phase: what is asked; the first three are chosen in secret by all
DRAFT: Final = 0
RECRUIT: Final = 1
PLAY: Final = 2
LOSE: Final = 3
EXTRA: Final = 4
BURY: Final = 5
SEVENTH: Final = 6
REBUILD: Final = 7
OVER: Final = 8
OPEN: Final = (LOSE, BURY)  # everybody may know what is offered then
WORDS: Final = ("draft", "recruit", "play", "lose", "extra", "bury", "seventh", "rebuild", None)
# asked: what the pending chance is
NOT_ASKED: Final = 0
DEAL_LEADERS: Final = 1
DEAL: Final = 2
DRAW: Final = 3
# todo: what follows a moment, in this order, each for seats 1…n: what times SEATS, and the seat
SEATS: Final = 8
TO_LOSE: Final = 0
TO_DRAW: Final = 1
TO_RECRUIT: Final = 2
TO_BURY: Final = 3
TO_PLAY: Final = 4  # the seventh card
TO_DISCARD: Final = 5  # what is left in all hands
TO_REBUILD: Final = 6  # by a stage
TO_REBUILD_TOO: Final = 7  # by a leader

BY_CHANCE: Final = (CHANCE,)
NOBODY: Final[tuple[Seat, ...]] = ()
NOTHING: Final[tuple[Action, ...]] = ()
STACKS: Final = ("", "leaders", "hands", "box")  # by what is asked


class SevenWondersState(Position):
    """One game. See `engine.game.State` for the contract of its methods."""

    __slots__ = ("acting", "asked", "asking", "offers", "phase", "seen", "to_act", "todo")

    def __init__(self, box: Box, setup: SevenWondersSetup, blank: bool = False) -> None:
        """At the start of a game; `blank`: with nothing filled in, for `copy`. (Compiled, no `__new__` does that.)"""
        if blank:
            return
        super().__init__(box, setup)
        self.phase = DRAFT
        self.acting = 0  # bits of the seats that owe an answer
        self.asked = NOT_ASKED
        self.asking = 0  # the seat whose hand is to be dealt
        self.offers: list[tuple[Action, ...] | None] = [None] * self.seats  # once somebody has asked for them
        self.to_act: tuple[Seat, ...] = NOBODY
        self.todo: tuple[int, ...] = ()
        self.seen: Seen | None = None  # what was asked for of its views, until something changes
        for seat in range(self.seats):
            recount(self, seat)
        if self.with_leaders and self.eager:
            self._ask(DEAL_LEADERS, 0)
        else:
            self._begin_age(None)

    # ---- the contract ----------------------------------------------------------------------------------

    def parse(self, text: str) -> Action:
        return self.box.parse(text)

    def apply(self, seat: Seat, action: Action, tell: Tell | None = None) -> None:
        seen, self.seen = self.seen, None
        if seat < 0:  # CHANCE
            _DEALT[self.asked](self, action, tell)
            return
        if not self.acting >> seat & 1 or not among(self.offers[seat] or self.legal(seat), action):
            raise refusal(self, seat, action)
        if self.phase <= PLAY:
            self._choose(seat, action, seen, tell)
        else:
            self.acting = 0
            self.offers[seat] = None
            _HOW[type(action)](self, seat, action, tell)

    def view(self, seat: Seat | None) -> View:
        return observe(self, seat)

    def scores(self) -> tuple[dict[str, int], ...]:
        return tuple([self.score(seat) for seat in range(self.seats)])

    def copy(self) -> "SevenWondersState":
        twin = SevenWondersState(self.box, self.setup, True)
        self.copy_into(twin)
        twin.phase = self.phase
        twin.acting = self.acting
        twin.asked = self.asked
        twin.asking = self.asking
        twin.offers = self.offers[:]
        twin.to_act = self.to_act
        twin.todo = self.todo
        twin.seen = self.seen
        return twin

    def legal(self, seat: Seat) -> Sequence[Action]:
        if seat < 0 or not self.acting >> seat & 1:
            return NOTHING
        offer = self.offers[seat]
        if offer is None:
            offer = self.offers[seat] = self._offer(seat)
        return offer

    def is_public(self, seat: Seat) -> bool:
        """Tokens to lose and leaders to bury lie open. All else is done with hands, or with the discard.

        Where nobody tells hands, only what others have chosen in secret tells on what is offered.
        """
        if self.phase in OPEN or not self.acting >> seat & 1:
            return True
        return not self.eager and all([choice is None for choice in self.choices])

    def odds(self) -> list[tuple[Action, int]] | None:
        """Hands are too many to list; `stock` says what is left of them."""
        return None if self.asked else []

    def stock(self) -> list[tuple[str, int]]:
        """What may come with the pending hand: the words of a statement, and how many are left."""
        box = self.box
        asks = self.pending()
        if asks is None:
            return []
        if self.asked != DEAL:
            return [(f"{asks} {box.leaders[leader]}", 1) for leader in self.in_box]
        found = [(f"{asks} {box.cards[card]}", self.deck.count(card)) for card in sorted(set(self.deck))]
        if self.guilds_left:
            found += [(f"{asks} {box.cards[guild]}", 1) for guild in self.guilds]
            found.append((f"{asks} guilds", self.guilds_left))
        return found

    def deal(self, rng: Rng) -> Action:
        box, seat = self.box, self.asking
        if self.asked != DEAL:
            number = box.facts.draft.dealt if self.asked == DEAL_LEADERS else self._to_draw()
            leaders = tuple([box.leaders[leader] for leader in sorted(drawn(self.in_box, number, rng))])
            return said.Deal(seat + 1, leaders) if self.asked == DEAL_LEADERS else said.Draw(seat + 1, leaders)
        cards = drawn(self.deck + [NONE] * self.guilds_left, box.facts.table.hand, rng)
        guilds = cards.count(NONE)
        if guilds:
            cards = [card for card in cards if card >= 0] + drawn(self.guilds, guilds, rng)
        return said.Deal(seat + 1, tuple([box.cards[card] for card in sorted(cards)]))

    def drawn(self) -> tuple[str, int]:
        stack = f"age-{self.age} hands" if self.asked == DEAL else STACKS[self.asked]
        return stack, self.asking

    def resample(self, seat: Seat | None, rng: Rng) -> "SevenWondersState":
        return exchanged(self, seat, rng)

    def winners(self) -> tuple[Seat, ...]:
        if self.phase != OVER:
            return ()
        won = scoring.winners([points["total"] for points in self.scores()], self.coins)
        return tuple([Seat(seat) for seat in won])

    def estimate(self, seat: Seat) -> float:
        at = self
        choice = self.choices[seat]
        if choice is not None:
            at = self.copy()
            at.carry_out_alone(seat)
        return estimate(at, seat, at.score(seat)["total"])

    # ---- what others ask about the position --------------------------------------------------------------

    def pending(self) -> str | None:
        """The line of the pending chance, without its outcome."""
        if not self.asked:
            return None
        return f"{'draw' if self.asked == DRAW else 'deal'} {self.asking + 1}"

    def question(self) -> str | None:
        """The word of what seats are asked."""
        return None if self.asked else WORDS[self.phase]

    def secret(self) -> bool:
        """Whether all are asked at once, to choose in secret."""
        return not self.asked and self.phase <= PLAY

    def turns_begun(self) -> int:
        """Turns of all ages so far."""
        return max(0, self.age - 1) * TURNS + self.turn

    def passes(self) -> bool:
        """Whether hands are passed at the end of this turn."""
        return self.turn < TURNS and self.phase != OVER

    def score(self, seat: int) -> dict[str, int]:
        """One seat's points by category, as if the game ended now."""
        return score(self, seat)

    def may_hold(self, seat: int, card: int) -> bool:
        """Whether a card is in a seat's hand, or may be where nobody tells hands."""
        return card in self.hands[seat] if self.eager else card in self._may_come(self.age, self._named_now())

    def may_hold_leader(self, seat: int, leader: int) -> bool:
        return leader in (self.leaders[seat] if self.eager else self._may_be_recruited())

    def recount(self, seat: int) -> None:
        """Count again what lies in a city."""
        recount(self, seat)

    def offered_anew(self, seat: int) -> tuple[Action, ...]:
        """What a pending question would offer a seat now; nothing if it would not be asked."""
        ask = _ANEW.get(self.phase)
        return ask(self, seat) if ask else NOTHING

    def choose_anew(self, seat: int, rng: Rng) -> None:
        """A secret choice made again by chance, from what the seat holds now."""
        offer = self._offer(seat)
        choice = offer[int(rng.random() * len(offer))]
        assert isinstance(choice, said.Choose)
        self.choices[seat] = choice.what

    # ---- asking ----------------------------------------------------------------------------------------------

    def _ask(self, asked: int, seat: int) -> None:
        """Chance is to deal a hand."""
        self.asked = asked
        self.asking = seat
        self.acting = 0
        self.to_act = BY_CHANCE

    def _ask_all(self, phase: int, seats: int) -> None:
        """These seats (as bits) are to choose in secret."""
        self.phase = phase
        self.acting = seats
        self.offers = [None] * self.seats
        self.to_act = self.box.acting[seats]

    def _ask_one(self, phase: int, seat: int, offer: tuple[Action, ...]) -> None:
        self.phase = phase
        self.acting = 1 << seat
        self.offers[seat] = offer
        self.to_act = self.box.acting[1 << seat]

    # ---- what may be chosen ------------------------------------------------------------------------------------

    def _offer(self, seat: int) -> tuple[Action, ...]:
        """What a seat may choose in secret."""
        if self.phase == DRAFT:
            keeps = self.box.keeps
            return tuple([keeps[leader] for leader in self.drafts[seat]])
        if self.phase == RECRUIT:
            return self._offer_leaders(seat) if self.eager else self._offer_any_leader(seat)
        return self._offer_cards(seat, True) if self.eager else self._offer_any_card(seat, True)

    def _offer_cards(self, seat: int, secret: bool) -> tuple[Action, ...]:
        """What may be done with the cards of a hand."""
        box = self.box
        remembered = box.plays if secret else box.uses
        stages = self.plans_for_stage(seat)
        free = self.free_now(seat)
        offer: list[Action] = []
        before = NONE
        for card in self.hands[seat]:
            if card == before:
                continue
            before = card
            builds = self.plans_for(seat, card, free)
            ways = remembered[card].get((builds, stages))
            offer += box.ways(card, builds, stages, secret) if ways is None else ways
        return tuple(offer)

    def _offer_leaders(self, seat: int) -> tuple[Action, ...]:
        """What may be done with one's own leaders."""
        box = self.box
        stages = self.plans_for_stage(seat)
        offer: list[Action] = []
        for leader in self.leaders[seat]:
            can = self.leader_price(seat, leader) <= self.coins[seat]
            offer += box.ways(len(box.cards) + leader, FREE if can else NO_PLAN, stages, True)
        return tuple(offer)

    def _offer_any_card(self, seat: int, secret: bool) -> tuple[Action, ...]:
        """The same where nobody tells hands: any card that may be in it."""
        box = self.box
        free = self.free_now(seat)
        offer: list[Action] = []
        for card in self._may_come(self.age, self._named_now()):
            builds = self.plans_for(seat, card, free)
            if secret:
                offer += box.builds(card, builds)
            elif builds:
                offer += box.ways(card, builds, NO_PLAN, False)[:-1]
        offer += box.ways(box.nameless, NO_PLAN, self.plans_for_stage(seat), secret)
        return tuple(offer)

    def _offer_any_leader(self, seat: int) -> tuple[Action, ...]:
        box = self.box
        offer: list[Action] = []
        for leader in self._may_be_recruited():
            if self.leader_price(seat, leader) <= self.coins[seat]:
                offer += box.ways(len(box.cards) + leader, FREE, NO_PLAN, True)[:1]
        offer += box.ways(box.nameless, NO_PLAN, self.plans_for_stage(seat), True)
        return tuple(offer)

    def _named_now(self) -> list[int]:
        """The cards that seats have chosen to build in this round."""
        card = self.box.card
        return [card[choice.card] for choice in self.choices if isinstance(choice, said.Build)]

    def _may_come(self, age: int, named: list[int]) -> list[int]:
        """The cards of an age of which a copy is unknown, where nobody tells hands; `named` are known besides."""
        box = self.box
        copies = box.copies[self.seats][age]
        known = self.standing[:]
        for card in named:
            known[card] += 1
        found = [card for card in range(len(box.cards)) if copies[card] > known[card]]
        if age == AGES:
            left = self.seats + box.facts.table.more_guilds - sum([known[guild] for guild in box.guilds])
            if left > 0:
                found += [guild for guild in box.guilds if not known[guild]]
                found.sort()
        return found

    def _may_be_recruited(self) -> list[int]:
        """The leaders that nobody has recruited, nor chosen to, where nobody tells what seats hold."""
        chosen = [choice.leader for choice in self.choices if isinstance(choice, said.Recruit)]
        leaders = self.box.leaders
        return [n for n in self.in_box if not self.recruited >> n & 1 and leaders[n] not in chosen]

    # ---- hands are dealt -----------------------------------------------------------------------------------------

    def _leaders_dealt(self, action: Action, tell: Tell | None) -> None:
        dealt = self.box.facts.draft.dealt
        if not isinstance(action, said.Deal) or action.seat != self.asking + 1 or len(action.cards) != dealt:
            raise refusal(self, CHANCE, action)
        leaders = self._out_of_box(action, action.cards)
        seat = self.asking
        self.drafts[seat] = leaders
        if tell is not None:
            tell(said.LeadersDealt(seat=seat + 1, number=dealt), EVERYONE)
            tell(said.LeadersSeen(seat=seat + 1, leaders=action.cards), (Seat(seat),))
        if seat + 1 < self.seats:
            self._ask(DEAL_LEADERS, seat + 1)
        else:
            self.asked = NOT_ASKED
            self._ask_all(DRAFT, (1 << self.seats) - 1)

    def _out_of_box(self, action: Action, names: tuple[str, ...]) -> tuple[int, ...]:
        """These leaders leave the box; refused if one of them is not there."""
        number = self.box.leader
        leaders = [number.get(name, NONE) for name in names]
        if len(set(leaders)) < len(leaders) or not all([leader in self.in_box for leader in leaders]):
            raise refusal(self, CHANCE, action)
        for leader in leaders:
            self.in_box.remove(leader)
        self.boxed -= len(leaders)
        return tuple(leaders)

    def _hand_dealt(self, action: Action, tell: Tell | None) -> None:
        box = self.box
        size = box.hand
        if not isinstance(action, said.Deal) or action.seat != self.asking + 1 or len(action.cards) != size:
            raise refusal(self, CHANCE, action)
        cards = [box.card.get(name, NONE) for name in action.cards]
        deck, guilds, colours = self.deck[:], self.guilds[:], box.colour
        for card in cards:
            pile = guilds if card >= 0 and colours[card] == PURPLE else deck
            if card not in pile:
                raise refusal(self, CHANCE, action)
            pile.remove(card)
        dealt = len(self.guilds) - len(guilds)
        if dealt > self.guilds_left:
            raise refusal(self, CHANCE, action)
        self.deck, self.guilds, self.guilds_left = deck, guilds, self.guilds_left - dealt
        seat = self.asking
        self.hands[seat] = tuple(cards)
        self.held[seat] = size
        if tell is not None:
            tell(said.HandDealt(seat=seat + 1, number=size), EVERYONE)
            tell(said.HandSeen(seat=seat + 1, cards=action.cards), (Seat(seat),))
        if seat + 1 < self.seats:
            self._ask(DEAL, seat + 1)
        else:
            self.asked = NOT_ASKED
            self.guilds = []  # the others are not in the game
            self._begin_turn(tell)

    def _leaders_drawn(self, action: Action, tell: Tell | None) -> None:
        seat, number = self.asking, self._to_draw()
        if not isinstance(action, said.Draw) or action.seat != seat + 1 or len(action.leaders) != number:
            raise refusal(self, CHANCE, action)
        leaders = self._out_of_box(action, action.leaders)
        self.leaders[seat] = tuple(sorted(self.leaders[seat] + leaders))
        self.unplayed[seat] += number
        self.asked = NOT_ASKED
        if tell is not None:
            tell(said.LeadersDealt(seat=seat + 1, number=number), EVERYONE)
            tell(said.LeadersSeen(seat=seat + 1, leaders=action.leaders), (Seat(seat),))
        self._go_on(tell)

    def _not_asked(self, action: Action, tell: Tell | None) -> None:
        raise refusal(self, CHANCE, action)

    def _to_draw(self) -> int:
        """How many leaders the stage built last brings out of the box (ruling 25)."""
        effects = self.boards[self.asking].effects[self.stages[self.asking] - 1].asks
        wanted = sum([effect.amount for effect in effects if isinstance(effect, DrawLeaders)])
        return min(wanted, self.boxed)

    # ---- ages and turns --------------------------------------------------------------------------------------

    def _begin_age(self, tell: Tell | None) -> None:
        self.age += 1
        self.turn = 0
        self.spent = [False] * self.seats
        seats = sum([1 << seat for seat in range(self.seats) if self.unplayed[seat]])
        if self.with_leaders and seats:
            self._ask_all(RECRUIT, seats)
            if tell is not None:
                tell(said.RecruitmentBegan(age=self.age), EVERYONE)
        else:
            self._deal_age(tell)

    def _deal_age(self, tell: Tell | None) -> None:
        box = self.box
        if not self.eager:
            self.held = [box.facts.table.hand] * self.seats
            self._begin_turn(tell)
            return
        copies = box.copies[self.seats][self.age]
        self.deck = [card for card, number in enumerate(copies) for _ in range(number)]
        if self.age == AGES:
            self.guilds = box.guilds[:]
            self.guilds_left = self.seats + box.facts.table.more_guilds
        self._ask(DEAL, 0)

    def _begin_turn(self, tell: Tell | None) -> None:
        self.turn += 1
        self.spent = [False] * self.seats
        self._ask_all(PLAY, (1 << self.seats) - 1)
        if tell is not None:
            tell(said.TurnBegan(age=self.age, turn=self.turn), EVERYONE)

    def _pass_hands(self, tell: Tell | None) -> None:
        to = self.box.passing[self.age - 1]
        self.hands = passed(self.hands, to)
        if tell is not None:
            tell(said.HandsPassed(to=to), EVERYONE)

    # ---- secret choices ----------------------------------------------------------------------------------------

    def _choose(self, seat: int, action: Action, seen: Seen | None, tell: Tell | None) -> None:
        assert isinstance(action, said.Choose)
        self.choices[seat] = action.what
        self.acting ^= 1 << seat
        self.to_act = self.box.acting[self.acting]
        self.offers[seat] = None
        if tell is not None:
            tell(said.HasChosen(seat=seat + 1), EVERYONE)
            tell(said.Chose(seat=seat + 1, choice=str(action.what)), (Seat(seat),))
        if not self.acting:
            self._reveal(tell)
        elif self.eager:
            self.seen = seen and seen.when_chosen(seat, self.to_act)
        else:
            self.offers = [None] * self.seats  # what has been named is known

    def _reveal(self, tell: Tell | None) -> None:
        if self.phase == DRAFT:
            self._drafted(tell)
            return
        self.carry_out([seat for seat in range(self.seats) if self.choices[seat] is not None], tell)
        if self.phase == PLAY and self.turn == TURNS:
            self._add(*[TO_PLAY * SEATS + seat for seat in range(self.seats) if self.seventh[seat]])
            self._add(TO_DISCARD * SEATS)
        self._go_on(tell)

    def _drafted(self, tell: Tell | None) -> None:
        """One leader is kept, the others are passed; the last comes by itself (ruling 4)."""
        for seat, choice in enumerate(self.choices):
            assert isinstance(choice, said.Keep)
            leader = self.box.leader[choice.leader]
            self.drafts[seat] = without(self.drafts[seat], leader)
            self._gets(seat, (leader,))
            if tell is not None:
                tell(said.LeaderKept(seat=seat + 1, leader=choice.leader), (Seat(seat),))
        self.choices = [None] * self.seats
        to = self.box.facts.draft.passing
        self.drafts = passed(self.drafts, to)
        if tell is not None:
            tell(said.LeadersPassed(to=to), EVERYONE)
        if len(self.drafts[0]) > 1:
            self._ask_all(DRAFT, (1 << self.seats) - 1)
            return
        for seat in range(self.seats):
            self._gets(seat, self.drafts[seat])
            if tell is not None:
                last = self.box.leaders[self.drafts[seat][0]]
                tell(said.LeaderKept(seat=seat + 1, leader=last), (Seat(seat),))
        self.drafts = [()] * self.seats
        self._begin_age(tell)

    def _gets(self, seat: int, leaders: tuple[int, ...]) -> None:
        self.leaders[seat] = tuple(sorted(self.leaders[seat] + leaders))
        self.unplayed[seat] += len(leaders)

    # ---- carrying out ------------------------------------------------------------------------------------------

    def carry_out(self, seats: list[int], tell: Tell | None) -> None:
        """Pay, place, income: what these seats have chosen, each step for all of them."""
        chosen = [(seat, self.choices[seat]) for seat in seats]
        for seat, choice in chosen:
            self._pay(seat, choice)
        chained = 0
        for seat, choice in chosen:
            chained |= self._place(seat, choice, tell) << seat
        if self.phase == RECRUIT and self.age == AGES:
            self._box_the_rest(tell)
        for seat, choice in chosen:
            self._income(seat, choice, chained >> seat & 1 != 0, tell)
            self.choices[seat] = None

    def carry_out_alone(self, seat: int) -> None:
        """One's own secret choice, as if it were the only one. For estimates, on a copy."""
        choice = self.choices[seat]
        if isinstance(choice, said.Keep):
            self._gets(seat, (self.box.leader[choice.leader],))
            self.choices[seat] = None
        elif choice is not None:
            self.carry_out([seat], None)

    def _pay(self, seat: int, choice: Choice | None) -> None:
        box = self.box  # asked by type: where compiled, several times as fast as isinstance of a Struct
        if type(choice) is said.Build:
            card = box.card[choice.card]
            if not self.costs_nothing(seat, card):
                self.coins[seat] -= box.card_coins[card] + choice.left + choice.right + choice.bank
        elif type(choice) is said.Stage:
            coins = self.boards[seat].coins[self.stages[seat]]
            self.coins[seat] -= coins + choice.left + choice.right + choice.bank
        else:
            if type(choice) is said.Recruit:
                self.coins[seat] -= self.leader_price(seat, box.leader[choice.leader])
            return
        self.coins[self.left(seat)] += choice.left
        self.coins[self.right(seat)] += choice.right

    def _place(self, seat: int, choice: Choice | None, tell: Tell | None) -> int:
        """Put a chosen card where it goes; 1 if it was built by its chain."""
        if type(choice) is said.Recruit:
            leader = self.box.leader[choice.leader]
            self._turn_up(seat, leader, self.leader_price(seat, leader), tell)
            return 0
        if type(choice) is said.Build:
            card = self.box.card[choice.card]
            chain = self.cities[seat] & self.box.chained[card] != 0
            if tell is not None:
                coins = 0 if self.costs_nothing(seat, card) else self.box.card_coins[card]
                paid = {"left": choice.left, "right": choice.right, "bank": choice.bank}
                built = said.CardBuilt(seat=seat + 1, card=choice.card, coins=coins, chain=chain, **paid)
                tell(built, EVERYONE)
            self._leave_hand(seat, choice.card)
            self.add_card(seat, card)
            return 1 if chain else 0
        if type(choice) is said.Stage:
            self._place_stage(seat, choice, tell)
        elif type(choice) is said.Sell:
            self._place_sale(seat, choice, tell)
        return 0

    def _place_stage(self, seat: int, choice: said.Stage, tell: Tell | None) -> None:
        board, stage = self.boards[seat], self.stages[seat]
        card = self._leave_hand(seat, choice.card)
        if card != NONE:
            (self.under if self.turn else self.gone).append(card)
        self.stages[seat] += 1
        self.counts[seat * CLASSES + STAGE] += 1
        settle(self, seat, board.effects[stage])
        for effect in board.effects[stage].asks:
            self._add(ASKS[type(effect)] * SEATS + seat)
        if tell is not None:
            paid = {"left": choice.left, "right": choice.right, "bank": choice.bank}
            built = said.StageBuilt(seat=seat + 1, stage=stage + 1, coins=board.coins[stage], **paid)
            tell(built, EVERYONE)
            if choice.card:
                tell(said.StageHides(seat=seat + 1, card=choice.card), (Seat(seat),))

    def _place_sale(self, seat: int, choice: said.Sell, tell: Tell | None) -> None:
        card = self._leave_hand(seat, choice.card)
        if self.turn:
            if card != NONE:
                self.discard.append(card)
            self.discarded[self.age] += 1
        elif card != NONE:
            self.gone.append(card)
        if tell is not None:
            coins = self.box.facts.table.sale
            tell(said.CardSold(seat=seat + 1, coins=coins, leader=not self.turn), EVERYONE)
            if choice.card:
                tell(said.SaleSeen(seat=seat + 1, card=choice.card), (Seat(seat),))

    def _leave_hand(self, seat: int, name: str) -> int:
        """A card, or in recruitment a leader, leaves its hand: its number, or NONE where it has no name."""
        if not self.turn:
            self.unplayed[seat] -= 1
            if not self.eager:
                return NONE
            leader = self.box.leader[name]
            self.leaders[seat] = without(self.leaders[seat], leader)
            return leader
        self.held[seat] -= 1
        if not self.eager:
            return NONE
        card = self.box.card[name]
        self.hands[seat] = without(self.hands[seat], card)
        return card

    def add_card(self, seat: int, card: int) -> None:
        """A card comes to lie in a city."""
        box = self.box
        self.cities[seat] |= 1 << card
        self.counts[seat * CLASSES + box.colour[card]] += 1
        self.standing[card] += 1
        settle(self, seat, box.card_effects[card])

    def _turn_up(self, seat: int, leader: int, paid: int, tell: Tell | None) -> None:
        """An own leader comes to lie face up."""
        self.unplayed[seat] -= 1
        if self.eager:
            self.leaders[seat] = without(self.leaders[seat], leader)
        self.face_up[seat] |= 1 << leader
        self.recruited |= 1 << leader
        self.recruited_in[leader] = self.age
        if tell is not None:
            tell(said.LeaderRecruited(seat=seat + 1, leader=self.box.leaders[leader], paid=paid), EVERYONE)
        effects = self.box.leader_effects[leader]
        settle(self, seat, effects)
        for effect in effects.asks:
            self._add((TO_REBUILD_TOO if isinstance(effect, Rebuild) else ASKS[type(effect)]) * SEATS + seat)
        if any([isinstance(effect, Purge) for effect in effects.income]):
            self._add(*[TO_LOSE * SEATS + other for other in range(self.seats) if other != seat])

    def _box_the_rest(self, tell: Tell | None) -> None:
        """In Age III leaders not chosen go back into the box (ruling 24)."""
        for seat in range(self.seats):
            number = self.unplayed[seat]
            if not number or self.boards[seat].keeps_leaders:
                continue
            self.in_box = sorted([*self.in_box, *self.leaders[seat]])
            self.boxed += number
            self.leaders[seat] = ()
            self.unplayed[seat] = 0
            if tell is not None:
                tell(said.LeadersBoxed(seat=seat + 1, number=number), EVERYONE)

    def _income(self, seat: int, choice: Choice | None, chain: bool, tell: Tell | None) -> None:
        box = self.box
        if type(choice) is said.Sell:
            self.gain(seat, box.sale, "sale", tell)
        elif type(choice) is said.Build:
            card = box.card[choice.card]
            pay_out(self, seat, box.card_effects[card], choice.card, tell)
            self._coins_for_building(seat, card, tell)
            if chain:
                self.gain_by(seat, self.chain_coins[seat], CoinsOnChain, 1, tell)
            self._after_purchase(seat, choice.left, choice.right, tell)
        elif type(choice) is said.Stage:
            board = self.boards[seat]
            pay_out(self, seat, board.effects[self.stages[seat] - 1], board.wonder, tell)
            self._after_purchase(seat, choice.left, choice.right, tell)
        elif type(choice) is said.Recruit:
            pay_out(self, seat, box.leader_effects[box.leader[choice.leader]], choice.leader, tell)

    def _after_purchase(self, seat: int, left: int, right: int, tell: Tell | None) -> None:
        """A coin for each neighbour paid (ruling 16)."""
        if self.purchase_coin[seat]:
            self.gain_by(seat, self.purchase_coin[seat], CoinAfterPurchase, (left > 0) + (right > 0), tell)

    def _coins_for_building(self, seat: int, card: int, tell: Tell | None) -> None:
        """What the city brings for a card of this colour."""
        colour = self.box.colour[card]
        self.gain_by(seat, self.built_coins[seat * CLASSES + colour], CoinsOnBuild, 1, tell, colour)

    # ---- questions -------------------------------------------------------------------------------------------

    def _add(self, *todo: int) -> None:
        """Something more follows this moment."""
        self.todo = tuple(sorted([*self.todo, *todo]))

    def _go_on(self, tell: Tell | None) -> None:
        """Ask what this moment still asks; then it is over."""
        while self.todo:
            what, seat = divmod(self.todo[0], SEATS)
            self.todo = self.todo[1:]
            if what == TO_DISCARD:
                self._discard_leftovers(tell)
            elif what == TO_DRAW:
                if self._drawing(seat):
                    return
            else:
                phase = PHASES[what]
                offer = _ASK[what](self, seat)
                if offer:
                    self._ask_one(phase, seat, offer)
                    if phase == REBUILD and tell is not None and self.eager:
                        cards = tuple([self.box.cards[card] for card in sorted(self.discard)])
                        tell(said.DiscardSeen(seat=seat + 1, cards=cards), (Seat(seat),))
                    return
        self._moment_over(tell)

    def _moment_over(self, tell: Tell | None) -> None:
        if not self.turn:
            self._deal_age(tell)
        elif self.turn < TURNS:
            self._pass_hands(tell)
            self._begin_turn(tell)
        else:
            self._conflict(tell)
            if self.age < AGES:
                self._begin_age(tell)
            else:
                self._end(tell)

    def _drawing(self, seat: int) -> bool:
        """Leaders come out of the box: whether chance is asked for them."""
        self.asking = seat
        number = self._to_draw()
        if self.eager and number:
            self._ask(DRAW, seat)
            return True
        self.boxed -= number
        self.unplayed[seat] += number
        return False

    def _to_lose(self, seat: int) -> tuple[Action, ...]:
        values = {value for value in self.token_values(seat) if value > 0}
        return tuple([said.Lose(value) for value in sorted(values)])

    def _to_recruit(self, seat: int) -> tuple[Action, ...]:
        """One more of one's own leaders, or none (ruling 26)."""
        leaders = self.leaders[seat]
        if not self.eager:
            leaders = tuple(self._may_be_recruited()) if self.unplayed[seat] else ()
        can = [leader for leader in leaders if self.leader_price(seat, leader) <= self.coins[seat]]
        return (*[self.box.recruits[leader] for leader in can], self.box.done) if can else NOTHING

    def _to_bury(self, seat: int) -> tuple[Action, ...]:
        return tuple([self.box.buries[leader] for leader in numbers(self.face_up[seat])])

    def _to_play(self, seat: int) -> tuple[Action, ...]:
        """The last card of the age: a turn of its own (ruling 14)."""
        if not self.held[seat]:
            return NOTHING
        self.spent[seat] = False
        return self._offer_cards(seat, False) if self.eager else self._offer_any_card(seat, False)

    def _to_rebuild(self, seat: int) -> tuple[Action, ...]:
        """A card of the discard whose name is not in the city, or none (rulings 18–20)."""
        box, city = self.box, self.cities[seat]
        if self.eager:
            cards = sorted(set(self.discard))
        else:
            cards = sorted(
                [card for age in range(1, AGES + 1) if self.discarded[age] for card in self._may_come(age, [])]
            )
        can = [card for card in cards if not city & box.namesakes[card]]
        if not can:
            return NOTHING
        return tuple([*[box.rebuilds[card] for card in can], *(() if self.forced else (box.done,))])

    def _lose(self, seat: int, action: said.Lose, tell: Tell | None) -> None:
        held = self.tokens[seat * TOKENS : (seat + 1) * TOKENS]
        age = next(age for age in range(1, TOKENS) if held[age] and self.token_value(age) == action.value)
        self.tokens[seat * TOKENS + age] -= 1
        if tell is not None:
            tell(said.TokenLost(seat=seat + 1, value=action.value), EVERYONE)
        self._go_on(tell)

    def _recruit(self, seat: int, action: said.Recruit, tell: Tell | None) -> None:
        """What the leader causes follows at once: `todo` asks in its order."""
        leader = self.box.leader[action.leader]
        paid = self.leader_price(seat, leader)
        self.coins[seat] -= paid
        self._turn_up(seat, leader, paid, tell)
        pay_out(self, seat, self.box.leader_effects[leader], action.leader, tell)
        self._go_on(tell)

    def _bury(self, seat: int, action: said.Bury, tell: Tell | None) -> None:
        """Its effect ends; its cost counts in the wonder (rulings 27, 28)."""
        leader = self.box.leader[action.leader]
        age = self.age if self.setup.rules[OWN_AGE] else self.recruited_in[leader]
        effects = self.boards[seat].effects[self.stages[seat] - 1].asks
        times = max([effect.times for effect in effects if isinstance(effect, Bury)])
        self.face_up[seat] ^= 1 << leader
        self.buried[seat] |= 1 << leader
        self.buried_for[leader] = times * self.box.leader_cost[age][leader]
        recount(self, seat)
        if tell is not None:
            points = self.buried_for[leader]
            tell(said.LeaderBuried(seat=seat + 1, leader=action.leader, points=points), EVERYONE)
        self._go_on(tell)

    def _play_seventh(self, seat: int, action: Choice, tell: Tell | None) -> None:
        self.choices[seat] = action
        self.carry_out([seat], tell)
        self._go_on(tell)

    def _discard_leftovers(self, tell: Tell | None) -> None:
        number = sum(self.held)
        for seat in range(self.seats):
            self.discard += self.hands[seat]
            self.discarded[self.age] += self.held[seat]
            self.hands[seat] = ()
            self.held[seat] = 0
        if tell is not None and number:
            tell(said.LeftoversDiscarded(number=number), EVERYONE)

    def _rebuild(self, seat: int, action: said.Rebuild, tell: Tell | None) -> None:
        box = self.box
        card = box.card[action.card]
        if self.eager:
            self.discard.remove(card)
        self.discarded[box.age[card]] -= 1
        if tell is not None:
            tell(said.CardRebuilt(seat=seat + 1, card=action.card), EVERYONE)
        self.add_card(seat, card)
        pay_out(self, seat, box.card_effects[card], action.card, tell)
        self._coins_for_building(seat, card, tell)
        self._go_on(tell)

    def _done(self, seat: int, action: said.Done, tell: Tell | None) -> None:
        if tell is not None:
            tell(said.Declined(seat=seat + 1, what="extra" if self.phase == EXTRA else "rebuild"), EVERYONE)
        self._go_on(tell)

    # ---- the end of an age, of a game ----------------------------------------------------------------------------

    def _conflict(self, tell: Tell | None) -> None:
        """All tokens are given, then what they bring is paid (ruling 30)."""
        shields = self.shields
        self.spent = [False] * self.seats
        if tell is not None:
            tell(said.ConflictSettled(age=self.age, shields=tuple(shields)), EVERYONE)
        won = [0] * self.seats
        for seat in range(self.seats):
            for other in (self.left(seat), self.right(seat)):
                if shields[seat] > shields[other]:
                    won[seat] += 1
                    self.take_token(seat, self.age, other, tell)
                elif shields[seat] < shields[other]:
                    loser, winner = (other, seat) if self.tomyris[seat] else (seat, other)
                    self.take_token(loser, DEFEAT, winner, tell)
        for seat in range(self.seats):
            self.gain_by(seat, self.token_coins[seat], CoinsOnToken, won[seat], tell)

    def _end(self, tell: Tell | None) -> None:
        self.phase = OVER
        self.acting = 0
        self.to_act = NOBODY
        if tell is not None:
            tell(said.GameEnded(winners=tuple([winner + 1 for winner in self.winners()])), EVERYONE)


def without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A hand with one copy less."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def passed(hands: list[tuple[int, ...]], to: str) -> list[tuple[int, ...]]:
    """Hands given to the next seat: `left` is clockwise, from seat 1 to seat 2."""
    return [*hands[-1:], *hands[:-1]] if to == "left" else [*hands[1:], *hands[:1]]


ASKS: Final[dict[type[Effect], int]] = {
    DrawLeaders: TO_DRAW,
    ExtraLeader: TO_RECRUIT,
    Bury: TO_BURY,
    Rebuild: TO_REBUILD,
}
PHASES: Final = (LOSE, DRAFT, EXTRA, BURY, SEVENTH, DRAFT, REBUILD, REBUILD)  # by what is to be asked
_ASK: Final[tuple[Callable[[SevenWondersState, int], tuple[Action, ...]], ...]] = (
    SevenWondersState._to_lose,
    SevenWondersState._to_lose,  # chance is asked instead
    SevenWondersState._to_recruit,
    SevenWondersState._to_bury,
    SevenWondersState._to_play,
    SevenWondersState._to_play,  # nobody is asked
    SevenWondersState._to_rebuild,
    SevenWondersState._to_rebuild,
)
_ANEW: Final[dict[int, Callable[[SevenWondersState, int], tuple[Action, ...]]]] = {
    LOSE: SevenWondersState._to_lose,
    EXTRA: SevenWondersState._to_recruit,
    BURY: SevenWondersState._to_bury,
    SEVENTH: SevenWondersState._to_play,
    REBUILD: SevenWondersState._to_rebuild,
}
_DEALT: Final[tuple[Callable[[SevenWondersState, Action, Tell | None], None], ...]] = (
    SevenWondersState._not_asked,
    SevenWondersState._leaders_dealt,
    SevenWondersState._hand_dealt,
    SevenWondersState._leaders_drawn,
)
_HOW: Final[dict[type, Callable[[SevenWondersState, int, Any, Tell | None], None]]] = {
    said.Lose: SevenWondersState._lose,
    said.Recruit: SevenWondersState._recruit,
    said.Bury: SevenWondersState._bury,
    said.Build: SevenWondersState._play_seventh,
    said.Stage: SevenWondersState._play_seventh,
    said.Sell: SevenWondersState._play_seventh,
    said.Rebuild: SevenWondersState._rebuild,
    said.Done: SevenWondersState._done,
}
