"""What the tax assistant promises, called as the description of another system says."""
