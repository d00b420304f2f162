import os

MOCKED = os.getenv("FLEET_MOCK") == "1"
