"""The fixture of a table for every test that plays at one."""

from collections.abc import Iterator

import pytest

from tests.app.tables import Evening


@pytest.fixture
def evening(tmp_path, request) -> Iterator[Evening]:
    """A table that is closed after the test; `TABLE` in the test's module contains its arguments."""
    at = Evening(tmp_path, **getattr(request.module, "TABLE", {}))
    yield at
    at.close()
