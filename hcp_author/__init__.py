"""Write, check and prove HCP packs."""

__version__ = "0.1.0"
