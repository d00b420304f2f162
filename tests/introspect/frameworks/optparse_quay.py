"""A harbour book in optparse."""

import optparse


def main():
    parser = optparse.OptionParser(
        "usage: %prog [options] BOAT...", version="%prog 1.4.2", prog="quay", description="Give boats a place."
    )
    parser.add_option("-q", "--quiet", action="store_true", help="say nothing")
    parser.add_option(
        "-b", "--books", metavar="FOLDER", default="books", help="where the books lie [default: %default]"
    )
    parser.add_option("--side", type="choice", choices=["port", "starboard"], help="which side lies at the wall")
    parser.add_option("-n", type="int", help="how many")
    parser.add_option("--secret", help=optparse.SUPPRESS_HELP)
    night = optparse.OptionGroup(parser, "At Night", "What is done in the dark.")
    night.add_option(
        "--a-rather-long-name-of-a-light",
        dest="light",
        metavar="COLOUR",
        help="show a light at night, in a sentence that goes on below",
    )
    night.add_option("--rope", action="append", help="can be repeated")
    parser.add_option_group(night)
    parser.parse_args()
    print("acted")


if __name__ == "__main__":
    main()
