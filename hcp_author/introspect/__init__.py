"""A program's command tree, read safely."""
