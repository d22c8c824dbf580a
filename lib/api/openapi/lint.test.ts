// Properties of the document that readers and generators rely on. Spectral and generated clients: `npm run -s contract`.

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { EVENT_TYPES, type EventType } from "#lib/domain/events/index.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import type { JsonSchema } from "#lib/wire/versions/index.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { buildDocument } from "./document.ts";
import { eventSchemaName } from "./events.ts";

const routes = ENDPOINTS.map(({ route }) => route);
const documents = RELEASED_VERSIONS.map(
  (version) => [version, JSON.parse(JSON.stringify(buildDocument(routes, { version })))] as const,
);

test("Redocly's recommended rules find nothing in the newest and the oldest document", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  // A second each: those between have no shapes of their own.
  for (const [version, document] of [documents[0]!, documents.at(-1)!]) {
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, absoluteRef: `${version}.json`, config });
    const told = problems.map(
      ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ""}: ${message}`,
    );
    assert.deepEqual(told, [], version);
  }
});

/** Calls `found` for each schema with the path to it. */
function visitSchemas(
  node: unknown,
  path: string,
  found: (schema: JsonSchema, path: string) => void,
): void {
  if (node === null || typeof node !== "object") return;
  const schema = node as JsonSchema;
  if (!Array.isArray(node)) found(schema, path);
  for (const [name, inner] of Object.entries(schema)) {
    if (name !== "examples" && name !== "example") visitSchemas(inner, `${path}.${name}`, found);
  }
}

test("every field, parameter, tag and component is described", () => {
  for (const [version, document] of documents) {
    const missing: string[] = [];
    const { components, paths, tags } = document;
    const describes = ({ description, $ref }: JsonSchema): boolean =>
      Boolean(description) ||
      (typeof $ref === "string" && describes(components.schemas[$ref.split("/").at(-1) ?? ""]));
    visitSchemas({ components: components.schemas, paths }, version, ({ properties }, path) => {
      for (const [name, field] of Object.entries((properties ?? {}) as Record<string, JsonSchema>))
        if (!describes(field)) missing.push(`${path}.${name}`);
    });
    for (const { name, description } of tags) if (!description) missing.push(`tag ${name}`);
    for (const [name, schema] of Object.entries<JsonSchema>(components.schemas))
      if (!schema.description && !name.endsWith("_request")) missing.push(name);
    for (const methods of Object.values<object>(paths)) {
      for (const { operationId, description, parameters } of Object.values(methods)) {
        if (!description) missing.push(operationId);
        for (const { name, description: said } of parameters)
          if (!said) missing.push(`${operationId} ${name}`);
      }
    }
    assert.deepEqual(missing, []);
  }
});

test("no component's name shadows a global of JavaScript, Node or a browser", () => {
  const globals = new Set(Object.getOwnPropertyNames(globalThis));
  const folder = fileURLToPath(new URL("../../../node_modules/@typescript/", import.meta.url));
  for (const file of globSync("*/lib/lib.*.d.ts", { cwd: folder })) {
    const text = readFileSync(`${folder}${file}`, "utf8");
    for (const [, name] of text.matchAll(
      /^(?:declare )?(?:interface|type|class|var|function) (\w+)/gm,
    ))
      globals.add(name!);
  }
  assert.ok(globals.has("Event") && globals.has("Report") && globals.has("PaymentRequest"));
  for (const [, { components }] of documents) {
    for (const name of Object.keys(components.schemas)) {
      const pascal = name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
      assert.ok(!globals.has(pascal) && !globals.has(name), name);
    }
  }
});

test("no component refers to itself, directly or through others", () => {
  for (const [version, document] of documents) {
    const { schemas } = document.components;
    const refers = new Map<string, string[]>();
    for (const [name, schema] of Object.entries(schemas)) {
      const text = JSON.stringify(schema);
      const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
      refers.set(name, [...new Set(names.map(([, one]) => one!))]);
    }
    const safe = new Set<string>();
    const follow = (name: string, chain: readonly string[]): void => {
      assert.ok(!chain.includes(name), `${version}: ${[...chain, name].join(" → ")}`);
      if (safe.has(name)) return;
      for (const next of refers.get(name)!) follow(next, [...chain, name]);
      safe.add(name);
    };
    for (const name of refers.keys()) follow(name, []);
  }
});

test("each event type has a webhook and its part of the union, and its data has its object", () => {
  for (const [version, document] of documents) {
    const { schemas } = document.components;
    const types = Object.keys(EVENT_TYPES) as EventType[];
    assert.deepEqual(Object.keys(document.webhooks), types);
    assert.deepEqual(Object.keys(schemas.api_event.discriminator.mapping), types);
    assert.equal(schemas.api_event.oneOf.length, types.length);
    for (const type of types) {
      const name = eventSchemaName(type);
      const $ref = `#/components/schemas/${name}`;
      assert.equal(schemas.api_event.discriminator.mapping[type], $ref);
      const { requestBody } = document.webhooks[type].post;
      assert.deepEqual(requestBody.content["application/json"].schema, { $ref }, version);
      const { data, type: word } = schemas[name].properties;
      assert.equal(word.const, type);
      assert.ok(data.$ref ?? data.anyOf, `${type} has typed data`);
    }
  }
});

test("a field that can be expanded refers to the object, and a decline to its payment", () => {
  for (const [version, document] of documents) {
    const { schemas } = document.components;
    let expandable = 0;
    visitSchemas(schemas, version, (schema, path) => {
      if (!Array.isArray(schema["x-expands"])) return;
      expandable += 1;
      const references = (schema.anyOf as JsonSchema[]).filter(({ $ref }) => $ref);
      assert.ok(references.length >= schema["x-expands"].length, path);
    });
    assert.ok(expandable > 40, String(expandable));
    assert.equal(
      schemas.api_error.properties.error.properties.payment.$ref,
      "#/components/schemas/payment",
    );
  }
});
