"""Documents: read, split into chunks, stored in the database, indexed and searched."""
