"""A game of Duel from set-up to end: who is asked what, what is legal, and what follows.

The state holds its own question: `phase`, whose turn it is, the pending chance (`asked`), and `offer`: every legal
action of the seat to act. An action is legal exactly if it is on offer: `apply` checks that, then changes things.
Chance fills in what comes to light; until then it is nowhere, not even in here.

A turn (docs/notation-duel.md, *A turn*): a card is built, discarded or put under a wonder; what that asks
waits in `todo` (a token for a pair, a wonder's choice); then cards are turned up, then the next turn begins.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.bits import bits, numbers
from engine.duel import actions as said
from engine.duel import scoring
from engine.duel.actions import Action, RevealBack, RevealCard
from engine.duel.box import Box
from engine.duel.cards import AGES, CLASSES, PURPLE, RED, YELLOW, Destroy, DrawTokens, Effect, Revive
from engine.duel.effects import ON_ASK, ON_BUILD, ON_GAIN, Pair, tally_of
from engine.duel.estimate import estimate
from engine.duel.observe import observe
from engine.duel.position import (
    AGE,
    CIVILIAN,
    GUILDS,
    HIDDEN,
    NONE,
    TOKEN_BOX,
    TOKENS,
    WONDERS,
    Position,
)
from engine.duel.questions import (
    BY_CHANCE,
    BY_SEAT,
    DESTROY,
    DRAFT,
    DRAW,
    KEEP,
    LAY,
    NOT_ASKED,
    NOTHING,
    OFFER,
    OVER,
    PROGRESS,
    REVIVE,
    SETUP,
    START,
    TOKEN,
    TURN,
    TURN_UP,
    WORDS,
)
from engine.duel.refusals import refusal
from engine.duel.setup import FIRST_GAME, DuelSetup
from engine.duel.view import View
from engine.game import CHANCE, EVERYONE, Rng, Seat, Tell
from engine.offers import among

STACKS: Final = ("token", "wonder", "age-1", "age-2", "age-3", "guild", "box")  # by the places of `lit`
ASKS: Final[dict[type, int]] = {Pair: PROGRESS, Destroy: DESTROY, Revive: REVIVE, DrawTokens: KEEP}


class DuelState(Position):
    """One game. See `engine.game.State` for the contract of its methods."""

    __slots__ = ("again", "asked", "offer", "phase", "shown", "to_act")

    def __init__(self, box: Box, setup: DuelSetup, blank: bool = False) -> None:
        """At the start of a game; `blank`: with nothing filled in, for `copy`. (Compiled, no `__new__` does that.)"""
        if blank:
            return
        super().__init__(box, setup)
        self.phase = SETUP
        self.asked = NOT_ASKED
        self.again = False  # the active seat has another turn after this one
        self.offer: tuple[Action, ...] = NOTHING
        self.to_act: tuple[Seat, ...] = ()
        self.shown: View | None = None  # the public view, once somebody has asked for it, until something changes
        self._set_up(None)

    # ---- the contract ----------------------------------------------------------------------------------

    def parse(self, text: str) -> Action:
        action = self.box.lines.get(text)
        if action is None:
            raise ValueError(f"not a Duel action: {text!r}")
        return action

    def apply(self, seat: Seat, action: Action, tell: Tell | None = None) -> None:
        self.shown = None
        if seat < 0:  # CHANCE
            _LIGHT[self.asked](self, action, tell)
            return
        if seat != self.active or not among(self.offer, action):
            raise refusal(self, seat, action)
        _HOW[type(action)](self, seat, action, tell)

    def view(self, seat: Seat | None) -> View:
        return observe(self, seat)

    def scores(self) -> tuple[dict[str, int], ...]:
        return self.score(0), self.score(1)

    def copy(self) -> "DuelState":
        twin = DuelState(self.box, self.setup, True)
        self.copy_into(twin)
        twin.phase = self.phase
        twin.asked = self.asked
        twin.again = self.again
        twin.offer = self.offer
        twin.to_act = self.to_act
        twin.shown = None
        return twin

    def legal(self, seat: Seat) -> Sequence[Action]:
        if seat < 0:  # CHANCE
            return [action for action, _ in self.odds()]
        return self.offer if seat == self.active else NOTHING

    def is_public(self, seat: Seat) -> bool:
        """Only the tokens that a seat drew are its own business."""
        return self.phase != KEEP or seat != self.active

    def odds(self) -> list[tuple[Action, int]]:
        box, asked = self.box, self.asked
        if asked == TOKEN:
            return [(box.reveal_tokens[n], 1) for n in numbers(self.rest)]
        if asked == OFFER:
            return [(box.offers[n], 1) for n in numbers(self.aside)]
        if asked == DRAW:
            return [(box.boxes[n], 1) for n in self._in_the_box()]
        if asked == TURN_UP:
            slot = self.turning[0]
            cards = self.unseen_guilds if self.backs >> slot & 1 else self.unseen
            return [(box.reveals[slot][n], 1) for n in cards]
        if asked == LAY:
            return self._laying()
        return []

    def deal(self, rng: Rng) -> Action:
        box, asked = self.box, self.asked
        drawn = rng.random()
        if asked == TURN_UP:
            slot = self.turning[0]
            cards = self.unseen_guilds if self.backs >> slot & 1 else self.unseen
            return box.reveals[slot][cards[int(drawn * len(cards))]]
        if asked == LAY:
            if self.two_backs:
                return self._deal_two_backs(drawn)
            return box.reveals[self.slot][self.unseen[int(drawn * len(self.unseen))]]
        if asked == TOKEN:
            tokens = numbers(self.rest)
            return box.reveal_tokens[tokens[int(drawn * len(tokens))]]
        if asked == OFFER:
            wonders = numbers(self.aside)
            return box.offers[wonders[int(drawn * len(wonders))]]
        drawable = self._in_the_box()
        return box.boxes[drawable[int(drawn * len(drawable))]]

    def drawn(self) -> tuple[str, int]:
        at = self._stack_asked()
        return STACKS[at], self.lit[at]

    def resample(self, seat: Seat | None, rng: Rng) -> "DuelState":
        """Only the tokens of a running draw are known to some and not to others."""
        twin = self.copy()
        if self.drawn_tokens and seat != self.active:
            rest = list(numbers(self.rest))
            others: list[int] = []
            for _ in self.drawn_tokens:
                others.append(rest.pop(int(rng.random() * len(rest))))
            twin.drawn_tokens = tuple(others)
            if self.phase == KEEP:
                twin.offer = tuple(self.box.keeps[token] for token in sorted(others))
        return twin

    def winners(self) -> tuple[Seat, ...]:
        if not self.ended:
            return ()
        if self.victor != NONE:
            return BY_SEAT[self.victor]
        scores = self.scores()
        won = scoring.winners([score["total"] for score in scores], [score["blue"] for score in scores])
        return tuple(Seat(seat) for seat in won)

    def estimate(self, seat: Seat) -> float:
        return estimate(self, seat, [score["total"] for score in self.scores()])

    # ---- what others ask about the position --------------------------------------------------------------

    def score(self, seat: int) -> dict[str, int]:
        """One seat's points by category, as if the game ended now."""
        return scoring.points(
            self.box,
            self.pawn if seat == 0 else -self.pawn,
            self.cities[seat],
            self.built[seat],
            self.progress[seat],
            self.coins[seat],
            (tally_of(self, 0), tally_of(self, 1)),
        )

    def asked_line(self) -> str:
        """The line of the pending chance, without its outcome."""
        asked = self.asked
        if asked == LAY:
            return f"reveal {self.slot}"
        if asked == TURN_UP:
            return f"reveal {self.turning[0]}"
        return "reveal box" if asked == DRAW else f"reveal {STACKS[asked]}"

    def nameable(self) -> list[int]:
        """The cards that can be taken now: those on which nothing lies, or where it lies is not told, any unseen."""
        if self.eager:
            slots = self.slots
            return [card for slot in self.open if (card := slots[slot]) >= 0]
        cards: list[int] = []
        if self.left:
            guilds = self._guilds_in_age() - self.guilds_laid
            if self.left > guilds:
                cards += self.unseen
            if guilds:
                cards += self.unseen_guilds
        return cards

    def _guilds_in_age(self) -> int:
        return self.box.facts.table.guilds if self.age == AGES else 0

    # ---- asking ----------------------------------------------------------------------------------------------

    def _offer(self, phase: int, seat: int, actions: tuple[Action, ...]) -> None:
        """A seat is to choose one of these."""
        self.phase = phase
        self.active = seat
        self.offer = actions
        self.to_act = BY_SEAT[seat]

    def _ask(self, asked: int) -> None:
        self.asked = asked
        self.offer = NOTHING
        self.to_act = BY_CHANCE

    def _stack_asked(self) -> int:
        """Which place of `lit` counts the pending chance."""
        asked = self.asked
        if asked == TURN_UP:
            return GUILDS if self.backs >> self.turning[0] & 1 else AGE + self.age
        if asked == LAY:
            return AGE + (self.age if self.laid else self.age + 1)
        return TOKEN_BOX if asked == DRAW else TOKENS if asked == TOKEN else WONDERS

    # ---- set-up and draft ------------------------------------------------------------------------------------

    def _set_up(self, tell: Tell | None) -> None:
        """Tokens on the board, then the wonders."""
        if self.lit[TOKENS] < self.box.board_tokens:
            self._ask(TOKEN)
        elif FIRST_GAME in self.setup.variant:
            first = self.setup.first
            wonder = self.box.wonder
            self.unbuilt[first] = bits(wonder[name] for name in self.box.facts.first_game.first)
            self.unbuilt[1 - first] = bits(wonder[name] for name in self.box.facts.first_game.second)
            self.aside &= ~(self.unbuilt[0] | self.unbuilt[1])
            self._lay_out(tell)
        else:
            self._draft_on(tell)

    def _draft_on(self, tell: Tell | None) -> None:
        """The next wonder is offered, or drafted; after the last, Age I is laid out."""
        table = self.box.facts.table
        if self.picks == len(table.draft):
            self._lay_out(tell)
        elif self.eager and self.lit[WONDERS] < (self.picks // table.offered_wonders + 1) * table.offered_wonders:
            self._ask(OFFER)
        else:
            first = self.setup.first
            seat: int = first if table.draft[self.picks] == 1 else 1 - first
            offered = self.offered if self.eager else self.aside
            self._offer(DRAFT, seat, tuple(self.box.drafts[n] for n in numbers(offered)))

    def _token_lit(self, action: Action, tell: Tell | None) -> None:
        number = self.box.token[action.token] if isinstance(action, said.RevealToken) else NONE
        if number == NONE or not self.rest >> number & 1:
            raise refusal(self, CHANCE, action)
        self.rest ^= 1 << number
        self.board |= 1 << number
        self.lit[TOKENS] += 1
        self.asked = NOT_ASKED
        if tell is not None:
            tell(said.TokenRevealed(token=self.box.tokens[number]), EVERYONE)
        self._set_up(tell)

    def _wonder_lit(self, action: Action, tell: Tell | None) -> None:
        number = self.box.wonder[action.wonder] if isinstance(action, said.RevealWonder) else NONE
        if number == NONE or not self.aside >> number & 1:
            raise refusal(self, CHANCE, action)
        self.aside ^= 1 << number
        self.offered |= 1 << number
        self.lit[WONDERS] += 1
        self.asked = NOT_ASKED
        if tell is not None:
            tell(said.WonderOffered(wonder=self.box.wonders[number]), EVERYONE)
        self._draft_on(tell)

    def _draft(self, seat: int, action: said.Draft, tell: Tell | None) -> None:
        wonder = 1 << self.box.wonder[action.wonder]
        self.offered &= ~wonder
        self.aside &= ~wonder
        self.unbuilt[seat] |= wonder
        self.picks += 1
        self.offer = NOTHING
        if tell is not None:
            tell(said.WonderDrafted(seat=seat + 1, wonder=action.wonder), EVERYONE)
        self._draft_on(tell)

    # ---- an age is laid out ------------------------------------------------------------------------------------

    def _lay_out(self, tell: Tell | None) -> None:
        """The next age; its first line makes it the present one, or at once where nobody tells the structure."""
        self.structure = self.box.structures[self.age]
        self.two_backs = self.age + 1 == AGES
        self.unseen = self.box.ages[self.age][:]
        self.unseen_guilds = self.box.guilds[:] if self.two_backs else []
        self.guilds_laid = 0
        self.laid = 0
        self.again = False
        if self.eager:
            self.slot = 0 if self.two_backs else self.structure.following[0]
            self._ask(LAY)
        else:
            self._begin_laying(tell)
            self._laid_out(tell)

    def _begin_laying(self, tell: Tell | None) -> None:
        self.age += 1
        self.left = self.structure.slots
        if self.eager:
            self.lying = self.structure.all
            self.slots = [HIDDEN] * self.structure.slots
            self.open = self.structure.first[:]
            self.backs = 0
        if tell is not None:
            tell(said.AgeBegan(age=self.age), EVERYONE)

    def _plain_due(self) -> int:
        """Plain backs still to come while an age with two kinds of back is laid out."""
        return self.structure.slots - self.laid - self._guilds_due()

    def _guilds_due(self) -> int:
        """Guilds still to come in an age with two kinds of back."""
        return self.box.facts.table.guilds - self.guilds_laid

    def _laying(self) -> list[tuple[Action, int]]:
        """What the next slot may show, with weights as the notation has them."""
        box, slot = self.box, self.slot
        if not self.two_backs:
            return [(box.reveals[slot][n], 1) for n in self.unseen]
        plain, guilds = self._plain_due(), self._guilds_due()
        if not self.structure.open[slot]:
            outcomes = [(box.backs[slot][0], plain), (box.backs[slot][1], guilds)]
        else:
            outcomes = [(box.reveals[slot][n], plain * max(1, len(self.unseen_guilds))) for n in self.unseen]
            outcomes += [(box.reveals[slot][n], guilds * max(1, len(self.unseen))) for n in self.unseen_guilds]
        return [(action, weight) for action, weight in outcomes if weight]

    def _deal_two_backs(self, drawn: float) -> Action:
        """What the next slot shows; `drawn` is from 0 up to 1."""
        box, slot = self.box, self.slot
        plain, guilds = self._plain_due(), self._guilds_due()
        at = drawn * (plain + guilds)
        if not self.structure.open[slot]:
            return box.backs[slot][0 if at < plain else 1]
        if at < plain:
            return box.reveals[slot][self.unseen[int(at / plain * len(self.unseen))]]
        return box.reveals[slot][self.unseen_guilds[int((at - plain) / guilds * len(self.unseen_guilds))]]

    def _slot_laid(self, action: Action, tell: Tell | None) -> None:
        """A slot gets its card, or its back; those that get no line lie face down."""
        slot = self.slot
        card = NONE
        guild = False
        if isinstance(action, RevealCard):
            card = self.box.card[action.card]
            guild = self.box.deck[card].colour == PURPLE
            fits = action.slot == slot and self.structure.open[slot]
            fits = fits and card in (self.unseen_guilds if guild else self.unseen)
        elif isinstance(action, RevealBack):
            guild = action.guild
            fits = action.slot == slot and self.two_backs and not self.structure.open[slot]
        else:
            fits = False
        if not fits or (self.two_backs and not (self._guilds_due() if guild else self._plain_due())):
            raise refusal(self, CHANCE, action)
        self.lit[self._stack_asked()] += 1
        if not self.laid:
            self._begin_laying(tell)
        if guild:
            self.guilds_laid += 1
            self.backs |= 1 << slot
        if card != NONE:
            self.slots[slot] = card
            if guild:
                self.unseen_guilds.remove(card)
            else:
                self.unseen.remove(card)
        if tell is not None:
            tell(_shown(slot, card, guild, self.box), EVERYONE)
        self.laid = slot + 1
        self.slot = slot + 1 if self.two_backs else self.structure.following[slot + 1]
        if self.slot == self.structure.slots:
            self.laid = self.slot
            self.asked = NOT_ASKED
            self._laid_out(tell)

    def _laid_out(self, tell: Tell | None) -> None:
        """Age I begins with the first seat; later ones with whom the weaker seat says (ruling 21)."""
        if self.age == 1:
            self._begin_turn(self.setup.first, False, tell)
            return
        chooser = self.active
        if self.pawn:
            chooser = 1 if self.pawn > 0 else 0
        self._offer(START, chooser, self.box.starts)

    def _start(self, seat: int, action: said.Start, tell: Tell | None) -> None:
        if tell is not None:
            tell(said.StartChosen(seat=seat + 1, begins=action.seat), EVERYONE)
        self._begin_turn(action.seat - 1, False, tell)

    # ---- a turn ----------------------------------------------------------------------------------------------

    def _begin_turn(self, seat: int, again: bool, tell: Tell | None) -> None:
        self.turn += 1
        self.again = False
        if tell is not None:
            tell(said.TurnBegan(seat=seat + 1, turn=self.turn, again=again), EVERYONE)
        self._offer(TURN, seat, self._uses(seat))

    def _uses(self, seat: int) -> tuple[Action, ...]:
        """Everything a seat can do with every card that it can take: `card_cost` and `wonder_cost`, run together."""
        box = self.box
        coins = self.coins[seat]
        city = self.cities[seat]
        purse = self.purse[seat]
        discounts = self.discounts
        base = 8 * seat
        wonders = 0
        for cost, bit in self.wonder_bills(seat):
            if cost <= coins:
                wonders += 2 * bit
        offer: list[Action] = []
        for number in self.nameable():
            key = wonders
            card = box.deck[number]
            cost = card.coins
            if card.needs:
                traded = card.bills.get((purse + discounts[base + card.colour]) & card.part)
                cost = self.card_cost(seat, number)[0] if traded is None else cost + traded
            if cost <= coins or city & card.makes_free:
                key += 1
            ways = card.uses.get(key)
            offer += box.ways(number, key) if ways is None else ways
        return tuple(offer)

    def _build(self, seat: int, action: said.Build, tell: Tell | None) -> None:
        card = self.box.card[action.card]
        paid, traded = self.card_cost(seat, card)
        chain = self.cities[seat] & self.box.deck[card].makes_free != 0
        self.leave_structure(card)
        self._pay(seat, paid, traded)
        if tell is not None:
            tell(said.CardBuilt(seat=seat + 1, card=action.card, paid=paid, traded=traded, chain=chain), EVERYONE)
        self._income(seat, traded, tell)
        if chain and self.chain_coins[seat]:
            self.gain_for_chain(seat, tell)
        self._add_card(seat, card, tell)
        self._go_on(tell)

    def _pay(self, seat: int, paid: int, traded: int) -> None:
        self.coins[seat] -= paid
        if self.income[1 - seat]:
            self.coins[1 - seat] += traded

    def _income(self, seat: int, traded: int, tell: Tell | None) -> None:
        """Say what the other seat got of it (ruling 23)."""
        if tell is not None and traded and self.income[1 - seat]:
            tell(said.TradeIncome(seat=2 - seat, coins=traded), EVERYONE)

    def _add_card(self, seat: int, card: int, tell: Tell | None) -> None:
        """A card comes to lie in a city and works: at once, and what it asks waits."""
        thing = self.box.deck[card]
        colour = thing.colour
        self.cities[seat] |= 1 << card
        self.counts[8 * seat + colour] += 1
        if thing.choices:
            self.todo = (*self.todo, *thing.choices)
        self.red = self.more_shields[seat] if colour == RED else 0
        self._work(seat, thing.effects, self.box.cards[card], tell)

    def _work(self, seat: int, effects: tuple[Effect, ...], by: str, tell: Tell | None) -> None:
        for effect in effects:
            ON_BUILD[type(effect)](self, seat, effect, by, tell)
            if self.ended:
                return

    def _build_wonder(self, seat: int, action: said.BuildWonder, tell: Tell | None) -> None:
        box = self.box
        card, wonder = box.card[action.card], box.wonder[action.wonder]
        site = box.sites[wonder]
        paid, traded = self.wonder_cost(seat, wonder)
        self.leave_structure(card)
        self._pay(seat, paid, traded)
        self.again = site.again or self.theology[seat]  # before it works (ruling 15)
        self.under[wonder] = card
        self.unbuilt[seat] ^= 1 << wonder
        self.built[seat] |= 1 << wonder
        self.counts[8 * seat + 7] += 1
        if tell is not None:
            told = said.WonderBuilt(seat=seat + 1, wonder=action.wonder, card=action.card, paid=paid, traded=traded)
            tell(told, EVERYONE)
        self._income(seat, traded, tell)
        if self.counts[7] + self.counts[CLASSES + 7] >= box.max_wonders:
            self._unbuilt_leave(tell)
        self.red = 0
        self.todo = site.choices
        self._work(seat, site.effects, action.wonder, tell)
        self._go_on(tell)

    def _unbuilt_leave(self, tell: Tell | None) -> None:
        """No more wonders can be built in this game (ruling 16)."""
        for seat in (0, 1):
            for wonder in numbers(self.unbuilt[seat]):
                if tell is not None:
                    tell(said.WonderLeft(seat=seat + 1, wonder=self.box.wonders[wonder]), EVERYONE)
            self.unbuilt[seat] = 0

    def _discard(self, seat: int, action: said.Discard, tell: Tell | None) -> None:
        card = self.box.card[action.card]
        self.leave_structure(card)
        self.discard |= 1 << card
        coins = self.discard_worth(seat)
        self.coins[seat] += coins
        if tell is not None:
            tell(said.CardDiscarded(seat=seat + 1, card=action.card, coins=coins), EVERYONE)
        self._go_on(tell)

    def discard_worth(self, seat: int) -> int:
        """Coins for a discarded card (ruling 10)."""
        box = self.box
        return box.discard_coins + box.discard_coins_per_yellow * self.counts[8 * seat + YELLOW]

    # ---- choices -----------------------------------------------------------------------------------------------

    def _go_on(self, tell: Tell | None) -> None:
        """Ask what the turn still asks; then it ends."""
        while self.todo and not self.ended:
            choice = self.todo[-1]
            if isinstance(choice, DrawTokens) and self._draws(choice):
                self._ask(DRAW)
                return
            self.todo = self.todo[:-1]
            phase = ASKS[type(choice)]
            offer = ON_ASK[type(choice)](self, self.active, choice)
            if offer:
                self._offer(phase, self.active, offer)
                return
            if tell is not None:
                tell(said.EffectLost(seat=self.active + 1, effect=WORDS[phase]), EVERYONE)
        self._end_turn(tell)

    def _draws(self, choice: DrawTokens) -> bool:
        """Whether another token is to be drawn before one is kept."""
        return self.eager and len(self.drawn_tokens) < min(choice.draw, self.rest.bit_count())

    def _in_the_box(self) -> list[int]:
        """The tokens that may be drawn."""
        return [token for token in numbers(self.rest) if token not in self.drawn_tokens]

    def _box_lit(self, action: Action, tell: Tell | None) -> None:
        number = self.box.token[action.token] if isinstance(action, said.RevealBox) else NONE
        if number == NONE or number not in self._in_the_box():
            raise refusal(self, CHANCE, action)
        self.drawn_tokens = (*self.drawn_tokens, number)
        self.lit[TOKEN_BOX] += 1
        self.asked = NOT_ASKED
        if tell is not None:
            seat = self.active
            tell(said.TokenDrawn(seat=seat + 1, number=len(self.drawn_tokens)), EVERYONE)
            tell(said.TokenSeen(seat=seat + 1, token=self.box.tokens[number]), (Seat(seat),))
        self._go_on(tell)

    def _progress(self, seat: int, action: said.Progress, tell: Tell | None) -> None:
        number = self.box.token[action.token]
        self.board ^= 1 << number
        self._gain_token(seat, number, False, tell)

    def _keep(self, seat: int, action: said.Keep, tell: Tell | None) -> None:
        number = self.box.token[action.token]
        self.rest ^= 1 << number
        self.drawn_tokens = ()
        self._gain_token(seat, number, True, tell)

    def _gain_token(self, seat: int, number: int, box: bool, tell: Tell | None) -> None:
        token = self.box.tokens[number]
        self.progress[seat] |= 1 << number
        if tell is not None:
            tell(said.TokenTaken(seat=seat + 1, token=token, box=box), EVERYONE)
        for effect in self.box.token_effects[number]:
            ON_GAIN[type(effect)](self, seat, effect, token, tell)
        self._go_on(tell)

    def _destroy(self, seat: int, action: said.Destroy, tell: Tell | None) -> None:
        card, other = self.box.card[action.card], 1 - seat
        self.cities[other] ^= 1 << card
        self.counts[8 * other + self.box.deck[card].colour] -= 1
        self.discard |= 1 << card
        self.recount(other)
        if tell is not None:
            tell(said.CardDestroyed(seat=seat + 1, of=other + 1, card=action.card), EVERYONE)
        self._go_on(tell)

    def _revive(self, seat: int, action: said.Revive, tell: Tell | None) -> None:
        """Built in every way but cost (rulings 17, 18)."""
        card = self.box.card[action.card]
        self.discard ^= 1 << card
        if tell is not None:
            tell(said.CardRevived(seat=seat + 1, card=action.card), EVERYONE)
        self._add_card(seat, card, tell)
        self._go_on(tell)

    # ---- the end of a turn, an age, a game -----------------------------------------------------------------------

    def _end_turn(self, tell: Tell | None) -> None:
        """Cards are turned up, after all choices (ruling 14)."""
        if self.ended:
            self._end(tell)
        elif self.turning:
            self._ask(TURN_UP)
        elif self.left:
            self._begin_turn(self.active if self.again else 1 - self.active, self.again, tell)
        elif self.age < AGES:
            self._lay_out(tell)
        else:
            self.ended = CIVILIAN
            self._end(tell)

    def _turned_up(self, action: Action, tell: Tell | None) -> None:
        slot = self.turning[0]
        cards = self.unseen_guilds if self.backs >> slot & 1 else self.unseen
        card = self.box.card[action.card] if isinstance(action, RevealCard) and action.slot == slot else NONE
        if card not in cards:
            raise refusal(self, CHANCE, action)
        self.lit[self._stack_asked()] += 1
        cards.remove(card)
        self.slots[slot] = card
        del self.turning[0]
        self.asked = NOT_ASKED
        if tell is not None:
            tell(said.CardRevealed(slot=slot, card=self.box.cards[card], turned=True), EVERYONE)
        self._end_turn(tell)

    def _not_asked(self, action: Action, tell: Tell | None) -> None:
        raise refusal(self, CHANCE, action)

    def _end(self, tell: Tell | None) -> None:
        self.phase = OVER
        self.todo = ()
        self.again = False
        self.offer = NOTHING
        self.to_act = ()
        if tell is not None:
            winners = tuple(winner + 1 for winner in self.winners())
            tell(said.GameEnded(victory=self.ended, winners=winners), EVERYONE)


def _shown(slot: int, card: int, guild: bool, box: Box) -> said.CardRevealed | said.BackRevealed:
    """What everybody sees as a slot is laid out."""
    if card == NONE:
        return said.BackRevealed(slot=slot, guild=guild)
    return said.CardRevealed(slot=slot, card=box.cards[card], turned=False)


_LIGHT: Final[tuple[Callable[[DuelState, Action, Tell | None], None], ...]] = (
    DuelState._token_lit,
    DuelState._wonder_lit,
    DuelState._slot_laid,
    DuelState._turned_up,
    DuelState._box_lit,
    DuelState._not_asked,  # NOT_ASKED is -1
)
_HOW: Final[dict[type, Callable[[DuelState, int, Any, Tell | None], None]]] = {
    said.Draft: DuelState._draft,
    said.Build: DuelState._build,
    said.BuildWonder: DuelState._build_wonder,
    said.Discard: DuelState._discard,
    said.Progress: DuelState._progress,
    said.Destroy: DuelState._destroy,
    said.Revive: DuelState._revive,
    said.Keep: DuelState._keep,
    said.Start: DuelState._start,
}
