import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { EVENT_TYPES } from "#lib/domain/events/index.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { buildDocument } from "./document.ts";
import { eventTypeEntries } from "./event-types.ts";
import { schemaName } from "./schemas.ts";

const entries = eventTypeEntries();

test("the catalogue has every event type once, with a description and its retries", () => {
  assert.deepEqual(
    entries.map(({ type }) => type),
    Object.keys(EVENT_TYPES),
  );
  for (const { type, fires_when, retry_minutes } of entries) {
    assert.match(fires_when, /^[A-Z].*\.$/, type);
    assert.ok([6, 4, 3].includes(retry_minutes.length), type);
  }
});

test("every event sent today has its schema and a matching example in each released version", () => {
  const document = buildDocument(
    ENDPOINTS.map(({ route }) => route),
    { closed: true },
  );
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...document, $id: "contract" });
  const emitted = entries.filter(({ emitted: isEmitted }) => isEmitted);
  assert.ok(emitted.length >= 9);
  for (const { type, object, schema, examples } of emitted) {
    assert.deepEqual(schema, { $ref: `#/components/schemas/${schemaName(object)}` });
    assert.deepEqual(Object.keys(examples ?? {}), [...RELEASED_VERSIONS]);
    for (const [version, body] of Object.entries(examples ?? {})) {
      const sent = body as { id: string; type: string; version: string; data: object };
      assert.deepEqual([sent.type, sent.version], [type, version]);
    }
    const newest = examples?.[RELEASED_VERSIONS.at(-1)!] as { data: object };
    const check = ajv.getSchema(`contract#/components/schemas/${schemaName(object)}`)!;
    assert.ok(check(newest.data), `${type}: ${JSON.stringify(check.errors)}`);
  }
});
