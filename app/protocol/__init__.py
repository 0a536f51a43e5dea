"""Plain values sent over sockets. Makes no decisions."""
