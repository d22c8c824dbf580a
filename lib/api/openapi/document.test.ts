import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { ERROR_CODES } from "#lib/kernel/errors.ts";
import { withRecentDay } from "#lib/kernel/example-day.ts";
import { EXAMPLE_DAY } from "#lib/kernel/vocabulary/example-day.ts";
import { apiApp } from "../app.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { buildDocument } from "./document.ts";

const routes = ENDPOINTS.map(({ route }) => route);
const committed = readFileSync(new URL("../openapi.json", import.meta.url), "utf8");

test("the committed OpenAPI document is the one that the route table makes (else: npm run openapi)", () => {
  assert.deepEqual(JSON.parse(committed), JSON.parse(JSON.stringify(buildDocument(routes))));
});

test("the OpenAPI document is public, has yesterday for the example day and is else as committed, and supports conditional requests", async () => {
  const answer = await apiApp.fetch(new Request("http://localhost/v1/openapi.json"));
  assert.equal(answer.status, 200);
  const text = await answer.text();
  assert.equal(text, withRecentDay(committed));
  assert.doesNotMatch(text, new RegExp(EXAMPLE_DAY));
  assert.match(answer.headers.get("Service-Request-Id") ?? "", /^req_/);
  const headers = { "If-None-Match": answer.headers.get("ETag") ?? "" };
  const again = await apiApp.fetch(new Request("http://localhost/v1/openapi.json", { headers }));
  assert.equal(again.status, 304);
});

test("every schema in the document is valid JSON Schema", () => {
  const ajv = new Ajv2020();
  // Tests compare real responses with the closed schemas.
  for (const closed of [false, true]) {
    const document = JSON.stringify(buildDocument(routes, { closed }));
    const schemas: unknown[] = [];
    const { components } = JSON.parse(document, (name, value) => {
      if (name === "schema") schemas.push(value);
      return value;
    });
    assert.ok(schemas.length > routes.length);
    assert.ok(ajv.validateSchema({ $defs: components.schemas }), ajv.errorsText());
    assert.ok(ajv.validateSchema({ allOf: schemas as object[] }), ajv.errorsText());
  }
});

test("every reference in the document resolves, and operation names are unique", () => {
  const document = JSON.parse(committed);
  const references = [...committed.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, path]) => path!);
  assert.ok(references.length > 10);
  for (const reference of references) {
    const target = reference
      .split("/")
      .reduce((inner: Record<string, unknown>, part) => inner[part] as typeof inner, document);
    assert.ok(target, reference);
  }
  const names = routes.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});

test("every example in the document matches its own schema", () => {
  for (const { name, response, body, bodyExample } of routes) {
    assert.ok(response.example, `${name} has no example`);
    const parsed = response.schema.safeParse(response.example);
    assert.ok(parsed.success, `${name}: ${parsed.error}`);
    if (!body || Object.keys((body as { shape?: object }).shape ?? { one: 1 }).length === 0)
      continue;
    assert.ok(bodyExample, `${name} has no example of its body`);
    const request = body.safeParse(bodyExample);
    assert.ok(request.success, `${name}: ${request.error}`);
  }
});

test("every error code of the service is documented for some call", () => {
  for (const code of Object.keys(ERROR_CODES)) {
    if (code === "method_not_allowed") continue;
    assert.ok(
      committed.includes(`\`${code}\``) || code === "card_declined" || code === "state_invalid",
      code,
    );
  }
});
