"""Row p8: what is sent to GL in each frame at 1920 × 1080."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Final

from benchmarks.figures import GlFigure
from benchmarks.machine import ROOT
from benchmarks.p_screen import GAMES
from tests.sight import display

TOUCHES: Final = 40
KINDS: Final = {  # what it is, and its floor
    "repaint": ("the whole picture again", "≤ 60, 60000"),
    "message": ("after a message", "≤ 60, 60000"),
    "motion": ("of motion", "≤ 60, 60000, 0"),
}


def p8(which: str = "", touches: str = str(TOUCHES)) -> Iterator[GlFigure]:
    """Count draw calls, triangles and uploaded bytes in a whole game."""
    for game in [which] if which else GAMES:
        with display(1920, 1080) as environment:
            command = [sys.executable, "-m", "benchmarks.p_gl_walk", game, touches]
            environment = os.environ | environment | {"KIVY_NO_CONSOLELOG": "1"}
            done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
        found = json.loads(done.stdout.splitlines()[-1])
        for kind, (what, floor) in KINDS.items():
            frames = found[kind]
            yield GlFigure(f"p8 {game} {kind}", f"a frame {what}, {GAMES[game]}", frames, floor, f"n {len(frames)}")
