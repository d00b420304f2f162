"""A pack held against what its program says of itself today."""
