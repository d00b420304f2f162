"""Questions and the generation of whole packs."""
