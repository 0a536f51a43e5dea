"""Words that nobody should read again: those of our own workshop, or others than the publisher's and the field's."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from app.text import catalogue
from app.text.languages import SOURCE, complete

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
    ("nl", r"\bmiddelste (kaart|stapel)\b", "bovenste kaart van de gemeenschappelijke stapel"),
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
]
# Duel has military tokens of its own, that are no victories: they cost coins.
ALLOWED = {
    *((lang, "The pawn reaches a military token: {name} owes {n} coin.") for lang in complete()),
    *((lang, "Put the military token back into the box.") for lang in complete()),
    *((lang, key) for lang in complete() for key in ("Military token", "Military tokens")),
    *((lang, "It is {name}’s turn. Did we forget one?") for lang in complete()),  # people forget turns, not people
}

# What a word of the rulebooks is called: where the English text has one, the translation has the other.
SAME = {
    "central deck": {"de": "gemeinsame", "nl": "gemeenschappelijke stapel", "fr": "pile commune"},
    "conflict tokens?": {"de": "Konfliktmarker", "nl": "conflictfiche", "fr": "jetons? conflit"},
    "progress tokens?": {"de": "Fortschrittsmarker", "nl": "voortgangsfiche", "fr": "jetons? progrès"},
    "military tokens?": {
        "de": "Militär(-Sieg)?marker", "nl": "militaire (overwinnings)?fiche", "fr": "jetons? (victoire )?militaires?",
    },
    "victory tokens?": {"de": "Siegmarker", "nl": "overwinningsfiche", "fr": "jetons? victoire"},
    "defeat tokens?": {"de": "Niederlagemarker", "nl": "nederlaagfiche", "fr": "jetons? défaite|victoire et défaite"},
    "stages?": {"de": "abschnitt", "nl": "fase", "fr": "étape"},
    "guilds": {"de": "gilde", "nl": "gilde", "fr": "guilde"},
    "leaders": {"de": "Anführer", "nl": "leider", "fr": "leader"},
    "discard pile": {"de": "Ablagestapel", "nl": "aflegstapel", "fr": "défausse"},
    "medals?": {"de": "Medaille", "nl": "medaille", "fr": "médaille"},
    "wonders?": {"de": "wunder", "nl": "wonder", "fr": "merveille"},
    "horns?": {"de": "Horn|Hörner", "nl": "hoorn", "fr": "cor"},
    "ages?": {"de": "Zeitalter", "nl": "tijdperk", "fr": "âge"},
    "extra cards?": {"de": "zusätzliche", "nl": "extra kaart", "fr": "supplémentaire"},
    "pawn": {"de": "Konfliktstein", "nl": "pion", "fr": "pion"},
}  # fmt: skip
SHORTER = "the neighbours’ leaders {n} coin less"  # stands behind "its leaders"


@cache
def texts(lang: str) -> list[tuple[str, str]]:
    """Each message's English text, with what readers of the language see."""
    return list(_texts(lang))


def _texts(lang: str) -> Iterator[tuple[str, str]]:
    if lang == SOURCE:
        for message in catalogue.found():
            for text in [message.id] if isinstance(message.id, str) else message.id:
                yield text, text
        return
    for message in catalogue.load(lang):
        key = message.id if isinstance(message.id, str) else message.id[0]
        for text in [message.string] if isinstance(message.string, str) else message.string:
            yield key, text


@pytest.mark.parametrize(("lang", "term", "instead"), TERMS, ids=[f"{lang}: {term[:24]}" for lang, term, _ in TERMS])
def test_nobody_reads_a_word_of_our_own_workshop(lang, term, instead):
    found = [text for key, text in texts(lang) if re.search(term, text, re.IGNORECASE) and (lang, key) not in ALLOWED]
    assert found == [], instead


@pytest.mark.parametrize("lang", [lang for lang in complete() if lang != SOURCE])
def test_a_word_of_the_rulebooks_is_one_word_in_each_language(lang):
    for term, called in SAME.items():
        said: dict[str, list[str]] = {}
        for key, text in texts(lang):
            said.setdefault(key, []).append(text)
        known = [key for key in said if re.search(rf"\b{term}\b", re.sub(r"{\w+}", "", key), re.IGNORECASE)]
        assert known, term
        found = [key for key in known if not re.search(called[lang], " ".join(said[key]), re.IGNORECASE)]
        assert [key for key in found if key != SHORTER] == [], called[lang]


def test_every_language_has_its_words():
    assert {lang for lang, _, _ in TERMS} == set(complete())
