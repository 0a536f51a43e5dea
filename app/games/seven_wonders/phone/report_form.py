"""Parts of a phone's page of 7 Wonders where people deal: entry for its seat, then for seats without a phone.

Things keep their places during an age: cards by colour, leaders by name; a place is empty once every copy was entered.
The seat's own things are drawn; those of others, and corrections, are names.
"""

from typing import ClassVar, Final

from msgspec.structs import replace

from app.games.seven_wonders import position_text, reported_things
from app.games.seven_wonders import words_facade as say
from app.games.seven_wonders.reported_things import SevenEntryChoices
from app.phones.common_parts import Parts, TurnSummary
from app.phones.game_page_interface import PageContext
from app.phones.report_forms import AskedToTell, build_correction, build_question
from app.phones.template_rendering import Part
from app.phones.undo_part import UndoPart
from engine.seven_wonders.data_schema import Data
from engine.seven_wonders.view_json import View

LAYS: Final = "seven-wonders/telling-places.html"
AT_ONCE: Final = ("draft", "recruit", "play")  # questions that all seats are asked at once


class ToldPart(Part, frozen=True):
    """An action entered for a seat in an unfinished turn. `row`: its line in the record; 0: it cannot be taken back.
    `note`: an addition, if any.
    """

    seat: int
    name: str
    text: str
    row: int
    note: str


class ReportForm(Part, frozen=True):
    """The entries that this phone may make, its own seat's first."""

    template: ClassVar[str] = "seven-wonders/telling.html"

    moment: str
    asked: AskedToTell | None
    told: tuple[ToldPart, ...]  # its own first
    seat: int
    others: tuple[AskedToTell, ...]
    people: tuple[str, ...]
    late: tuple[str, ...] = ()  # who has not told this turn, where this seat has, or is not asked
    alone: bool = False  # only that one is asked
    first: tuple[str, ...] = ()  # what is said in the first turn


def build_entry_parts(page: PageContext, view: View, data: Data) -> Parts:
    """Return the entry form of a seat's page, or the correction of a line."""
    parts: Parts = {}
    if page.seat is None:
        return parts
    if page.table.repair is not None:
        repair, variant = page.table.repair, page.table.variant
        of_all = reported_things.turn_called(page.w, repair.turn, variant) if repair.turn else ""
        parts["repair"] = build_correction(page, repair, SevenEntryChoices(data, view, variant), say, LAYS, of_all)
    elif page.tab in (None, "mine") and view.to_act:
        parts["ask"] = telling = _build_report_form(page, view, page.seat, data)
        if page.table.undo is not None and page.table.undo.row in {each.row for each in telling.told}:
            parts["undo"] = UndoPart((), page.people, place=True)  # it stands there already
    return parts


def turn(page: PageContext, known: TurnSummary) -> TurnSummary:
    """Add what is to be entered to the heading that says whose turn it is."""
    return replace(known, ask=reported_things.ask_for_entry(page.w, page.question.legal)) if page.question else known


def _build_report_form(page: PageContext, view: View, seat: int, data: Data) -> ReportForm:
    phones = {chair.seat for chair in page.table.seats if chair.by == "phone" and chair.present}
    mine = page.question
    others = [each for each in page.questions if each is not mine and (each.seat not in phones or each.seat == seat)]
    count, tells = len(page.people), SevenEntryChoices(data, view, page.table.variant, reasons=True)
    others.sort(key=lambda each: (each.seat - seat) % count)
    rows = {offer.seat: offer.row for offer in page.retractable}
    said = [
        ToldPart(
            seat=number,
            name=page.people[number - 1],
            text=say.action(page.w, text, page.people),
            row=rows.get(number, 0),
            note=position_text.explain_forced_sale(page.w) if number in page.table.by_table else "",
        )
        for number, text in enumerate(view.derived.told, 1)
        if text is not None and (number == seat or number not in phones)
    ]
    said.sort(key=lambda each: (each.seat - seat) % count)
    return ReportForm(
        moment=position_text.describe_progress(page.w, view),
        asked=build_question(page, mine, tells) if mine is not None else None,
        told=tuple(said),
        seat=seat,
        others=tuple(build_question(page, each, tells) for each in others),
        people=page.people,
        late=() if mine is not None else tuple(page.people[number - 1] for number in view.to_act),
        alone=view.asked not in AT_ONCE,
        first=reported_things.instructions_for_first_turn(page.w, view)[:1],
    )
