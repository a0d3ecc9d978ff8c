"""`python -m boaf` is the command `boaf`."""

import sys

from boaf.cli import main

sys.exit(main())
