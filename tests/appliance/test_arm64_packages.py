"""Every package of a release is imported on arm64."""

import pytest

pytestmark = pytest.mark.root


def test_every_package_can_be_imported_on_arm64(arm):
    names = (
        "aiohttp, babel, confusable_homoglyphs, dbus_fast, gpiozero, jinja2, kivy, msgspec, qrcode, wsproto, zeroconf"
    )
    ours = "sys.path.insert(0, '/srv/program'); import app.host.early_startup, app.screen.process.start"
    said = arm.run("-c", f"import platform, sys, zeroconf, {names}; {ours}; print(platform.machine())")
    assert said.splitlines()[-1] == "aarch64"
