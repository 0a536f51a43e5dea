"""Every wonder, card, leader, token and medal of the three games has its drawing, each on both surfaces.

What somebody invents, or a new game has, is shown by figures until it is drawn.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from app.games.architects import face_layouts as architects
from app.games.duel import face_layouts as duel
from app.games.game_list import GAMES, readers
from app.games.seven_wonders import face_layouts as seven_wonders
from app.looks import drawing_data
from app.looks.face_layout import Building, Face, Illustration
from app.looks.piece_faces import struck
from app.looks.plain_wonder_shapes import drawing_of
from app.phones import svg_drawings
from app.phones.svg_faces import svg

ROOT = Path(__file__).parents[3]
TEXTS = {name: (ROOT / "data" / f"{name}.toml").read_bytes() for pack in GAMES.values() for name in pack.data}
DATA = {slug: read(None, "") for slug, read in readers(TEXTS).items()}


def list_faces() -> Iterator[tuple[str, str, str, Face]]:
    """Yield every thing with its game, kind, name and large face."""
    facts = DATA["architects"]
    for slug, wonder in facts.wonders.items():
        states = ["built"] * len(wonder.stages)
        yield "architects", "wonder", slug, architects.wonder(slug, wonder.stages, states, 200, 180)
    yield from (("architects", "card", slug, architects.card(facts, slug, 100)) for slug in facts.cards)
    yield from (("architects", "token", slug, struck(architects.token(facts, slug, 30))) for slug in facts.tokens)
    yield from (("architects", "medal", slug, architects.medal(medal.need, 50)) for slug, medal in facts.medals.items())
    yield "architects", "back", "", architects.back(100)
    facts = DATA["duel"]
    yield from (("duel", "wonder", slug, duel.wonder(facts, slug, 160, 100, True)) for slug in facts.wonders)
    yield from (("duel", "card", slug, duel.card(facts, slug, 100, 124)) for slug in facts.cards)
    yield "duel", "track", "", duel.track(facts, 0, ((), ()), 320)
    yield from (("duel", "token", slug, struck(duel.token(facts, slug, 30))) for slug in facts.tokens)
    facts = DATA["seven-wonders"]
    for slug in facts.boards:
        yield "seven-wonders", "wonder", slug, seven_wonders.wonder(slug.rpartition("-")[0], 1, 3, 100, 100)
    yield from (("seven-wonders", "card", slug, seven_wonders.card(facts, slug, 100, 138)) for slug in facts.cards)
    yield from (("seven-wonders", "leader", slug, seven_wonders.card(facts, slug, 100, 138)) for slug in facts.leaders)
    yield from (("seven-wonders", "back", str(age), seven_wonders.draw_back(age, 100, 138)) for age in range(4))


def drawing_names(face: Face) -> Iterator[str]:
    """Yield the names of all drawings on a face."""
    for mark in face.marks:
        match mark:
            case Building(drawing=name) if name:
                yield name
            case Illustration(name, behind=behind) if name or behind.startswith("cloth"):
                yield name or behind


THINGS = {f"{game} {kind} {slug}".strip(): face for game, kind, slug, face in list_faces()}


def test_every_component_has_an_existing_drawing():
    table = {thing: tuple(drawing_names(face)) for thing, face in THINGS.items()}
    print("\n".join(f"{thing}: {', '.join(names) or 'FIGURES'}" for thing, names in table.items()))
    drawn = {*drawing_data.drawing_names(), *drawing_data.drawing_names("cards")}
    for thing, names in table.items():
        assert names, f"{thing} has only figures"
        assert {name for name in names if not name.startswith("cloth")} <= drawn, thing


def test_every_drawing_is_used():
    shown = {name for face in THINGS.values() for name in drawing_names(face)}
    assert {*drawing_data.drawing_names("cards")} <= shown
    assert {name for name in drawing_data.drawing_names() if drawing_of(name)} <= shown


@pytest.mark.parametrize("thing", [name for name in THINGS if " wonder " not in name])
def test_phones_show_the_same_drawing(thing):
    face = THINGS[thing]
    page = str(svg(face))
    for mark in face.marks:
        if isinstance(mark, Illustration):
            for file in (f"card-{mark.name}.svg" * bool(mark.name), f"ground-{mark.behind}.svg" * bool(mark.behind)):
                assert not file or (file in svg_drawings.pictures() and f"/{file}" in page)


def test_component_without_a_drawing_shows_icons():
    facts = DATA["architects"]
    more = msgspec.structs.replace(facts, cards={**facts.cards, "amber": facts.cards["wood"]})
    assert not [*drawing_names(architects.card(more, "amber", 100))]
    assert drawing_of("lanterns") == ""
