"""Settings of the table: each can be changed on the screen and on a phone."""

import re
from html import unescape

import msgspec
import pytest

from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.settings_messages import SetTable, Settings
from app.table.handlers.machine import OF_THE_MACHINE
from engine.game import Seat
from tests.app.phones.served import GAMES, Served
from tests.app.screen import duels, scenes, stage
from tests.app.screen.lettering import leafed
from tests.whole_games import shelf

UNSETTABLE = {"welcomed"}  # nobody sets it: the first start has been gone through
ALL_SETTINGS = set(Settings.__struct_fields__) - UNSETTABLE
SIZE = 1280, 720


def seating(lang="en"):
    """Open the page of the seating for Duel."""
    room = duels.room(duels.in_age(2, 1, 2), lang)
    room.control.open_panel("seating", 0)
    return room


def our_box(n, lang="en"):
    """Open the page of the games and expansions that people own."""
    room = scenes.lobby(n, lang)
    room.control.open_panel("ours", 0)
    return room


def time_zone(n, lang="en"):
    """Open the page of the time zone."""
    room = scenes.lobby(n, lang)
    room.control.open_panel("zone", 0)
    return room


def sound_card(n, lang="en"):
    """Open the page of sound with a chosen sound card that is not connected."""
    room = scenes.Room().hear(stage.table(n, lang=lang, settings=stage.settings(lang=lang, sound_card="Device")))
    room.control.open_panel("sound", 0)
    return room


def pages():
    """List every page of the screen that changes settings."""
    made = (
        scenes.settings,
        scenes.this_machine,
        scenes.volume,
        scenes.picture_tried,
        scenes.display_tried,
        scenes.address,
    )
    return [seating, scenes.result_address, scenes.public_address, our_box, sound_card, time_zone, *made]


def open_page(page):
    return page() if page is seating else page(4)


def areas(room):
    """Return the touch areas on all pages of the open list."""
    return (area for found in leafed(room, SIZE) for _, _, areas in found for area in areas)


def settings_on_screen():
    """Return the settings that touches on these pages change."""
    found = set()
    for page in pages():
        for key in {area.key for area in areas(open_page(page)) if area.tap}:
            room = open_page(page)
            next(area for area in areas(room) if area.key == key).tap()
            for intent in room.sent:
                if isinstance(intent, SetTable):
                    found |= {name for name in ALL_SETTINGS if getattr(intent, name) is not msgspec.UNSET}
    return found


def settings_on_phone(phone_server, show):
    """Return the settings that the page of the first seat changes."""
    reader = PageState(Actor("seat", Seat(0)))
    show.update_page(reader, False)
    html = "".join(unescape(part.html) for part in reader.shown.values())
    said = re.findall(r'data-do="set-table((?:;[a-z_]+=[^;"]*)*)"', html)
    forms = re.findall(r'<form[^>]*data-do="set-table[^>]*>(.*?)</form>', html, re.DOTALL)
    fields = {name for form in forms for name in re.findall(r'name="([a-z_]+)"', form)}
    return {name for each in said for name in re.findall(r";([a-z_]+)=", each)} | fields & ALL_SETTINGS


@pytest.fixture
def phone_server(tmp_path, facts):
    phone_server = Served(tmp_path, facts, headless=False, shelf=shelf())
    yield phone_server
    phone_server.store.close()


@pytest.mark.rotated
def test_the_screen_offers_every_setting():
    assert settings_on_screen() == ALL_SETTINGS


@pytest.mark.parametrize("game", shelf())
def test_a_phone_offers_every_setting_but_those_of_the_machine(phone_server, game):
    phone_server.sit("Ada", "Ben")
    phone_server.send(SetTable, display="HDMI-A-2", sound_card="Device")  # then a phone can lead back from them
    phone_server.send(SetGame, game=game)
    wanted = ALL_SETTINGS - set(OF_THE_MACHINE) - ({"short_edges", "turning"} if game != "duel" else set())
    wanted -= {"ritual"} if game != "architects" else set()  # without a horn nobody turns tokens by hand
    assert settings_on_phone(phone_server, PageMaker(phone_server.table, GAMES)) >= wanted
