"""The agreement before a game and the chairs around the table: values and pure functions."""
