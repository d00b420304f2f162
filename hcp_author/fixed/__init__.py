"""Files that stand in every pack byte for byte."""
