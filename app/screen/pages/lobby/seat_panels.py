"""Panels of seats: everybody, one seat, name entry."""

from functools import partial
from typing import Final

from msgspec import UNSET

from app.protocol.history_messages import KnownPerson
from app.protocol.name_rules import name_key
from app.protocol.seat_messages import HandOver, InviteFar, SetSeat
from app.protocol.teaching_messages import AskHint
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.input import goals
from app.screen.pages.common.forms import FormHandlers, FormPanel, form_panel, paint_form
from app.screen.pages.common.keyboard import Keyboard, for_names, paint_keyboard
from app.screen.pages.common.result_code import LargeCode, code_row, paint_large_code
from app.screen.pages.common.setting_intents import set_seat
from app.screen.paint.element import BoundCall, Element
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import LessonsGame, Scene
from app.screen.widgets.badges import Badge
from app.screen.widgets.panel_frame import panel_context, panel_element
from app.shown.form import IntentTemplate
from app.shown.lobby import seat_form as shown
from app.shown.lobby.join_codes import to_far
from app.shown.play.goal import screen_picker

FAR_PANEL: Final = "far"


def build_seat_list(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    w = scene.model.words()
    people = [*zip(scene.model.people(w), (info.by for info in scene.table.seats), strict=True)]
    edges = enumerate((zone.edge for zone in ring.zones), start=1)
    ways = {f"seat {seat}": BoundCall(Controller.open_panel, panel=f"seat {seat}", edge=edge) for seat, edge in edges}
    return form_panel(scene, ring, shown.everybody(w, people), ways, column=300)


def build_seat_panel(scene: Scene, ring: Ring, seat: int) -> Element[FormPanel] | None:
    """Build a seat's panel: way to play, person, preferences."""
    table = scene.table
    if not 0 < seat <= len(table.seats):
        return None
    here, info = panel_context(scene, ring, seat), scene.model.info(seat)
    lobby = table.phase == "lobby"
    sits = not table.locked or not (info.by == "free" or info.own_bot)  # else nobody new does
    joins = sits and (info.by != "free" or seat in scene.model.codes)
    there = {
        "touch": sits and scene.model.by_touch,
        "phone": joins,
        "bot": table.bots,
        "free": lobby and info.by != "free",
    }
    ways = tuple(by for by in shown.WAYS if there[by])
    waits = info.by == "phone" and info.present and seat in scene.model.questions and scene.game.by_touch
    name = scene.model.name(seat, here.w)
    shown_seat = shown.ShownSeat(
        info=info,
        name=name,
        seats=len(table.seats),
        ways=ways,
        able=frozenset(ways),
        lobby=lobby,
        waits=waits,
        levels=table.levels,
        characters=table.characters,
        guided=table.guided and isinstance(scene.game, LessonsGame),
        coached=table.coaches,
        advised=table.advises and info.by == "touch" and seat in scene.model.questions,
        plans=bool(goals.possible_goals(scene, seat)),
        invites=sits and table.network.public is not None,
    )
    people = (ring.edge_of(other.seat) for other in table.seats if other.person and other.seat != seat)
    home = next(people, scene.ui.edge)
    means = FormHandlers(
        {
            "choose here": BoundCall(Controller.answer_here, seat=seat),
            "plan": BoundCall(Controller.open_panel, panel=f"{goals.PANEL} {seat}", edge=ring.zones[seat - 1].edge),
            "name": BoundCall(_open_naming, seat=seat, edge=here.edge),
            "badge": BoundCall(Controller.open_panel, panel=f"badge {seat}", edge=ring.zones[seat - 1].edge),
        },
        BoundCall(_send, seat, home),
    )
    pictures = {"badge": Badge(*info.badge)}
    view = FormPanel(here, shown.seat(here.w, shown_seat), means, covers=True, pictures=pictures)
    return panel_element(scene, view, paint_form)


def _send(seat: int, home: int, control: Controller, says: IntentTemplate, value: object = None) -> None:
    """Send an intent; a refusal or a code is shown at the seat's edge.

    Before a game, the panel closes once it is said who plays; after a bot has come, the lobby faces edge `home` again.
    """
    intent, table = says.intent, control.scene.table
    before, by = table.phase == "lobby", intent.by if isinstance(intent, SetSeat) else UNSET
    if isinstance(intent, InviteFar) and not intent.cancel:
        control.open_panel(f"{FAR_PANEL} {seat}", control.scene.ui.edge)
    elif isinstance(intent, HandOver | InviteFar | AskHint) or (before and by is not UNSET):
        control.open_panel("")
    if before and control.model.info(seat).by == "free":
        if isinstance(intent, HandOver):
            control.change(code=seat)
            return
        if by == "touch":
            set_seat(control, seat, by=by, lang=table.settings.lang)
            return
    if before and by == "bot":
        control.change(edge=home)
    control.send(says, value, seat)


def build_invitation(scene: Scene, ring: Ring, seat: int) -> Element[LargeCode] | None:
    """Build the panel with the link for a friend far away; None until there is one, and once it is used."""
    url = scene.model.far_links.get(seat)
    if url is None:
        return None
    here = panel_context(scene, ring, seat)
    row = code_row(to_far(here.w, seat, url))
    assert row is not None
    view = LargeCode(here, row, partial(_end_invitation, seat), typed=True)
    return panel_element(scene, view, paint_large_code)


def _end_invitation(seat: int, control: Controller) -> None:
    control.submit(InviteFar(id=new_id(), seat=seat, cancel=True), seat)


def _send_and_close(seat: int, control: Controller, says: IntentTemplate, value: object = None) -> None:
    control.open_panel("")
    control.send(says, value, seat)


def build_goal_picker(scene: Scene, ring: Ring, seat: int) -> Element[FormPanel] | None:
    """Build the goal picker, which does not reveal the current goal."""
    here, things = panel_context(scene, ring, seat), goals.possible_goals(scene, seat)
    if not things:
        return None
    form = screen_picker(here.w, seat, things, saves=seat in scene.model.planned)
    view = FormPanel(here, form, FormHandlers({}, BoundCall(_send_and_close, seat)), 300)
    return panel_element(scene, view, paint_form)


def _list_known_people(scene: Scene) -> tuple[KnownPerson, ...]:
    """List people who have played here and do not sit here now, latest first."""
    here = {name_key(info.name) for info in scene.table.seats if info.name is not None}
    return tuple(person for person in scene.ui.names if name_key(person.name) not in here)


def _open_naming(control: Controller, seat: int, edge: int) -> None:
    """Open the choice of a known person, or the keyboard if nobody is known."""
    control.change(typed=control.model.info(seat).name or "")
    control.open_panel(f"{'who' if _list_known_people(control.scene) else 'name'} {seat}", edge)


def build_person_choice(scene: Scene, ring: Ring, seat: int) -> Element[FormPanel]:
    here = panel_context(scene, ring, seat)
    write = BoundCall(Controller.open_panel, panel=f"name {seat}", edge=here.edge)
    means = FormHandlers({"name": write}, BoundCall(_send_and_close, seat))
    view = FormPanel(here, shown.person_page(here.w, seat, _list_known_people(scene)), means, 300)
    return panel_element(scene, view, paint_form)


def build_name_keyboard(scene: Scene, ring: Ring, seat: int) -> Element[Keyboard]:
    here = panel_context(scene, ring, seat)
    done = BoundCall(_rename, seat=seat)
    keyboard = for_names(here, here.w("Name"), scene.ui.typed, shown.NAME, done)
    return panel_element(scene, keyboard, paint_keyboard)


def _rename(control: Controller, seat: int) -> None:
    set_seat(control, seat, name=control.ui.typed.strip())
    control.open_panel("")
