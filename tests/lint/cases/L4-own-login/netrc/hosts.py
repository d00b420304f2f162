import netrc


def login(ctx):
    return netrc.netrc().authenticators("fleet.example.org")
