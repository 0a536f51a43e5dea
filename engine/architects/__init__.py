"""7 Wonders Architects. Each module imports only those above it:

cards (the fields of the data file), data (what is read from it, and checked), actions (what is said: actions and
events), box (the same as small ints), view (what a reader is shown), setup (a record's header), conflict, scoring and
payments (sums of plain values), position (where everything lies), effects (what a wonder or a token does), questions
(what a seat is asked), estimate (what a position promises), state (the rules of a turn; with refusals and observe,
which read it), game.
"""
