"""The controller of the screen, its connection to the table, and the intents on their way there."""
