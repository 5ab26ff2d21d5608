"""Servers as targets of scenarios: calls over HTTP, the interfaces that are known, and the target itself."""
