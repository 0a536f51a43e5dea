"""An installed table: versions, signed releases, updates and rollback, backup, report. Runs in no event loop."""
