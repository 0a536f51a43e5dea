"""7 Wonders Duel. Each module imports only those above it:

cards (what is printed), costs (what missing units cost), printing (the data file, read and checked), actions (what is
said: actions and events), box (the printed facts as small ints), view (what a reader is shown), setup (a record's
header), scoring (sums of plain values), position (where everything lies), effects (what a card, a wonder or a token
does), estimate (what a position promises), questions (what can be asked), observe and refusals (which read a state),
state (the rules of a turn), game.
"""
