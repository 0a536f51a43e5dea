"""A position with the effects of its last conflict reverted, for surfaces on which its markers wait to be turned."""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from engine.architects import actions
from engine.architects.data_schema import Data, PointsEach
from engine.architects.view_json import SeatView, View


def unfought(view: View, before: object, events: Iterable[object], data: Data) -> View:
    """Return the view without the effects of these events: tokens, medals, discarded horn cards, and their points."""
    medals = dict(view.medals)
    seats, discard, conflict = list(view.seats), Counter(view.discard), view.conflict
    for event in events:
        match event:
            case actions.ConflictFought(shields=shields, won=won, discarded=discarded):
                fought = zip(seats, shields, won, discarded, strict=True)
                seats = [_seat_before_conflict(chair, had, tokens, gone, data) for chair, had, tokens, gone in fought]
                discard.subtract(card for gone in discarded for card in gone)
                conflict = replace(conflict, flipped=conflict.tokens)
            case actions.MedalTaken(seat=seat, medal=medal, gap=gap):
                seats[seat - 1] = _seat_without_medal(seats[seat - 1], medal, data)
                there = medals.get(gap)
                if isinstance(there, tuple):
                    medals[gap] = (*there, medal)
                elif gap in medals:
                    medals[gap] = medal
            case _:
                pass
    return replace(
        view,
        seats=tuple(seats),
        discard={card: n for card, n in discard.items() if n > 0},
        conflict=conflict,
        medals=medals,
    )


def _seat_before_conflict(chair: SeatView, shields: int, won: int, gone: tuple[str, ...], data: Data) -> SeatView:
    """Return a seat before it won tokens and gave up cards."""
    military = won * data.table.military_points
    each = sum(
        effect.amount
        for token in chair.progress
        for effect in data.tokens[token].effects
        if isinstance(effect, PointsEach) and effect.of == "military-token"
    )
    return replace(
        chair,
        shields=shields,
        cards=dict(Counter(chair.cards) + Counter(gone)),
        military=chair.military - won,
        score=replace(
            chair.score,
            military=chair.score.military - military,
            progress=chair.score.progress - won * each,
            total=chair.score.total - military - won * each,
        ),
    )


def _seat_without_medal(chair: SeatView, medal: str, data: Data) -> SeatView:
    left = list(chair.medals)
    left.remove(medal)
    points = data.table.medal_points
    score = replace(chair.score, medals=chair.score.medals - points, total=chair.score.total - points)
    return replace(chair, medals=tuple(left), score=score)
