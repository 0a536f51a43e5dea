"""The final scores of 7 Wonders: points by category, and the ranking of the seats."""

from functools import partial
from typing import Final

from app.games.seven_wonders import words_facade as say
from app.games.seven_wonders.face_icons import LEADER, SIGNS
from app.games.seven_wonders.screen import cards
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.games.seven_wonders.shared_table_facts import world
from app.games.tally import sheet_words as sheet
from app.looks.card_faces import numeral
from app.screen.pages.play import end
from app.screen.pages.play.end import Category, EndSheet, Peak
from app.screen.paint import lighting
from app.screen.paint.element import BoundCall, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.widgets import faces
from app.screen.widgets.game_pieces import fan
from app.shown.play import result_explanation

LARGER: Final = ("money", "wonder", LEADER)  # figures that fill their box less


def paint_category_sign(
    p: Pen, x: float, y: float, size: float, ground: str = "zone", ink: str | None = None, *, slug: str
) -> None:
    """Paint the sign of a category round a point."""
    figure, colour = SIGNS[slug]  # no figure: the colour's own
    size *= 1.0 if figure in LARGER else 0.8
    faces.figure(p, figure or colour, x, y, size, ink or colour, ground)


def elements(scene: SevenScene, ring: Ring) -> Elements:
    """Return the elements of the final screen, lowest first."""
    game, people = scene.view, scene.model.people
    slugs, reached = say.scored(scene.table.variant), [(chair.score.total, chair.coins) for chair in game.seats]
    rows = tuple(Category(BoundCall(paint_category_sign, slug=slug), SIGNS[slug][1], slug) for slug in slugs)
    ended = EndSheet(
        rows,
        end.list_scores((chair.score for chair in game.seats), slugs, reached, game.winners),
        result=lambda w: say.result(w, game, people(w)),
        ties=lambda w: sheet.ties(w, "coins", reached, game.winners, people(w)),
        peak=Peak(BoundCall(paint_age_over, age=game.age), say.say_last_age_over),
        worlds=lambda w: tuple((world(w, chair, scene.data),) for chair in game.seats),
        why=lambda w: result_explanation.explain_view(w, say, game, scene.data, people(w)),
    )
    return end.elements(scene, ring, ended)


def paint_age_over(p: Pen, w: float, h: float, *, age: int) -> None:
    """Paint the ages that are over: a card of each, plain figures the last one as it reads from every side."""
    side = min(w, h)
    with p.at(w / 2, h / 2):
        lighting.disc(p, side / 2, "plate", "candle", lighting.BRASS[p.bright])
        if p.plain:
            faces.draw_marks(p, numeral(age, 0, 0, side * 0.42, "candle"))
        else:
            wide = side * 0.4
            fan(p, age, wide, partial(cards.paint_back, w=wide, h=wide * cards.CARD_ASPECT))
