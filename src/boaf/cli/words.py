"""Numbers in sentences."""


def count(number: int, noun: str) -> str:
    """A number of things: `1 chunk`, `2,000 chunks`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
