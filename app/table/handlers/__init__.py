"""Handlers of intents, by subject: functions from how things stand to the transaction that would follow."""
