"""GitHub's own descriptions of itself, as npm packages hold them, read into validators."""

import copy
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from jsonschema import Draft7Validator
from openapi_core import OpenAPI
from openapi_core.testing import MockRequest, MockResponse

from tests.fakes.rest import find
from tests.fakes.rest.routes import Route

NODE_MODULES = Path(__file__).with_name("node_modules") / "@octokit"
HOST = "https://api.github.com"


def package_file(package: str, path: str) -> Path:
    """A file of an npm package; the test is skipped, naming it, where it was not fetched."""
    found = NODE_MODULES / package / path
    if not found.exists():
        pytest.skip(f"npm package @octokit/{package} is missing: run `make contract`")
    return found


class RestDescription:
    """GitHub's OpenAPI, cut down to what the stand-in answers."""

    def __init__(self, routes: list[Route]) -> None:
        whole = json.loads(package_file("openapi", "generated/api.github.com.json").read_text())
        self._by_shape = {_shape(path): path for path in whole["paths"]}
        kept = {self._by_shape[s] for s in map(_shape_of, routes) if s in self._by_shape}
        paths = {path: _usable(whole["paths"][path]) for path in sorted(kept)}
        self.methods = {path: set(operations) for path, operations in paths.items()}
        spec = {name: whole[name] for name in ("openapi", "info", "servers")}
        components = copy.deepcopy(_reachable(paths, whole["components"]))
        _mend([paths, components])
        self._spec = {**spec, "paths": paths, "components": components}
        self._openapi = OpenAPI.from_dict(self._spec)

    def template(self, route: Route) -> str | None:
        """GitHub's own name of a route's path, or None where it describes no such path."""
        return self._by_shape.get(_shape_of(route))

    def check(
        self, request: tuple[str, str, bytes], answer: tuple[int, dict[str, str], bytes]
    ) -> bool:
        """Raise where GitHub would not say this; False where it describes nothing of it."""
        method, url, content = request
        status, headers, body = answer
        parts = urlsplit(url)
        route, params = find(method, parts.path)
        template = self.template(route)
        if template is None or method.lower() not in self.methods[template]:
            return False
        path = _filled(template, list(params.values()))
        query = dict(pair.split("=", 1) for pair in parts.query.split("&") if pair)
        asked = MockRequest(
            HOST, method, path, args=query, data=content or None, content_type="application/json"
        )
        if status < 400:
            self._openapi.validate_request(asked)
        described = self._responses(template, method)
        if str(status) not in described:
            return status >= 400
        if "content" not in described[str(status)]:
            return not body
        self._openapi.validate_response(
            asked, MockResponse(body, status, headers, headers["Content-Type"].partition(";")[0])
        )
        return True

    def _responses(self, template: str, method: str) -> dict[str, Any]:
        responses = self._spec["paths"][template][method.lower()]["responses"]
        return {code: self._resolved(response) for code, response in responses.items()}

    def _resolved(self, value: dict[str, Any]) -> dict[str, Any]:
        place: Any = self._spec
        for name in value.get("$ref", "").removeprefix("#/").split("/"):
            place = place[name] if name else value
        found: dict[str, Any] = place
        return found


@cache
def webhook_schema() -> dict[str, Any]:
    """The JSON Schema of all webhook payloads."""
    schema: dict[str, Any] = json.loads(package_file("webhooks-schemas", "schema.json").read_text())
    return schema


def payload_mistakes(event: str, payload: dict[str, Any]) -> list[str]:
    """Where a payload is not what GitHub's schema of that event says."""
    name = f"{event}${payload['action']}" if "action" in payload else f"{event}$event"
    whole = webhook_schema()
    if name not in whole["definitions"]:
        return [f"no such event: {name}"]
    validator = Draft7Validator({"$ref": f"#/definitions/{name}", **whole})
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(payload)]


def _shape(path: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", path)


def _shape_of(route: Route) -> str:
    return _shape(route.template)


def _filled(template: str, values: list[str]) -> str:
    parts: Iterator[str] = iter(values)
    return re.sub(r"\{[^}]*\}", lambda _: quote(next(parts), safe=""), template)


def _usable(operations: dict[str, Any]) -> dict[str, Any]:
    """GitHub's `Link` headers say neither schema nor content, which OpenAPI does not allow."""
    usable = copy.deepcopy(operations)
    for operation in usable.values():
        if isinstance(operation, dict):
            for response in operation.get("responses", {}).values():
                response.pop("headers", None)
                content = response.get("content", {})
                content.pop("application/vnd.github.object", None)
    return usable


def _mend(value: Any) -> None:
    """Mend faults: null in nullable enums, lists with a discriminator, "a user and a company"."""
    if isinstance(value, list):
        for one in value:
            _mend(one)
    elif isinstance(value, dict):
        if "content-directory" in str(value.get("discriminator")):
            del value["discriminator"]
        titles = [one.get("title") for one in value.get("allOf", ()) if isinstance(one, dict)]
        if titles == ["Simple User", "Enterprise"]:
            value["anyOf"] = value.pop("allOf")
        if value.get("nullable") is True and isinstance(value.get("enum"), list):
            value["enum"] = [*(one for one in value["enum"] if one is not None), None]
        for one in value.values():
            _mend(one)


def _reachable(paths: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    """The components that the paths lead to."""
    kept: dict[str, Any] = {}
    waiting: list[Any] = [paths]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, dict):
            waiting.extend(value.values())
            reference = value.get("$ref")
            if isinstance(reference, str):
                _, _, kind, name = reference.split("/")
                if name not in kept.setdefault(kind, {}):
                    kept[kind][name] = components[kind][name]
                    waiting.append(components[kind][name])
    return kept
