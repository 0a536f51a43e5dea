"""Arabic as a test language: a catalogue of the English messages in Arabic letters, and of some in Arabic words."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from app.text import catalogue_update, translation

LETTERS = str.maketrans("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "ابتدهفغحيجكلمنوپقرستعثوخيز" * 2)
REAL = {
    "Your turn": "دورك",
    "Turn: {name}": "الدور: {name}",
    "Choose a card": "اختر بطاقة",
    "Take a card": "خذ بطاقة",
    "Sit down": "اجلس",
    "The table’s settings": "إعدادات الطاولة",
    "How to play": "كيف تلعب",
    "History of all games": "تاريخ كل الألعاب",
    "No connection to the table. Trying again …": "لا اتصال بالطاولة. تتم المحاولة من جديد…",
}
FORMS = 6  # plural forms of Arabic


def in_letters(text: str) -> str:
    """Write a message with Arabic letters; what is in braces stays."""
    return REAL.get(text) or "".join(
        part if part.startswith("{") else part.translate(LETTERS) for part in re.split(r"(\{[^}]*\})", text)
    )


def write_catalogue(folder: Path) -> None:
    """Write the catalogue `ar`: the messages of German, which is complete."""
    arabic = Catalog(locale="ar")
    for message in catalogue_update.load("de"):
        if isinstance(message.id, tuple):
            arabic.add(message.id, [in_letters(message.id[1])] * FORMS, context=message.context)
        elif message.id:
            arabic.add(message.id, in_letters(message.id), context=message.context)
    path = translation.catalogue_file("ar", folder)
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, arabic, omit_header=False)


@pytest.fixture(scope="session")
def arabic_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("locale")
    write_catalogue(folder)
    return folder


@pytest.fixture
def arabic(arabic_folder: Path, monkeypatch: pytest.MonkeyPatch):
    """A table that has Arabic besides English."""
    monkeypatch.setattr(translation, "LOCALE", arabic_folder)
    for cached in (translation.languages, translation.words):
        cached.cache_clear()
    yield translation.words("ar")
    for cached in (translation.languages, translation.words):
        cached.cache_clear()
