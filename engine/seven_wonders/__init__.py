"""7 Wonders with Leaders, in the files of docs/architecture.md, *A game in its files*."""
