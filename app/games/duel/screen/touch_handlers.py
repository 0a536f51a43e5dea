"""What touches do while Duel lies on the table: they show things large, choose, and say it through the controller.

Whatever is done takes two taps: the first shows the thing, the second says what becomes of it. Where people deal,
they have done it already: what can become of a thing in one way only takes one.
"""

from app.games.duel import words as say
from app.games.duel.screen.scene import DuelScene, change, present
from app.games.duel.screen.ui_state import TouchedThing
from app.screen.control.controller import Controller
from app.screen.input import cardboard_entry as steps
from app.screen.widgets.face_down import kept_actions
from engine.duel.actions import MARK


def show(control: Controller, touched: TouchedThing | None) -> None:
    """Show a thing large; the same once more, or None, takes it away."""
    scene = present(control)
    if scene.opened.panel:
        control.open("")
    if touched in (None, scene.duel.touched):
        change(control, touched=None, turned=0, city=0)
    else:
        change(control, touched=touched, turned=0)
    control.change(pages={})


def touch_slot(control: Controller, slot: int) -> None:
    """A card of the structure, open or covered."""
    show(control, TouchedThing("slot", str(slot)))


def touch_card(control: Controller, card: str) -> None:
    """A card in a city or in the discard pile."""
    show(control, TouchedThing("card", card))


def touch_other(control: Controller, card: str, of: object) -> None:
    """A card that cannot be there: it is asked whether it is meant, and then lies large already."""
    show(control, None)
    show(control, TouchedThing("card", card))
    steps.ask_other(control, of)


def touch_discard(control: Controller) -> None:
    """The discard pile, to be read."""
    show(control, TouchedThing("discard", ""))


def touch_token(control: Controller, token: str) -> None:
    """A progress token, on the board or before a seat; where people deal, the one that whoever is asked has taken."""
    scene = present(control)
    told = lines(scene, scene.acting).get(f"progress {token}") if scene.tracked else None
    if told is not None:
        control.act(scene.acting, told)
        return
    show(control, TouchedThing("token", token))


def touch_seat(control: Controller, seat: int, edge: int) -> None:
    """A seat's name: how it is played; or it says that the touched card is its own, and not of whoever has the turn."""
    scene = present(control)
    if is_late(scene, seat):
        control.open(f"forgot seat {seat}", edge)
    else:
        control.open(f"seat {seat}", edge)


def is_late(scene: DuelScene, seat: int) -> bool:
    """Whether people are telling a card, and this seat has not the turn."""
    return bool(scene.tracked and seat != scene.acting and chosen_card(scene))


def touch_wonder(control: Controller, seat: int, wonder: str, edge: int) -> None:
    """A wonder: its owner's touched card goes under it, or is said to; otherwise it is shown large."""
    scene = present(control)
    card = chosen_card(scene)
    if is_late(scene, seat):
        control.open(f"forgot seat {seat}", edge)
        return
    if seat == scene.acting and card and can(scene, seat, f"discard {card}"):
        said, way = f"build {wonder} with {card}", scene.ways(seat).get(wonder)
        if line := lines(scene, seat).get(said):
            control.act(seat, line)
            return
        if way is not None:
            coins = scene.view.seats[seat - 1].coins
            facts: dict[str, int | str] = {"thing": wonder, "cost": way.cost, "coins": coins}
            control.deny(seat, say.refusal(scene.model.words(seat), "price", facts))
            return
    show(control, TouchedThing("wonder", wonder, seat))


def chosen_card(scene: DuelScene) -> str:
    """The card that is shown large and may be taken: of the structure, or where people deal one of the age."""
    touched = scene.duel.touched
    if touched is None:
        return ""
    if scene.tracked:
        told = touched.kind == "card" and can(scene, scene.acting, f"discard {touched.what}")
        return touched.what if told else ""
    slot = scene.view.structure.get(touched.what) if touched.kind == "slot" else None
    return slot.card or "" if slot is not None and slot.accessible else ""


def touched_uses(scene: DuelScene) -> dict[int, str]:
    """The use under a finger, else the first one of what is shown large; where people deal, it is done already."""
    seat, touched, under = scene.answers, scene.duel.touched, scene.under
    if not seat or scene.tracked or scene.model.view is None:
        return {}
    if scene.asks == "keep":
        return kept_actions(scene, seat, scene.duel.nth)
    card, said = chosen_card(scene), [scene.duel.choice]
    if card:
        wonder = under.removeprefix(f"wonder {seat} ")
        said = [under, f"build {wonder} with {card}", f"build {card}", f"discard {card}"]
    elif touched is not None:
        said = [f"progress {touched.what}"] if touched.kind == "token" else []
    legal = scene.model.legal(seat)
    return next(({seat: text} for text in said if text in legal), {})


def lines(scene: DuelScene, seat: int) -> dict[str, str]:
    """What people may say for a seat on the screen now, by its plain line; what counts exclude, too, if it is meant."""
    if not seat or seat != scene.answers:
        return {}
    question = scene.model.questions[seat]
    others = question.others if scene.means_other((seat, question.legal)) else ()
    return {text.removesuffix(f" {MARK}"): text for text in (*others, *question.legal)}


def can(scene: DuelScene, seat: int, said: str) -> bool:
    """Whether people may say this for a seat on the screen now."""
    return said in lines(scene, seat)


def turn_to(control: Controller, seat: int) -> None:
    """Let what is shown large face another seat."""
    change(control, turned=seat)


def choose(control: Controller, said: str) -> None:
    """Choose an answer, which is said by the next tap."""
    change(control, choice=said)


# ---- tokens from the box ---------------------------------------------------------------------------------


def hold(control: Controller, seat: int, nth: int, held: bool) -> None:
    """A finger lies on the nth token that a seat drew, or has left it."""
    change(control, nth=nth if held else -1)
    control.secrets.look(seat, held)
