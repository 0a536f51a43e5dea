"""Translations shared by two messages are deliberate: otherwise people would mistake one for the other."""

import re
from collections import defaultdict
from typing import Final

import pytest

from app.text import catalogue_update
from app.text.translation import SOURCE, complete

TRANSLATED_LANGS = [lang for lang in complete() if lang != SOURCE]
DEED = "a button says the deed; that it is done to this card need not be said"
CARD = "so they are printed: one is a card of Duel, the other one of 7 Wonders"
BOARD = "so they are printed: one is a wonder of Architects, the other one of 7 Wonders"
SAME = "both say the same, in other English words"
DAILY = "a deal of the day is a game"
PLACE = "a place in a sentence, or alone"
# By language, each of them, and why it may be.
TWINS: Final[dict[str, dict[str, str]]] = {
    "de": {
        **dict.fromkeys(("Abwerfen", "Anwerben", "Bauen", "Behalten"), DEED),
        **dict.fromkeys(("Gilde der Händler", "Hafen", "Steinbruch", "Ziegelei"), CARD),
        **dict.fromkeys(("Ephesos", "Halikarnassos", "Rhodos"), BOARD),
        **dict.fromkeys(
            (
                *(
                    "Dieser Stapel ist leer.",
                    "Konflikt austragen",
                    "Rückblick",
                    "Weiter",
                    "dann {n}",
                ),
                *("{name} beginnt", "{names} teilen sich den Sieg."),
            ),
            SAME,
        ),
        **dict.fromkeys(("links", "rechts"), PLACE),
        "Bauabschnitte": "what one has learned of, and what a tie is broken by",
        "Punkte": "a result is points",
        "Wertung": "the sheet on which points are counted, and what it comes to",
        "Ton": "what a card makes, and what is heard: never on one page",
        "Zirkel": "one or many",
        "leer": "a key of the keyboard, and a stack",
        "verdeckt": "nobody sees which token, or which card, it is",
    },
    "nl": {
        **dict.fromkeys(("Afleggen", "Bouwen", "Houden", "Rekruteren"), DEED),
        "Rhodos": BOARD,
        **dict.fromkeys(
            (
                *("Conflict uitvechten", "Invullen", "Invullen voor {name}", "dan {n}"),
                *("{name} begint", "{names} delen de overwinning."),
            ),
            SAME,
        ),
        **dict.fromkeys(("links", "rechts"), PLACE),
        **dict.fromkeys(("{n} spel", "{n} spellen"), DAILY),
        "nog {n}": "so many are still there, or still to come",
    },
    "fr": {
        "Garder": DEED,
        **dict.fromkeys(("{n} partie", "{n} parties"), DAILY),
        **dict.fromkeys(
            (
                *("Carrière", "Caserne", "Cavité", "Gisement", "Guilde des commerçants", "Mine", "Officine"),
                *("Palissade", "Place d’armes", "Port"),
            ),
            CARD,
        ),
        **dict.fromkeys(
            (
                *(
                    "Cette pile est vide.",
                    "alors {n}",
                    "on demande aux autres",
                    "{name} commence",
                ),
                "{names} partagent la victoire.",
            ),
            SAME,
        ),
        **dict.fromkeys(("au milieu", "à droite", "à gauche"), PLACE),
        **dict.fromkeys(("Défausse", "Défausse\u00a0: {cards}."), "what was discarded is the discard pile"),
        "compas": "one or many",
    },
}


def normalise(text: str) -> str:
    """Normalise an English message: without capitals, punctuation, or the *s* of a plural."""
    return re.sub(r"(?<=\w)s\b", "", re.sub(r"[^\w{} ]", "", text.casefold())).strip()


def stands_for(lang: str) -> dict[str, set[str]]:
    """Map each translation to the messages that it stands for."""
    found = defaultdict(set)
    for message in catalogue_update.load(lang):
        if message.id:
            for form in [message.string] if isinstance(message.string, str) else message.string:
                found[form].add(message.id if isinstance(message.id, str) else message.id[0])
    return found


@pytest.mark.parametrize("lang", TRANSLATED_LANGS)
def test_ambiguous_translations_are_listed_with_a_reason(lang):
    found = {form: keys for form, keys in stands_for(lang).items() if len({normalise(key) for key in keys}) > 1}
    assert {form: sorted(found[form]) for form in found.keys() - TWINS[lang].keys()} == {}
    assert TWINS[lang].keys() - found.keys() == set(), "is none any more"


def test_french_uses_plus_de_only_for_more():
    found = {
        form: keys for form, keys in stands_for("fr").items() if re.match(r"plus (de|d’|aucun)", form, re.IGNORECASE)
    }
    assert found
    assert [
        form for form, keys in found.items() if not all(re.match(r"more\b", key, re.IGNORECASE) for key in keys)
    ] == []


def test_cancel_and_undo_have_different_translations():
    """The two buttons are shown side by side."""
    for lang in TRANSLATED_LANGS:
        found = stands_for(lang)
        assert not [form for form, keys in found.items() if {"Cancel", "Undo"} <= keys], lang
