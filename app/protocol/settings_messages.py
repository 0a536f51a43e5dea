"""The table's settings, and messages that change them or printed values of games."""

from typing import Annotated, Literal

import msgspec

from app.protocol.base_messages import Intent, Lang


class SetTable(Intent, frozen=True, tag="set-table"):
    """Change settings of the table; unset ones stay. Screen only: `host_address`, `power_off`."""

    lang: Lang | msgspec.UnsetType = msgspec.UNSET
    diagonal: float | msgspec.UnsetType | None = msgspec.UNSET
    motion: bool | msgspec.UnsetType = msgspec.UNSET
    undo: Literal["ask", "always", "never"] | msgspec.UnsetType = msgspec.UNSET
    points: bool | msgspec.UnsetType = msgspec.UNSET
    bot_pace: float | msgspec.UnsetType = msgspec.UNSET
    welcomed: bool | msgspec.UnsetType = msgspec.UNSET
    volume: int | msgspec.UnsetType = msgspec.UNSET
    mute: bool | msgspec.UnsetType = msgspec.UNSET
    night: bool | msgspec.UnsetType = msgspec.UNSET
    host_address: str | msgspec.UnsetType | None = msgspec.UNSET  # screen only
    ritual: bool | msgspec.UnsetType = msgspec.UNSET
    power_off: bool | msgspec.UnsetType = msgspec.UNSET  # screen only
    short_edges: bool | msgspec.UnsetType = msgspec.UNSET
    turning: bool | msgspec.UnsetType = msgspec.UNSET
    bright: bool | msgspec.UnsetType = msgspec.UNSET
    plain_figures: bool | msgspec.UnsetType = msgspec.UNSET
    large: bool | msgspec.UnsetType = msgspec.UNSET
    rotation: Literal[0, 90, 180, 270] | msgspec.UnsetType = msgspec.UNSET
    dark_after: int | msgspec.UnsetType = msgspec.UNSET
    not_ours: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    result_page: str | msgspec.UnsetType = msgspec.UNSET
    faces: int | msgspec.UnsetType | None = msgspec.UNSET
    display: str | msgspec.UnsetType = msgspec.UNSET
    sound_card: str | msgspec.UnsetType = msgspec.UNSET
    hints: int | msgspec.UnsetType | None = msgspec.UNSET
    zone: str | msgspec.UnsetType = msgspec.UNSET


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
    ritual: bool = True  # people turn conflict markers by hand; the table does it after a while
    power_off: bool | None = None  # people may power the computer off here; None: where it is the table
    short_edges: bool = False  # two people sit at the screen's short edges
    turning: bool = False  # things between them rotate towards the acting seat
    bright: bool = False  # the screen uses the colours for a bright room
    plain_figures: bool = False  # no drawings, skies or stone textures, on screen and phones
    large: bool = False  # larger text and icons on the screen where there is room
    rotation: Literal[0, 90, 180, 270] = 0  # degrees clockwise rotation of the screen
    dark_after: Annotated[int, msgspec.Meta(ge=0, le=240)] = 10  # minutes without a touch between games; 0: never
    result_page: str = ""  # public URL of docs/result/index.html; "": results have no link
    faces: Literal[0, 1, 2, 3] | None = None  # the edge that the middle area faces; None: the seat it concerns
    display: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9-]{0,32}$")] = (
        ""  # the display of the screen; "": the first
    )
    # The output device by its ALSA name; "": the system chooses.
    sound_card: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_]{0,32}$")] = ""
    # Games that are not in the owner's box, and variants of others (`architects.medals`): not offered in the lobby.
    not_ours: Annotated[tuple[NotOurs, ...], msgspec.Meta(max_length=40)] = ()
    hints: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None  # for each seat in a game; None: any number
    zone: str = ""  # time zone of displayed days and times; "": the machine's

    def powers_off(self, installed: bool) -> bool:
        """Return True if people may power the computer off; `installed`: it is the table's (TableView.installed)."""
        return installed if self.power_off is None else self.power_off
