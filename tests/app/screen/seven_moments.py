"""Moments of a game of 7 Wonders."""

import msgspec

from app.protocol.log_messages import Line
from engine.seven_wonders import actions


def line(number, event):
    return Line(number=number, row=number, event=msgspec.Raw(msgspec.json.encode(event)))


def build_card(seat=1):
    return actions.CardBuilt(seat=seat, card="altar", coins=0, left=0, right=0, bank=0, chain=False)
