"""What is seen moving after something happened: the state is on the screen already."""

from collections.abc import Callable
from functools import partial

from app.games.architects.screen import pieces
from app.games.architects.screen.play import marker_place
from app.looks.icons import icon
from app.protocol.messages import Cue
from app.screen.desk import Desk
from app.screen.draw import Pen
from app.screen.motion import STEP, Place
from app.screen.ring import MEDAL, Ring
from app.screen.surface import Surface
from app.screen.theme import number
from engine.architects import actions as told


class Moves:
    """Follows the events of the game with cards, tokens and markers on their way."""

    def __init__(self, desk: Desk, surface: Surface) -> None:
        self._desk = desk
        self._surface = surface

    def _ring(self) -> Ring:
        return self._desk.ring(int(self._surface.width), int(self._surface.height))

    def cue(self, cue: Cue) -> None:
        """The horn is seen as well as heard; so is a press on a marker that meant nothing."""
        for marker in cue.markers if cue.what == "nothing" else ():
            self.nothing(marker)
        if cue.what == "horn" and self._desk.table is not None:
            ring = self._ring()
            x, y = ring.inner.centre
            big, gone = Place(x, y, 0, 1.0, 1.0), Place(x, y, 0, 1.8, 0.0)
            self._surface.motion.fly(
                lambda p: _scaled(p, ring.u, lambda p: icon(p, "horn", 0, 0, 240, "candle", "table")), big, gone, 0.8
            )

    def follow(self, events: tuple[object, ...]) -> None:
        if self._desk.table is None or self._desk.game is None:
            return
        after = 0.0
        for event in events:
            after = self._show(event, self._ring(), after)

    def _show(self, event: object, ring: Ring, after: float) -> float:
        motion, u = self._surface.motion, ring.u
        match event:
            case told.CardTaken(seat=seat, stack=stack, card=card):
                self._card(ring, partial(pieces.face, card=card), self._stack(ring, stack), seat, after)
                return after + STEP
            case told.CatMoved(seat=seat, before=before):
                start = self._seat(ring, before) if before else Place(*ring.inner.centre)
                motion.fly(
                    lambda p: _scaled(p, u, lambda p: icon(p, "cat", 0, 0, 96, "parch", "table")),
                    start,
                    self._seat(ring, seat, 1.0),
                    number("point"),
                    after,
                )
                return after + STEP
            case told.TokenTaken(seat=seat, token=token):
                x, y = ring.inner.centre
                start = Place(x, y - 380 * u) if ring.upright else Place(x - 430 * u, y)
                motion.fly(
                    lambda p: _scaled(p, u, lambda p: pieces.token(p, token, 58)),
                    start,
                    self._seat(ring, seat),
                    number("point"),
                    after,
                )
                return after + STEP
            case told.StageBuilt(seat=seat, points=points):
                at = self._seat(ring, seat, 1.0)
                motion.fly(
                    lambda p: _scaled(p, u, lambda p: _stone(p, points)),
                    Place(at.x, at.y, at.angle, 0.5, 1.0),
                    Place(at.x, at.y, at.angle, 1.1, 0.0),
                    number("raise"),
                    after,
                )
                return after + STEP
            case told.MedalTaken(seat=seat, medal=medal, gap=gap):
                self._medal(ring, seat, medal, gap, after)
                return after + STEP
            case told.CardStolen(seat=seat, of=of, card=card):
                self._card(ring, partial(pieces.face, card=card), self._seat(ring, of, 0.6), seat, after)
                return after + STEP
            case told.GiftGiven(seat=seat):
                self._card(ring, pieces.gift, self._stack(ring, "center"), seat, after)
                return after + STEP
            case told.GiftTurnedUp(seat=seat, card=card):
                at = self._seat(ring, seat)
                w = ring.card / u
                motion.fly(
                    lambda p: _scaled(p, u, lambda p: pieces.face(p, card, w)),
                    Place(at.x, at.y, at.angle, 0.5, 1.0),
                    Place(at.x, at.y, at.angle, 1.4, 0.0),
                    number("point"),
                    after,
                )
                return after + STEP
            case told.MarkersTurned(count=count):  # each is turned over where it lies
                return after + STEP * count
            case told.ConflictFought(won=won):
                for i, tokens in enumerate(won):
                    for k in range(tokens):
                        start = Place(*ring.inner.centre)
                        motion.fly(
                            lambda p: _scaled(p, u, lambda p: pieces.military(p, 44)),
                            start,
                            self._seat(ring, i + 1),
                            number("point"),
                            after + 0.15 * (i + k),
                        )
        return after

    def _card(self, ring: Ring, draw: Callable[..., None], start: Place, seat: int, after: float) -> None:
        """A card on its way to a seat; `draw` takes the pen and `w`, its width."""
        w = ring.card / ring.u
        self._surface.motion.fly(
            lambda p: _scaled(p, ring.u, lambda p: draw(p, w=w)),
            start,
            self._seat(ring, seat),
            number("travel"),
            after,
        )

    def _medal(self, ring: Ring, seat: int, slug: str, gap: str, after: float) -> None:
        """A medal grows where it lies, for all to see, and goes to who has won it."""
        x, y = ring.inner.centre
        start = Place(x, y, self._seat(ring, seat).angle, 1.0)
        if gap.isdecimal() and int(gap) <= len(ring.goals):
            goal = ring.goals[int(gap) - 1]
            start = Place(goal.x, goal.y, goal.angle, 1.0)
        need, lasts = self._desk.box.medals[slug].need, number("raise")

        def paint(p: Pen) -> None:
            _scaled(p, ring.u, lambda p: pieces.medal(p, need, MEDAL))

        grown = Place(start.x, start.y, start.angle, 2.0)
        self._surface.motion.fly(paint, start, grown, lasts, after)
        self._surface.motion.fly(paint, grown, self._seat(ring, seat), number("point"), after + lasts)

    def nothing(self, marker: int) -> None:
        """A press on a marker that does not wait for it: a ring goes out around it."""
        game = self._desk.game
        if game is None or marker > game.conflict.tokens:
            return
        ring = self._ring()
        x, y, r = marker_place(ring, marker - 1, game.conflict.tokens)
        start, end = Place(x, y, 0, 1.0, 1.0), Place(x, y, 0, 1.35, 0.0)
        self._surface.motion.fly(
            lambda p: _scaled(p, ring.u, lambda p: p.disc(0, 0, r + 4, None, "text", 4)), start, end, number("flip") * 2
        )

    def _stack(self, ring: Ring, stack: str) -> Place:
        if stack == "center":
            return Place(*ring.inner.centre)
        at = ring.stacks[int(stack) - 1]
        return Place(at.x, at.y, at.angle)

    def _seat(self, ring: Ring, seat: int, scale: float = 0.4) -> Place:
        zone = ring.zones[seat - 1]
        return Place(zone.x, zone.y, zone.angle, scale, 0.2)


def _stone(p: Pen, points: int) -> None:
    """A stage that has just been built."""
    p.rect(-80, -55, 160, 110, 10, "stone")
    p.text(0, 0, str(points), 72, "ink", bold=True)


def _scaled(p: Pen, u: float, draw: Callable[[Pen], None]) -> None:
    with p.at(0, 0, 0, u):
        draw(p)
