"""HTTP server: pages and sockets for phones, the screen and every other client of docs/protocol.md. Knows no game."""
