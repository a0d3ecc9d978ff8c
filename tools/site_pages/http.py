"""A page with every HTTP call: what it takes and gives, from the OpenAPI description that the server itself shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boaf.web import create_app

Schema = dict[str, Any]
_NUMBERS = {"minimum": "at least {}", "maximum": "at most {}", "maxLength": "at most {} characters"}


def http_page() -> str:
    """The page, in Markdown."""
    description = create_app().openapi()
    schemas: dict[str, Schema] = description["components"]["schemas"]
    parts = ["# The HTTP API\n", description["info"]["description"] + "\n"]
    parts.append("`boaf play` serves it, and this description of it as `/openapi.json`.\n")
    for path, methods in description["paths"].items():
        for method, call in methods.items():
            parts += _call(f"{method.upper()} {path}", call)
    parts.append("## What is sent and answered\n")
    for name, schema in schemas.items():
        parts += _schema(name, schema)
    return "\n".join(parts)


def _call(title: str, call: dict[str, Any]) -> Iterator[str]:
    yield f"## {title}\n"
    yield f"{call['summary']}. {call.get('description', '')}\n"
    if "parameters" in call:
        rows = [(part["name"], part["schema"], part["required"]) for part in call["parameters"]]
        yield _table("parameter", rows)
    if "requestBody" in call:
        yield f"Takes {_kind(_content(call['requestBody']))}.\n"
    yield "| status | answer | |\n| --- | --- | --- |"
    for status, answer in call["responses"].items():
        text = "" if status == "200" else answer["description"]
        yield f"| {status} | {_kind(_content(answer))} | {text} |"
    yield ""


def _schema(name: str, schema: Schema) -> Iterator[str]:
    yield f"({_anchor(name)})=\n### {name}\n"
    yield f"{schema.get('description', '')}\n"
    if "enum" in schema:
        yield f"One of {', '.join(f'`{value}`' for value in schema['enum'])}.\n"
    if "properties" in schema:
        required = schema.get("required", [])
        yield _table("field", [(field, part, field in required) for field, part in schema["properties"].items()])


def _table(what: str, rows: list[tuple[str, Schema, bool]]) -> str:
    lines = [f"| {what} | type | |", "| --- | --- | --- |"]
    for name, schema, required in rows:
        facts = [schema.get("description", "").rstrip(".")]
        bounds = next((part for part in schema.get("anyOf", []) if part.get("type") != "null"), schema)
        facts += [text.format(f"{bounds[key]:.0f}") for key, text in _NUMBERS.items() if key in bounds]
        facts += [] if required else [f"by default {_value(schema['default'])}" if "default" in schema else "optional"]
        facts += [f"for example {_value(schema['examples'][0])}"] if schema.get("examples") else []
        lines.append(f"| `{name}` | {_kind(schema)} | {'; '.join(filter(None, facts))} |")
    return "\n".join([*lines, ""])


def _value(value: Any) -> str:
    return "null" if value is None else f"`{value}`"


def _kind(schema: Schema) -> str:
    """The type of a value in a word or two, with a link where it has a section of its own."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{_anchor(name)})"
    if "anyOf" in schema:
        return " or ".join(_kind(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        inner = schema.get("items") or schema["prefixItems"][0]
        return f"list of {_kind(inner)}"
    return str(schema.get("format") if schema.get("format") == "date" else schema.get("type", "any"))


def _content(part: dict[str, Any]) -> Schema:
    found: Schema = part["content"]["application/json"]["schema"]
    return found


def _anchor(name: str) -> str:
    return f"http-{name.lower()}"
