"""Simulated users: conversations by rules or by a model, searched for turns that break what askwell promises."""
