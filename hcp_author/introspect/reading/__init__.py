"""Readers that the dialects share: sections, rows, option heads, usage lines, descriptions."""
