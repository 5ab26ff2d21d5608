"""Where conversations live: a SQL database, or dictionaries for what need not outlive the process."""
