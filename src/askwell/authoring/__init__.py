"""For authors of assistants: new assistants, checks of their files, the schema and the reference of the definition."""
