"""A harbour office in click."""

import click


@click.group()
@click.option("--books", metavar="FOLDER", default="books", show_default=True, help="Where the books lie.")
@click.option("-v", "--verbose", count=True, help="Say more.")
@click.option("--secret", hidden=True)
@click.version_option("1.4.2", prog_name="quay")
def main(books, verbose, secret):
    """Keep the books of a small harbour."""


@main.command()
@click.argument("boat")
@click.argument("guests", nargs=-1)
@click.option("--side", type=click.Choice(["port", "starboard"]), required=True, help="Which side lies at the wall.")
@click.option("--light", is_flag=False, flag_value="white", metavar="COLOUR", help="Show a light at night.")
@click.option("--rope", "-r", multiple=True, type=int, help="Length of a rope; can be repeated.")
@click.option("--fenders/--no-fenders", default=True, help="Hang fenders over the side.")
@click.option("--depth", type=click.IntRange(1, 9), envvar="QUAY_DEPTH", show_envvar=True, default=3, show_default=True)
@click.option("--at", type=(float, float), help="Where it lies.")
@click.option("--paint", deprecated=True, help="Colour of the hull.")
@click.option(
    "--log", type=click.File("w"), help="A rather long sentence that tells what is written to this file, and when."
)
def moor(**kwargs):
    """Give a boat a place.

    It must not be moored elsewhere.
    """
    click.echo("acted")


@main.group()
def crew():
    """Who works here."""


@crew.command("list")
def crew_list():
    """Show everybody who works here."""


@crew.command()
@click.argument("name", required=False)
@click.option("--wage", type=float, default=12.5, show_default=True)
def hire(name, wage):
    """Take somebody on."""


@crew.group(invoke_without_command=True)
def shift():
    """Show the shift, or change it."""


@shift.command()
def swap():
    """Change places with somebody."""


@main.command(hidden=True)
def sink():
    """Nobody should see this."""


@main.command(deprecated=True)
def anchor():
    """Lie off the coast."""


if __name__ == "__main__":
    main()
