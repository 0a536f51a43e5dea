"""Forbidden words: those of our own workshop, or others than the publisher's and the field's."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache

import pytest

from app.text import catalogue_update
from app.text.translation import LOCALE, SOURCE, complete

TERMS = [
    # language, what must not be said, why
    ("en", r"\bforgets?\b|forgotten", "a person is removed from the history"),
    ("en", r"\bby lot\b", "random"),
    ("en", r"\byour move\b", "a prompt says what is to be done"),
    ("en", r"\b(take|takes|taken|taking) (it |one entry |that |.{0,20} )?back\b", "undo, undone"),
    ("en", r"\bwhat pays\b|leaves? the ring|\bthrown? away\b", "a riddle"),
    (
        "en",
        r"\bmiddle (card|stack)\b|stack in the middle",
        "central deck, as its rules say; the middle is where it lies",
    ),
    ("en", r"\bby touch\b", "on the screen"),
    ("en", r"\bleaves? after\b", "discarded"),
    ("en", r"\bgo on (with|from)\b", "continue"),
    ("en", r"\bdocs/", "families have no folder of docs"),
    ("de", r"\bSchirm", "Bildschirm"),
    ("de", r"\bper Los\b|\bausgelost", "zufällig"),
    ("de", r"\bKönner", "Experten-Variante"),
    ("de", r"\bdu bist dran\b", "a prompt says what is to be done"),
    ("de", r"\bweiteren? Karte\b", "zusätzliche Karte"),
    ("de", r"\bmittleren? Karte\b|\bmittleren? Stapel", "oberste Karte des gemeinsamen Stapels"),
    ("de", r"\bMilitärmarker", "Militär-Siegmarker"),
    ("de", r"\bgehe?n?t? (.* )?weg\b", "wird abgelegt"),
    ("de", r"zurücknehmen|zurückgenommen|nimm .{1,20} zurück|nehmt .{1,20} zurück|zurückzunehmen", "rückgängig"),
    ("de", r"\bvergessen\b", "a person is removed from the history"),
    ("nl", r"\btablet(ten|s)?\b", "kleitablet: a tablet is a computer"),
    ("nl", r"\bdoor loting\b|\bloten\b", "willekeurig"),
    ("nl", r"\bkenners\b", "expertvariant"),
    ("nl", r"\bterugnemen\b|\bterug te nemen\b|\bteruggenomen\b", "ongedaan maken"),
    ("nl", r"\bmiddelste (kaart|stapel)\b", "bovenste kaart van de centrale stapel"),
    ("nl", r"\bgemeenschappelijke\b", "centrale stapel"),
    ("nl", r"\bmilitaire fiche", "militaire overwinningsfiche"),
    ("nl", r"\bjij bent aan zet\b", "a prompt says what is to be done"),
    ("nl", r"\bvergeten\b", "a person is removed from the history"),
    ("fr", r"\bau sort\b", "au hasard"),
    ("fr", r"\bcarte de plus\b", "carte supplémentaire"),
    ("fr", r"\bcarte du milieu\b|\bpile du milieu\b", "pile commune"),
    ("fr", r"\bpart(ent)? après\b", "est défaussée"),
    ("fr", r"\ble double en donne\b", "deux jetons si le double"),
    ("fr", r"\bjetons? militaires?\b", "jeton victoire militaire"),
    ("fr", r"\bà toi de jouer\b", "a prompt says what is to be done"),
    ("fr", r"\boubli", "a person is removed from the history"),
    # one person is du, je and tu; ihr, jullie and vous are for several, who do or know something together
    ("de", r"(?-i:\b[a-zäöüß]+,? (Sie|Ihnen)\b)|(?-i:(^|[.:!?] )(Tippt|Wählt|Tragt|Korrigiert|Versucht|Macht) )", "du"),
    ("nl", r"(?<!} )\bu\b|\buw\b", "je"),
    ("fr", r"\b(touch|tap|corrig|essay|recommenc|termin|indiqu|affich|lanc|quitt|cliqu|modifi|règl)ez\b", "tu"),
    ("fr", r"\b(choisi|saisi)ssez\b|\b(re)?dites\b|\bla vôtre\b|\bs’il vous plaît", "tu"),
]
# Duel has military tokens of its own, that are no victories: they cost coins.
ALLOWED = {
    *((lang, "The pawn reaches a military token: {name} owes {n} coin.") for lang in complete()),
    *((lang, "Put the military token back into the box.") for lang in complete()),
    *((lang, key) for lang in complete() for key in ("Military token", "Military tokens")),
    *((lang, "It is {name}’s turn. Did we forget one?") for lang in complete()),  # people forget turns, not people
}

SHORTER = {  # messages that need not say the word again
    *((lang, "the neighbours’ leaders {n} coin less") for lang in complete()),  # stands behind "its leaders"
    *((lang, "Conflict! All shields are equal, and nobody wins a token.") for lang in complete()),  # a draw
}


def rulebook(lang: str) -> dict[str, list[str]]:
    """Load the rulebook's words: each English term with its translation, and a pattern for its inflected forms."""
    return tomllib.loads((LOCALE / lang / "rulebook.toml").read_text("utf-8"))


@cache
def texts(lang: str) -> list[tuple[str, str]]:
    """List each message's English text with the text that readers of the language see."""
    return list(_texts(lang))


def _texts(lang: str) -> Iterator[tuple[str, str]]:
    if lang == SOURCE:  # a language that is complete has them all: test_catalogue.py sees to it
        for message in catalogue_update.load("de"):
            for text in [message.id] if isinstance(message.id, str) else message.id:
                yield text, text
        return
    for message in catalogue_update.load(lang):
        key = message.id if isinstance(message.id, str) else message.id[0]
        for text in [message.string] if isinstance(message.string, str) else message.string:
            yield key, text


@pytest.mark.parametrize(("lang", "term", "instead"), TERMS, ids=[f"{lang}: {term[:24]}" for lang, term, _ in TERMS])
def test_messages_avoid_in_house_terms(lang, term, instead):
    found = [text for key, text in texts(lang) if re.search(term, text, re.IGNORECASE) and (lang, key) not in ALLOWED]
    assert found == [], instead


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", [lang for lang in complete() if lang != SOURCE])
def test_rulebook_term_has_one_translation(lang):
    """A message with an English term has the term's translation in its own."""
    for term, (called, *forms) in rulebook(lang).items():
        said: dict[str, list[str]] = {}
        for key, text in texts(lang):
            said.setdefault(key, []).append(text)
        known = [key for key in said if re.search(rf"\b{term}s?\b", re.sub(r"{\w+}|7 Wonders", "", key), re.IGNORECASE)]
        assert known, term
        form = next(iter(forms), re.escape(called))
        assert re.search(form, called, re.IGNORECASE), "the word is one of its forms"
        found = [key for key in known if not re.search(form, " ".join(said[key]), re.IGNORECASE)]
        assert [key for key in found if (lang, key) not in SHORTER] == [], called


def test_every_rulebook_file_has_the_same_terms():
    assert len({tuple(rulebook(lang)) for lang in complete() if lang != SOURCE}) == 1


def test_every_language_has_avoided_terms():
    assert {lang for lang, _, _ in TERMS} == set(complete())
