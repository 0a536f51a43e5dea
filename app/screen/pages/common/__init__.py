"""Parts that several pages use: forms, the keyboard, panels with codes."""
