"""The judgements that need no model."""
