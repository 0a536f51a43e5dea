"""The newest change in Architects: a sentence at every edge, and brackets round the things that changed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from app.games.architects import event_text
from app.games.architects import words_facade as terms
from app.games.architects.screen.middle import marker_place
from app.games.architects.screen.seat_pills import GIFTS, MEDALS, MILITARY
from app.games.architects.screen.typed_scene import ArchitectsScene
from app.screen.control.controller import Controller
from app.screen.paint.element import AnyElement, Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state import recent_events
from app.screen.state.ring_layout import Ring
from app.screen.widgets import news_strip
from app.screen.widgets.change_marks import brackets
from app.screen.widgets.game_pieces import CARD
from app.text.translation import Words
from app.text.words_protocols import name_forms
from engine.architects import actions

FOUGHT: Final = "conflict-fought"
BRACKET_GAP: Final = 16.0  # u, from a card to its brackets, outside of the candle's ring


@dataclass(slots=True)
class ArchitectsChanges(recent_events.LogChanges):
    """Changes of the newest action: stacks, gaps of medals, markers (from 0); by seat pills, stages, tokens, cat."""

    stacks: set[str] = field(default_factory=set)
    gaps: set[str] = field(default_factory=set)
    markers: set[int] = field(default_factory=set)


def collect_changes(scene: ArchitectsScene) -> ArchitectsChanges:
    """Collect the changes of the newest action."""
    found = ArchitectsChanges(recent_events.find_newest_action(scene.model, terms))
    for event in recent_events.events(found.news, terms):
        match event:
            case actions.CardTaken(seat=seat, stack=stack, card=card):
                found.stacks.add(stack)
                found.add(seat, scene.data.cards[card].colour)
            case actions.CardStolen(seat=seat, of=of, card=card):
                found.add(seat, scene.data.cards[card].colour)
                found.add(of, scene.data.cards[card].colour)
            case actions.GiftTurnedUp(seat=seat, card=card):
                found.add(seat, scene.data.cards[card].colour)
            case actions.GiftGiven(seat=seat):
                found.stacks.add("center")
                found.add(seat, GIFTS)
            case actions.StackSearched(stack=stack):
                found.stacks.add(stack)
            case actions.StackPeeked():
                found.stacks.add("center")
            case actions.CatMoved(seat=seat):
                found.add(seat, "cat")
            case actions.StageBuilt(seat=seat, stage=stage):
                found.add(seat, f"stage {stage}")
            case actions.TokenTaken(seat=seat, token=token):
                found.add(seat, token)
            case actions.MarkersTurned(count=count, flipped=flipped):
                found.markers |= set(range(flipped - count, flipped))
            case actions.MedalTaken(seat=seat, gap=gap):
                found.gaps.add(gap)
                found.add(seat, MEDALS)
            case actions.ConflictFought(won=won):
                found.markers.clear()  # they show peace again
                for nth, tokens in enumerate(won, start=1):
                    if tokens:
                        found.add(nth, MILITARY)
    return found


def strips(
    scene: ArchitectsScene, ring: Ring, found: ArchitectsChanges, zones: Sequence[AnyElement]
) -> tuple[Elements, Elements]:
    """Return the newest action at every edge: touch areas below everything, and the visible text.

    Of an action that led to a conflict only the conflict is told, since the rest has been shown before.
    """
    fought = next((nth for nth, line in enumerate(found.news) if line.kind == FOUGHT), 0)
    news = found.news[fought:]
    covered = scene.covered or (bool(scene.ui.panel) and not scene.code_aside)
    newest, back = recent_events.events(news, terms), any(each.is_revoking for each in news)
    languages = [scene.model.words(seat) for seat in range(1, len(ring.zones) + 1)]
    seats = {w: seat for seat, w in enumerate(languages, start=1)}  # one for each language
    said = {w: recent_events.sentences(scene, seat, news) for w, seat in seats.items()}
    brief = {w: _summarise_action(w, newest, scene.model.people(w)) for w in seats}
    at_edges = [recent_events.with_intentions(scene, seat, news, said[w]) for seat, w in enumerate(languages, start=1)]
    return news_strip.strips(ring, at_edges, back, () if covered else zones, brief=[brief[w] for w in languages])


def _summarise_action(w: Words, newest: Sequence[object], people: Sequence[str]) -> tuple[str, ...]:
    """Summarise an action with names from long to short, as long as short names remain distinct."""
    called = [names for names in zip(*map(name_forms, people), strict=True) if len({*names}) == len(people)]
    return tuple(dict.fromkeys(filter(None, (event_text.summarise_events(w, newest, names) for names in called))))


@dataclass(frozen=True, slots=True)
class Brackets:
    """Brackets in the middle and between seats."""

    ring: Ring
    stacks: frozenset[str]
    gaps: frozenset[str]
    markers: frozenset[int]
    of: int  # count of markers


def marks(scene: ArchitectsScene, ring: Ring, found: ArchitectsChanges) -> Element[Brackets]:
    """Mark changes outside of zones with brackets, except below an open panel."""
    covered = scene.covered or (bool(scene.ui.panel) and not scene.code_aside)
    view = Brackets(
        ring=ring,
        stacks=frozenset(found.stacks - ({"center"} if covered else set())),
        gaps=frozenset(gap for gap in found.gaps if gap.isdecimal() and int(gap) <= len(ring.rounds)),
        markers=frozenset() if covered else frozenset(found.markers),
        of=scene.view.conflict.tokens,
    )
    return Element("changed", view, paint_marks)


def paint_marks(p: Pen, marks: Brackets, control: Controller) -> None:
    ring, u = marks.ring, marks.ring.u
    for name in sorted(marks.stacks):
        x, y = ring.inner.centre
        at, w = (x, y, 0.0), 124.0 * ring.large
        if name != "center":
            gap = ring.gaps[int(name) - 1]
            at, w = (gap.x, gap.y, gap.angle), ring.card / u
        with p.at(*at, u):
            brackets(
                p, -w / 2 - BRACKET_GAP, -w * CARD / 2 - BRACKET_GAP, w + 2 * BRACKET_GAP, w * CARD + 2 * BRACKET_GAP
            )
    for name in sorted(marks.gaps):
        lies = ring.rounds[int(name) - 1]
        with p.at(lies.x, lies.y, lies.angle, u):
            r, half = lies.r / u + 8, (lies.r + lies.long) / u + 8
            brackets(p, -half, -r, 2 * half, 2 * r)
    for nth in sorted(marks.markers):
        mx, my, r = marker_place(ring, nth, marks.of)
        with p.at(mx, my, 0, u):
            r += 10
            brackets(p, -r, -r, 2 * r, 2 * r)
