"""What paints the things of the reference."""

from app.games.architects.screen.told_pictures import Face, Medal, Sign, Token
from app.screen.widgets.tiles import Picture
from app.text.reference import PrintedThing
from engine.architects.cards import Data


def drawn(thing: PrintedThing, box: Data) -> Picture:
    """Anything but a wonder."""
    match thing.kind:
        case "card":
            return Face(thing.slug, box)
        case "token":
            return Token(thing.slug, box)
        case "medal":
            return Medal(box.medals[thing.slug].need)
    return Sign("medal")
