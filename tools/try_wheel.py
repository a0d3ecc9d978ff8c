"""Build wheel and source distribution, and try the wheel as a new user would: python tools/try_wheel.py [--out DIR].

The wheel is made of the source distribution, so both are tested. It is installed into a fresh environment outside the
checkout, and there, in an empty folder each, the README and the guides are followed from top to bottom: their commands
by a shell, their programs by Python. Then the page is written as files and served, and looked at. Needs Python, and a
package index for what boaf depends on; takes some minutes.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
EXTRAS = "learn,research"
"""What the guides ask for."""
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INSTALLS = "-m venv"


def main() -> None:
    """Build, install, follow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep the wheel and the source distribution here")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="boaf-") as name:
        place = Path(name)
        wheel = build(place, given.out or place / "dist")
        environment = new_environment(place / "user")
        require_alone(environment, place, wheel)
        for page in (ROOT / "README.md", ROOT / "docs" / "install.md", *sorted((ROOT / "docs" / "guide").glob("*.md"))):
            follow(page, environment, new_folder(place / "pages" / page.stem))
            print(f"{page.relative_to(ROOT)} can be followed", flush=True)
        look_at_the_page(environment, new_folder(place / "page"))
        print("the page is there, as files and served")


def build(place: Path, out: Path) -> Path:
    """Build both distributions; the wheel."""
    tool = new_environment(place / "builder")
    run([tool["python"], "-m", "pip", "install", "-q", "build"])
    run([tool["python"], "-m", "build", "--outdir", str(out), str(ROOT)], stdout=subprocess.DEVNULL)
    (wheel,) = out.glob("*.whl")
    (source,) = out.glob("*.tar.gz")
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes; {source.name}: {source.stat().st_size:,} bytes", flush=True)
    return wheel.resolve()


def new_environment(folder: Path) -> dict[str, str]:
    """A fresh environment: its Python, and the variables with which a shell has it active."""
    venv.create(folder, with_pip=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL"))}
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return kept | {"PATH": path, "python": str(folder / "bin" / "python")}


def require_alone(environment: dict[str, str], place: Path, wheel: Path) -> None:
    """Install the wheel, and see to it that nothing of the checkout is used."""
    wanted = f"boaf[{EXTRAS}] @ {wheel.as_uri()}"
    constraints = str(ROOT / "constraints.txt")
    run([environment["python"], "-m", "pip", "install", "-q", "-c", constraints, wanted], env=environment, cwd=place)
    where = run(
        [environment["python"], "-c", "import boaf; print(boaf.__file__)"],
        env=environment,
        cwd=place,
        stdout=subprocess.PIPE,
    )
    if not Path(where.stdout.strip()).is_relative_to(place):
        sys.exit(f"boaf is imported from {where.stdout.strip()}, not from the wheel")


def follow(page: Path, environment: dict[str, str], folder: Path) -> None:
    """Run the blocks of a page one after another in a folder."""
    for language, code in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "python":
            run([environment["python"], "-c", code], env=environment, cwd=folder, stdout=subprocess.DEVNULL)
        elif INSTALLS not in code:
            run(["bash", "-euo", "pipefail", "-c", code], env=environment, cwd=folder, stdout=subprocess.DEVNULL)


def look_at_the_page(environment: dict[str, str], folder: Path) -> None:
    """Write the page as files, and compare them with what `boaf play` serves."""
    run(["boaf", "page", "page"], env=environment, cwd=folder, stdout=subprocess.DEVNULL)
    command = ["boaf", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, env=environment, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            for name in names_of(folder / "page"):
                if not urlopen(f"{address}{name}").read():
                    sys.exit(f"{name} is served empty")
        finally:
            server.terminate()


def names_of(page: Path) -> Iterator[str]:
    """The scripts and styles of the page."""
    for path in sorted((page / "static").rglob("*")):
        if path.suffix in (".js", ".css", ".wasm"):
            yield path.relative_to(page).as_posix()


def new_folder(folder: Path) -> Path:
    """An empty folder."""
    folder.mkdir(parents=True)
    return folder


def run(
    command: list[str], *, env: dict[str, str] | None = None, cwd: Path | None = None, stdout: int | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command; end with its status if it fails."""
    done = subprocess.run(command, env=env, cwd=cwd, stdout=stdout, text=True, check=False)
    if done.returncode:
        sys.exit(f"failed with status {done.returncode} in {cwd or Path.cwd()}: {' '.join(command)}")
    return done


if __name__ == "__main__":
    main()
