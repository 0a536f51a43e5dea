"""Forms and texts of the table's machine: settings, Wi-Fi, upkeep, access."""
