"""Faces of printed things: both surfaces lay out all parts, and the numbers match the data."""

import re
from collections import Counter
from itertools import cycle
from pathlib import Path

import msgspec
import pytest

from app.games.architects import face_layouts as architects
from app.games.architects.face_icons import token_signs
from app.games.duel import face_layouts as duel
from app.games.game_list import GAMES, readers
from app.games.seven_wonders import face_layouts as seven_wonders
from app.looks import drawing_data, piece_faces
from app.looks.drawing_data import DrawingFit
from app.looks.face_layout import Building, Chain, Illustration, Sign
from app.looks.icons import ICONS, SIGNS
from app.looks.seat_emblems import EMBLEM_PREFIX, EMBLEMS
from app.looks.symbols import FIGURES, figure_name
from app.looks.theme import colours
from app.phones.svg_faces import svg
from app.protocol.seat_badges import COLOURS
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.widgets.faces import lay_out

ROOT = Path(__file__).parents[3]
TEXTS = {name: (ROOT / "data" / f"{name}.toml").read_bytes() for pack in GAMES.values() for name in pack.data}
DATA = {slug: read(None, "") for slug, read in readers(TEXTS).items()}
STYLES = (ROOT / "app").rglob("*.css")
GROUNDS = set(re.findall(r"\.(g-[\w-]+)", "".join(path.read_text("utf-8") for path in STYLES)))
UNPRINTED = {"age", "copies", "copies_at", "more", "draw"}  # how many there are, and when; how many are looked at
UNPRINTED_NUMBERS = {"architects": {16}}  # there is no room for the points of a third copy
TALL = 1.24


def _architects(facts):
    for plain in (True, False):
        yield from ((facts.cards[slug], architects.card(facts, slug, 100, plain)) for slug in facts.cards)
        yield from ((None, face) for face in (architects.back(100, plain), architects.gift(100, plain)))
    yield from ((token, architects.token(facts, slug, 30)) for slug, token in facts.tokens.items())
    yield from ((medal.need, architects.medal(medal.need, 50)) for medal in facts.medals.values())
    for slug, wonder in facts.wonders.items():
        *lower, crown = wonder.stages
        points, costs = [{"points": stage.points} for stage in lower], [{"cost": stage.cost} for stage in wonder.stages]
        for states, numbers in (
            (["built"] * len(lower) + ["next"], [*points, {"cost": crown.cost}]),
            (["later"] * len(wonder.stages), costs),
            (["built"] * len(wonder.stages), {"points": sum(stage.points for stage in wonder.stages)}),
        ):
            yield numbers, architects.wonder(slug, wonder.stages, states, 170, 170, 32)
    yield None, architects.lay_out_won_medal(50)
    yield None, architects.token(facts, architects.HIDDEN, 30)


def _duel(facts):
    for plain in (True, False):
        yield from ((card, duel.card(facts, slug, 100, 124, plain=plain)) for slug, card in facts.cards.items())
    yield from ((card, duel.strip(facts, slug, 171, 94, True, 72)) for slug, card in facts.cards.items())
    yield from ((wonder, duel.wonder(facts, slug, 160, 100)) for slug, wonder in facts.wonders.items())
    yield from ((wonder.effects, duel.wonder(facts, slug, 160, 100, True)) for slug, wonder in facts.wonders.items())
    yield from ((token, duel.token(facts, slug, 30)) for slug, token in facts.tokens.items())
    beside = [{"points": zone.points, "coins": zone.coins} for zone in facts.military.zones]
    coins = {zone.coins for zone in facts.military.zones}
    yield beside, duel.track(facts, 2, (coins, coins), 320)


def _seven_wonders(facts):
    for things in (facts.cards, facts.leaders):
        for plain in (True, False):
            yield from (
                (thing, seven_wonders.card(facts, slug, 100, 124, plain=plain)) for slug, thing in things.items()
            )
    for slug, board in facts.boards.items():
        yield None, seven_wonders.wonder(slug.rpartition("-")[0], 1, len(board.stages), 100, 100)
        yield None, seven_wonders.abilities(board, 120, 132)
        for number, stage in enumerate(board.stages, start=1):
            yield stage, seven_wonders.draw_stage(stage, number, number - 1, 100, 70)
            yield stage, seven_wonders.stage_card(stage, number, 100, 124, 28)
            yield stage.effects, seven_wonders.built_stage(stage, 100, 70)
            yield from (
                (stage.cost, of(stage, 100, 70)) for of in (seven_wonders.draw_next_stage, seven_wonders.later_stage)
            )
    yield from (
        (None, seven_wonders.draw_back(age, 100, 124, plain)) for age in range(-1, 4) for plain in (True, False)
    )
    yield from (({"points": abs(value)}, seven_wonders.token(value, 40)) for value in (1, 3, 5, -1))


def _of_all(_):
    yield from ((None, piece_faces.badge(emblem, colour)) for emblem, colour in zip(EMBLEMS, cycle(COLOURS)))
    yield from (
        (None, face) for face in (piece_faces.marker(True, 30), piece_faces.marker(False, 30), piece_faces.military(30))
    )


CHECKS_BY_GAME = {"architects": _architects, "duel": _duel, "seven-wonders": _seven_wonders, "": _of_all}


def printed_numbers(thing, name=""):
    """Yield every number above 1 that is printed on a thing, at any depth of its data."""
    if isinstance(thing, bool):
        return
    if isinstance(thing, int):
        if abs(thing) > 1 and name not in UNPRINTED:
            yield abs(thing)
    elif isinstance(thing, (tuple, list)):
        for each in thing:
            yield from printed_numbers(each, name)
    elif isinstance(thing, (dict, msgspec.Struct)):
        fields = thing if isinstance(thing, dict) else msgspec.structs.asdict(thing)
        for field, value in fields.items():
            yield from printed_numbers(value, field)


def test_every_drawn_game_has_its_faces_checked():
    assert CHECKS_BY_GAME.keys() - {""} == {slug for slug, pack in GAMES.items() if pack.screen}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", CHECKS_BY_GAME)
def test_screen_and_phones_lay_out_the_same_face(game):
    signs = FIGURES.keys() | ICONS.keys() | SIGNS.keys() | {f"{EMBLEM_PREFIX}{name}" for name in EMBLEMS}
    for _, face in CHECKS_BY_GAME[game](DATA.get(game)):
        pen, html = Pen(measure), str(svg(face))
        lay_out(pen, face)
        words = sorted(word.text for layer in pen.layers for word in layer.words)
        assert words == sorted(re.findall(r"<text[^>]*>([^<]*)<", html)) == sorted(face.numbers)
        named = [
            mark.name if isinstance(mark, Sign) else figure_name(mark.name) for mark in face.marks if is_sign(mark)
        ]
        assert re.findall(r'#i-([\w-]+)"', html) == named
        assert {*named} <= signs
        buildings = [mark for mark in face.marks if isinstance(mark, Building)]
        assert html.count('class="parts"') == len(buildings)
        drawn = [(mark.drawing, *stage) for mark in buildings if mark.drawing for stage in enumerate(mark.states, 1)]
        shown = [f"{name}-{number}.svg" for name, number, state in drawn if state == "built"]
        shown += [f"{name}-scaffold-{number}.svg" for name, number, state in drawn if state == "next"]
        for mark in face.marks:
            if isinstance(mark, Illustration):
                shown += [f"ground-{mark.behind}.svg"] * bool(mark.behind)
                shown += [f"card-{mark.name}.svg"] * bool(mark.name)
        assert re.findall(r'<image href="../static/\w+/([\w.-]+)"', html) == shown
        ghosts = [
            drawing_data.wonder(name).stages[number - 1].outline for name, number, state in drawn if state != "built"
        ]
        assert re.findall(r'<path d="([^"]+)" fill="[^"]+" fill-opacity', html) == ghosts
        fits = [DrawingFit.for_box(mark.w, mark.h) for mark in buildings if mark.drawing]
        assert re.findall(r"scale\(([\d.]+)\)", html) == [f"{fit.scale:.4g}" for fit in fits]
        assert sum(layer.count for layer in pen.layers) or not face.marks


def is_sign(mark):
    return isinstance(mark, (Sign, Chain))


@pytest.mark.parametrize("game", CHECKS_BY_GAME)
def test_face_numbers_match_the_data(game):
    """A number is a figure or that many copies of a sign."""
    for thing, face in CHECKS_BY_GAME[game](DATA.get(game)):
        figures = {int(n) for text in face.numbers for n in re.findall(r"\d+", text)}
        most = max(Counter(face.signs).values(), default=0)
        unsaid = {n for n in printed_numbers(thing) if n not in figures and n > most}
        assert unsaid <= UNPRINTED_NUMBERS.get(game, set()), (thing, face.numbers)


@pytest.mark.parametrize("game", CHECKS_BY_GAME)
def test_phones_define_every_face_colour(game):
    names = {name.replace("_", "-") for name in colours()}
    for _, face in CHECKS_BY_GAME[game](DATA.get(game)):
        html = str(svg(face))
        assert {*re.findall(r"var\(--([\w-]+)\)", html)} <= names
        assert {*re.findall(r"\bg-[\w-]+", html)} <= GROUNDS


def test_corrected_token_shows_its_new_number():
    facts = DATA["architects"]
    [shields] = facts.tokens["tactics"].effects
    token = msgspec.structs.replace(
        facts.tokens["tactics"], effects=(msgspec.structs.replace(shields, amount=shields.amount + 5),)
    )
    corrected = msgspec.structs.replace(facts, tokens={**facts.tokens, "tactics": token})
    assert architects.token(corrected, "tactics", 30).numbers == (f"+{shields.amount + 5}",)
    assert token_signs("tactics")[1] == f"+{shields.amount}"
