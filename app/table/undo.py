"""What may be taken back, and who has to agree."""

from msgspec.structs import replace

from app.protocol import messages as m
from app.protocol import news
from app.protocol.rights import Refusal
from app.storage.rows import Row
from app.table import score_sheet as tally
from app.table.match import Play
from app.table.seating import Chairs
from app.table.state import Kept
from app.table.transaction import Change, Vote
from engine.game import CHANCE, IllegalAction, Seat


def voters(chairs: Chairs, asker: Seat) -> frozenset[Seat]:
    """Seats with a person, but the asker's."""
    return frozenset(Seat(seat) for seat, chair in enumerate(chairs) if chair.person and seat != asker)


def offered(kept: Kept, play: Play | None, policy: str) -> m.UndoOffer | None:
    """What an undo would take back now: the last action of a person, with all that bots and chance did since.

    Free, for the seat whose action it is, while nothing came to light that was hidden.
    """
    if play is None or kept.early:
        return None
    if play.tracked:
        at = play.last_told()
        return None if at is None or kept.correction else _offer(play, at, free=True)
    if tally.is_open(play):
        return tally.newest(play)
    if policy == "never":
        return None
    at = play.last_of_a_person(kept.asked)
    if at is None:
        return None
    said = _decisions(play, at)
    free = policy == "always" or said == len(play.past) - at or not voters(kept.chairs, play.past[at].row.seat)
    return _offer(play, at, free=free)


def meant(offer: m.UndoOffer | None, wish: m.Undo) -> m.UndoOffer:
    """The offer, if it is still the one that somebody was shown; Refusal `stale` if it is not."""
    if offer is None or offer.row != wish.row or wish.more not in (None, offer.more):
        raise Refusal("stale")
    return offer


def _offer(play: Play, at: int, *, free: bool) -> m.UndoOffer:
    row = play.past[at].row
    more = max(_decisions(play, at) - 1, 0)
    return m.UndoOffer(row.number, row.seat + 1, row.text, more, free, play.card_of(at))


def _decisions(play: Play, at: int) -> int:
    return sum(past.row.seat != CHANCE for past in play.past[at:])


def vote_view(vote: Vote | None, offer: m.UndoOffer | None, play: Play | None) -> m.UndoVote | None:
    """The question as everybody may read it, with what everybody has seen since."""
    if vote is None or offer is None or play is None:
        return None
    seen = [past.row for past in play.past if past.row.number >= vote.row and past.public]
    return m.UndoVote(
        row=vote.row,
        seat=vote.seat + 1,
        action=offer.action,
        more=offer.more,
        open=tuple(sorted(seat + 1 for seat in vote.open)),
        seen=tuple(row.text for row in seen if row.seat == CHANCE),
        of=offer.seat,
        card=offer.card,
    )


def lasting(vote: Vote | None, offer: m.UndoOffer | None, chairs: Chairs) -> Vote | None:
    """The vote, unless nothing is left to vote on or somebody it concerns does not play any more."""
    if vote is None or offer is None or offer.row != vote.row:
        return None
    return vote if all(chairs[seat].person for seat in (*vote.open, vote.seat)) else None


def rolled_back(kept: Kept, play: Play, asker: Seat, offer: m.UndoOffer, now: float) -> Change:
    """The offered action taken back at the wish of `asker`, with all that followed."""
    change = Change(kept)
    rows = [past.row.number for past in play.past]
    change.undone = frozenset(rows[rows.index(offer.row) :])
    change.play = play.without(change.undone)
    change.stands = change.last = change.play.past[-1].row.number if change.play.past else 0
    if play.tracked:
        change.stands = -1  # after corrections the order of numbers is not that of rows
    change.news.append(news.Undone(asker + 1, offer.seat, offer.action, offer.more, offer.card))
    if kept.phase == "over":
        change.kept = replace(kept, phase="game")
        change.writes.append(lambda write: write.game_state(kept.game, "running", now))
    return change


def choosing_again(kept: Kept, play: Play, row: Row, vote: Vote | None) -> Change:
    """A seat may choose again while others still do; what they have chosen stands. Refusal `stale` if it cannot."""
    others = [asked for asked in kept.asked if asked.seat != row.seat]
    change = Change(kept, vote)
    change.undone = frozenset({row.number})
    try:
        change.play = play.without(change.undone)
    except IllegalAction:
        raise Refusal("stale") from None
    before, after = play.outlook, change.play.outlook
    again = row.seat in after.state.to_act
    if not again or any(after.legal(asked.seat) != before.legal(asked.seat) for asked in others):
        raise Refusal("stale")
    change.last = min(asked.since for asked in others if asked.since < row.number)
    change.news.append(news.ChoiceTakenBack(seat=row.seat + 1))
    return change
