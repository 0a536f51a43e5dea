"""A club of tables: its games in one database, and the web pages of the club. Independent of any table's state."""
