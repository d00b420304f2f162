"""Kills, full and read-only disks, locks and a clock that went back: what was acknowledged is there, once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FAULTS = Path(__file__).resolve().parents[2] / "benchmarks" / "faults.py"


@pytest.mark.whole
def test_nothing_acknowledged_is_lost_and_nothing_is_run_twice() -> None:
    words = [sys.executable, str(FAULTS), "--kills", "12", "--busy", "1"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("\n") == 8
    assert "BROKEN" not in done.stdout
