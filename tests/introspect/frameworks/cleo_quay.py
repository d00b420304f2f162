"""A harbour office in cleo."""

from typing import ClassVar

from cleo.application import Application
from cleo.commands.command import Command
from cleo.helpers import argument, option


class Moor(Command):
    name = "moor"
    aliases: ClassVar = ["tie"]
    description = "Give a boat a place."
    arguments: ClassVar = [
        argument("boat", "The boat's name."),
        argument("guests", "Who is on board.", optional=True, multiple=True),
    ]
    options: ClassVar = [
        option("side", "s", "Which side lies at the wall.", flag=False),
        option("light", None, "Show a light at night.", flag=False, value_required=False),
        option("rope", "r", "Length of a rope.", flag=False, multiple=True),
        option("days", None, "How long.", flag=False, default="7"),
        option("quick", None, "Ask nothing."),
    ]

    def handle(self):
        self.line("acted")
        return 0


class CrewList(Command):
    name = "crew list"
    description = "Show everybody who works here."

    def handle(self):
        return 0


class CrewHire(Command):
    name = "crew hire"
    description = "Take somebody on."
    arguments: ClassVar = [argument("name", "Who it is.")]

    def handle(self):
        return 0


class Sink(Command):
    name = "sink"
    description = "Nobody should see this."
    hidden = True

    def handle(self):
        return 0


if __name__ == "__main__":
    app = Application("quay", "1.4.2")
    for command in (Moor(), CrewList(), CrewHire(), Sink()):
        app.add(command)
    app.run()
