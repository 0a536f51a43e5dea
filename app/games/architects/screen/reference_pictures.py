"""Painters of things in the reference."""

from app.games.architects.screen.reported_pictures import (
    BesideCards,
    CardPicture,
    MedalPicture,
    SignPicture,
    TokenPicture,
)
from app.screen.widgets.faces import StoneWonder
from app.screen.widgets.touch_tiles import Picture
from app.text.reference import PrintedThing
from engine.architects.data_schema import Data


def find_painter(thing: PrintedThing, data: Data) -> Picture:
    """Return the painter of a thing; a wonder is shown without figures."""
    match thing.kind:
        case "wonder":
            return StoneWonder(thing.slug)
        case "back":
            return SignPicture("back")
        case "military":
            return BesideCards("military")
        case "card":
            return CardPicture(thing.slug, data)
        case "token":
            return TokenPicture(thing.slug, data)
        case "medal":
            return MedalPicture(data.medals[thing.slug].need)
    return SignPicture("medal")
