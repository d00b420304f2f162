"""A dry run of the author's own code is run in the lab, and must keep nothing (L6)."""

from __future__ import annotations

from pathlib import Path

import pytest
from proof_packs import DRY, Maker, edited, failures, verb

SEND = """
import os
VERBS = {{"list": lambda args, ctx: [], "get": lambda args, ctx: {{}}, "search": lambda args, ctx: []}}

def send(args, ctx):
    if args.get("dry_run"):
        {dry}
    with open(os.path.join(ctx.state, "sent"), "a") as stream:
        stream.write(args["text"])

VERBS["send"] = send

def probe(ctx):
    pass
"""
KEEPS_NOTHING = {
    "tells": 'return {"would": "send"}',
    "fails": 'raise RuntimeError("not here")',
    "cleans up": 'open(ctx.state + "/x", "w").close(); os.unlink(ctx.state + "/x"); return None',
}
KEEPS_SOMETHING = {
    "as if it were none": "pass",
    "in the state": 'open(ctx.state + "/log", "w").close(); return None',
    "a folder": 'os.mkdir(ctx.state + "/sent"); return None',
    "here": 'open("log", "w").close(); return None',
    "at home": 'open(os.path.expanduser("~/log"), "w").close(); return None',
}


def pack_of(make: Maker, dry: str) -> Path:
    pack = make.adapter()
    dry_run = {"type": "boolean"}
    edited(pack, "surface.json", lambda surface: verb(surface, "send")["args"]["properties"].update(dry_run=dry_run))
    (pack / "adapter.py").write_text(SEND.format(dry=dry))
    make.expect(pack)
    return pack


@pytest.mark.parametrize("dry", KEEPS_NOTHING.values(), ids=KEEPS_NOTHING)
def test_a_dry_run_that_keeps_nothing_is_proved(make: Maker, dry: str) -> None:
    assert make.steps(pack_of(make, dry), DRY)[DRY]["ok"]


@pytest.mark.parametrize("dry", KEEPS_SOMETHING.values(), ids=KEEPS_SOMETHING)
def test_a_dry_run_that_keeps_something_is_noticed(make: Maker, dry: str) -> None:
    told = failures(make.steps(pack_of(make, dry), DRY))
    assert "a call that must keep nothing left files behind" in told[DRY]


def test_a_dry_run_that_reads_a_setting_first_is_run_too(make: Maker) -> None:
    pack = pack_of(make, 'ctx.settings["HOST"]')
    edited(pack, "surface.json", lambda surface: surface["binding"].update(settings=["HOST"]))
    make.expect(pack)
    told = failures(make.steps(pack, DRY))
    assert "a call that must keep nothing left files behind" in told[DRY]
