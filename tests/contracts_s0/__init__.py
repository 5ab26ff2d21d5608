"""What the first description promises, shown with `papers`."""
