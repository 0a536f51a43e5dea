"""Pages of a game's side, said once for both surfaces; what one of them lacks is in a list, with its reason."""

from itertools import product

import pytest

from app.phones.form import literal, said
from app.protocol import messages
from app.shown import kept, votes
from app.shown.form import Answers
from app.text.languages import languages, words

# What one surface alone has, and why.
SCREEN = {
    "elsewhere": "who reads it on a phone has that phone",
}
PHONE: dict[str, str] = {}


def forms(lang="en"):
    """Every page, in all its states."""
    w = words(lang)
    undoing = votes.Undoing("Take", 2, ("Altar", "Baths"))
    asked = [votes.Vote(3, "Ada", wants, ((2, "Ben"),)) for wants in (undoing, "aside", "early")]
    waiting = [votes.Vote(3, "Ada", "aside", (), here) for here in (True, False)]
    return (
        kept.kept(w, (kept.Kept(1, "Duel", ("Ada", "Ben"), 12), kept.Kept(2, "", ("Cleo", "Dan"), 0))),
        *(votes.vote(w, it) for it in (*asked, *waiting)),
    )


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
        assert len({row.words for row in rows}) == len(rows)


def test_what_is_chosen_is_what_the_table_hears():
    """As the screen says it, and as a page writes it."""
    laid, undo, *_ = forms()
    assert said(laid.rows[0].says) == "resume;game=1"
    assert said(laid.asked("discard 1").says) == "discard;game=1;sure=true"
    answers = undo.rows[-1]
    assert isinstance(answers, Answers)
    assert [said(answers.says, literal(option.value)) for option in answers.options] == [
        "vote;row=3;seat=2;yes=true",
        "vote;row=3;seat=2;yes=false",
    ]
    assert answers.says.filled("x", True) == messages.Vote(id="x", row=3, seat=2, yes=True)
