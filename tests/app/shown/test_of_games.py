"""Pages of games: both surfaces share their texts; what one of them lacks is listed with its reason."""

from itertools import product

import pytest
from msgspec.structs import replace

from app.games.duel import words_facade as duel_words
from app.games.tally import shared_sheet_facts as tally
from app.history import statistics
from app.protocol.cardboard_messages import CountView, House
from app.protocol.history_messages import SheetCell, SheetRead
from app.protocol.play_messages import Undo, Vote
from app.shown.cardboard import corrections, disputes, shield_check
from app.shown.form import Answers, DrawnRow, Form, Group, Number
from app.shown.history import history_edits, history_pages, suspended_games
from app.shown.play import game_over, undo, votes
from app.text.translation import languages, words
from app.web.intent_encoding import encode_intent, literal
from tests.app.screen import scenes, sheets
from tests.app.screen.stage import screens

# What one surface alone has, and why.
SCREEN = {
    "enter them": "a phone has the numbers on the same page, and its pad asks for them",
    "touch": "a phone has fields, and saves all of them",
    "shields wrong": "it opens what lies over the question; a phone has another page for it",
    "elsewhere": "who reads it on a phone has that phone",
}
PHONE = {
    "turn": "the screen shows the turns on the same page",
    "others 1": "the screen lists each thing that does not lie there",
    "others 2": "the screen lists each thing that does not lie there",
    "nobody": "the screen has a button for it",
    "share": "a link and a picture leave by the phone that has them",
    "shields": "the screen draws them",
    "wrong": "the screen has a button for it",
    "score": "the screen has the sheet in its middle",
    "history": "the screen has it in its menu",
    "review": "the screen has it in its menu",
    "record": "a file is kept on the phone that reads it",
}


def forms(lang="en"):
    """Build every page, in all its states."""
    w = words(lang)
    undoing = votes.UndoRequest("Take", 2, ("Altar", "Baths"))
    asked = [votes.OpenVote(3, "Ada", wants, ((2, "Ben"),)) for wants in (undoing, "aside", "early")]
    waiting = [votes.OpenVote(3, "Ada", "aside", (), here) for here in (True, False)]
    return (
        *history_forms(w),
        *edit_forms(w),
        *dispute_forms(w),
        *touch_dispute_forms(w),
        *score_sheet_forms(w),
        *correction_forms(w),
        game_over.game_over_page(w, judged=True),
        shield_check.look_round(w, 7, (("Ada", 3), ("Ben", 2))),
        suspended_games.suspended_list(
            w,
            (
                suspended_games.ResumableGame(1, "Duel", ("Ada", "Ben"), 12),
                suspended_games.ResumableGame(2, "", ("Cleo", "Dan"), 0),
                suspended_games.ResumableGame(3, "7 Wonders", ("Cleo", "Dan", "Eve"), 2, age=3),
            ),
        ),
        *(votes.vote(w, pending) for pending in (*asked, *waiting)),
    )


def form_and_groups(form):
    """Yield a form, and each of its groups as a form."""
    yield form
    for row in form.rows:
        if isinstance(row, Group):
            yield from form_and_groups(Form("", row.rows))


def dispute_facts():
    """Build facts to dispute: numbers, a card, and the wonders of two people."""
    counted = (("coins 1", CountView(7, 0, 99)), ("card altar 2", CountView(1, 0, 1)))
    wonders = ("the-pyramids", "the-sphinx"), ("the-colossus",)
    every = (*wonders[0], *wonders[1], "circus-maximus")
    return disputes.DisputeFacts(counted, (("card altar", 1), ("card baths", 1)), wonders, every, ("Ada", "Ben"))


def dispute_forms(w):
    """Build disputes as the one page of a phone, and in the pieces that the screen uses."""
    facts = dispute_facts()
    for form in (disputes.doubts(w, duel_words, facts), disputes.doubts(w, duel_words, replace(facts, wonders=()))):
        yield from form_and_groups(form)
    yield Form("", (*disputes.numbers(w, duel_words, facts), *disputes.absent(w, duel_words, facts, 2)))


def touch_dispute_forms(w):
    """Build the pages of disputes about what was touched on the screen, and those of a phone."""
    facts, (what, ours) = dispute_facts(), dispute_facts().counted[0]
    counts = disputes.numbers(w, duel_words, facts)
    late = disputes.not_told(w, ["Ben"], acting=True)
    for roomy in (True, False):
        yield disputes.seat_dispute_page(w, disputes.SeatDispute(1, "Ada", counts, True, late, True, True, roomy))
    yield disputes.seat_dispute_page(w, disputes.SeatDispute(1, "Ada", ()))
    yield from (disputes.count_page(w, counts, name) for name in ("", "Ada"))
    for known, turns in ((True, True), (True, False), (False, False)):
        now = replace(ours, known=known)
        yield disputes.recount(w, disputes.number(w, duel_words, facts, what, now), now, 9, turns)
    yield from (disputes.wonder_page(w, duel_words, facts, *of) for of in ((1,), (1, "the-sphinx"), (2,)))
    for people, acting in (((2,), True), ((2,), False), ((1, 2), False)):
        names = tuple((seat, facts.people[seat - 1]) for seat in people)
        yield disputes.forgot(w, disputes.ForgottenTurn(names, acting, count="Coins"))
        yield from form_and_groups(Form("", (disputes.missed_turn_group(w, [name for _, name in names], acting),)))
    yield disputes.forgot(
        w, disputes.ForgottenTurn(((2, "Ben"),), True, ways=(("take left", "Take"), ("take right", "Take it")))
    )
    yield disputes.forgot(w, disputes.ForgottenTurn((), True, "Altar has been entered already."))


def correction_forms(w):
    """Build corrections of a turn of one seat, of a turn of all seats, and of a line."""
    who = corrections.somebody_else(w, 4, ((2, "Ben", 1), (3, "Cleo", 2)))
    for of_all in (False, True):
        before, not_at_all = corrections.missing_before(w, of_all), corrections.not_at_all(w, 4)
        yield Form(corrections.turn(w, 2), (who, before, not_at_all, *corrections.correction_buttons(w, 4, line=False)))
    yield Form("", who.rows)
    yield Form("", corrections.correction_buttons(w, 4, line=True))


def score_sheet_forms(w):
    """Build the questions about a score sheet with missing numbers."""
    view = sheets.lacking(3).control.model.view
    view = replace(view, seats=tuple(replace(seat, entered=type(seat.entered)()) for seat in view.seats))
    yield tally.build_settle_question(w, view, ("Ada", "Ben", "Cleo"))
    yield tally.build_close_question(w, view, ("Ada", "Ben", "Cleo"))


def edit_forms(w):
    """Build the edits of a person's name, of a dealt game, and of a score sheet."""
    game, say = scenes.past_games(3)[0], screens().history
    yield history_edits.naming_form(w, "Nora", statistics.list_people((game,))[1:])
    bounds = {"wonder": (0, 99), "blue": (-9, 99), "any": (0, 2)}
    cells = tuple(SheetCell(cell, *each) for cell, each in bounds.items())
    values = ({"wonder": 7, "blue": None, "any": None},) * len(game.result.seats)
    sheet = SheetRead("x", game.mark, cells, values, {"giza": "giza", "ephesus": "ephesus"})
    for edited in (history_edits.EditedGame(game), history_edits.EditedGame(replace(game, mode="tally"), sheet)):
        ways = history_edits.build_edits(w, say, edited)
        forms = [ways.who, *([ways.entered] if ways.entered else []), Form("", (ways.delete,))]
        for form in forms:
            yield from form_and_groups(form)


def history_forms(w):
    """Build the pages of the history with games of several kinds, and without games."""
    games = scenes.past_games(3)
    scores = ({"blue": 9, "total": 9}, {"blue": 4, "total": 4})
    result = replace(games[0].result, seats=("Nora", "Ben"), identities=(), scores=scores, winners=(1,), bots=())
    duel = replace(games[0], mark="duel", kind="duel", mode="tally", variant=(), result=result)
    for facts in (
        history_pages.HistoryFacts(screens().history, (duel, *games)),
        history_pages.HistoryFacts(screens().history, ()),
    ):
        yield from (
            shows(w, facts)
            for shows in (history_pages.games, history_pages.people, history_pages.wonders, history_pages.filter_page)
        )
        yield Form("", history_pages.lists(w))
        if facts.games:
            yield history_pages.person(w, facts, "Nora")
            yield history_pages.wonder(w, facts, "architects", games[0].result.identities[0])
            yield Form("", history_pages.game(w, facts, games[0].mark).ways)


def test_rows_of_one_surface_alone_are_listed_with_a_reason():
    alone = {"screen": set(), "phone": set()}
    for row in (row for form in forms() for row in form.rows if row.only):
        alone[row.only].add(row.key)
    assert alone == {"screen": {*SCREEN}, "phone": {*PHONE}}


@pytest.mark.parametrize("lang", languages())
def test_rows_of_a_page_have_unique_labels(lang):
    for form, surface in product(forms(lang), ("screen", "phone")):
        rows = [row for row in form.rows_on(surface) if not isinstance(row, DrawnRow)]
        assert len({row.key for row in rows}) == len(rows)
        assert all(row.words or row.key == "number" for row in rows)  # its page is called so
        told = [
            row.words for row in rows if not isinstance(row, history_pages.PastLine | history_pages.Bars)
        ]  # these say what is counted
        assert len({*told}) == len(told)


def test_unentered_sheet_cell_stays_empty():
    """Saving other cells does not fill in an empty one."""
    cells = [row for form in edit_forms(words("en")) for row in form.rows if isinstance(row, Number)]
    assert {row.now for row in cells} == {7, None}
    assert not any(row.listed_numbers for row in cells)


def test_undo_rows_send_the_same_intent_on_screen_and_phone():
    """The same facts and the same intent on both, whoever asks for it."""
    w, offer = words("en"), undo.UndoOffered(3, "Ada took Altar", 2, asked=True)
    row, seat = undo.undo(w, offer), undo.undo(w, replace(offer, seat=1))
    assert encode_intent(row.says) == "undo;row=3;more=2"
    assert seat.says.filled("x") == Undo(id="x", row=3, seat=1, more=2)
    assert (row.words, row.about) == (
        "Undo: Ada took Altar",
        "and 2 later actions · the others are asked",
    )
    text, go = undo.undo_page(w, offer).rows
    assert text.words == "Undo: Ada took Altar. 2 later actions are undone, too. The others are asked."
    assert go.says == row.says
    assert undo.undo(w, replace(offer, more=0, asked=False)).about == ""
    assert undo.undo(w, undo.NO_UNDO).off


def test_rows_build_and_encode_their_intents():
    """A row builds its intent for the screen, and encodes it for a page."""
    laid, undo, *_ = (form for form in forms() if form.title in ("Continue a game", "Undo?"))
    assert encode_intent(laid.rows[0].says) == "resume;game=1"
    shown = [row.words for row in laid.rows]
    assert shown == [
        "Ada, Ben · Duel · turn 12",
        "Cleo, Dan · Score sheet",
        "Cleo, Dan, Eve · 7 Wonders · Age III, turn 2",
    ]
    assert encode_intent(laid.button_to_confirm("discard 1").says) == "discard;game=1;sure=true"
    whole, *_ = dispute_forms(words("en"))
    rows = [row for group in whole.rows if isinstance(group, Group) for row in group.rows]
    assert [encode_intent(row.says) for row in (*rows, *whole.rows) if getattr(row, "says", None)] == [
        "house;counts.coins 1={value}",
        "correct;row=0;how=wonder;card=the-pyramids;whose=1;text={value}",
        "correct;row=0;how=wonder;card=the-sphinx;whose=1;text={value}",
        "correct;row=0;how=wonder;card=the-colossus;whose=2;text={value}",
        "house;text={value}",
    ]
    coins = next(row for row in rows if row.key == "count coins 1")
    assert coins.says.filled("x", 9) == House(id="x", counts={"coins 1": 9})
    [counted, *_] = (form.row("count it") for form in touch_dispute_forms(words("en")) if form.row("count it"))
    assert counted.says.filled("x") == House(id="x", counts={"coins 1": 9})
    answers = undo.rows[-1]
    assert isinstance(answers, Answers)
    assert [encode_intent(answers.says, literal(option.value)) for option in answers.options] == [
        "vote;row=3;seat=2;about=undo;yes=true",
        "vote;row=3;seat=2;about=undo;yes=false",
    ]
    assert answers.says.filled("x", True) == Vote(id="x", row=3, seat=2, yes=True, about="undo")
