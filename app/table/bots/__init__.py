"""Bots and advice: when bots act, what the thinker process is asked, and reviews of finished games."""
