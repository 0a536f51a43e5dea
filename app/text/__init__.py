"""What people read: sentences for what the table and the house say in slugs and numbers. Never knows who may read."""
