"""The feature of tests/app/table/reaction.py on the screen: a reaction is shown over the zone of its seat."""

from dataclasses import dataclass

from app.looks.icons import icon
from app.screen.features.feature import ScreenFeature
from app.screen.paint.element import Element
from app.screen.state.ring_layout import Ring

ICONS = {"cheer": "star", "sigh": "mute"}


@dataclass(frozen=True, slots=True)
class ReactionBadge:
    """A seat's reaction."""

    ring: Ring
    seat: int
    symbol: str


class ReactionsOnScreen(ScreenFeature):
    """Reactions, each with a sound when it is new; a touch says whose it is."""

    def on_snapshot(self, control, change):
        if read_reactions(change.table).items() - read_reactions(change.table_before).items():
            control.sound.play("token")

    def elements(self, frame):
        found = sorted(read_reactions(frame.scene.table).items())
        return [
            Element(f"reaction {seat}", ReactionBadge(frame.ring, seat, symbol), paint_reaction)
            for seat, symbol in found
        ]


def read_reactions(table):
    """Return the reactions of a table by seat."""
    features = (table.features if table else None) or {}
    return {int(seat): symbol for seat, symbol in features.get("reactions", {}).items()}


def paint_reaction(p, view, control):
    with view.ring.draw_in_zone(p, view.seat, view.ring.plate) as (w, d):
        p.disc(w / 2, d / 2, 40, "plate")
        icon(p, ICONS[view.symbol], w / 2, d / 2, 60, "candle", "plate")
        p.hit_area(
            w / 2 - 40, d / 2 - 40, 80, 80, f"reaction {view.seat}", lambda: control.open_panel(f"seat {view.seat}")
        )
