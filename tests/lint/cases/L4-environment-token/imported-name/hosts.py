from os import environ, getenv

KEY = environ["FLEET_API_KEY"]
PASSWORD = getenv("FLEET_PASSWORD", "")
