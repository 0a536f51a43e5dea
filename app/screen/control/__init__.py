"""The controller of the screen, its connection to the table, and pending intents."""
