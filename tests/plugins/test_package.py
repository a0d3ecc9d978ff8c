"""The template in examples/plugin: once it is installed, boaf knows its solver, player and feature by name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the installed template, and one plug-in whose module is missing."""
    place = tmp_path_factory.mktemp("installed")
    source = tmp_path_factory.mktemp("source") / "plugin"
    subprocess.run(["cp", "-r", str(ROOT / "examples" / "plugin"), str(source)], check=True)  # a build leaves files
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--target"]
    subprocess.run([*command, str(place), str(source)], check=True)
    broken = place / "broken_plugin-1.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-plugin\nVersion: 1\n")
    (broken / "entry_points.txt").write_text("[boaf.solvers]\nbroken = no_such_module:solve\n")
    return place


def python(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = {"PYTHONPATH": os.pathsep.join([str(place), os.environ.get("PYTHONPATH", "")])}
    return subprocess.run(
        [sys.executable, *arguments], env=os.environ | path, capture_output=True, text=True, check=False
    )


def boaf(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return python(place, "-m", "boaf", *arguments)


@pytest.mark.slow
def test_installed_plugins_are_listed_and_a_broken_one_is_reported(place: Path) -> None:
    found = boaf(place, "solve", "--help")
    assert "first-descent" in found.stdout
    assert "boaf-example-plugin 0.1.0" in " ".join(found.stdout.split()).replace("- ", "-")  # lines break at hyphens
    assert "broken " not in found.stdout
    assert "the plug-in broken of broken-plugin is broken and left out: there is no no_such_module" in found.stderr
    assert "cautious" in boaf(place, "match", "--help").stdout


@pytest.mark.slow
def test_installed_plugins_are_used_by_name(place: Path) -> None:
    compared = boaf(place, "compare", "--seeds", "0", "3", "--solver", "first-descent", "--solver", "endgame")
    assert compared.returncode == 0, compared.stderr
    assert "first-descent" in compared.stdout
    played = boaf(place, "match", "--player", "cautious", "--seeds", "0", "5")
    assert "cautious: 5 games on 5 deals" in played.stdout
    code = "import boaf; print(boaf.features(boaf.deal(1), ['corner_matches']))"
    asked = python(place, "-c", code)
    assert asked.stdout.startswith("{'corner_matches': ")
    refused = boaf(place, "solve", "1", "--solver", "broken")
    assert refused.returncode == 2
    assert "unknown solver 'broken'" in refused.stderr
