"""Pictures are compared with those that are kept; with `--renew` they are kept as they look now."""

from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.app.browser.conftest import chromium

FONTS = Path(find_spec("kivy").origin).parent / "data" / "fonts"  # the screen's; those of a machine would differ
SETTING = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>"""


@pytest.fixture
def renew(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--renew"))


@pytest.fixture(scope="session")
async def painter(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browser]:
    """A browser whose pictures are the same on every machine."""
    folder = tmp_path_factory.mktemp("fonts")
    setting = folder / "fonts.conf"
    setting.write_text(SETTING.format(fonts=FONTS, cache=folder))
    async with chromium("--font-render-hinting=none", env={"FONTCONFIG_FILE": str(setting)}) as browser:
        yield browser
