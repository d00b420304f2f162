"""Packs on disk: JSON with places, the model, the schemas, the tables."""
