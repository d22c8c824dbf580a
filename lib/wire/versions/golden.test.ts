import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ENDPOINTS } from "#lib/api/endpoints.ts";
import { buildDocument } from "#lib/api/openapi/document.ts";
import { schemaName } from "#lib/api/openapi/schemas.ts";
import { EVENT_TYPES } from "#lib/domain/events/index.ts";
import { goldenFiles, RESOURCES } from "#tools/golden/files.ts";
import { eventOf } from "#tools/golden/webhooks.ts";
import { WIRE_SERIALIZERS } from "../objects.ts";
import { NEWEST_VERSION, RELEASED_VERSIONS, renderEventBody } from "./index.ts";

const folder = new URL("golden/", import.meta.url);
const expected = goldenFiles();

const RELEASED_SHAPE =
  "a released version's shape must not change: those who are pinned to it rely on every byte. " +
  "Bring the change as a module in lib/wire/versions/changes; where a field or value was only added, " +
  "run: npm run golden -- --accept";

type Schema = {
  properties?: Record<string, Schema>;
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  anyOf?: Schema[];
};
const { components } = buildDocument(ENDPOINTS.map(({ route }) => route)) as unknown as {
  components: { schemas: Record<string, Schema> };
};

test("golden: every resource and event equals, byte for byte, the released shape of each version", () => {
  for (const [path, text] of expected) {
    const kept = readFileSync(new URL(path, folder), "utf8");
    assert.equal(text, kept, `${path}: ${RELEASED_SHAPE}`);
  }
});

test("golden: no file is missing or superfluous", () => {
  const kept = globSync("**/*.json", { cwd: folder.pathname }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  assert.deepEqual(kept.sort(), [...expected.keys()].sort(), "run: npm run golden");
});

test("golden: each version has every kind of object of the contract", () => {
  const kinds = new Set<unknown>(["error"]);
  const routes = ENDPOINTS.map(({ route }) => route);
  JSON.stringify(buildDocument(routes), (name, value) => {
    if (name === "object" && value?.const) kinds.add(value.const);
    return value;
  });
  assert.ok(kinds.size > 8);
  for (const kind of kinds) {
    for (const version of RELEASED_VERSIONS) {
      assert.ok(expected.has(`${version}/${kind}.json`), `add ${kind} to tools/golden`);
    }
  }
});

test("golden: each version has every event type whose object exists, with its exact bytes", () => {
  const made = Object.keys(EVENT_TYPES).filter((type) => type.split(".")[0]! in WIRE_SERIALIZERS);
  assert.ok(made.length >= 9);
  for (const type of made) {
    for (const version of RELEASED_VERSIONS) {
      const text = expected.get(`${version}/events/${type}.json`);
      assert.ok(text, `add ${type} to tools/golden`);
      const states = JSON.parse(text) as Record<string, { version: string; data: object }>;
      for (const [name, body] of Object.entries(states)) {
        const data = RESOURCES[type.split(".")[0]!]![name]!;
        const sent = renderEventBody(eventOf(type as keyof typeof EVENT_TYPES, data), version);
        assert.equal(JSON.stringify(body), sent);
        assert.equal(body.version, version);
        const { object } = data as { object: string };
        const resource = JSON.parse(expected.get(`${version}/${object}.json`)!);
        assert.deepEqual(body.data, resource[name], "an event carries what a response shows");
      }
    }
  }
});

/** Fields that nothing fills until their resource is built. */
const METHODS_TO_COME = new Set(["bancontact", "eps", "p24", "blik", "bacs_debit", "sepa_debit"]);

test("golden: the files contain every status of the contract, and every field with and without a value", () => {
  for (const kind of [
    "payment",
    "refund",
    "customer",
    "payment_method",
    "webhook_endpoint",
    "delivery",
    "replay",
    "replay_result",
    "api_request",
    "plan",
    "subscription",
    "invoice",
  ]) {
    const states = Object.values(RESOURCES[kind]!);
    for (const [field, schema] of Object.entries(components.schemas[kind]!.properties!)) {
      const shown = new Set(states.map((state) => state[field]));
      const options = [schema, ...(schema.anyOf ?? [])];
      for (const word of options.flatMap((option) => option.enum ?? [])) {
        // Versions and event types are as good as each other here; `golden/events` has every type.
        if (field === "version" || field === "event_type") continue;
        if (METHODS_TO_COME.has(String(word)) || word === "sepa_instant") continue;
        assert.ok(shown.has(word), `${kind}.${field}: ${word}`);
      }
      if (!options.some(({ type }) => type === "null" || type?.includes("null"))) continue;
      assert.ok(shown.has(null), `${kind}.${field} is never null`);
      assert.ok(shown.size > 1, `${kind}.${field} is always null`);
    }
  }
});

/** States that have a schema of their own. */
const OF_ANOTHER_SCHEMA: ReadonlySet<string> = new Set([
  "deleted",
  "with_its_secret",
  "with_attempts",
  "with_bodies",
  "without_bodies",
]);

test("golden: the newest files have exactly the fields of the contract", () => {
  for (const [kind, states] of Object.entries(RESOURCES)) {
    const described = components.schemas[schemaName(kind)]?.properties;
    if (!described) continue;
    for (const [name, state] of Object.entries(states)) {
      if (OF_ANOTHER_SCHEMA.has(name)) continue;
      assert.deepEqual(Object.keys(state).sort(), Object.keys(described).sort(), `${kind} ${name}`);
    }
  }
  assert.ok(expected.get(`${NEWEST_VERSION}/payment.json`)?.includes('"advice_code"'));
});
