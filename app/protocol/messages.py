"""The union of all messages that a table sends; `app/table/intent_list.py` lists the intents that it takes."""

from app.protocol.base_messages import Accepted, Hello, Pong, Refusal
from app.protocol.history_messages import (
    HistoryPage,
    Names,
    PastPosition,
    Review,
    SheetRead,
)
from app.protocol.machine_messages import (
    Diagnosis,
)
from app.protocol.network_messages import Wifi
from app.protocol.panel_messages import ButtonEvent, Keys, Panel
from app.protocol.play_messages import (
    Cue,
    Preview,
    Secret,
)
from app.protocol.table_messages import Snapshot

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
