"""The state of a table and how it changes: transactions, commits, undo, and who is present."""
