"""Marks of recent changes in 7 Wonders: each seat's newest action at its edge, and brackets around what it changed."""

from collections.abc import Collection, Sequence

from app.games.seven_wonders import words_facade as say
from app.games.seven_wonders.face_icons import LEADER
from app.games.seven_wonders.screen import touch_handlers
from app.games.seven_wonders.screen.seat_facts import token_pill
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.protocol.log_messages import TURN
from app.screen.paint.element import AnyElement, Elements
from app.screen.state import recent_events
from app.screen.state.recent_events import LogChanges
from app.screen.state.ring_layout import Ring
from app.screen.widgets import news_strip
from engine.seven_wonders import actions

HEADS = frozenset({TURN, str(actions.RecruitmentBegan.__struct_config__.tag)})  # events that begin a turn


def strips(
    scene: SevenScene, ring: Ring, changed: LogChanges, zones: Sequence[AnyElement], asked: Collection[int] = ()
) -> tuple[Elements, Elements]:
    """Return the touch areas below everything and the visible strips with each seat's newest action at its edge.

    `zones`: those of the seats; empty while the middle is covered. `asked`: seats whose question covers their zone,
    which leaves a strip no room on a small screen.
    """
    now = changed.news
    back = any(each.is_revoking for each in now)
    hidden = asked if ring.small else ()
    said = [
        recent_events.sentences_at_edge(scene, seat, now if back else tuple(each for each in now if each.seat == seat))
        if seat not in hidden
        else ()
        for seat in range(1, len(ring.zones) + 1)
    ]
    again = touch_handlers.show_last if scene.view.derived.last else None
    inside = news_strip.ZONE_OVERLAP if ring.small else 0.0  # what is said of a large hand stands there
    return news_strip.strips(ring, said, back, zones, again, inside)


def collect_changes(scene: SevenScene) -> LogChanges:
    """Collect the changes of the newest turn by seat: colours of pills, and stages."""
    found = LogChanges(recent_events.find_newest_turn(scene.model, say, HEADS))
    for event in recent_events.events(found.news, say):
        match event:
            case actions.CardBuilt(seat=seat, card=card) | actions.CardRebuilt(seat=seat, card=card):
                found.add(seat, scene.data.cards[card].colour)
            case actions.StageBuilt(seat=seat, stage=stage):
                found.add(seat, f"stage {stage}")
            case actions.LeaderRecruited(seat=seat) | actions.LeaderBuried(seat=seat):
                found.add(seat, LEADER)
            case actions.TokenTaken(seat=seat, value=value) | actions.TokenLost(seat=seat, value=value):
                found.add(seat, token_pill(value))
    return found
