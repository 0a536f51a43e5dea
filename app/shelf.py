"""The games that can be played here."""

from collections.abc import Mapping

from engine.architects.game import Architects
from engine.game import Game


def shelf(facts: Mapping[str, bytes]) -> dict[str, Game]:
    """Every game, by the word in a record's header. ValueError names the file whose facts do not hold up."""
    return {"architects": Architects(facts["architects"])}
