"""Touch handlers of Duel: enlarge things, choose, and act through the controller.

Every action takes two taps: the first shows the thing, the second acts. Where people deal, the action is done already,
so a thing with only one possible use takes one tap.
"""

from app.games.duel import words_facade as say
from app.games.duel.screen.typed_scene import DuelScene, present
from app.games.duel.screen.ui_state import TouchedThing
from app.screen.control.controller import Controller
from app.screen.input import cardboard_entry as steps
from app.screen.widgets.face_down import keep_actions
from engine.game import plain_line


def show(control: Controller, touched: TouchedThing | None) -> None:
    """Enlarge a thing; the same thing again, or None, closes it."""
    scene = present(control)
    if scene.ui.panel:
        control.open_panel("")
    if touched in (None, scene.game_ui.touched):
        control.change_game_ui(touched=None, turned=0, city=0)
    else:
        control.change_game_ui(touched=touched, turned=0)
    control.change(pages={})


def touch_slot(control: Controller, slot: int) -> None:
    """Enlarge a card of the structure, covered or not."""
    show(control, TouchedThing("slot", str(slot)))


def touch_card(control: Controller, card: str) -> None:
    """Enlarge a card in a city or in the discard pile."""
    show(control, TouchedThing("card", card))


def touch_other(control: Controller, card: str, of: object) -> None:
    """Enlarge a card that our counts exclude, and ask whether it is meant."""
    show(control, None)
    show(control, TouchedThing("card", card))
    steps.ask_other(control, of)


def touch_discard(control: Controller) -> None:
    """Open the discard pile for reading."""
    show(control, TouchedThing("discard", ""))


def touch_token(control: Controller, token: str) -> None:
    """Enlarge a progress token; where people deal, enter it as the one taken."""
    scene = present(control)
    entry = lines(scene, scene.acting).get(f"progress {token}") if scene.tracked else None
    if entry is not None:
        control.act(scene.acting, entry)
        return
    show(control, TouchedThing("token", token))


def touch_seat(control: Controller, seat: int, edge: int) -> None:
    """Open how a seat is played, or enter that the touched card belongs to this seat instead of the one to act."""
    scene = present(control)
    if is_late(scene, seat):
        control.open_panel(f"forgot seat {seat}", edge)
    else:
        control.open_panel(f"seat {seat}", edge)


def is_late(scene: DuelScene, seat: int) -> bool:
    """Check whether people are entering a card while this seat does not have the turn."""
    return bool(scene.tracked and seat != scene.acting and takeable_card(scene))


def touch_wonder(control: Controller, seat: int, wonder: str, edge: int) -> None:
    """Build a wonder with its owner's touched card, or enter that; otherwise enlarge it."""
    scene = present(control)
    card = takeable_card(scene)
    if is_late(scene, seat):
        control.open_panel(f"forgot seat {seat}", edge)
        return
    if seat == scene.acting and card and can(scene, seat, f"discard {card}"):
        said, option = f"build {wonder} with {card}", scene.options_of_seat(seat).get(wonder)
        if line := lines(scene, seat).get(said):
            control.act(seat, line)
            return
        if option is not None:
            coins = scene.view.seats[seat - 1].coins
            facts: dict[str, int | str] = {"thing": wonder, "cost": option.cost, "coins": coins}
            control.deny(seat, say.refusal(scene.model.words(seat), "price", facts))
            return
    show(control, TouchedThing("wonder", wonder, seat))


def takeable_card(scene: DuelScene) -> str:
    """Return the enlarged card if it may be taken: of the structure or, where people deal, of the age."""
    touched = scene.game_ui.touched
    if touched is None:
        return ""
    if scene.tracked:
        can_take = touched.kind == "card" and can(scene, scene.acting, f"discard {touched.what}")
        return touched.what if can_take else ""
    slot = scene.view.structure.get(touched.what) if touched.kind == "slot" else None
    return slot.card or "" if slot is not None and slot.accessible else ""


def touched_uses(scene: DuelScene) -> dict[int, str]:
    """Return the use under a finger, else the first use of the enlarged thing, by seat; none where people deal."""
    seat, touched, under = scene.answering_seat, scene.game_ui.touched, scene.under
    if not seat or scene.tracked or scene.model.view is None:
        return {}
    if scene.question_kind == "keep":
        return keep_actions(scene, seat, scene.game_ui.nth)
    card, said = takeable_card(scene), [scene.game_ui.choice]
    if card:
        wonder = under.removeprefix(f"wonder {seat} ")
        said = [under, f"build {wonder} with {card}", f"build {card}", f"discard {card}"]
    elif touched is not None:
        said = [f"progress {touched.what}"] if touched.kind == "token" else []
    legal = scene.model.legal(seat)
    return next(({seat: text} for text in said if text in legal), {})


def lines(scene: DuelScene, seat: int) -> dict[str, str]:
    """Return the lines that may be sent for a seat now, by plain line; with excluded ones once they are chosen."""
    if not seat or seat != scene.answering_seat:
        return {}
    question = scene.model.questions[seat]
    others = question.others if scene.is_other_confirmed((seat, question.legal)) else ()
    return {plain_line(text): text for text in (*others, *question.legal)}


def can(scene: DuelScene, seat: int, said: str) -> bool:
    """Check whether a line may be sent for a seat on the screen now."""
    return said in lines(scene, seat)


def turn_to(control: Controller, seat: int) -> None:
    """Turn the enlarged thing to another seat."""
    control.change_game_ui(turned=seat)


def choose(control: Controller, said: str) -> None:
    """Choose an answer, to be sent by the next tap."""
    control.change_game_ui(choice=said)


def hold(control: Controller, seat: int, nth: int, held: bool) -> None:
    """Set whether a finger is on the nth token that a seat drew."""
    control.change_game_ui(nth=nth if held else -1)
    control.secrets.look(seat, held)
