"""The state of the screen as frozen values: the model, the UI state, and the layout of the table."""
