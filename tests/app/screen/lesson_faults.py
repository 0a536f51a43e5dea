"""Faults of lessons on the screen: their place, and whether they can be read."""

from itertools import combinations, product

from app.screen.paint.text_pen import LEGIBLE_PX
from tests.app.screen.layout_faults import apart, inside, letters
from tests.app.screen.lettering import painted

SIZES = [(800, 480), (1280, 720), (1920, 1080), (720, 1280), (3840, 2160)]


def parts_of(made, size):
    """Return the words and areas of the lesson, and those of everything else."""
    parts = painted(made, size)
    ours = [(words, areas) for key, words, areas in parts if key == "lessons"]
    others = [(words, areas) for key, words, areas in parts if key != "lessons"]
    flat = lambda found, nth: [each for one in found for each in one[nth]]  # noqa: E731
    return flat(ours, 0), flat(ours, 1), flat(others, 0), flat(others, 1)


def wrong(made, size):
    """Return the faults of a lesson (overlaps, off the screen, too small), and the keys of its plates."""
    words, plates, other_words, areas = parts_of(made, size)
    touched = [area for area in areas if area.rank and (area.tap or area.hold)]
    found = [f"{a.key} lies on {b.key}" for a, b in product(plates, touched) if not apart(a.corners, b.corners, 1.0)]
    found += [f"{a.key} lies on {b.text!r}" for a, b in product(plates, other_words) if not apart(a.corners, b.corners)]
    found += [f"{a.key} lies on {b.key}" for a, b in combinations(plates, 2) if not apart(a.corners, b.corners)]
    for word in words:
        if not any(all(inside(point, plate.corners) for point in letters(word)) for plate in plates):
            found.append(f"{word.text!r} leaves its plate")
        if word.size < LEGIBLE_PX * 0.99:
            found.append(f"{word.text!r} is {word.size:.1f} high")
    width, height = size
    found += [
        f"{plate.key} leaves the screen"
        for plate in plates
        if not all(-0.5 <= x <= width + 0.5 and -0.5 <= y <= height + 0.5 for x, y in plate.corners)
    ]
    return found, {plate.key for plate in plates}
