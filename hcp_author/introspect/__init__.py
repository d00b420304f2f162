"""A program's command tree, read safely."""

BUDGET_SECONDS = 120.0  # for one whole reading; programs that need two seconds for a page of help are not that rare
