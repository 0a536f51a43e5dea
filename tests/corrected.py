"""Data files as a later printing might have them: in each game a card, a cost, and a token or leader are different.

They are made from the first version, kept in tests/version_1, so that a correction of ours changes no test.
"""

from pathlib import Path
from typing import Final

VERSION_1: Final = {path.stem: path.read_bytes() for path in (Path(__file__).parent / "version_1").glob("*.toml")}
CHANGES: Final = {  # by file, our text and what it becomes
    "architects": (
        ('blue-3 = { colour = "blue", points = 3 }', 'blue-3 = { colour = "blue", points = 4 }'),
        ("red-0 = 2, red-1 = 2, red-2 = 2 }", "red-0 = 2, red-1 = 3, red-2 = 1 }"),  # Rome's deck
        (
            'cost = 2, kind = "different", points = 4 },\n    { requires = [1], cost = 2, kind = "same", points = 5 }',
            'cost = 1, kind = "different", points = 4 },\n    { requires = [1], cost = 2, kind = "same", points = 5 }',
        ),  # Giza's first stage
        ('of = "military-token", amount = 1', 'of = "military-token", amount = 2'),
        ("[tokens.decor]\ncopies = 1\n", "[tokens.harvest]\ncopies = 1\n"),  # another token in its place
    ),
    "duel": (
        ('cost = { wood = 1 }, bears = "horseshoe"', 'cost = { clay = 2 }, bears = "horseshoe"'),  # the stable
        ("lumber-yard = {", "log-yard = {"),  # another card in its place
        ('strategy = { effects = [{ type = "more-shields", amount = 1 }] }', "strategy = { points = 5 }"),
    ),
    "seven_wonders": (
        ("3, 5]\neffects = [{ type = \"points\", amount = 3 }]\n\n[cards.theater]",
         "3, 5]\neffects = [{ type = \"points\", amount = 2 }]\n\n[cards.theater]"),  # the altar
        ('[boards.gizah-day]\nstart = "stone"\nstages = [\n    { cost = { wood = 2 }',
         '[boards.gizah-day]\nstart = "stone"\nstages = [\n    { cost = { wood = 3 }'),
    ),
    "leaders": (
        ('[leaders.nero]\ngroup = "standard"\ncost = 1', '[leaders.nero]\ngroup = "standard"\ncost = 2'),
        ("[leaders.solomon]", "[leaders.salome]"),  # another leader in his place
    ),
    "tally": (
        ('{ type = "held", id = "cat", points = 2 }', '{ type = "held", id = "cat", points = 5 }'),
        ('cell = "military", worth = 3', 'cell = "military", worth = 4'),
    ),
}  # fmt: skip
OLDER: Final = {  # by file, what the version before said
    "architects": """
[older.1]
absent = ["tokens.harvest"]

[older.1.cards.blue-3]
points = 3

[older.1.wonders.rome.cards]
red-1 = 2
red-2 = 2

[older.1.wonders.giza.stages.1]
cost = 2

[older.1.tokens.strategy.effects.1]
amount = 1

[older.1.tokens.decor]
copies = 1
effects = [{ type = "points-for-wonder", unfinished = 4, finished = 6 }]
certainty = "confirmed"
""",
    "duel": """
[older.1]
absent = ["cards.log-yard", "cards.stable.cost.clay", "tokens.strategy.points"]

[older.1.cards]
lumber-yard = { age = 1, colour = "brown", effects = [{ type = "produces", resource = "wood", amount = 1 }] }
stable = { cost = { wood = 1 } }

[older.1.tokens.strategy]
effects = [{ type = "more-shields", amount = 1 }]
""",
    "seven_wonders": """
[older.1.cards.altar.effects.1]
amount = 3

[older.1.boards.gizah-day.stages.1.cost]
wood = 2
""",
    "leaders": """
[older.1]
absent = ["leaders.salome"]

[older.1.leaders.nero]
cost = 1

[older.1.leaders.solomon]
group = "standard"
cost = 3
effects = [{ type = "rebuild" }]
""",
    "tally": """
[older.1.architects.lines.cat]
points = 2
[older.1.architects.lines.military]
worth = 3
""",
}


def corrected(*, remembered: bool = True) -> dict[str, bytes]:
    """Return the data files in version 2. Not `remembered`: as if somebody had changed only the values."""
    found = {}
    for file, changes in CHANGES.items():
        text = VERSION_1[file].decode()
        for ours, instead in changes:
            assert text.count(ours) == 1, (file, ours)
            text = text.replace(ours, instead)
        if remembered:
            text = text.replace("version = 1 ", "version = 2 ", 1) + OLDER[file]
        found[file] = text.encode()
    return found
