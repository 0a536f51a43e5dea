"""The game on the table as values: its moves, log and dealer, and the players of bots."""
