"""The API is what its OpenAPI description says, for requests that fit the description and for requests that do not."""

from pathlib import Path

import pytest
from hypothesis import given, settings

from boaf import web

pytestmark = pytest.mark.slow

EXAMPLES = 8


def test_every_call_keeps_to_its_description() -> None:
    import schemathesis

    import tests.web.formats  # noqa: F401

    config = schemathesis.Config.from_path(Path(__file__).parents[2] / "schemathesis.toml")
    schema = schemathesis.openapi.from_asgi("/openapi.json", web.create_app(), config=config)
    operations = [operation.ok() for operation in schema.get_all_operations()]
    assert len(operations) == sum(map(len, web.create_app().openapi()["paths"].values()))
    for operation in operations:

        @settings(max_examples=EXAMPLES)
        @given(case=operation.as_strategy())
        def keeps_to_its_description(case: schemathesis.Case) -> None:
            case.call_and_validate()

        keeps_to_its_description()


def test_every_call_is_described_with_examples_and_refusals() -> None:
    described = web.create_app().openapi()
    for path, calls in described["paths"].items():
        for call in calls.values():
            assert call["summary"], path
            assert call["description"], path
            assert set(call["responses"]) == {"200", "400", "413", "422", "500", "503"}, path
            for answer in call["responses"].values():
                assert "$ref" in answer["content"]["application/json"]["schema"], path


def test_the_page_about_the_api_loads_nothing_from_elsewhere() -> None:
    from fastapi.testclient import TestClient

    client = TestClient(web.create_app())
    assert client.get("/redoc").status_code == 404
    page = client.get("/docs").text
    assert "<script" not in page
    assert "//" not in page.replace("<!doctype", "")
    for path in web.create_app().openapi()["paths"]:
        assert path in page
