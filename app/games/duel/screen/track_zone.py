"""The military track along the line between the seats, with its tokens, and the progress tokens."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.duel import face_layouts as of
from app.games.duel import position_text, printed_names
from app.games.duel.screen import touch_handlers
from app.games.duel.screen.card_structure import list_next_age
from app.games.duel.screen.layout import Layout, TableBox
from app.games.duel.screen.typed_scene import DuelScene, present
from app.looks import military_track
from app.looks.military_track import Sizes
from app.screen.control.controller import Controller
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.widgets.change_marks import GHOST, PREVIEW
from app.screen.widgets.game_pieces import disc, pawn, track
from app.text.translation import Words
from engine.duel.data_schema import Data, Military

PAWN: Final = 28.0  # u, the radius of the pawn


@dataclass(frozen=True, slots=True)
class MilitaryTrack:
    """The track. `tokens`: the coins that seat 1 and seat 2 would still lose on their sides."""

    lay: Layout
    tokens: tuple[tuple[int, ...], tuple[int, ...]]
    military: Military


@dataclass(frozen=True, slots=True)
class TrackPawn:
    """The pawn. `space`: spaces from the middle towards seat 2."""

    lay: Layout
    space: int
    capital: int


def elements(scene: DuelScene, lay: Layout) -> Elements:
    """Return the track below its pawn."""
    military, facts = scene.view.military, scene.data.military
    tokens = (tuple(military.tokens.get("1", ())), tuple(military.tokens.get("2", ())))
    ahead = scene.public_preview
    ghost = ahead.pawn if ahead else None
    next_age = partial(list_next_age, scene.view, scene.data, lay)
    return [
        Element("track", MilitaryTrack(lay, tokens, facts), paint_track, ahead=next_age),
        *([] if ghost is None else [Element("pawn ahead", TrackPawn(lay, ghost, facts.capital), paint_ghost)]),
        Element("pawn", TrackPawn(lay, military.pawn, facts.capital), paint_pawn),
    ]


def space_at(lay: Layout, space: int, capital: int) -> tuple[float, float]:
    """Return the centre of a space: above 0 on seat 2's side; `capital` is the last one."""
    box = lay.track
    return box.x, box.y - space * box.h / (2 * capital + 1)


def paint_track(p: Pen, military: MilitaryTrack, control: Controller) -> None:
    box, capital = military.lay.track, military.military.capital
    step = box.h / (2 * capital + 1)
    sizes = Sizes(step, 58, castle=min(52, step * 1.5), points=46, to_points=60, toll=27, to_toll=62, gone=26)
    with military.lay.at_table(p):
        with p.at(box.x, box.y):
            face = military_track.track(capital, military.military.zones, military.tokens, sizes, plain=p.plain)
            track(p, face, sizes, capital)
        p.hit_area(box.left_edge, box.top_edge, box.w, box.h, "track", partial(_say_track, control), rank=1)


def _say_track(control: Controller) -> None:
    """Announce the distance to the capitals and the points for military."""
    scene = present(control)
    w = scene.model.words(scene.faced_seat)
    control.notify(scene.faced_seat, " ".join(position_text.conflict(w, scene.view, scene.model.people(w), scene.data)))


def paint_pawn(p: Pen, track_pawn: TrackPawn, control: Controller) -> None:
    with track_pawn.lay.at_table(p):
        x, y = space_at(track_pawn.lay, track_pawn.space, track_pawn.capital)
        p.oval(x, y, 42, min(26, track_pawn.lay.track.h / (2 * track_pawn.capital + 1) * 0.8), "candle", opacity=0.2)
        with p.at(x, y):
            pawn(p, PAWN)


def paint_ghost(p: Pen, track_pawn: TrackPawn, control: Controller) -> None:
    """Paint the outline of the pawn's predicted position."""
    with track_pawn.lay.at_table(p):
        x, y = space_at(track_pawn.lay, track_pawn.space, track_pawn.capital)
        with p.at(x, y):
            with p.dimmed(GHOST):
                pawn(p, PAWN)
            p.disc(0, 0, PAWN + 5, None, "text", PREVIEW)


@dataclass(frozen=True, slots=True)
class BoardToken:
    """A progress token on the board; `slug` None: its place is empty. `lit`: it can be taken."""

    lay: Layout
    nth: int
    of: int
    slug: str | None
    lit: bool
    faced_seat: int
    data: Data
    w: Words


def tokens(scene: DuelScene, lay: Layout) -> Elements:
    """Return the progress tokens on the board, and the places of taken ones."""
    of = max(scene.data.table.board_tokens, len(scene.view.tokens))
    w = scene.model.words(scene.faced_seat)
    lit = scene.question_kind == "progress" and bool(scene.answering_seat)
    angle = lay.angle + lay.face(scene.faced_seat)
    found: Elements = []
    for nth, slug in enumerate(_places(scene.game_ui.board, scene.view.tokens, of)):
        box = lay.token(nth, of)
        shown = BoardToken(lay, nth, of, slug, lit and slug is not None, scene.faced_seat, scene.data, w)
        found.append(Element(f"token {nth}", shown, paint_token, angle=angle, pivot=lay.point(box.x, box.y)))
    return found


def token_from(scene: DuelScene, lay: Layout, slug: str) -> TableBox:
    """Return the box of a progress token that has just been taken, or the whole column if it was never seen."""
    of, board = max(scene.data.table.board_tokens, len(scene.view.tokens)), scene.game_ui.board
    return lay.token(board.index(slug), of) if slug in board and len(board) <= of else lay.tokens


def _places(board: tuple[str, ...], tokens: tuple[str, ...], of: int) -> list[str | None]:
    """Return the token at each place: a taken one leaves an empty place, so that the others stay where they are."""
    if set(tokens) <= set(board) and len(board) <= of:
        lying = [slug if slug in tokens else None for slug in board]
    else:
        lying = [*tokens]
    return [*lying, *[None] * (of - len(lying))]


def paint_token(p: Pen, token: BoardToken, control: Controller) -> None:
    box = token.lay.token(token.nth, token.of)
    r = min(47.0, box.h / 2 - (8 if token.lay.small else 20))
    with token.lay.at_table(p), p.at(box.x, box.y, token.lay.face(token.faced_seat)):
        if token.slug is None:
            p.stamp(0, 0, 1, _paint_taken_place, r)
            return
        up = 0 if token.lay.small else 13
        with p.at(0, -up):
            disc(p, of.token(token.data, token.slug, r), token.lit)
        if up:
            p.text(0, r + 5, printed_names.token(token.w, token.slug), p.legible(21), "soft", room=box.w - 2)
        p.thing(token.slug, -r, -up - r, 2 * r, 2 * r)
        tap = partial(touch_handlers.touch_token, control, token.slug)
        wide = max(box.w, token.lay.touch)
        p.hit_area(-wide / 2, -box.h / 2, wide, box.h, f"token {token.slug}", tap, rank=2 if token.lit else 1)


def _paint_taken_place(p: Pen, r: float) -> None:
    lighting.recess(p, -r * 0.92, -r * 0.92, r * 1.84, r * 1.84, r * 0.92)
