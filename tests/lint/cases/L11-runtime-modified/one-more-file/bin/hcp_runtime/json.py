"""Not the standard library."""
