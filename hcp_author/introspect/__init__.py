"""A program's command tree, read safely."""

# for a whole reading: a hundred commands whose pages take two seconds each are not that rare
BUDGET_SECONDS = 240.0
# for one that somebody waits for before choosing verbs; out of time, what was read by then is proposed
PROPOSAL_SECONDS = 45.0
