"""Tally: score sheets and markers for people who play with their own cardboard. There are no turns and no cards.

Each module imports only those above it: sheets (what may be entered, from the data file), actions, view, setup (a
record's header), sums (points from entries), session, rules. Conflict and science are computed by the games' own
modules, which take plain values.
"""
