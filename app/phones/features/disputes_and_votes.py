"""Disputed numbers where people deal, and questions that a seat puts to the others."""

from typing import ClassVar, Protocol, runtime_checkable

from app.phones.common_parts import Parts
from app.phones.features.feature import PhoneFeature
from app.phones.features.own_seat_and_joining import is_held
from app.phones.features.regions_and_tabs import PageSlot
from app.phones.page_update import PageUpdate
from app.phones.template_rendering import Labels, Part
from app.protocol.play_messages import LeaveVote, SeatVote
from app.protocol.seat_messages import SeatInfo
from app.shown.cardboard.disputes import DisputeFacts, dispute_facts, doubts
from app.shown.form import Form
from app.shown.play import votes
from app.text.translation import Words
from app.text.words_protocols import HouseWords


class VotePart(Part, frozen=True):
    """One seat asks the others. `answers`: seats this phone may answer for, with their names (its own: "")."""

    template: ClassVar[str] = "vote.html"

    vote: SeatVote
    people: tuple[str, ...]
    answers: tuple[tuple[int, str], ...]

    def form(self, w: Words, labels: Labels) -> Form:
        vote, people = self.vote, self.people
        if isinstance(vote, LeaveVote):
            return votes.vote(w, votes.OpenVote(vote.row, people[vote.seat - 1], vote.how, self.answers))
        action = labels.finished_action(w, vote.action, people[vote.of - 1], people, vote.card)
        undoing = votes.UndoRequest(action, vote.more, tuple(labels.action(w, line, people) for line in vote.seen))
        return votes.vote(w, votes.OpenVote(vote.row, people[vote.seat - 1], undoing, self.answers))


@runtime_checkable
class HouseRuleLabels(Protocol):
    """Labels of a game whose house rules people can set."""

    @property
    def say(self) -> HouseWords:
        """The game's words."""


class WrongPart(Part, frozen=True):
    """The form to dispute counted numbers and house rules, where people deal."""

    template: ClassVar[str] = "fold.html"
    later: ClassVar[bool] = True

    facts: DisputeFacts

    def form(self, w: Words, labels: Labels) -> Form:
        assert isinstance(labels, HouseRuleLabels)
        return doubts(w, labels.say, self.facts)


class PhoneVotes(PhoneFeature):
    """The open vote, with the seats that this phone may answer for."""

    slots = (PageSlot("vote", "above"),)

    def page_parts(self, page: PageUpdate) -> Parts:
        vote, seat = page.table.vote, page.seat
        if vote is None or seat is None:
            return {}
        answers = [
            (other, "" if other == seat else page.people[other - 1])
            for other in vote.open
            if self._may_answer_for(page.table.seats[other - 1], seat)
        ]
        return {"vote": VotePart(vote, page.people, tuple(answers))}

    def _may_answer_for(self, chair: SeatInfo, seat: int) -> bool:
        """Check that a phone may answer for a seat: its own, one whose phone is away, or (headless) a touch seat."""
        headless = self._sources.table.presence.headless
        return chair.seat == seat or (not is_held(chair) and (headless or chair.by == "phone"))


class PhoneDisputes(PhoneFeature):
    """Numbers and house rules that can be disputed."""

    slots = (PageSlot("wrong", "more", for_seats=True),)

    def page_parts(self, page: PageUpdate) -> Parts:
        if page.seat is None or not (page.table.counted or page.table.wonders):
            return {}
        return {"wrong": WrongPart(dispute_facts(page.table, page.people))}
