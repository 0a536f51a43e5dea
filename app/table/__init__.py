"""The one running game and who sits where. Never knows a rule, a socket or a widget."""
