"""Characters of bots: evaluations that are biased towards something (data/players/characters.toml)."""

from math import isfinite

import msgspec

from engine.game_data import BadGameData, decode


class Preference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The preference of a character in one game. `bent`: added to the learned weight of each feature.

    `seen`: what it gets more of than a plain player: a slug of the game's statistics, or a category of points.
    """

    game: str
    seen: str
    bent: dict[str, float]


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character. `draws`: one of these characters is drawn for each game instead."""

    name: str
    likes: tuple[Preference, ...] = ()
    draws: tuple[str, ...] = ()

    def preference_in(self, game: str) -> Preference | None:
        """Return the preference in a game, or None if the character plays it like everybody."""
        return next((each for each in self.likes if each.game == game), None)


class _Characters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    character: tuple[Character, ...]


def parse_characters(text: bytes, file: str = "data/players/characters.toml") -> tuple[Character, ...]:
    """Parse a file of characters. Raise BadGameData naming file, entry and field."""
    found = decode(file, text, _Characters).character
    seen: set[str] = set()
    liking = {each.name for each in found if each.likes}
    for number, each in enumerate(found, start=1):
        if each.name in seen:
            raise BadGameData(f"{file}: character {number}: name: {each.name} is there twice")
        for likes in each.likes:
            if wild := [name for name, weight in likes.bent.items() if not isfinite(weight)]:
                raise BadGameData(f"{file}: character {number}: likes: bent.{wild[0]}: a number is wanted")
        if unfit := [name for name in each.draws if name not in liking]:
            raise BadGameData(f"{file}: character {number}: draws: {unfit[0]} is no character that likes something")
        seen.add(each.name)
    return found
