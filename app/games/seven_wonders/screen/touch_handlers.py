"""Touch handlers of 7 Wonders on the table. Secrets pass through unread and are never stored."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import inf
from typing import TypeAlias

from msgspec import UnsetType

from app.games.seven_wonders import words_facade as terms
from app.games.seven_wonders.screen.typed_scene import SevenScene, decode_view, present
from app.games.seven_wonders.screen.ui_state import CoinSplit, HandHeld, Shown, Tell, is_played_by_phone
from app.games.seven_wonders.shared_table_facts import USES, HandUse, hand_uses
from app.protocol.ceremony_durations import INTERLUDE_SECONDS
from app.protocol.log_messages import Line
from app.protocol.play_messages import Secret, Undo
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.input import cardboard_entry as steps
from app.screen.pages.cardboard.correction_pages import Answer
from app.screen.pages.play.seat_notices_and_votes import report_done_here
from app.screen.state.interlude import InterludeDismissed
from app.screen.state.model import Model, event_of
from app.text.cardboard_reminders import to_look_at
from engine.seven_wonders import actions
from engine.seven_wonders.view_json import View

Tap: TypeAlias = Callable[[], None]


def end_fight(control: Controller) -> None:
    """Dismiss a conflict, and show the turn that was revealed meanwhile, if any."""
    until, fight = present(control).game_ui.reveal, present(control).game_ui.fight
    left = fight.number if fight else 0
    control.change_game_ui(
        fight=None,
        left=left,
        reveal=until if until in (None, inf) else control.clock() + INTERLUDE_SECONDS,
    )


def end_age(control: Controller) -> None:
    """Dismiss the announcement of an age."""
    control.change_game_ui(dealt=None)


def end_reveal(control: Controller) -> None:
    """Dismiss a revealed turn. Reminders about the end of an age come after its conflict."""
    model, ends = control.model, max(_list_turn_beginnings(control.model), default=inf)
    if model.table is not None and (conflict := to_look_at(model.table, model.lines)):
        lasts = [n for n, line in model.lines.items() if n < conflict.line and isinstance(_event_of_line(line), Shown)]
        ends = min(ends, max(lasts, default=0) + 1)
    report_done_here(control, ends)
    shown = present(control).game_ui
    control.change_game_ui(reveal=None)
    control.animate((InterludeDismissed(shown),))


def _list_turn_beginnings(model: Model) -> Iterator[int]:
    """Yield the lines that begin turns; reminders of the newest one come after the revealed turn."""
    for number, line in model.lines.items():
        if not line.undone and isinstance(_event_of_line(line), actions.TurnBegan | actions.RecruitmentBegan):
            yield number


def _event_of_line(line: Line) -> object | None:
    return event_of(line, terms.parse_event)


def show_last(control: Controller) -> None:
    """Show the last turn before the zones again until somebody dismisses it."""
    control.open_panel("")
    control.change_game_ui(reveal=inf)


# ---- a hand that lies face down --------------------------------------------------------------------------


def touched_uses(scene: SevenScene) -> dict[int, str]:
    """Return by seat the first line for the card under its finger, except stages and sales."""
    found: dict[int, str] = {}
    for seat, secret in scene.secrets.items():
        view, nth = scene.private_view(seat), scene.game_ui.holds(seat).under
        mine = things(view) if view is not None else ()
        if scene.tracked or not 0 <= nth < len(mine):
            continue
        words = {text: text.removeprefix("choose ").split() for text in secret.legal}
        said = [text for text, (verb, *of) in words.items() if of[:1] == [mine[nth]] and verb not in ("stage", "sell")]
        found |= {seat: said[0]} if said else {}
    return found


def things(view: View) -> tuple[str, ...]:
    """List the things that a seat chooses from, by its own view."""
    mine = view.mine
    if isinstance(mine, UnsetType):
        return ()
    match view.asked:
        case "recruit" | "extra":
            return mine.leaders or ()
        case "rebuild":
            return () if isinstance(mine.discard, UnsetType) else mine.discard
    return mine.hand or ()


def choice(view: View) -> str:
    """Return a seat's secret choice from its own view: `build altar left 2`."""
    return "" if isinstance(view.mine, UnsetType) else view.mine.choice or ""


def _change(control: Controller, seat: int, hold: HandHeld, over: int | None = None) -> None:
    seven = present(control).game_ui.replace_hand(seat, hold)
    control.change(game=replace(seven, over=seven.over if over is None else over))


def open_hand(control: Controller, seat: int) -> None:
    """Lay a seat's hand, or what it has chosen, at its edge, or where that has no room on the middle.

    Where people deal, what it has to tell; with it that of all who have no phone: they did it at the same time.
    A turn that is shown has been seen then.
    """
    if present(control).revealed is not None:
        end_reveal(control)
    if present(control).ui.panel:
        control.open_panel("")
    if (scene := present(control)).tracked:
        here = [each for each in scene.model.questions if each == seat or not is_played_by_phone(scene.model, each)]
        tells = {each: replace(scene.game_ui.telling(each), open=True, away=False) for each in {seat, *here}}
        control.change_game_ui(tells={**scene.game_ui.tells, **tells}, over=seat)
        return
    hold = present(control).game_ui.holds(seat)
    _change(control, seat, replace(hold, away=False, open=True), over=seat)


def put_hand_away(control: Controller, seat: int) -> None:
    """Close a seat's hand and show its city."""
    hold = present(control).game_ui.holds(seat)
    _change(control, seat, replace(hold, away=True, open=False, picked=-1, can=(), use="", ways=()), over=0)


def hold(control: Controller, seat: int, nth: int, held: bool) -> None:
    """Handle a finger that touches the nth card of a hand or leaves it."""
    before = present(control).game_ui.holds(seat)
    seen = before.seen | {nth} if held else before.seen
    _change(control, seat, replace(before, under=nth if held else -1, seen=seen))
    control.secrets.look(seat, held)


def pick(control: Controller, seat: int, nth: int) -> None:
    """Choose the nth thing, unseen; below 0: none. One that was seen, and has but one use, needs no more than that."""
    scene = present(control)
    before = scene.game_ui.holds(seat)
    _change(control, seat, replace(before, picked=nth, under=-1, can=(), use="", ways=()))
    uses = USES.get(scene.view.asked or "", ())
    if nth in before.seen and len(uses) == 1:
        use(control, seat, uses[0])
    elif nth >= 0:
        control.secrets.look_unseen(seat, partial(_learn, control, seat))


def _learn(control: Controller, seat: int, secret: Secret) -> None:
    """Store the possible uses of the chosen card; others are dimmed."""
    hold = present(control).game_ui.holds(seat)
    can = tuple(use.verb for use in _uses(control, seat, secret, hold.picked) if use.can)
    _change(control, seat, replace(hold, can=can))


def use(control: Controller, seat: int, verb: str) -> None:
    """Use the chosen card: act at once, or ask for the way to pay."""
    nth = present(control).game_ui.holds(seat).picked

    def say(secret: Secret) -> None:
        lines = _lines(control, seat, secret, verb, nth)
        ways = worth_asking(lines)
        if not lines:
            _change(control, seat, replace(present(control).game_ui.holds(seat), use=verb, ways=()))
            control.deny(seat, _explain_why_not(present(control), seat, verb))
        elif len(ways) == 1:
            control.act(seat, lines[ways[0]])
        else:
            _change(control, seat, replace(present(control).game_ui.holds(seat), use=verb, ways=ways))

    control.secrets.look_unseen(seat, say)


def pay(control: Controller, seat: int, nth: int) -> None:
    """Pay for the chosen card in the nth way."""
    held = present(control).game_ui.holds(seat)

    def say(secret: Secret) -> None:
        if nth < len(held.ways) and (line := _lines(control, seat, secret, held.use, held.picked).get(held.ways[nth])):
            control.act(seat, line)

    control.secrets.look_unseen(seat, say)


def decline(control: Controller, seat: int) -> None:
    """Decline where that is a legal answer."""
    control.secrets.look_unseen(seat, partial(_decline, control, seat))


def _decline(control: Controller, seat: int, secret: Secret) -> None:
    if "done" in secret.legal:
        control.act(seat, "done")
    else:
        control.deny(seat, present(control).model.words(seat)("One of them must be built."))


def take_back(control: Controller, seat: int) -> None:
    """Take back what a seat has chosen, while others still choose."""
    row = present(control).retractable_row(seat)
    if row is not None:
        control.submit(Undo(id=new_id(), row=row, seat=seat), seat)


def _uses(control: Controller, seat: int, secret: Secret, nth: int) -> tuple[HandUse, ...]:
    """List the uses of a seat's nth card."""
    view, scene = decode_view(secret), present(control)
    mine = things(view) if view is not None else ()
    if view is None or not 0 <= nth < len(mine):
        return ()
    return tuple(hand_uses(scene.model.words(seat), view, seat, mine[nth], secret.legal, scene.data))


def _lines(control: Controller, seat: int, secret: Secret, verb: str, nth: int) -> dict[CoinSplit, str]:
    """Map payments to the lines that use a seat's nth card like that."""
    uses = _uses(control, seat, secret, nth)
    return {paid.sides: paid.line for use in uses if use.verb == verb for paid in use.payments}


def worth_asking(ways: Iterable[CoinSplit]) -> tuple[CoinSplit, ...]:
    """Drop ways to pay that cost everybody as much or more than another; cheapest first."""
    found = sorted(ways, key=lambda way: (sum(way), way))
    return tuple(way for way in found if not any(other != way and all(map(int.__le__, other, way)) for other in found))


def _explain_why_not(scene: SevenScene, seat: int, verb: str) -> str:
    """Explain why a face-down card has no such use, without revealing it."""
    w = scene.model.words(seat)
    match verb:
        case "stage":
            return w("No stage can be built now.")
        case "recruit":
            return w("You cannot pay that leader now.")
    return w("You cannot build that one now. Hold it to see why.")


# ---- telling what a seat did -----------------------------------------------------------------------------


def put_telling_away(control: Controller, seat: int) -> None:
    """Close a seat's entry form and show its city."""
    seven = present(control).game_ui
    control.change_game_ui(tells={**seven.tells, seat: Tell(away=True)}, over=0)


def look_at(control: Controller, seat: int, group: str = "", thing: str = "") -> None:
    """Lay the things of one kind open, or ask what was paid for one of them; nothing: all of it again."""
    seven = present(control).game_ui
    control.reset_lists()
    control.change(pages={**control.ui.pages, seat: 0})
    control.change_game_ui(tells={**seven.tells, seat: replace(seven.telling(seat), group=group, thing=thing)})


def tell(control: Controller, asked: int, answer: Answer | None, text: str) -> None:
    """Enter a seat's action, or correct a line."""
    if answer is None:
        control.act(asked, text)
    else:
        steps.correct(control, answer.row, answer.how, text)


def tell_otherwise(control: Controller, seat: int) -> None:
    """Take back an action that a seat entered in a turn that is not complete."""
    row = next((offer.row for offer in control.model.retractable if offer.seat == seat), None)
    if row is not None:
        control.submit(Undo(id=new_id(), row=row), seat)
