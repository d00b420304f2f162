import os


def login(ctx):
    with open(os.path.expanduser("~/.aws/credentials")) as file:
        return file.read()
