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
from app.looks.wonder_window import World
from app.protocol.results import RankKey, rank_seats
from app.screen.pages.play import end
from app.screen.pages.play.end import Category, EndScore, EndSheet, Peak
from app.screen.paint import lighting
from app.screen.paint.element import BoundCall, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.widgets import faces
from app.screen.widgets.game_pieces import fan
from app.shown.play import result_explanation
from app.text.translation import Words
from engine.seven_wonders.view_json import SeatView

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
    game, table = scene.view, scene.table
    slugs = say.scored(table.variant)
    rows = tuple(Category(BoundCall(paint_category_sign, slug=slug), SIGNS[slug][1], slug) for slug in slugs)
    stand = rank_seats([_rank_key(chair) for chair in game.seats], game.winners)
    scored = tuple(
        EndScore(tuple(getattr(each.score, slug) for slug in slugs), each.score.total, place, each.seat in game.winners)
        for each, place in zip(game.seats, stand, strict=True)
    )
    told, peak = (
        (partial(_result, scene), partial(_ties, scene)),
        Peak(BoundCall(paint_age_over, age=game.age), say.say_last_age_over),
    )
    ended = EndSheet(rows, scored, *told, peak, partial(_worlds, scene), partial(_explain_result, scene))
    return end.elements(scene, ring, ended)


def _result(scene: SevenScene, w: Words) -> str:
    return say.result(w, scene.view, scene.model.people(w))


def _explain_result(scene: SevenScene, w: Words) -> tuple[str, ...]:
    return result_explanation.explain_view(w, say, scene.view, scene.data, scene.model.people(w))


def _ties(scene: SevenScene, w: Words) -> str:
    game = scene.view
    return sheet.ties(w, "coins", [_rank_key(chair) for chair in game.seats], game.winners, scene.model.people(w))


def _worlds(scene: SevenScene, w: Words) -> tuple[tuple[World, ...], ...]:
    return tuple((world(w, chair, scene.data),) for chair in scene.view.seats)


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


def _rank_key(chair: SeatView) -> RankKey:
    """Return the sort key of a seat's place: points, then coins."""
    return chair.score.total, chair.coins
