"""7 Wonders Duel. Each module imports only those above it:

cards (the fields of the data file), costs (what missing units cost), data (what is read from it, and checked), actions
(what is said: actions and events), box (the same as small ints), view (what a reader is shown), setup (a record's
header), scoring (sums of plain values), position (where everything lies), effects (what a card, a wonder or a token
does), estimate (what a position promises), questions (what can be asked), observe and refusals (which read a state),
state (the rules of a turn), game.
"""
