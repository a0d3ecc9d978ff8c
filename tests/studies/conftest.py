"""The studies and tools are scripts outside the package."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT / "tools"), str(ROOT / "studies")]
