"""What crosses a socket, as plain values. Never decides."""
