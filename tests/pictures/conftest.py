"""Pictures are compared with their fingerprints; with `--renew` fingerprints are stored of what is drawn now."""

from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Browser

from tests.app.browser.conftest import LiveBrowser, lasting
from tests.pictures import phones
from tests.pictures.previous import Differences


@pytest.fixture
def renew(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--renew"))


@pytest.fixture(scope="session")
def differences() -> Iterator[Differences]:
    """The pictures that differ; at the end of the run each is shown beside what it was."""
    found = Differences()
    yield found
    found.show()


@pytest.fixture(scope="session")
async def live_painter() -> AsyncIterator[LiveBrowser]:
    async with lasting(phones.painter) as live:
        yield live


@pytest.fixture
async def painter(live_painter: LiveBrowser) -> Browser:
    """A browser whose pictures are the same on every machine."""
    return await live_painter()
