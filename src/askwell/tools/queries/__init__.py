"""Questions about tables of any kind: columns, values and units are read from the table, a question becomes a query."""
