"""The command `boaf`, also as `python -m boaf`. Ctrl-C while it starts is one line, too."""

import sys


def main() -> int:
    """Run the command line and return the exit status."""
    try:
        from boaf.cli import main as run

        return run()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
