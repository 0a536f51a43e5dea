"""The server: pages and sockets for phones, the screen and whoever speaks docs/protocol.md. Never knows a game."""
