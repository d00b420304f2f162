"""Keep the books of a small harbour.

Usage:
  quay moor <boat> [<guest>...] --side=<side> [--light=<colour>] [--rope=<m>]...
  quay crew list
  quay crew hire <name> [--wage=<w>]
  quay night (dark | moon) [-v | --verbose]
  quay (-h | --help)
  quay --version

Options:
  -h --help          Show this screen.
  --version          Show the version.
  --side=<side>      Which side lies at the wall.
  -l --light=<colour>  Show a light at night [default: white].
  --rope=<m>         Length of a rope; can be repeated.
  --wage=<w>         What is paid by the hour [default: 12.5].
  -v --verbose       Say more, in a sentence that is so long that it
                     goes on below.

"""

from docopt import docopt

if __name__ == "__main__":
    docopt(__doc__, version="1.4.2")
    print("acted")
