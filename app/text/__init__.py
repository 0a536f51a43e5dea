"""What people read: sentences for what the games, the table and the house say in slugs and numbers."""
