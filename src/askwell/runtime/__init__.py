"""Running turns: session queue, worker, lease, event log, replay, and memory updates after the answer."""
