"""People who report a game of 7 Wonders on the screen."""

import msgspec

from app.games.seven_wonders.screen.report_form import TellingGrid
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import SkipOpening
from app.screen.composition import compose
from app.screen.events import on_message
from tests.app.screen import sevens, stage
from tests.app.screen.at_table import AtTable
from tests.app.screen.lettering import painted
from tests.app.tables import Evening
from tests.whole_games import RECORDS

EDGES, SMALL = (1280, 720), (800, 480)
WHOLE = [path for path in RECORDS["seven-wonders"] if path.stem in ("three-seats", "three-seats-base", "seven-seats")]


class People(AtTable):
    """Touches on the screen of a real table of a dealt game."""

    def __init__(self, folder, boards, variant=(), rules=None, size=EDGES, by=(), lang="en"):
        evening = Evening(folder, shelf={"seven-wonders": sevens.GAME}, modes={"seven-wonders": ("play", "track")})
        evening.settings = msgspec.structs.replace(evening.settings, welcomed=True, lang=lang)
        evening.restart()
        self.size, self.taps = size, 0
        self.look(stage.screens(seven_wonders=sevens.GAME.data), evening)
        self.evening.send(SetGame, game="seven-wonders", mode="track", variant=variant, rules=rules or {})
        self.evening.sit(*(by or ["touch"] * len(boards))).boards(*boards)
        self.evening.send(Start)
        self.evening.send(SkipOpening)
        on_message.on_message(self.control, stage.HELLO)
        self.hear()

    def grid(self, seat):
        """Return the view of a seat's open grid, or None."""
        found = (part.view for part in compose(self.control.scene, *self.size) if part.key == f"tells {seat}")
        return next((view for view in found if isinstance(view, TellingGrid)), None)

    def lying(self):
        return {area.key: area for _, _, areas in painted(self, self.size) for area in areas if area.tap or area.hold}

    def touch(self, *keys):
        for key in keys:
            self.taps += 1
            self.lying()[key].tap()
            self.evening.now += 1
            self.hear()

    @property
    def model(self):
        return self.control.model

    @property
    def texts(self):
        return [f"{each.move.seat + 1} {each.move.text}" for each in self.evening.table.committed.match.moves]

    def go_on(self):
        """Dismiss temporary dialogs by a touch."""
        while found := {"go on", "end fight", "shields right"} & set(self.lying()):
            self.touch(found.pop())

    def tell(self, line):
        """Report a line by touching what is on the screen; return the number of touches."""
        seat, _, text = line.partition(" ")
        self.go_on()
        self.taps = 0
        if self.grid(seat) is None:
            self.touch(f"seat {seat} hand")
        thing = _thing(text)
        if f"tell {seat} {thing}" not in self.lying():
            kind = next(k for k in self.grid(seat).kinds if any(spot.slug == thing for spot in k.spots))
            self.touch(f"kind {seat} {kind.key}")
        ways = [each for each in self.model.questions[int(seat)].legal if _thing(each) == thing]
        self.touch(f"tell {seat} {thing}")
        if len(ways) > 1:
            nth = sorted(ways, key=lambda each: (sum(map(int, filter(str.isdecimal, each.split()))), each)).index(text)
            self.touch(f"pay {seat} {nth}")
        assert line in self.texts[-3:]
        return self.taps


def _thing(text):
    verb, *rest = text.removeprefix("choose ").split()
    if verb in ("build", "recruit", "rebuild", "bury"):
        return rest[0]
    return f"lose {rest[0]}" if verb == "lose" else verb
