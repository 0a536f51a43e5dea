"""Durable storage: one database and the settings. Makes no decisions."""
