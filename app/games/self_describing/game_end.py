"""The end of a self-describing game: points counted at every edge, the crown, the rotating sheet."""

import msgspec

from app.games.self_describing.typed_scene import ShownScene, scored
from app.games.tally.screen.score_icons import Glyph
from app.looks.score_icons import UNKNOWN
from app.protocol.results import RankKey, rank_seats
from app.screen.pages.play import end
from app.screen.pages.play.end import Category, EndScore, EndSheet
from app.screen.paint.element import Elements
from app.screen.state.ring_layout import Ring


def elements(scene: ShownScene, ring: Ring) -> Elements:
    """Return the final screen, bottom first."""
    view, slugs = scene.view, scored(scene.view)
    signs = [scene.presenter.signs.get(slug, UNKNOWN) for slug in slugs]
    rows = tuple(Category(Glyph(sign), sign[1], slug) for slug, sign in zip(slugs, signs, strict=True))
    scores = [msgspec.to_builtins(chair.score) for chair in view.seats]
    reached: list[RankKey] = [
        (score["total"], scene.shows.deciding(chair)) for score, chair in zip(scores, view.seats, strict=True)
    ]
    stood = tuple(
        EndScore(tuple(score[slug] for slug in slugs), score["total"], place, seat in view.winners)
        for seat, (score, place) in enumerate(zip(scores, rank_seats(reached, view.winners), strict=True), 1)
    )
    ended = EndSheet(
        rows,
        stood,
        result=lambda w: scene.say.result(w, view, scene.model.people(w)),
        ties=lambda w: scene.shows.ties(w, reached, view.winners, scene.model.people(w)),
    )
    return end.elements(scene, ring, ended)
