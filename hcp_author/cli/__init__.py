"""The command line: options in, one call, output, exit status."""
