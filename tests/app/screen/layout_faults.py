"""Faults of a layout: words on words, or out of their space; touch targets that are too small."""

from dataclasses import replace
from math import hypot

import msgspec

from tests.app.screen import stage  # noqa: F401  # before Kivy
from tests.app.screen.lettering import element_parts, lettered

SIZES = [(800, 480), (1280, 720), (1920, 1080), (720, 1280)]
GRID = sorted(
    {
        *SIZES,
        (1024, 600),
        (1280, 800),
        (1366, 768),
        (1920, 1200),
        (1080, 1920),
        (2560, 1440),
        (480, 800),
        (768, 1024),
        (1024, 768),
        (800, 1280),
    }
)
OVER_ALL = (  # they may lie over a seat
    "explained", "held", "panel box", "panel corners", "panel day", "panel history", "panel host", "panel how",
    "panel manual", "panel menu", "panel more", "panel position", "panel rotation", "panel seating", "panel settings",
    "panel sound", "panel this-machine", "panel wifi-password", "panel wonder 2",
)  # fmt: skip
COVERING = ("choice", "explained", "panel", "search", "sheet", "since", "small")  # parts that may cover part of a table
LONG_PAGES = ("panel ask", "panel found", "panel reference", "panel seat ")


def lies_over_all(key):
    """Check whether a part may cover a seat: its text needs the room, and a touch removes it."""
    return key in OVER_ALL or key.startswith(LONG_PAGES)


def apart(one, other, slack=0.5):
    """Return True if a line separates two convex shapes that overlap by at most `slack` pixels (negative: a gap)."""
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
            size = hypot(bx - ax, by - ay) or 1
            nx, ny = (by - ay) / size, (ax - bx) / size
            a, b = [nx * x + ny * y for x, y in one], [nx * x + ny * y for x, y in other]
            if min(a) >= max(b) - slack or min(b) >= max(a) - slack:
                return True
    return False


def inside(point, shape):
    x, y = point
    left = right = True  # of every side so far
    ax, ay = shape[-1]
    for bx, by in shape:
        cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        left, right = left and cross >= -1, right and cross <= 1
        if not (left or right):
            return False
        ax, ay = bx, by
    return True


def outside(layer, half_w, half_h):
    """Return True if anything on a layer reaches this far from (500, 500); black shadows may."""
    at = layer.vertices
    return any(
        (abs(at[i] - 500) > half_w or abs(at[i + 1] - 500) > half_h) and any(at[i + 4 : i + 7])
        for i in range(0, len(at), 8)
    )


def letters(word):
    """Return the corners of the letters of a word: the middle 70 % of a line's height."""
    a, b, c, d = word.corners

    def between(p, q, t):
        return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t

    return between(a, d, 0.15), between(b, c, 0.15), between(b, c, 0.85), between(a, d, 0.85)


def near(found):
    """Yield the pairs of items, each with its corners as its last part, whose bounding boxes overlap."""
    boxed = []
    for item in found:
        across, down = zip(*item[-1], strict=True)
        boxed.append((min(across), max(across), min(down), max(down), item))
    for n, (left, right, top, bottom, one) in enumerate(boxed):
        for its_left, its_right, its_top, its_bottom, other in boxed[n + 1 :]:
            if left < its_right and its_left < right and top < its_bottom and its_top < bottom:
                yield one, other


def faults(room, size):
    width, height = size
    pens = lettered(room, size)
    parts = [element_parts(*each) for each in pens]
    ring, table = room.control.scene.ring(*size), room.control.model.table
    playing = table is not None and table.phase == "game"  # else a panel may cover the stones of seats
    grounds = [
        (i, s.corners)
        for i, (_, _, areas) in enumerate(parts)
        for s in areas
        if s.rank == 0 and s.key.split()[-1] in ("ground", "plate", "away")
    ]
    seen, shown, found = [], [], []
    for i, (key, words, areas) in enumerate(parts):
        plates = [shape for j, shape in grounds if j == i]
        for word in words:
            if word.width > word.room + 1:
                found.append(f"{key}: {word.text!r} is {word.width:.0f} wide in {word.room:.0f}")
            if not all(-1 <= x <= width + 1 and -1 <= y <= height + 1 for x, y in word.corners):
                found.append(f"{key}: {word.text!r} leaves the screen")
            rect = letters(word)
            if plates and not any(all(inside(point, plate) for point in rect) for plate in plates):
                found.append(f"{key}: {word.text!r} leaves its plate")
            if any(j > i and all(inside(point, shape) for point in rect) for j, shape in grounds):
                continue  # covered
            seen.append((key, word.text, rect))
            shown.append((i, key, word.text, rect))
        offers = [s for s in areas if s.rank == 2 and (s.tap or s.hold)]
        for area in offers:
            a, b, c, _ = area.corners
            least = min(hypot(b[0] - a[0], b[1] - a[1]), hypot(c[0] - b[0], c[1] - b[1])) / ring.mm
            edges = area.window.box if area.window else ()
            if least < 8.99 and not {x for corner in area.corners for x in corner} & {*edges}:
                found.append(f"{key}: {area.key!r} is only {least:.1f} mm")
            if not all(
                -2 <= x <= width + 2 and -2 <= y <= height + 2 for x, y in area.corners
            ) and not area.key.startswith("stack"):
                found.append(f"{key}: {area.key!r} leaves the screen")
        for word in words:
            rect = letters(word)
            for area in offers:
                inner = area.key.startswith("stack") or all(
                    inside(point, area.corners) for point in rect
                )  # counts hang out
                if not inner and not apart(rect, area.corners, 1.5):
                    found.append(f"{key}: {word.text!r} lies across the edge of {area.key!r}")
        for n, area in enumerate(offers):
            found += [
                f"{key}: {area.key!r} lies on {o.key!r}"
                for o in offers[n + 1 :]
                if not apart(area.corners, o.corners, 1.0)
            ]
        if playing and plates and key.startswith(("panel", "choice", "search", "sheet")) and not lies_over_all(key):
            for zone in ring.zones:
                b = zone.rect
                if not all(
                    apart(plate, ((b.x, b.y), (b.x + b.w, b.y), (b.x + b.w, b.y + b.h), (b.x, b.y + b.h)))
                    for plate in plates
                ):
                    found.append(f"{key} lies on a zone")
    found += crossed(pens, [each for each in shown if not lies_over_all(each[1]) and each[1][:5] != "under"], grounds)
    free = [
        (i, key, area)
        for i, (key, _, areas) in enumerate(parts)
        for area in areas
        if area.rank == 2 and (area.tap or area.hold)
        if not any(j > i and inside(area.centre, shape) for j, shape in grounds)
    ]
    for n, (i, key, area) in enumerate(free):
        for j, other, its in free[n + 1 :]:
            if i != j and not apart(area.corners, its.corners, 1.0):
                found.append(f"{key}: {area.key!r} lies on {other}: {its.key!r}")
        if key == "buttons":
            rects = [zone.rect for zone in ring.zones]
            for b in rects:
                if not apart(area.corners, ((b.x, b.y), (b.x + b.w, b.y), (b.x + b.w, b.y + b.h), (b.x, b.y + b.h))):
                    found.append(f"{key}: {area.key!r} lies on a zone")
    medals = [  # those in the middle; test_ring.py has the others
        (key, area)
        for i, (key, _, areas) in enumerate(parts)
        for area in areas
        if area.key.startswith("medal center") and not any(j > i and inside(area.centre, shape) for j, shape in grounds)
    ]
    solid = [
        (key, area.key, area.corners)
        for key, _, areas in parts
        for area in areas
        if area.rank and not key.startswith(("zone", "notice", "choice"))
    ]
    for key, area in medals:
        found += [
            f"{key} lies on {other}: {its!r}"
            for other, its, corners in solid
            if its != area.key and not apart(area.corners, corners, 1.0)
        ]
        for zone in ring.zones:
            b = zone.rect
            if not apart(area.corners, ((b.x, b.y), (b.x + b.w, b.y), (b.x + b.w, b.y + b.h), (b.x, b.y + b.h))):
                found.append(f"{key} lies on a zone")
    found += [
        f"{key}: {text!r} lies on {other}: {its!r}"
        for (key, text, rect), (other, its, shape) in near(seen)
        if not apart(rect, shape) and (other == key or not lies_over_all(other))  # its plate cuts what it lies over
    ]
    return found


def box(shape):
    (left, *_, right), (top, *_, bottom) = (sorted(values) for values in zip(*shape, strict=True))
    return left, top, right, bottom


def crossed(pens, shown, grounds):
    """List words across the edge of another element's touch area, and words partly under another element's plate."""
    things = [
        (j, f"{other}: {key!r}", shape, box(shape), False)
        for j, (other, pen) in enumerate(pens)
        if not other.startswith(COVERING) and not lies_over_all(other)
        for key, shape, centre in ((s.key, s.corners, s.centre) for s in pen.hit_areas if s.rank == 2 and s.tap)
        if not any(k > j and inside(centre, ground) for k, ground in grounds)
    ] + [
        (j, other, shape, box(shape), True)
        for j, (other, pen) in enumerate(pens)
        if not other.startswith(COVERING) and not lies_over_all(other)
        for shape in pen.plates
    ]
    for i, key, text, rect in shown:
        left, top, right, bottom = box(rect)
        for j, other, shape, (its_left, its_top, its_right, its_bottom), plate in things:
            beside = left >= its_right or its_left >= right or top >= its_bottom or its_top >= bottom
            if beside or (j <= i if plate else j == i) or apart(rect, shape, 1.5):
                continue
            if not all(inside(point, shape) for point in rect):
                yield f"{key}: {text!r} lies across the edge of {other}"


def enlarge(room):
    """Switch to large words, if the room has a table."""
    model = room.control.model
    if model.table is not None:
        fresh = msgspec.structs.replace(model.table.settings, large=True)
        room.control.model = replace(model, table=msgspec.structs.replace(model.table, settings=fresh))
