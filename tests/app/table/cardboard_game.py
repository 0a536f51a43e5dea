"""Games dealt by the engine as if with people's own cards, and reported to a table that cannot see them."""

from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Act
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from engine.architects import actions
from engine.game import CHANCE


class CardboardGame:
    """A game with cards. Bots play what they announce; people choose at random."""

    def __init__(self, evening, game, bots, people, *, wonders=(), variant=(), rng, thinker=None):
        self.thinker = thinker
        self.evening, self.rng, self.bots, self.wishes = evening, rng, range(people + 1, people + len(bots) + 1), 0
        evening.send(SetTable, bot_pace=0.0)
        evening.send(SetGame, game=game.name, mode="track", variant=variant)
        evening.sit(*["touch"] * people, *["bot"] * len(bots))
        for seat, level in zip(self.bots, bots, strict=True):
            evening.send(SetSeat, seat=seat, bot=level)
        evening.boards(*wonders).send(SetGame, first=rng.randrange(people + len(bots)) + 1)
        evening.send(Start)
        self._seat_moves, self._taken = 0, []  # of the physical game
        self.state = game.start(game.setup({**self._match.setup.header(), "deal": "eager"}))
        self._tell((), self._deal())

    @property
    def _match(self):
        return self.evening.table.committed.match

    def play(self):
        """Play to the end; return the points on the table, and those that the table has counted."""
        while self.state.to_act:
            seat = self.state.to_act[0]
            action = self._choose(seat)
            self._taken = []
            self.state.apply(seat, self.state.parse(action), self._see)
            self._tell(((seat, action),), self._deal())
        return self.state.scores(), self._match.state.scores()

    def _choose(self, seat):
        legal = [text for text in map(str, self.state.legal(seat)) if text != "peek"]
        if len(told := self._list_reported()) > self._seat_moves:  # there was no choice
            return told[self._seat_moves][1]
        if seat + 1 not in self.bots:
            return self.rng.choice(legal)
        [wish] = announced(self.evening, self.thinker)
        assert wish.seat == seat + 1
        self.wishes += 1
        if taken := self._take_open(wish.cards, legal):
            return taken
        return next(action for action in wish.actions if action in legal)

    def _take_open(self, cards, legal):
        """Return the action that takes the first of these cards that lies open, else None."""
        for card in cards:
            for action in legal:
                twin, events = self.state.copy(), []
                twin.apply(
                    self.state.to_act[0], twin.parse(action), lambda event, _, events=events: events.append(event)
                )
                taken = [event for event in events if isinstance(event, actions.CardTaken)]
                if taken and taken[0].card == card and taken[0].stack != "center":
                    return action
        return None

    def _see(self, event, audience):
        if isinstance(event, actions.GiftTurnedUp):
            self._taken.append(f"reveal gift {event.card}")
        elif isinstance(event, actions.CardTaken):
            self._taken.append(f"reveal {event.stack} {event.card}")

    def _deal(self):
        """Deal the next card at random. Leave out looks at the central deck, which nobody reports to a table."""
        said = []
        while self.state.to_act == (CHANCE,) or self._may_only_look():
            if self.state.to_act != (CHANCE,):
                self.state.apply(self.state.to_act[0], self.state.parse("done"))
                continue
            said.append(str(self.state.deal(self.rng)))
            self.state.apply(CHANCE, self.state.parse(said[-1]), self._see)
        return said

    def _may_only_look(self):
        return bool(self.state.to_act) and sorted(map(str, self.state.legal(self.state.to_act[0]))) == ["done", "peek"]

    def _tell(self, moves, dealt):
        """Report these moves, unless the table has them already, and each card that the table asks for."""
        for seat, action in moves:
            self._seat_moves += 1
            if len(self._list_reported()) < self._seat_moves:
                self._say(seat + 1, action)
            assert self._list_reported()[self._seat_moves - 1] == (seat, action)
        while len(self._list_reported()) == self._seat_moves and self._match.state.to_act == (CHANCE,):
            legal = [str(action) for action in self._match.state.legal(CHANCE)] or [
                str(action) for action, _ in self._match.state.odds()
            ]
            text = next(text for text in (*self._taken, *dealt) if text in legal)
            (self._taken if text in self._taken else dealt).remove(text)
            self._say(0, text)

    def _say(self, seat, action):
        [asked] = self.evening.table.committed.state.questions
        self.evening.send(Act, seat=seat, question=asked.number, action=action)

    def _list_reported(self):
        return [(applied.move.seat, applied.move.text) for applied in self._match.moves if applied.move.seat != CHANCE]


def announced(evening, thinker=None):
    """Return what bots want, once they have thought."""
    for _ in range(20):
        if wishes := evening.at_table().wishes:
            return wishes
        if thinker is not None:
            thinker.think()
        at = evening.table.next_tick()
        assert at is not None, "no bot thinks"
        evening.now = max(evening.now, at)
        evening.table.tick(evening.now)
    raise AssertionError("no bot wants anything")
