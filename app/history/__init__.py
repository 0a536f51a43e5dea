"""The history of finished games: statistics, charts, export and import. It never takes part in a running game."""
