"""Where conversations are kept: a SQL database, JSON files, or the process's memory, behind one port."""
