"""The game on the table: its elements, its reaction to snapshots, its opening, and the meeting of shields."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from math import inf
from pkgutil import iter_modules

import msgspec

from app.looks.end_stages import SHEET, Step
from app.protocol.base_messages import Message
from app.protocol.log_messages import Line
from app.protocol.panel_messages import ButtonEvent
from app.protocol.play_messages import Cue, Opening
from app.screen.control.controller import NOTICE_SECONDS, Controller
from app.screen.features.feature import ScreenFeature, ScreenFrame, SnapshotChange
from app.screen.paint.element import AnyElement, Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.end_sequence import STEP_SOUNDS, EndSequence
from app.screen.state.flight import Moving
from app.screen.state.interlude import InterludeDismissed, ShieldsMeeting
from app.screen.state.model import Model
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene, SnapshotNews
from app.screen.state.ui_state import Notice, OpenHistory


class StaleUi(ScreenFeature):
    """Panels and pages that belong to another game, phase or question than the table's: they are closed."""

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        was, now = change.table_before, change.table
        game = control.games.for_table(now)
        if game is not control.game_screen:
            control.game_screen, control.ui = game, replace(control.ui, game=game.initial_ui_state())
        if was is not None and (change.is_other_game or was.phase != now.phase):
            control.reset_lists()
            control.notices = {
                seat: notice for seat, notice in control.notices.items() if not seat or notice.until < inf
            }
            control.ui = replace(
                control.ui, panel="", sure="", entering=None, history=OpenHistory(), finale=EndSequence()
            )
        _close_answered(control, change)


def _close_answered(control: Controller, change: SnapshotChange) -> None:
    """Close what belongs to answered questions; a game told in words keeps its page."""
    was, model = change.before.model, change.model
    asked, before = ({seat: one.number for seat, one in each.questions.items()} for each in (model, was))
    if asked == before:
        return
    scene = control.scene
    if scene.game.by_touch and (not scene.ui.panel or scene.code_aside):
        control.reset_lists()
    ui, secrets = control.ui, control.secrets
    over = {seat for seat in (*ui.pages, *ui.scrolls) if asked.get(seat) != before.get(seat)}
    control.ui = replace(
        ui,
        pages={seat: page for seat, page in ui.pages.items() if seat not in over},
        scrolls={seat: lists for seat, lists in ui.scrolls.items() if seat not in over},
        asked_here=ui.asked_here & frozenset(asked.values()),
    )
    chosen = {offer.seat for offer in model.retractable}  # seats that can still undo keep looking at it
    secrets.drop({*secrets.holding, *secrets.shown} - asked.keys() - chosen)


class GameOnTable(ScreenFeature):
    """The game's own reaction to events, its interludes, and the sequence at its end."""

    def on_message(self, control: Controller, message: Message) -> None:
        match message:
            case ButtonEvent(part=part, how="nothing"):
                kind, _, number = part.partition(".")
                if kind == "marker":
                    control.animate((Cue(what="nothing", markers=(int(number),)),))

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        """Update the game, the sound and the UI state for new events."""
        scene, model, first = control.scene, change.model, change.is_first or change.is_other_game
        followed = scene.game.follow(change.before, scene, SnapshotNews(model.brought, change.new_lines, first))
        control.ui = replace(control.ui, game=followed.ui)
        if followed.ends:
            control.ui = replace(control.ui, finale=EndSequence(followed.ends))
        for seat, text in followed.says:
            stays = seat > 0 and model.tracks  # it asks for an action, and hands are full
            control.notices[seat] = Notice(text, refused=False, until=inf if stays else scene.now + NOTICE_SECONDS)
        happened = () if first or followed.quiet else change.new_lines
        aside = control.scene.code_aside
        if control.ui.panel == "code" and not aside and any(_is_by_people(model, line) for line in happened):
            control.ui = replace(control.ui, panel="")  # people play on, and the code covers the middle
        ritual = change.table.ritual is not None
        ends, after = bool(followed.ends), followed.unseen
        log, seats = model.lines.values(), change.table.seats
        control.sound.play_for_lines(happened, ritual=ritual, ends=ends, after=after, log=log, seats=seats)
        fresh = not first and not followed.quiet
        if fresh and (change.new_lines or followed.moves) and control.ui.history.shown is None:
            control.animate(followed.moves)

    def on_tick(self, control: Controller, now: float) -> float | None:
        if control.game_screen is None:
            return None
        shown = control.ui.game
        ui, at = control.game_screen.tick(replace(control.scene, now=now))
        control.ui = replace(control.ui, game=ui)
        if ui != shown:
            control.animate((InterludeDismissed(shown),))
        before, scene = control.ui.finale, control.scene
        finale = before.advance(now, not scene.ui.panel and not scene.game.has_interlude(scene))
        control.ui = replace(control.ui, finale=finale)
        if before.step is not None and finale.step is None:
            control.animate((SHEET,))
        if finale.step is not None and finale.until is not None and finale.until != before.until:
            control.sound.play(STEP_SOUNDS[finale.step.part])
            control.animate((finale.step,))
        return min((each for each in (at, finale.until) if each is not None), default=None)

    def animations(self, control: Controller, pen: Pen, ring: Ring, event: object) -> Iterable[Moving] | None:
        """Animate a step of the end that fills the table growing from the edge of its seat."""
        if not isinstance(event, Step):
            return None
        from app.screen.widgets import vista

        there, motion = control.scene.game.elements(control.scene, ring), control.scene.model.settings.motion
        shown = [each for each in there if isinstance(each.view, vista.Vista)]
        if event.part == "sheet":
            return [vista.raise_over(each, row) for each in shown for row in there if row.key == "sheet"]
        return [moving for each in shown for moving in vista.animate(each, motion)]


def _is_by_people(model: Model, line: Line) -> bool:
    if not line.row or (model.table is not None and model.table.mode == "tally"):
        return line.row > 0
    seat = msgspec.json.decode(line.event).get("seat", 0)
    return seat > 0 and model.info(seat).by != "bot"


class ShieldComparison(ScreenFeature):
    """The meeting of shields before the result of a conflict."""

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        meeting = change.model.meeting
        if meeting and not change.before.model.meeting and control.ui.history.shown is None:
            if not change.new_lines:  # else the sound of these
                control.sound.play("shield")
            control.animate((ShieldsMeeting(meeting),))

    def animations(self, control: Controller, pen: Pen, ring: Ring, event: object) -> Iterable[Moving] | None:
        if not isinstance(event, ShieldsMeeting):
            return None
        if control.scene.game.has_interlude(control.scene):
            return ()  # animated once the game's own page is shown
        from app.screen.pages.play import conflict

        return conflict.clash(ring, event.shields)


class GameOpening(ScreenFeature):
    """The opening of a game, step by step as the table says."""

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        """Animate the next step, ending the animations of the step before."""
        before, now = change.table_before.opening if change.table_before else None, change.table.opening
        if change.is_first or now == before:
            return
        if before is not None:
            control.finish_animations()
        if now is not None and now.step == "found":
            control.sound.play("your-turn")
        elif now is not None:
            control.animate((now,))

    def table_elements(self, frame: ScreenFrame) -> Elements | None:
        table = frame.scene.table
        if table.opening is None:
            return None
        from app.screen.pages.play import opening_ceremony

        found = opening_ceremony.elements(frame.scene, frame.ring, table.opening)
        return _followed_by(found, partial(frame.scene.game.elements, frame.scene, frame.ring))

    def animations(self, control: Controller, pen: Pen, ring: Ring, event: object) -> Iterable[Moving] | None:
        if not isinstance(event, Opening):
            return None
        from app.screen.pages.play import opening_ceremony

        return opening_ceremony.flights(ring, event)


class GameTable(ScreenFeature):
    """The table of a running or finished game, as the game draws it."""

    def fills_table(self, scene: Scene) -> bool:
        return scene.game.has_interlude(scene)

    def table_elements(self, frame: ScreenFrame) -> Elements | None:
        scene, game = frame.scene, frame.scene.game
        found = game.elements(scene, frame.ring)
        if game.has_interlude(scene):
            ui = replace(scene.ui, game=game.end_interlude(scene.ui.game))
            after = replace(scene, ui=ui, secrets={})
            return _followed_by(found, partial(frame.compose, after))
        return found if scene.table.phase == "game" else before_opening(frame, found)


def _followed_by(found: Elements, ahead: Callable[[], Iterable[AnyElement]]) -> Elements:
    return [*(replace(each, ahead=ahead) for each in found[:1]), *found[1:]]


def before_opening(frame: ScreenFrame, found: Elements) -> Elements:
    """Return these elements of a table without a game, which the opening of one may follow."""
    return _followed_by(found, partial(_list_opening, frame))


def _list_opening(frame: ScreenFrame) -> Iterator[AnyElement]:
    from app.screen.pages.play import opening_ceremony

    yield from opening_ceremony.list_upcoming(frame.scene, frame.ring)
    package = import_module(type(frame.scene.game).__module__.rpartition(".")[0])
    for module in iter_modules(package.__path__, f"{package.__name__}."):
        yield Element(module.name, module.name, _import)


def _import(p: Pen, module: str, control: Controller) -> None:
    import_module(module)
