"""The table's settings, and messages that change them or printed values of games."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, Literal, ParamSpec, get_type_hints

import msgspec

from app.protocol.base_messages import Intent, Lang


class SetValues(Intent, frozen=True, tag="set-values"):
    """Correct printed values of a game, in the owner's file, from its next game on. By path, as in that file.

    A value of null restores ours. All values are validated together, and refused together.
    """

    game: str
    values: dict[str, int | bool | str | tuple[int | str, ...] | None]


NotOurs = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,30}(\.[a-z0-9-]{1,30})?$")]


class Settings(msgspec.Struct, frozen=True):
    """The table's settings; kept in the settings folder."""

    lang: Lang = "en"
    diagonal: Annotated[float, msgspec.Meta(ge=2, le=120)] | None = None  # inches; None: guessed from the pixels
    motion: bool = True
    undo: Literal["ask", "always", "never"] = "ask"
    points: bool = True  # points so far are shown while playing
    bot_pace: Annotated[float, msgspec.Meta(ge=0, le=30)] = 2.5  # seconds a bot waits, so that people can follow
    welcomed: bool = False  # the welcome was completed
    host_address: str | None = None  # used in codes instead of the detected one
    volume: Annotated[int, msgspec.Meta(ge=0, le=10)] = 7  # of the sounds
    mute: bool = False
    night: bool = False  # only the horn sounds
    ambience: bool = False  # a quiet surf under a game
    ritual: bool = True  # people turn conflict markers by hand; the table does it after a while
    power_off: bool | None = None  # people may power the computer off here; None: where it is the table
    short_edges: bool = False  # two people sit at the screen's short edges
    turning: bool = False  # things between them rotate towards the acting seat
    bright: bool = False  # the screen uses the colours for a bright room
    plain_figures: bool = False  # no drawings, skies or stone textures, on screen and phones
    large: bool = False  # larger text and icons on the screen where there is room
    rotation: Literal[0, 90, 180, 270] = 0  # degrees clockwise rotation of the screen
    dark_after: Annotated[int, msgspec.Meta(ge=0, le=240)] = 10  # minutes without a touch between games; 0: never
    public_address: str = ""  # https://table.example.org, served by a tunnel on the table's computer; "": none is set
    result_page: str = ""  # public URL of docs/result/index.html; "": results have no link
    # The edge that the middle area faces; None: the seat it concerns.
    faces: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    display: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9-]{0,32}$")] = (
        ""  # the display of the screen; "": the first
    )
    # The output device by its ALSA name; "": the system chooses.
    sound_card: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_]{0,32}$")] = ""
    # Games that are not in the owner's box, and variants of others (`architects.medals`): not offered in the lobby.
    not_ours: Annotated[tuple[NotOurs, ...], msgspec.Meta(max_length=40)] = ()
    hints: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None  # for each seat in a game; None: any number
    intentions: bool = False  # bots say what they are going for in every game, not only in first games and if easy
    zone: str = ""  # time zone of displayed days and times; "": the machine's

    def powers_off(self, installed: bool) -> bool:
        """Return True if people may power the computer off; `installed`: it is the table's (TableView.installed)."""
        return installed if self.power_off is None else self.power_off


_Declared = ParamSpec("_Declared")


def _add_id(
    declared: Callable[_Declared, object],
) -> Callable[[Callable[..., None]], Callable[Concatenate[Any, str, _Declared], None]]:
    """Type a method by an id and the keyword arguments of `declared`."""
    return lambda method: method


if TYPE_CHECKING:  # `defstruct` derives the fields; mypy checks names and values by the constructor of Settings

    class SetTable(Intent, frozen=True):
        @_add_id(Settings)
        def __init__(self, id: str, **settings: object) -> None: ...
        def __getattr__(self, name: str) -> Any: ...

else:
    _CHANGES = get_type_hints(Settings) | {"power_off": bool}  # without ranges; a choice cannot be taken back to None
    SetTable = msgspec.defstruct(
        "SetTable",
        [(name, hint | msgspec.UnsetType, msgspec.UNSET) for name, hint in _CHANGES.items()],
        bases=(Intent,),
        namespace={
            "__doc__": "Change settings of the table; unset ones stay. Screen only: `host_address`, `power_off`, "
            "`public_address`."
        },
        module=__name__,
        frozen=True,
        tag="set-table",
    )
