"""Handlers of touches that belong to no single page: PIN, confirmation, history, reporting, trials."""
