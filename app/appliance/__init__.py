"""An installed table: versions, releases and their signatures, updates and returns, backup, report. Runs in no loop."""
