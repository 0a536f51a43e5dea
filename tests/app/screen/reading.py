"""The words of a screen, its picture without them, and its picture with each word in a mark's colour."""

from array import array

import numpy as np
from kivy.graphics import InstructionGroup, Mesh

from app.screen.paint.mesh_group import TILES_PART
from app.screen.paint.text_atlas import FORMAT
from app.screen.paint.text_drawing import round_size, words
from tests.app.screen.shown import Shown
from tests.pictures.legible import MARKS, Word


class Read(Shown):
    """A screen whose words are checked for legibility."""

    def words(self):
        """List all words that are drawn, including covered ones."""
        letters = Letters()
        return [
            Word(run.text, run.corners, run.colour, run.size, letters.count_pixels(run), mark)
            for mark, run in self._mark_words()
        ]

    def _mark_words(self):
        """List the words as they were painted, each with its mark."""
        return [(nth % len(MARKS), run) for nth, run in enumerate(self.runs())]

    def bare_and_marked(self):
        """Return the picture without words, and the picture with each word in its mark's colour."""
        marks = {place(*run.corners[0], *run.corners[2]): MARKS[mark] for mark, run in self._mark_words()}
        groups = [group for each in self.surface.meshes.values() for group in (each.group, *each._parts.values())]
        lettered = [(mesh, mesh.vertices) for group in groups for mesh in written(group)]
        for mesh, vertices in lettered:
            mesh.vertices = coloured(vertices)
        bare = self._redraw()
        for mesh, vertices in lettered:
            mesh.vertices = coloured(vertices, marks)
        return bare, self._redraw()

    def _redraw(self):
        self.surface.static_layer.redraw()
        return self.picture()


class Letters:
    """A counter of the pixels of words."""

    def __init__(self):
        self._kept = {}  # textures, as they were read

    def count_pixels(self, run):
        found = words().find_or_draw((run.text, round_size(run.size), run.bold))
        if found is None:
            return 0
        texture, (left, low, right, _, _, high, *_) = found
        if texture not in self._kept:
            pixels = np.frombuffer(texture.pixels, np.uint8).reshape(texture.height, texture.width, 4)
            self._kept[texture] = pixels[:, :, 3]
        left, right, high, low = (
            round(edge * side)
            for edge, side in zip((left, right, high, low), 2 * [texture.width] + 2 * [texture.height], strict=True)
        )
        return float(self._kept[texture][high:low, left:right].sum()) / 255


def written(group):
    """Yield the meshes in a group that may contain words."""
    for step in group.children:
        if isinstance(step, Mesh):
            if step.texture.colorfmt == FORMAT:
                yield step
        elif isinstance(step, InstructionGroup):
            yield from written(step)


def place(left, top, right, low):
    return tuple(round(float(value), 1) for value in np.array((left, top, right, low), np.float32))


def coloured(vertices, marks=None):
    """Return the vertices with each word in its mark's colour, or without words."""
    found = np.array(vertices, np.float32).reshape(-1, 8)
    at, (words_at,) = 0, np.nonzero(found[:, 3] > TILES_PART)
    while at < len(words_at):
        word = found[words_at[at] : words_at[at] + 4]  # lower left, lower right, upper right, upper left
        word[:, 7] = marks is not None
        if marks is not None:
            word[:, 4:7] = [part / 255 for part in marks[place(*word[3, :2], *word[1, :2])]]
        at += 4
    return array("f", found.tobytes())
