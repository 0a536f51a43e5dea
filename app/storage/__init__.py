"""What is durable: one database and the settings. Never decides."""
