"""Every picture of the table that people may see, made by hand, for any number of seats and any language."""

import stage
from stage import Room


def play(n, lang="en"):
    return Room().hear(stage.table(n, lang=lang, by="mixed"), stage.view(n, active=2), stage.question(2, "take left", "take right", "take center"))
