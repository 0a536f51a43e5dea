"""7 Wonders Duel, in the files of docs/architecture.md, *A game in its files*."""
