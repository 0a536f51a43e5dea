"""Every pictured state is on one page, with its picture and the command that opens it live."""

import re

from docs import gallery
from tests.pictures.render import every, file


def test_gallery_lists_every_picture_with_its_command(tmp_path):
    drawn, *missing = every().values()
    (tmp_path / "pictures").mkdir()
    file(tmp_path / "pictures", drawn).touch()
    page = gallery.write(tmp_path).read_text("utf-8")
    assert re.findall(r'src="(pictures/[^"]+)"', page) == [f"pictures/{drawn.name}.webp"]
    commands = re.findall(r"<code>python -m tests\.pictures\.live ([^<]+)</code>", page)
    assert commands == [picture.name for picture in (drawn, *missing)]
