"""News of the table's storage: damage that was repaired, a copied card, and a disk that makes people wait."""

from math import inf
from typing import Final

import msgspec

from app.protocol.table_log_events import TableNotice
from app.protocol.table_messages import TableView
from app.screen.control.controller import Controller
from app.screen.features.feature import ScreenFeature, SnapshotChange
from app.screen.state.ui_state import Notice
from app.shown.machine import cloned_card
from app.text.table_text import slow_disk

NOTICED_TAG: Final = TableNotice.__struct_config__.tag


class _Tagged(msgspec.Struct):
    type: str


class StorageNews(ScreenFeature):
    """Notices of the storage, shown in the middle until somebody dismisses them."""

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        lines = (line for line in change.new_lines if not line.row)
        notices = [line for line in lines if msgspec.json.decode(line.event, type=_Tagged).type == NOTICED_TAG]
        if notices:
            w = control.model.words()
            control.notices[0] = Notice(
                " ".join(control.model.news(line, w) for line in notices), refused=False, until=inf
            )


class CopiedCard(ScreenFeature):
    """The question about a copied card: opened in the lobby, and again at each start until it is answered."""

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        was = None if change.is_first else change.table_before
        asks, asked = (table is not None and _is_asking_about_copy(table) for table in (change.table, was))
        if asks and not asked and not control.ui.panel:
            control.open_panel(cloned_card.PANEL)


class SlowDisk(ScreenFeature):
    """The notice of a slow disk, unless another notice is shown there."""

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        was, now = change.table_before is not None and _is_slow(change.table_before), _is_slow(change.table)
        text, said = slow_disk(control.model.words()), control.notices.get(0)
        if now and not was and said is None:
            control.notices[0] = Notice(text, refused=False, until=inf)
        elif was and not now and said is not None and said.text == text:
            del control.notices[0]


def _is_asking_about_copy(table: TableView) -> bool:
    return cloned_card.is_asked(table) and table.settings.welcomed


def _is_slow(table: TableView) -> bool:
    """Check whether people wait for a slow disk and have chosen a language to read about it."""
    return table.slow and table.settings.welcomed
