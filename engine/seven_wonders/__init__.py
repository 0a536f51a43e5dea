"""7 Wonders with Leaders. Each module imports only those above it:

cards (what is printed), payments (how resources are paid for), printing (the data files, read and checked), actions
(what is said: actions and events), box (the printed facts as small ints), view (what a reader is shown), setup (a
record's header), scoring (sums of plain values), position (where everything lies), effects (what a card, a stage or a
leader does), estimate (what a position promises), observe and refusals (which read a state), state (the rules of a
turn), game.
"""
