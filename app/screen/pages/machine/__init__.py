"""Pages of the table's machine: settings, Wi-Fi, upkeep, the test panel."""
