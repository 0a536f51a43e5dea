"""Every kept state stands on one page, with its picture and the command that opens it live."""

import re

from docs import gallery
from tests.pictures import live
from tests.pictures.kept import KEPT


def test_every_kept_picture_stands_there_with_a_command_that_is_understood(tmp_path):
    page = gallery.written(tmp_path).read_text("utf-8")
    shown = re.findall(r'src="pictures/([^"]+)\.webp"', page)
    assert sorted(shown) == sorted(path.stem for path in KEPT.glob("*.webp"))
    assert {path.stem for path in (tmp_path / "pictures").iterdir()} == {*shown}
    commands = re.findall(r"<code>python -m tests\.pictures\.live ([^<]+)</code>", page)
    assert commands == [*live.every()]
