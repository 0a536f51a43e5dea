"""The screen in the middle of the table: a client of the documented protocol. Never holds a rule."""
