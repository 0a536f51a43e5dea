"""7 Wonders with Leaders. Each module imports only those above it:

cards (the fields of the data files), payments (how resources are paid for), data (what is read from them, and checked),
actions (what is said: actions and events), box (the same as small ints), view (what a reader is shown), setup (a
record's header), scoring (sums of plain values), position (where everything lies), effects (what a card, a stage or a
leader does), estimate (what a position promises), observe and refusals (which read a state), state (the rules of a
turn), game.
"""
