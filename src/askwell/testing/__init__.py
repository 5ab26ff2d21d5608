"""Test suites for plug-ins, with a settable clock and predictable ids."""
