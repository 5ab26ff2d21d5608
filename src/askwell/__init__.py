"""Conversations over documents that survive the second question."""

import os

# Since 1.29, onnxruntime reports to its vendor which models a process loads and how often it runs them, with an id of
# the machine that it writes to the home folder. It reads this variable once, when it is imported.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
