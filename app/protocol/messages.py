"""The unions of all messages: intents that a table receives, and messages that it sends."""

from app.protocol.access_messages import ForgetPin, GivePin, LockTable, SetPin
from app.protocol.base_messages import Accepted, Hello, Ping, Pong, Refusal
from app.protocol.cardboard_messages import ContinueFrom, Correct, Enter, House, ReminderDone
from app.protocol.change_messages import PutBack
from app.protocol.history_messages import (
    AmendSheet,
    AskNames,
    AskReview,
    DeleteGame,
    ForgetPerson,
    GetHistory,
    HistoryPage,
    LookBack,
    MergePeople,
    NamePlayers,
    Names,
    PastPosition,
    ReadSheet,
    Review,
    SheetRead,
)
from app.protocol.lobby_messages import (
    Discard,
    EndEarly,
    Rematch,
    Resume,
    ReturnToLobby,
    SetGame,
    Start,
    Suspend,
    TickOff,
)
from app.protocol.machine_messages import (
    AnswerCopy,
    Carry,
    Diagnose,
    Diagnosis,
    DoUpkeep,
    EndUpkeep,
    SetClock,
    Shutdown,
)
from app.protocol.membership_messages import JoinClub, LeaveClub, TellClub
from app.protocol.network_messages import JoinWifi, LookForWifi, SetCountry, SetHotspot, TurnWifiOn, Wifi
from app.protocol.panel_messages import ButtonEvent, ChooseKey, ForgetKey, Keys, Panel, Press, TryPart
from app.protocol.play_messages import (
    Act,
    Cue,
    Horn,
    Look,
    LookAhead,
    Preview,
    Secret,
    SkipOpening,
    TurnMarker,
    Undo,
    Vote,
)
from app.protocol.seat_messages import HandOver, Leave, MoveSeat, Rename, SetSeat, SetSeats
from app.protocol.settings_messages import SetTable, SetValues
from app.protocol.table_messages import Snapshot
from app.protocol.teaching_messages import AskHint, Plan

Intents = (
    Act
    | Undo
    | Correct
    | ContinueFrom
    | House
    | Vote
    | Look
    | LookAhead
    | AskHint
    | Horn
    | Enter
    | TurnMarker
    | SkipOpening
    | SetSeats
    | SetSeat
    | MoveSeat
    | SetGame
    | Start
    | ReminderDone
    | TickOff
    | Plan
    | Rematch
    | ReturnToLobby
    | EndEarly
    | Suspend
    | Resume
    | Discard
    | PutBack
    | HandOver
    | SetTable
    | GivePin
    | ForgetPin
    | SetPin
    | LockTable
    | AnswerCopy
    | GetHistory
    | LookBack
    | AskReview
    | MergePeople
    | ForgetPerson
    | AskNames
    | NamePlayers
    | ReadSheet
    | AmendSheet
    | DeleteGame
    | SetValues
    | Shutdown
    | Press
    | TryPart
    | ChooseKey
    | ForgetKey
    | Diagnose
    | LookForWifi
    | JoinWifi
    | SetHotspot
    | TurnWifiOn
    | DoUpkeep
    | Carry
    | EndUpkeep
    | JoinClub
    | TellClub
    | LeaveClub
    | SetCountry
    | SetClock
    | Rename
    | Leave
    | Ping
)
Messages = (
    Hello
    | Snapshot
    | Accepted
    | Refusal
    | Secret
    | HistoryPage
    | Names
    | SheetRead
    | Preview
    | PastPosition
    | Review
    | Cue
    | Pong
    | Panel
    | ButtonEvent
    | Keys
    | Diagnosis
    | Wifi
)
