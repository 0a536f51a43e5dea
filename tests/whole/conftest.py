"""A NetworkManager for those who ask for one."""

from tests.radio import air, bus  # noqa: F401  # fixtures
