"""Test files of other systems as scenarios, and scenarios as a dataset of another system."""
