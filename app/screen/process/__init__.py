"""The screen process: its start, its Kivy app, its fallback page after crashes, and its measurement."""
