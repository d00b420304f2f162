"""Five to twelve named commands out of a command tree, with reasons."""
