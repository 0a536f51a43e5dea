"""Gradients for drawings, parsed from data/drawings/materials.toml.

A paint is a colour gradient over the bounding box of a shape: a material under one light, or a glow.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

FOLDER: Final = Path(__file__).parents[2] / "data" / "drawings"
COLOUR: Final = r"^#[0-9A-F]{6}$"
VERSION: Final = 1  # of how drawings and what they share are written

# Directions of a paint over the box of a shape, from its upper left corner or its middle.
Way = Literal["across", "down", "aslant", "outward"]
Tone = Literal["lit", "body", "shade", "deep"]
Colour = Annotated[str, msgspec.Meta(pattern=COLOUR)]
Part = Annotated[float, msgspec.Meta(ge=0, le=1)]


class BadDrawing(ValueError):
    """An invalid drawing or materials file. The message has file, entry and reason, without a full stop."""


def load_shared(name: str) -> dict[str, Any]:  # Any: whoever asks converts it
    """Load a file that all drawings share. BadDrawing if it is missing, damaged or of another version."""
    try:
        said = tomllib.loads((FOLDER / name).read_text("utf-8"))
    except (OSError, ValueError) as error:  # also what tomllib raises
        raise BadDrawing(f"{name}: {error}") from error
    check_version(name, said.pop("version", None))
    return said


def check_version(name: str, version: object) -> None:
    """Raise BadDrawing if a file has another version than this program reads."""
    if str(version) != str(VERSION):
        raise BadDrawing(f"{name}: it is of version {version}, and this program reads version {VERSION}")


class Stop(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A gradient stop: a colour at a fraction of the length."""

    at: Part
    colour: Colour
    opacity: Part = 1.0


class Paint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gradient. `tile`: the grey texture that it is multiplied with; "": none."""

    way: Way
    stops: Annotated[tuple[Stop, ...], msgspec.Meta(min_length=2)]
    tile: str = ""


class _Material(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lit: Colour
    body: Colour
    shade: Colour
    deep: Colour
    tile: str = ""


class _Light(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    way: Way
    stops: Annotated[tuple[tuple[Part, Tone], ...], msgspec.Meta(min_length=2)]


class _Materials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    materials: dict[str, _Material]
    lights: dict[str, _Light]
    fades: dict[str, Paint]


@cache
def paints() -> Mapping[str, Paint]:
    """Load all paints by name: `sand-front` (a material and a light), `fire`. BadDrawing if the file is invalid."""
    try:
        said = msgspec.convert(load_shared("materials.toml"), _Materials)
    except msgspec.ValidationError as error:
        raise BadDrawing(f"materials.toml: {error}") from error
    made = {
        f"{name}-{light}": Paint(
            lies.way, tuple(Stop(at, str(getattr(material, tone))) for at, tone in lies.stops), material.tile
        )
        for name, material in said.materials.items()
        for light, lies in said.lights.items()
    }
    return {**made, **said.fades}
