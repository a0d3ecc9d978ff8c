"""Every name that a package exports exists and is documented."""

from importlib import import_module
from inspect import getdoc, isclass, isfunction, signature
from pathlib import Path
from types import FunctionType

import pytest

import boaf

SOURCE = Path(boaf.__file__).parent.parent
PACKAGES = [
    ".".join(path.parent.relative_to(SOURCE).parts)
    for path in sorted((SOURCE / "boaf").rglob("__init__.py"))
    if "public_names(__name__" in path.read_text(encoding="utf-8")
]
WITHOUT_EXAMPLES = {
    "create_app": "an application does nothing by itself",
    "serve": "it serves until it is interrupted",
    "train_network": "a training takes minutes",
}


def functions_of(package: str) -> dict[str, FunctionType]:
    module = import_module(package)
    exported = {name: getattr(module, name) for name in module.__all__}
    return {name: found for name, found in exported.items() if isfunction(found)}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_exported_name_can_be_had_and_is_explained(package: str) -> None:
    module = import_module(package)
    assert set(module.__all__) <= set(dir(module))
    for name in module.__all__:
        found = getattr(module, name)
        assert found.__doc__
        if isclass(found):
            assert found.__doc__ not in [base.__doc__ for base in found.__mro__[1:]]
            assert not found.__doc__.startswith(f"{name}("), f"dataclass has written the docstring of {name}"


@pytest.mark.parametrize("package", PACKAGES)
def test_an_exported_function_is_documented(package: str) -> None:
    for name, function in functions_of(package).items():
        found, text = signature(function), getdoc(function) or ""
        if found.parameters:
            assert has_section(text, "Parameters"), name
        for parameter in found.parameters:
            assert parameter in parameters_in(text), f"{parameter} of {name} is not documented"
        if found.return_annotation not in (None, "None"):
            assert has_section(text, "Returns") or has_section(text, "Yields"), name
        assert has_section(text, "Examples") != (name in WITHOUT_EXAMPLES), name


def test_the_list_of_functions_is_not_empty() -> None:
    assert len(PACKAGES) > 10
    assert "solve" in functions_of("boaf")
    assert set(WITHOUT_EXAMPLES) <= {name for package in PACKAGES for name in functions_of(package)}


def has_section(text: str, title: str) -> bool:
    return f"\n\n{title}\n{'-' * len(title)}\n" in text


def parameters_in(text: str) -> list[str]:
    """The names of the section Parameters, several of which may share a line."""
    _, _, rest = text.partition("\nParameters\n----------\n")
    section = rest.partition("\n\n")[0].splitlines()
    return [name.strip("* ") for line in section if not line.startswith(" ") for name in line.split(",")]
