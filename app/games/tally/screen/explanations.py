"""Explanations of touched things on a score sheet while ? is active, for things with few or no words."""

from app.games.tally import sheet_words as terms
from app.games.tally.screen.typed_scene import SheetScene
from app.games.tally.shared_sheet_facts import cell_label
from app.text.translation import Words


def about(scene: SheetScene, seat: int, key: str) -> str | None:
    """Return the explanation, or None if the thing is not of a sheet."""
    w = scene.model.words(seat)
    match key.split():
        case ["marker", _]:
            return w("A conflict token. Touch it to turn it to battle, or back to peace.")
        case ["settle"]:
            return w("Settles a conflict: who has more shields than a neighbour wins tokens, and all are turned back.")
        case ["cat", _]:
            return w("The cat. Touch it to bring it to this seat, or back to the middle.")
        case ["entry" | "column", _]:
            return w("A seat’s numbers. Touch them to see all its entries.")
        case ["number", _]:
            return w("A number. Touch it to enter it and go on to the next.")
        case ["digits"]:
            return w("Type another number, or show the usual ones again.")
        case ["down"]:
            return w("Next comes the line below on the same sheet.")
        case ["round"]:
            return w("Next comes the same line for the next person at the table.")
        case ["round", _]:
            return w("A round of this age. Touch it to play that one.")
        case ["pawn", _, "less"]:
            return w("Moves the pawn one space back.")
        case ["pawn", _, "more"]:
            return w("Moves the pawn one space on. The player it nears pays for tokens it passes.")
        case ["science", _]:
            return w("Science. Touch it to see the symbols. Two of a kind are a pair and bring a progress token.")
        case ["fill" | "following"]:
            return w("Opens the first number that is not entered yet.")
        case ["undo"]:
            return w("Undo: removes the last entry.")
        case [id, _, what] if id in {cell.id for cell in scene.sheet.view.cells}:
            return _cell(w, scene.sheet.view.sheet, id, what)
    return None


def _cell(w: Words, game: str, id: str, what: str) -> str:
    """Explain a cell and the effect of a touch on it."""
    name, says = cell_label(w, game, id), terms.cell_says(w, game, id)
    title = f"{name} ({says})" if says else name
    match what:
        case "less":
            return w("{cell}: one less", cell=title)
        case "more":
            return w("{cell}: one more", cell=title)
    return w("{cell}: touch it to type a number.", cell=title)
