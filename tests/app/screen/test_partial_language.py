"""Tests of an unfinished translation: it can be chosen at once, and missing texts appear in English."""

import re
import shutil

import aiohttp
import pytest

from app.protocol.client_rights import Actor
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import Rename, SetSeat
from app.protocol.settings_messages import SetTable
from app.text import translation
from engine.game import Seat
from tests.app.phones.served import Served, serving
from tests.app.screen import scenes
from tests.app.screen.lettering import painted

SPANISH = {
    "Sit down": "Siéntate",
    "Your name": "Tu nombre",
    "Start": "Empezar",
    "Undo": "Deshacer",
    "Score": "Puntos",
    "The table’s settings": "Ajustes de la mesa",
    "Language": "Idioma",
    "Seats": "Asientos",
    "wood": "madera",
    "stone": "piedra",
}


@pytest.fixture
def spanish_catalogue(tmp_path, monkeypatch):
    """A folder of catalogues with ten messages of Spanish, and nothing else."""
    path = translation.catalogue_file("es", tmp_path)
    path.parent.mkdir(parents=True)
    head = '"Language: es\\n"\n"X-Language-Name: Español\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    body = "".join(f'\nmsgid "{text}"\nmsgstr "{told}"\n' for text, told in SPANISH.items())
    path.write_text(f'msgid ""\nmsgstr ""\n{head}{body}', "utf-8")
    monkeypatch.setattr(translation, "LOCALE", tmp_path)
    for cached in (translation.languages, translation.words):
        cached.cache_clear()
    yield
    for cached in (translation.languages, translation.words):
        cached.cache_clear()


def test_languages_are_listed_from_the_catalogue_folder(spanish_catalogue):
    assert translation.languages() == {"en": "English", "es": "Español"}
    assert translation.complete() == ("en",)
    assert translation.accepted_language("es-MX, de") == "es"


async def test_phone_pages_fall_back_to_english(spanish_catalogue, tmp_path, facts):
    async with serving(Served(tmp_path / "kept", facts)) as served, aiohttp.ClientSession(served.base) as client:
        served.seats(2)
        ticket = served.table.joining.ticket(0)
        page = await (await client.get(f"/join/{ticket}", headers={"Accept-Language": "es"})).text()
        assert '<html lang="es"' in page
        assert re.search(r'value="es" checked>.*Español', page)
        assert "Siéntate" in page
        assert "You sit here" in page
        form = {"name": "Ada", "lang": "es"}
        seat = await (await client.post(f"/join/{ticket}", data=form)).text()
        assert served.table_view()["seats"][0]["lang"] == "es"
        assert ">Asientos<" in seat
        assert ">Goes first<" in seat


def test_screen_falls_back_to_english(spanish_catalogue):
    texts = {word.text for _, words, _ in painted(scenes.settings(3, "es"), (1280, 720)) for word in words}
    assert {"Ajustes de la mesa", "Idioma", "Español", "Animations"} <= texts
    assert not {"Settings", "Language"} & texts


def test_unknown_language_is_refused_and_a_removed_one_reset_to_english(spanish_catalogue, tmp_path, facts):
    served = Served(tmp_path / "kept", facts)
    served.sit("Ada", lang="es")
    served.send(SetTable, lang="es")
    for intent in (
        lambda: served.send(SetTable, lang="tlh"),
        lambda: served.send(SetSeat, seat=1, lang="tlh"),
        lambda: served.send(Rename, Actor("seat", Seat(0)), name="Ada", lang="tlh"),
    ):
        with pytest.raises(Rejection) as no:
            intent()
        assert (no.value.code, no.value.params) == ("setting", {"name": "lang"})
    shutil.rmtree(translation.LOCALE / "es")
    translation.languages.cache_clear()
    served.store.close()
    again = Served(tmp_path / "kept", facts)
    assert [(seat["name"], seat["lang"]) for seat in again.table_view()["seats"]] == [("Ada", "en"), (None, "en")]
    again.store.close()
