import os

SURE = "HCP_CONFIRM" in os.environ
