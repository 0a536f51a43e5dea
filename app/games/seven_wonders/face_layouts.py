"""Face layouts of 7 Wonders' cards, leaders, boards and tokens: the marks on each and their positions."""

from typing import Final

from app.games.seven_wonders.face_icons import LEADER, ability, effects, face_of_card
from app.looks import card_faces
from app.looks.effect_icons import Atom, Group, Inks, PlacedAtom, cost, lay_out_atoms, marks
from app.looks.face_layout import Box, Face, Mark, NumberMark, Sign, Stroke, stone_building
from app.looks.plain_wonder_shapes import count_visible_parts
from engine.seven_wonders.data_schema import BoardData, Data, StageData

NO_AGE: Final = -1  # of a card that lies face down


def card(
    data: Data,
    slug: str,
    w: float,
    h: float,
    over: bool = False,
    below: float = 0,
    between: float = 0,
    plain: bool = False,
) -> Face:
    """Draw a building card or a leader. `over`, `below`, `between`: see `app.looks.card_faces.card`; `plain`: without a
    picture.
    """
    face = face_of_card(slug, data)
    return card_faces.card(face, w, h, over, below, between, "" if plain else card_faces.choose_illustration(face))


def draw_back(age: int, w: float, h: float, plain: bool = False) -> Face:
    """Draw a card back. Age 0: a leader; `NO_AGE`: unknown age. `plain`: without cloth."""
    if age == NO_AGE:
        return card_faces.blank(w, h, "back", "stone")
    if age:
        return card_faces.draw_back(age, guild=False, w=w, h=h, plain=plain)
    fill, size = f"{LEADER}_tint", min(w, h) * 0.5
    if not plain:
        cloth = card_faces.draw_cloth_back("cloth-leader", w, h)
        return cloth._replace(marks=(*cloth.marks, Sign(LEADER, 0, 0, size, "tag_text")))
    sign = Sign(LEADER, 0, 0, size, LEADER, fill)
    return Face(
        w, h, fill, (card_faces.card_outline(w, h, fill, LEADER), card_faces.back_frame(w, h, f"{LEADER}_weave"), sign)
    )


def token(value: int, size: float, ground: str = "zone") -> Face:
    """Draw a victory token or, for a negative value, a defeat token, whose shape shows the ground."""
    atom = Atom("victory", n=value) if value > 0 else Atom("defeat", n=-value)
    return Face(size, size, ground, marks((PlacedAtom(atom, 0, 0, size),), Inks(ground)))


def wonder(slug: str, built: int, stages: int, w: float, h: float, ahead: bool = False) -> Face:
    """Draw a wonder with its built stages in stone. `ahead`: light outlines of the others, a scaffold where the next
    one begins.
    """
    stands = count_visible_parts(slug, built, stages)
    stone = stone_building(slug, stands, -w / 2, -h / 2, w, h)
    if ahead and (left := len(stone.states) - stands):
        stone = stone._replace(states=("built",) * stands + ("next",) + ("later",) * (left - 1))
    return Face(w, h, "zone", (stone,))


def draw_stage(stage: StageData, number: int, built: int, w: float, h: float) -> Face:
    """Draw a stage with its cost and effects, in the style of its state."""
    done, following = number <= built, number == built + 1
    fill, line = ("stone", "") if done else ("chosen", "candle") if following else ("plate", "line")
    inks = Inks("stone", "ink") if done else Inks("chosen" if following else "plate")
    low, size = h * 0.42, min(h * 0.36, 64.0)
    found: list[Mark] = [Box(-w / 2, -h / 2, w, h, 16, fill, line, 3, None if done or following else (8.0, 7.0))]
    found += marks(lay_out_atoms(effects(stage.effects), 0, low / 2 + 6 - h / 2, w - 20, low, min(h * 0.5, 84.0)), inks)
    found.append(Stroke((16 - w / 2, h * 0.06, w / 2 - 16, h * 0.06), inks.only or "line", 2))
    found += marks(lay_out_atoms((cost(stage.cost),), 0, h * 0.28, w - 20, h * 0.36, size), inks)
    return Face(w, h, inks.ground, tuple(found))


def built_stage(stage: StageData, w: float, h: float, grown: float = 1) -> Face:
    """Draw a built stage with its effects; `grown`: scale for large text."""
    brings = lay_out_atoms(effects(stage.effects), 0, 0, w * 0.86, h * 0.84, h * 0.74 * grown)
    box = Box(-w / 2, -h / 2, w, h, h * 0.16, "stone")
    return Face(w, h, "stone", (box, *marks(brings, Inks("stone", "ink"))))


def draw_next_stage(stage: StageData, w: float, h: float, grown: float = 1) -> Face:
    box = Box(-w / 2, -h / 2, w, h, h * 0.16, "chosen", "candle", max(2.0, h * 0.045))
    return Face(w, h, "chosen", (box, *marks(_cost(stage, w, h, h * 0.52 * grown), Inks("chosen"))))


def later_stage(stage: StageData, w: float, h: float, grown: float = 1) -> Face:
    """Draw a later stage with its cost."""
    box = Box(-w / 2, -h / 2, w, h, h * 0.16, "zone", "line", 2, (6.0, 5.0))
    return Face(w, h, "zone", (box, *marks(_cost(stage, w, h, h * 0.46 * grown), Inks("zone", "mute"))))


def _cost(stage: StageData, w: float, h: float, most: float) -> list[PlacedAtom]:
    """Lay out a stage's cost in up to two rows."""
    signs: Group = cost(stage.cost) or (Atom("free"),)
    half = -(-len(signs) // 2)
    groups = (signs,) if len(signs) < 3 else (signs[:half], signs[half:])
    return lay_out_atoms(groups, 0, 0, w * 0.84, h * 0.8, most)


def stage_card(stage: StageData, number: int, w: float, h: float, below: float = 0) -> Face:
    """Draw the next stage as a card among cards, with effects and cost; `below`: height kept free for a price."""
    high = card_faces.band(w, h)
    top, bottom = -h / 2 + high, h / 2 - below - high
    found: list[Mark] = [
        Box(-w / 2, -h / 2, w, h, w * card_faces.CORNER_RADIUS, "chosen", "candle", 3, (7.0, 5.0)),
        Sign("wonder", -w / 2 + w * 0.16, -h / 2 + w * 0.16, w * 0.22, "stone", "chosen"),
        NumberMark(str(number), -w / 2 + w * 0.34, -h / 2 + w * 0.16, w * 0.17),
        *marks(
            lay_out_atoms(effects(stage.effects), 0, (top + bottom) / 2, w * 0.88, bottom - top, w * 0.4),
            Inks("chosen"),
        ),
        *card_faces.draw_cost(
            cost(stage.cost), (), card_faces.CentredBox(0, bottom + high / 2, w * 0.955, high * 0.94), "candle"
        ),
    ]
    return Face(w, h, "chosen", tuple(found))


def risen(number: int, w: float, h: float) -> Face:
    """Draw a built stage as a card in front of its seat."""
    drawn = (Sign("wonder", 0, -h * 0.13, w * 0.56, "stone", "zone"), NumberMark(str(number), 0, h * 0.29, w * 0.3))
    return Face(w, h, "zone", (card_faces.card_outline(w, h, "zone", "stone"), *drawn))


def abilities(board: BoardData, w: float, h: float) -> Face:
    """Draw a board's ability; an empty face if it has none."""
    groups, fill = ability(board), f"{LEADER}_tint"
    found = marks(lay_out_atoms(groups, 0, 0, w - 16, h - 16, 64), Inks(fill)) if groups else ()
    return Face(w, h, fill, (Box(-w / 2, -h / 2, w, h, 16, fill), *found) if groups else ())
