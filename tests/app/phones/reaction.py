"""The feature of tests/app/table/reaction.py on phones: a form shows all reactions, and has a button for each."""

from app.phones.common_parts import FormPart
from app.phones.features.feature import PhoneFeature
from app.phones.features.regions_and_tabs import PageSlot
from app.shown.form import Button, Form, IntentTemplate, Text
from tests.app.table.reaction import SYMBOLS, React


class PhoneReactions(PhoneFeature):
    """Reactions, in the middle of the tab on which a seat plays."""

    slots = (PageSlot("reactions", "mine", after="lesson"),)

    def page_parts(self, page):
        if page.seat is None:
            return {}
        found = (page.table.features or {}).get("reactions", {})
        said = tuple(f"{page.people[int(seat) - 1]}: {symbol}" for seat, symbol in sorted(found.items()))
        return {"reactions": FormPart(reactions, said)}


def reactions(w, said):
    """Build the form. `said`: the reactions in words."""
    rows = [Text(key=f"said {nth}", words=words) for nth, words in enumerate(said)]
    rows += [Button(key=symbol, words=symbol, says=IntentTemplate(React("", symbol=symbol))) for symbol in SYMBOLS]
    return Form("Reactions", tuple(rows))
