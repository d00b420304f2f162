"""A harbour office in Fire."""

import fire


class Crew:
    """Who works here."""

    def list(self):
        """Show everybody who works here."""

    def hire(self, name, wage=12.5):
        """Take somebody on.

        Args:
            name: who it is
            wage: what is paid by the hour
        """


class Quay:
    """Keep the books of a small harbour."""

    def __init__(self):
        self.crew = Crew()

    def moor(self, boat, *guests, side="port", light=False):
        """Give a boat a place.

        Args:
            boat: the boat's name
            side: which side lies at the wall
        """
        print("acted")


if __name__ == "__main__":
    fire.Fire(Quay(), name="quay")
