"""Every pictured state on a page: its picture as it is drawn now, and the command that opens it live.

`python -m docs.gallery [FOLDER]` draws them, which takes minutes, writes index.html there or into a new temporary
folder, and prints where. Pictures that are there already are not drawn again.
"""

import argparse
import sys
import tempfile
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final

from tests.pictures.live import COMMAND
from tests.pictures.picture import Picture
from tests.pictures.render import draw, every, file

HEAD: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Wondertable: every pictured state</title>
<meta name="viewport" content="width=device-width"><style>
body { background:#14100d; color:#f5e9d8; font:16px/1.4 sans-serif; margin:1rem }
section { display:flex; flex-wrap:wrap; gap:1rem; align-items:flex-start }
figure { margin:0; max-width:min(100%,40rem) }
img { max-width:100%; height:auto; display:block } figcaption { color:#bdb09c }
code { user-select:all; color:#ffdfa5 } a { color:inherit; margin-right:.8rem } h2 { margin:2rem 0 .5rem }
input { font:inherit; width:20rem; max-width:100% }
</style><h1>Every pictured state</h1>
<p><input placeholder="a word of its name" aria-label="a word of its name" oninput="
for (const one of document.querySelectorAll('figure')) one.hidden = !one.id.includes(this.value.trim());"></p>
"""


def write(folder: Path) -> Path:
    """Write the page for the pictures that are in its folder `pictures`; return its file."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = [HEAD]
    families = [(family, [*those]) for family, those in groupby(every().values(), lambda picture: picture.family)]
    parts += ["<nav>", *(f'<a href="#{family}">{family} ({len(those)})</a>' for family, those in families), "</nav>"]
    for family, those in families:
        parts += [f'<h2 id="{family}">{family}</h2><section>', *(_figure(picture, folder) for picture in those)]
        parts.append("</section>")
    page = folder / "index.html"
    page.write_text("\n".join(parts), "utf-8")
    return page


def _figure(picture: Picture, folder: Path) -> str:
    name, command = escape(picture.name), escape(COMMAND.format(name=picture.name))
    says = ", ".join(f"{factor} {value}" for factor, value in picture.row.items())
    shown = file(folder / "pictures", picture)
    image = f'<img loading="lazy" src="pictures/{escape(shown.name)}" alt="{name}">' if shown.exists() else ""
    return (
        f'<figure id="{name}">{image}<figcaption><b>{escape(picture.state)}</b> · {escape(says)}<br>'
        f"<code>{command}</code></figcaption></figure>"
    )


def main(words: list[str] | None = None) -> int:
    """Draw the pictures, and write the page; return the exit code."""
    parser = argparse.ArgumentParser("python -m docs.gallery", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", metavar="FOLDER")
    folder = parser.parse_args(words).folder or Path(tempfile.mkdtemp(prefix="wondertable-gallery-"))
    pictures = folder / "pictures"
    draw((picture for picture in every().values() if not file(pictures, picture).exists()), pictures)
    print(write(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
