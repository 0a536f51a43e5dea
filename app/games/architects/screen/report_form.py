"""The form on the middle in which people who deal enter what happened."""

from functools import partial

from app.games.architects import printed_names
from app.games.architects import words_facade as terms
from app.games.architects.screen.reported_pictures import PicturedTells
from app.games.architects.screen.typed_scene import ArchitectsScene
from app.screen.pages.cardboard.correction_pages import build_correction_page
from app.screen.pages.cardboard.turn_entry import build_turn_entry
from app.screen.paint.element import Elements
from app.screen.state.model import event_of
from app.screen.state.ring_layout import Ring
from app.screen.state.typed_scene import ReportStep
from app.text.translation import Words
from engine.architects import actions


def elements(scene: ArchitectsScene, ring: Ring) -> Elements:
    """Return the open entry form or correction."""
    if scene.repair:
        return [build_correction_page(scene, ring, scene.repair, PicturedTells(scene.data))]
    telling = scene.telling
    return (
        [build_turn_entry(scene, ring, telling, PicturedTells(scene.data), partial(source, scene, telling))]
        if telling
        else []
    )


def source(scene: ArchitectsScene, telling: ReportStep, w: Words) -> str:
    """Name the seat, stack and wonder of a card that was revealed by an effect."""
    asks = telling.question
    words, active = (asks.legal or asks.others)[0].split(), scene.view.derived.active
    if telling.seat or not active or words[0] != "reveal" or words[1] in ("token", "medal"):
        return ""
    people = scene.model.people(w)
    where = terms.identity(w, "rome") if words[1] == "gift" else printed_names.stack_name(w, words[1], people)
    said = w("{name}: {action}", name=people[active - 1], action=where)
    for _, line in sorted(scene.model.lines.items(), reverse=True):
        match None if line.undone else event_of(line, terms.parse_event):
            case actions.StageBuilt(wonder=wonder):
                return f"{said} ({printed_names.wonder(w, wonder)})"
            case actions.TurnBegan():
                break
    return said
