"""A harbour office in argparse."""

import argparse


def main():
    parser = argparse.ArgumentParser(prog="quay", description="Keep the books of a small harbour.")
    parser.add_argument("--books", metavar="FOLDER", default="books", help="where the books lie (default: %(default)s)")
    parser.add_argument("-v", "--verbose", action="count", help="say more; may be repeated")
    parser.add_argument("--secret", help=argparse.SUPPRESS)
    commands = parser.add_subparsers(title="commands", dest="command", required=True, metavar="COMMAND")

    moor = commands.add_parser("moor", aliases=["tie"], help="give a boat a place", description="Give a boat a place.")
    moor.add_argument("boat", help="the boat's name")
    moor.add_argument("guests", nargs="*", help="who is on board")
    moor.add_argument("--side", choices=["port", "starboard"], required=True, help="which side lies at the wall")
    moor.add_argument("--light", nargs="?", const="white", metavar="COLOUR", help="show a light at night")
    moor.add_argument("--rope", action="append", type=int, help="length of a rope, can be repeated")
    moor.add_argument("--fenders", action=argparse.BooleanOptionalAction, help="hang fenders over the side")
    moor.add_argument(
        "--pair", nargs=2, metavar=("X", "Y"), help="where it lies, in two numbers that are rather long to tell of"
    )

    crew = commands.add_parser("crew", help="who works here").add_subparsers(dest="sub", required=True)
    hire = crew.add_parser("hire", help="take somebody on")
    hire.add_argument("name")
    hire.add_argument("--wage", type=float, default=12.5)
    crew.add_parser("list", help="everybody who works here")
    crew.add_parser("rest")

    parser.parse_args()
    print("acted")


if __name__ == "__main__":
    main()
