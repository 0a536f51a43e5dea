"""How Lanterns looks: the lantern in the middle, and at every edge the coins of a seat. All choose at once."""

from dataclasses import dataclass
from functools import partial

from app.games.plain.presenter import PlainScreen
from app.looks import pieces
from app.looks.icons import icon
from app.screen.element import Element
from app.screen.flight import Flight, Place
from app.screen.ring import Ring
from app.screen.scene import Followed
from app.screen.widgets.middle import buttons, plate
from app.screen.widgets.pieces import disc
from app.screen.widgets.pills import Item, Pill, paint_pills
from app.screen.widgets.plate import Player, asked, ground, link_sign, player, prompted
from tests.toy.engine.lanterns import game

COLOURS = {"paper": "grey", "brass": "yellow", "glass": "blue"}
NAME = 60.0  # u, of the plate with a name


class LanternsScreen(PlainScreen):
    """What is not drawn, the end for one, is told in words. Opened: seats, each with the coin it has touched once."""

    by_touch = True

    def opened(self):
        return frozenset()

    def to_act(self, model):
        return model.view.to_act if model.view else ()

    def follow(self, before, after, news):
        still = frozenset((seat, text) for seat, text in after.opened.game if text in after.model.legal(seat))
        return Followed(still, moves=tuple(self.words.hear(bytes(line.event)) for line in news.happened if line.row))

    def elements(self, scene, ring):
        if scene.model.view.over:
            return super().elements(scene, ring)
        return [*self.looked_back(scene, ring), *([] if scene.opened.panel else [buttons(scene, ring)])]

    def looked_back(self, scene, ring):
        lit = scene.model.view.lit
        lantern = Lantern(ring, lit, scene.model.data.lanterns[lit].points if lit else 0)
        middle = Element("lantern", lantern, paint_lantern, pivot=ring.inner.centre, flips=lit)
        return [plate(scene, ring), middle, *(_seat(scene, ring, chair) for chair in scene.model.view.seats)]

    def sections(self, scene):
        return None

    def flights(self, scene, ring, happened):
        taken = [one for one in happened if isinstance(one, game.LanternTaken) and one.seat]
        return tuple(
            Flight(partial(_lantern, lit=one.lantern, u=ring.u), Place(*ring.inner.centre), Place(zone.x, zone.y), 0.6)
            for one, zone in ((one, ring.zones[one.seat - 1]) for one in taken)
        )


@dataclass(frozen=True, slots=True)
class Lantern:
    ring: Ring
    lit: str | None
    points: int


def paint_lantern(p, it, control):
    if it.lit:
        with p.at(*it.ring.inner.centre):
            _lantern(p, it.lit, it.ring.u)
            p.text(0, 130 * it.ring.u, str(it.points), 60 * it.ring.u, "candle", bold=True)


def _lantern(p, lit, u):
    icon(p, "star", 0, -30 * u, 180 * u, COLOURS[lit], "plate")


@dataclass(frozen=True, slots=True)
class Seat:
    ring: Ring
    number: int
    player: Player
    lanterns: tuple[str, ...]
    coins: tuple[str, ...]  # how each is paid
    legal: tuple[str, ...]  # what may be done here
    picked: str  # what is touched once


def _seat(scene, ring, view):
    seat, model = view.seat, scene.model
    legal, coins = model.legal(seat), tuple(f"pay {coin}" for coin in view.coins)
    asks = (model.game_words.asked(model.words(seat), legal),)
    who = player(scene, seat, prompted(scene, seat, asks, bool(legal)) if seat in scene.to_act else ())
    picked = dict(scene.opened.game).get(seat, "")
    return Element(f"zone {seat}", Seat(ring, seat, who, view.lanterns, coins, legal, picked), paint_seat)


def paint_seat(p, it, control):
    zone, u, t, who = it.ring.zones[it.number - 1], it.ring.u, it.ring.touch, it.player
    w, d, (ink, back) = zone.w / u, zone.d / u, ("ink", "candle") if who.turn else ("text", "raised")
    y, right, across = d - NAME / 2, w - 16, min(len(it.coins), int(w / t))
    with p.at(zone.x, zone.y, zone.angle, u), p.at(-w / 2, -d / 2):
        ground(p, w, d, NAME, 1.0, who.turn)
        how = partial(link_sign, p, who, right, y, 32, ink, back)
        used = asked(p, who, (right, y), (30, 26), ink, w - 40, NAME, how) if who.prompt else how()
        p.name(20, y, who.name, 30, ink, room=w - 60 - used)
        for nth, text in enumerate(it.coins):
            with p.at(w / across * (nth % across + 0.5), t * (nth // across + 0.5)):
                r = t * (0.4 if text == it.picked else 0.32)
                disc(p, pieces.disc((), text.split()[1], r), legal=text in it.legal)
                tap = partial(_touch, control, it.number, text) if text in it.legal else None
                p.hit_area(-w / across / 2, -t / 2, w / across, t, f"{text} of {it.number}", tap)
        held = [Pill(COLOURS[slug], (Item("star", str(it.lanterns.count(slug)), slug),)) for slug in COLOURS]
        paint_pills(p, held, 16, y - 96, w - 32, 60, 54, 0, partial(control.tell, it.number), f"held {it.number}")


def _touch(control, seat, text):
    """A coin is paid when it is touched twice: meanwhile others choose theirs."""
    if (seat, text) in control.opened.game:
        control.act(seat, text)
    else:
        control.change(game=frozenset({*(one for one in control.opened.game if one[0] != seat), (seat, text)}))
