"""The games that can be played here."""

from collections.abc import Mapping

from engine.architects.game import Architects
from engine.duel.game import Duel
from engine.game import Game


def shelf(facts: Mapping[str, bytes]) -> dict[str, Game]:
    """The games a table can run, by the word in a record's header. ValueError names the file that does not hold up."""
    return {"architects": Architects(facts["architects"])}


def every_game(facts: Mapping[str, bytes]) -> dict[str, Game]:
    """Every game whose rules are here: records and players know it before a table can run it."""
    return {**shelf(facts), "duel": Duel(facts["duel"])}
