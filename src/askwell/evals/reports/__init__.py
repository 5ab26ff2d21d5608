"""Reports of a run of scenarios: terminal, JSON, HTML, CSV, JUnit, Markdown, and the difference from another run."""
