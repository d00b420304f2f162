"""Other extractors of command trees: what they are, how each is installed, how its output becomes a tree."""
