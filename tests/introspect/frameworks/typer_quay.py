"""A harbour office in typer, with its boxes."""

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Keep the books of a small harbour.", no_args_is_help=True)
crew = typer.Typer(help="Who works here.")
app.add_typer(crew, name="crew", rich_help_panel="People")


class Side(str, Enum):
    port = "port"
    starboard = "starboard"


@app.callback()
def main(
    books: Annotated[str, typer.Option(metavar="FOLDER", help="Where the books lie.")] = "books",
    verbose: Annotated[int, typer.Option("--verbose", "-v", count=True, help="Say more.")] = 0,
    secret: Annotated[str, typer.Option(hidden=True)] = "",
):
    """Keep the books of a small harbour."""


@app.command()
def moor(
    boat: Annotated[str, typer.Argument(help="The boat's name.")],
    guests: Annotated[list[str] | None, typer.Argument(help="Who is on board.")] = None,
    side: Annotated[Side, typer.Option(help="Which side lies at the wall.")] = ...,
    rope: Annotated[list[int] | None, typer.Option("--rope", "-r", help="Length of a rope; can be repeated.")] = None,
    fenders: Annotated[bool, typer.Option(help="Hang fenders over the side.")] = True,
    depth: Annotated[int, typer.Option(min=1, max=9, envvar="QUAY_DEPTH", help="How deep the water must be.")] = 3,
    log: Annotated[
        Path | None,
        typer.Option(
            help="A rather long sentence that tells what is written to this file, and when.", rich_help_panel="Writing"
        ),
    ] = None,
):
    """Give a boat a place."""
    print("acted")


@crew.command("list")
def crew_list():
    """Show everybody who works here."""


@crew.command()
def hire(name: str, wage: float = 12.5):
    """Take somebody on."""


@app.command(hidden=True)
def sink():
    """Nobody should see this."""


@app.command(deprecated=True)
def anchor():
    """Lie off the coast."""


if __name__ == "__main__":
    app(prog_name="quay")
