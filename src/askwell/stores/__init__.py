"""Stores of conversations: in a SQL database, in JSON files, and in the memory of the process. All implement a port."""
