"""A club of tables: what they have played, in one database, and the pages of whoever runs it. Knows no table."""
