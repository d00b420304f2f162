"""A gate that always says yes."""
