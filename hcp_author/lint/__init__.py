"""Checks of a pack against the laws, with places."""
