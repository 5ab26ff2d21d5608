"""Suites that a plug-in must pass, and the held clock and foreseeable ids that tests use."""
