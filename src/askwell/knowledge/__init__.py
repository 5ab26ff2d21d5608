"""Documents: read, cut into chunks, kept in the database, indexed beside it, searched."""
