"""Words that tell what a command's name promises; used only to choose which subcommand is asked for help first."""

from __future__ import annotations

from hcp_author.introspect.text import word_set

READS = word_set("""
    list show status info view search find get describe log logs history version inspect print display query
    stats summary diff check count report tree whoami current outline preview lookup explain examine ls cat head
    help
""")
WRITES = word_set("""
    delete remove rm del drop destroy wipe purge prune erase reset clear clean uninstall publish push send
    upload create add new init install update upgrade set edit write apply commit merge move mv rename copy cp
    restore import insert enable disable start stop restart kill exec run shell login logout format mkfs sync
    deploy rollback revert rebase gc compact self-update shutdown reboot poweroff halt suspend hibernate
""")


def eagerness(name: str) -> int:
    """0 for names that read, 1 for names that tell nothing, 2 for names that change something."""
    parts = name.lower().replace("_", "-").replace(":", "-").split("-")
    if any(part in WRITES for part in parts):
        return 2
    return 0 if any(part in READS for part in parts) else 1
