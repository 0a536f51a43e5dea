"""People who report a game of Duel on the screen."""

from app.protocol.base_messages import Accepted
from app.protocol.client_rights import SCREEN
from app.screen.control.controller import Controller
from app.screen.events import on_message
from app.table.cardboard.reports import build_questions
from app.table.game.match import OpenQuestion
from engine import record
from engine.game import CONTRADICTION_SIGN, plain_line
from tests.app.screen import duels, stage
from tests.app.screen.painting import areas
from tests.whole_games import TRACK

SIZES = ((800, 480), (1280, 720), (1920, 1080))
DUELS = [path for path in TRACK if path.name.startswith("duel-")]
LANGS = ("en", "de", "nl", "fr")


class People(duels.Room):
    """Two people at the screen, who report a game with real cards; the rules answer."""

    def __init__(self, state, lang="en", size=(1280, 720)):
        super().__init__()
        self.state, self.lang, self.size, self.taps = state, lang, size, 0
        self.look()

    def look(self):
        to_act, view = self.state.to_act, self.state.view(None)
        asked = build_questions(self.state, [OpenQuestion(self.rev + 41, seat, 0) for seat in to_act])
        shown = duels.table("game" if to_act else "over", self.lang, mode="track", undo=duels.undo())
        self.hear(shown, view, asked, the_codes=stage.codes())

    def touch(self, key):
        self.taps += 1
        areas(self, self.size)[key].tap()

    def tell(self, text):
        """Report a line of the record by touching what is on the screen."""
        words = plain_line(text).split()
        if text.endswith(CONTRADICTION_SIGN) and "another" in areas(self, self.size):
            keys = (f"tell {words[-1]}", "different", " ".join(words))
        elif words[0] in ("progress", "destroy", "revive"):
            keys = (f"token {words[-1]}",) if words[0] == "progress" else (f"choose {text}",)
        elif words[0] == "start":
            keys = (text,)
        else:
            keys = (f"tell {words[-1]}", " ".join(words))
        for key in keys:
            if len(self.sent) == 0:
                self.touch(key)
        said = self.sent.pop()
        assert (said.action, self.sent) == (text, [])
        on_message.on_message(self.control, Accepted(id=said.id))
        self.state.apply(self.state.to_act[0], self.state.parse(text))
        self.now += 1
        self.look()


def read(path):
    return record.parse_record(path.read_bytes(), {"duel": duels.DUEL})


def tell_lines(path, count, **facts):
    """Show a table after this many lines of a record have been told."""
    told = read(path)
    state = told.rules.start(told.setup)
    for _, text in told.moves[:count]:
        state.apply(*record.parse_move(state, text))
    return People(state, **facts)


class AtTable:
    """A controller at a real table in this process: each touch is applied at once, and the snapshot is read."""

    def __init__(self, served):
        self.served, self.since, self.wishes = served, 0, []
        self.control = Controller(stage.screens(duel=duels.DUEL.data), self.wishes.append, lambda: served.now)
        on_message.on_message(self.control, stage.HELLO)
        self.settle()

    def settle(self):
        while self.wishes:
            wish = self.wishes.pop(0)
            self.served.table.handle(SCREEN, wish)
            on_message.on_message(self.control, Accepted(wish.id))
        on_message.on_message(self.control, self.served.table.snapshot(SCREEN, self.since))
        self.since = self.served.table.log_end

    def touch(self, *keys):
        for key in keys:
            areas(self, (1280, 720))[key].tap()
            self.served.now += 1
            self.settle()
