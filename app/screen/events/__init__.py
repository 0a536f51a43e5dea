"""Handlers of messages, snapshots and clock ticks, and the animations that events start."""
