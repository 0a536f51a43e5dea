"""What serves pages to browsers, said once for the table and the club: door, names, files, looks, rows of forms."""
