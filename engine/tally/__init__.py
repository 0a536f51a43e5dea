"""Tally: markers and score sheets for people who play with their own cardboard. Nobody has a turn; no card is entered.

Each module imports only those above it: sheets (what may be entered, from the data file), actions (what is said),
view (what a reader is shown), setup (a record's header), sums (points from what was entered), session, rules. The
conflict and the science of the games are theirs: they take plain values.
"""
