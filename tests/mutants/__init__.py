"""Faults put into the source to see whether the tests notice: `make mutants`."""
