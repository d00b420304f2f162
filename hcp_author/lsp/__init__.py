"""The language server: the findings of `lint`, the pages of its rules and its fixes, inside an editor."""
