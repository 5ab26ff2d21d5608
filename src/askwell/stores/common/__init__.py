"""What every store shares: validation, defaults, encoding and errors."""
