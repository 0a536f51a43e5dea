"""Pages of a game's side, said once for both surfaces; what one of them lacks is in a list, with its reason."""

from itertools import product

import pytest
from msgspec.structs import replace

from app.history import statistics
from app.phones.form import literal, said
from app.protocol import messages
from app.shown import amending, kept, past, votes
from app.shown.form import Answers, Form, Group
from app.text.languages import languages, words
from tests.app.screen import scenes
from tests.app.screen.stage import screens

# What one surface alone has, and why.
SCREEN = {
    "touch": "a phone has fields, and saves all of them",
    "elsewhere": "who reads it on a phone has that phone",
}
PHONE = {
    "names": "what is touched on the screen is saved at once",
    "sheet": "what is touched on the screen is saved at once",
    "nobody": "the screen has a button for it",
    "share": "a link and a picture leave by the phone that has them",
    "record": "a file is kept on the phone that reads it",
}


def forms(lang="en"):
    """Every page, in all its states."""
    w = words(lang)
    undoing = votes.Undoing("Take", 2, ("Altar", "Baths"))
    asked = [votes.Vote(3, "Ada", wants, ((2, "Ben"),)) for wants in (undoing, "aside", "early")]
    waiting = [votes.Vote(3, "Ada", "aside", (), here) for here in (True, False)]
    return (
        *of_the_past(w),
        *put_right(w),
        kept.kept(w, (kept.Kept(1, "Duel", ("Ada", "Ben"), 12), kept.Kept(2, "", ("Cleo", "Dan"), 0))),
        *(votes.vote(w, it) for it in (*asked, *waiting)),
    )


def put_right(w):
    """Somebody's name, and a game that was dealt, and one that is a score sheet."""
    game, say = scenes.past_games(3)[0], screens().history
    yield amending.naming(w, "Nora", statistics.people((game,))[1:])
    cells = (messages.SheetCell("wonder", 0, 99), messages.SheetCell("blue", -9, 99))
    values = ({"wonder": 7, "blue": None},) * len(game.result.seats)
    sheet = messages.SheetRead("x", game.mark, cells, values, {"giza": "giza", "ephesus": "ephesus"})
    for it in (amending.Amending(game), amending.Amending(replace(game, mode="tally"), sheet)):
        ways = amending.amended(w, say, it)
        forms = [ways.who, *([ways.entered] if ways.entered else []), Form("", (ways.delete,))]
        yield from forms
        yield from (Form("", row.rows) for form in forms for row in form.rows if isinstance(row, Group))


def of_the_past(w):
    """With games of several kinds, and with none."""
    games = scenes.past_games(3)
    scores = ({"blue": 9, "total": 9}, {"blue": 4, "total": 4})
    result = replace(games[0].result, seats=("Nora", "Ben"), identities=(), scores=scores, winners=(1,), bots=())
    duel = replace(games[0], mark="duel", kind="duel", mode="tally", variant=(), result=result)
    for it in (past.Past(screens().history, (duel, *games)), past.Past(screens().history, ())):
        yield from (shows(w, it) for shows in (past.games, past.people, past.wonders, past.which))
        yield Form("", past.lists(w))
        if it.games:
            yield past.person(w, it, "Nora")
            yield past.wonder(w, it, "architects", games[0].result.identities[0])
            yield Form("", past.game(w, it, games[0].mark).ways)


def test_what_one_surface_alone_has_has_a_reason():
    alone = {"screen": set(), "phone": set()}
    for row in (row for form in forms() for row in form.rows if row.only):
        alone[row.only].add(row.key)
    assert alone == {"screen": {*SCREEN}, "phone": {*PHONE}}


@pytest.mark.parametrize("lang", languages())
def test_every_row_has_words_of_its_own(lang):
    for form, surface in product(forms(lang), ("screen", "phone")):
        rows = form.on(surface)
        assert len({row.key for row in rows}) == len(rows)
        assert all(row.words for row in rows)
        told = [row.words for row in rows if not isinstance(row, past.Line | past.Bars)]  # these say what is counted
        assert len({*told}) == len(told)


def test_what_is_chosen_is_what_the_table_hears():
    """As the screen says it, and as a page writes it."""
    laid, undo, *_ = (form for form in forms() if form.title in ("Continue a game", "Undo?"))
    assert said(laid.rows[0].says) == "resume;game=1"
    assert said(laid.asked("discard 1").says) == "discard;game=1;sure=true"
    answers = undo.rows[-1]
    assert isinstance(answers, Answers)
    assert [said(answers.says, literal(option.value)) for option in answers.options] == [
        "vote;row=3;seat=2;yes=true",
        "vote;row=3;seat=2;yes=false",
    ]
    assert answers.says.filled("x", True) == messages.Vote(id="x", row=3, seat=2, yes=True)
