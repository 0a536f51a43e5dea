"""Features of the screen: objects with hooks that the loops over messages, ticks and frames call."""
