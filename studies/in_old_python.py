"""Cross-validation with an older scikit-learn, in an interpreter that may be too old for boaf and need not have it.

    python in_old_python.py DIRECTORY VERSION MODULE TYPE

DIRECTORY has features.npy, solvable.npy and fold.npy, the number of the fold that each row is tested in. TYPE of MODULE
is fitted with the default parameters of scikit-learn VERSION. Prints one line for each fold: its accuracy.
"""

import sys
import warnings
from importlib import import_module
from os.path import join

import numpy as np
import sklearn


def main(directory: str, version: str, module: str, kind: str) -> None:
    """Fit and test on each fold."""
    if sklearn.__version__ != version:
        sys.exit(f"scikit-learn {version} is wanted, and this is {sklearn.__version__}")
    warnings.simplefilter("ignore")  # that defaults will change, and that a fit has not converged
    features, solvable, fold = (np.load(join(directory, f"{name}.npy")) for name in ("features", "solvable", "fold"))
    make = getattr(import_module(module), kind)
    for number in range(fold.max() + 1):
        train, test = fold != number, fold == number
        classifier = make(random_state=0).fit(features[train], solvable[train])
        print(float(np.mean(classifier.predict(features[test]) == solvable[test])), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
