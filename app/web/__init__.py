"""Web server parts shared by table and club: connection limits, host checks, static files, appearance, form rows."""
