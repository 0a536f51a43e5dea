"""A registry of the games for the phones' server: each with its words, its pages and its score sheet."""

from app.games import game_list
from app.games.pack import GamePack, load
from app.games.tally.phone_page import sheet_phone
from app.games.tally.score_icons import signs_of
from app.games.tally.sheet_words import SheetWords
from app.history.history_text import Listing
from app.phones.game_page_interface import GamePhone, PhoneGame
from app.text.words_protocols import GameWords


def games(packs: game_list.Packs = game_list.GAMES) -> dict[str, PhoneGame]:
    """Build every game, by slug, importing whatever the packs name."""
    sheets = sheet_phone({slug: signs_of(pack) for slug, pack in packs.items()})
    return {slug: _game(pack, sheets) for slug, pack in packs.items()}


def _game(pack: GamePack, sheets: GamePhone) -> PhoneGame:
    words: GameWords = load(pack.words)
    sheet = PhoneGame(SheetWords(pack.slug, words), sheets) if "tally" in pack.modes else None
    phone = _build_described_pages(pack) if pack.shown else load(pack.phone)
    touch = pack.touch or bool(pack.shown)
    listed = Listing(pack.listed, dict(pack.expansions))
    return PhoneGame(words, phone, touch, sheet, signs_of(pack), listed, pack.cover)


def _build_described_pages(pack: GamePack) -> GamePhone:
    from app.games.self_describing.phone_page import shown_phone  # only now: no game of the house needs it

    return shown_phone(load(pack.shown), load(pack.entered) if pack.entered else None)
