"""The end of a self-describing game: points counted at every edge, the crown, the rotating sheet."""

from functools import partial

import msgspec

from app.games.self_describing.typed_scene import ShownScene, scored
from app.games.tally.screen.score_icons import Glyph
from app.looks.score_icons import UNKNOWN
from app.protocol.results import RankKey, rank_seats
from app.screen.pages.play import end
from app.screen.pages.play.end import Category, EndScore, EndSheet
from app.screen.paint.element import Elements
from app.screen.state.ring_layout import Ring
from app.text.translation import Words


def elements(scene: ShownScene, ring: Ring) -> Elements:
    """Return the final screen, bottom first."""
    view, slugs = scene.view, scored(scene.view)
    signs = [scene.presenter.signs.get(slug, UNKNOWN) for slug in slugs]
    rows = tuple(Category(Glyph(sign), sign[1], slug) for slug, sign in zip(slugs, signs, strict=True))
    scores = [msgspec.to_builtins(chair.score) for chair in view.seats]
    stood = tuple(
        EndScore(tuple(score[slug] for slug in slugs), score["total"], place, seat in view.winners)
        for seat, (score, place) in enumerate(
            zip(scores, rank_seats(_ranking_keys(scene), view.winners), strict=True), 1
        )
    )
    return end.elements(scene, ring, EndSheet(rows, stood, partial(_result, scene), partial(_ties, scene)))


def _ranking_keys(scene: ShownScene) -> list[RankKey]:
    """Return the points and the tie-break of each seat."""
    return [(msgspec.to_builtins(chair.score)["total"], scene.shows.deciding(chair)) for chair in scene.view.seats]


def _result(scene: ShownScene, w: Words) -> str:
    return scene.say.result(w, scene.view, scene.model.people(w))


def _ties(scene: ShownScene, w: Words) -> str:
    return scene.shows.ties(w, _ranking_keys(scene), scene.view.winners, scene.model.people(w))
