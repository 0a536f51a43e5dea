"""What lies on the table in each phase, as parts that are painted when their facts change."""
