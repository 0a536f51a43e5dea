"""The `GamePack` of a game: import paths of the parts it adds to the house (docs/adding-a-game.md)."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from app.protocol.base_messages import Mode


class GamePack(NamedTuple):
    """The parts of one game. Heavy parts are import paths, `package.module` or `package.module:name`, for `load`.

    A tuple, so that the command line can list games before anything is imported that a start should not wait for.
    """

    slug: str  # the word after `game:` in a record, and the folder of its templates and tests
    data: tuple[str, ...]  # its files, `data/<game>.toml`, in the order in which `rules` and `game_data` take them
    rules: str  # builds an `engine.game.Game` from these files
    game_data: str  # builds an `engine.game_data.GameData` from them, for a surface that needs no rules
    words: str  # an `app.text.words_protocols.GameWords`: `PageWords` with `shown`, `PlainWords` for pages in words
    shown: str = (
        ""  # an `app.shown.play.table_description.TableDescription`: a description of its table, drawn by shared code
    )
    entered: str = ""  # an `app.shown.cardboard.position_entry.PositionSchema`; only with `shown`
    phone: str = (
        "app.games.text_only.phone_page:PHONE"  # an `app.phones.game_page_interface.GamePhone`; unless it is `shown`
    )
    # Makes an `app.screen.state.scene.GameScreen` from these words and an `app.games.game_list.ReadData`.
    screen: str = "app.games.text_only.presenter:PlainScreen"
    touch: bool = False  # its `screen` is drawn so that seats can be played by touch
    signs: str = "app.games.tally.score_icons:GLYPHS"  # by scoring category (`app.looks.score_icons.Scored`)
    modes: "tuple[Mode, ...]" = ("play",)  # how it can be had; `tally`: it has a score sheet
    lessons: str = ""  # an `app.text.lesson_tips.Ideas`: the lessons of its first game
    deal: str = ""  # an `app.table.lobby.first_deal.FirstDeal`: how that is dealt
    reasons: str = ""  # an `app.text.action_reasons.Reasons`: reasons for actions, for hints and comments on bots
    cover: str = ""  # the wonder on its cover (`app.looks.plain_wonder_shapes`); "": only its title
    listed: int = 0  # its number in BoardGameGeek, by which other programs know it
    expansions: tuple[tuple[str, int], ...] = ()  # variants that are sold as expansions, with their numbers there or 0


# Any: whatever the path points to.
def load(path: str) -> Any:
    """Import the module or attribute at a path of a pack. Raise ImportError or AttributeError if there is none."""
    module, _, name = path.partition(":")
    found = import_module(module)
    return getattr(found, name) if name else found
