"""What bots like: characters, each a judgement that is bent towards something (data/players/characters.toml)."""

from math import isfinite

import msgspec

from engine.game_data import BadGameData, decoded


class Likes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a character likes in a game. `bent`: what each feature counts for it beside what was learned.

    `seen`: what it gets more of than a plain player, a slug of what the game counts, or a category of its points.
    """

    game: str
    seen: str
    bent: dict[str, float]


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    likes: tuple[Likes, ...] = ()

    def of(self, game: str) -> Likes | None:
        """What it likes there; None: it plays that game as everybody does."""
        return next((each for each in self.likes if each.game == game), None)


class _Characters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    character: tuple[Character, ...]


def read(text: bytes, file: str = "data/players/characters.toml") -> tuple[Character, ...]:
    """All characters of a file; BadGameData names file, entry and field."""
    found = decoded(file, text, _Characters).character
    seen: set[str] = set()
    for number, each in enumerate(found, start=1):
        if each.name in seen:
            raise BadGameData(f"{file}: character {number}: name: {each.name} is there twice")
        for likes in each.likes:
            if wild := [name for name, weight in likes.bent.items() if not isfinite(weight)]:
                raise BadGameData(f"{file}: character {number}: likes: bent.{wild[0]}: a number is wanted")
        seen.add(each.name)
    return found
