"""Turns at work: the queue of a session, the worker and its lease, the log of a run, and memory after the answer."""
