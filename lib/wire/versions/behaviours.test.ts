import assert from "node:assert/strict";
import { test } from "node:test";
import { supportedUntil } from "#lib/kernel/versions.ts";
import { toEventWire } from "#lib/wire/serializers/webhooks.ts";
import { api } from "#test/api.ts";
import { createMerchant } from "#test/merchant.ts";
import { RESOURCES } from "#tools/golden/files.ts";
import { eventOf } from "#tools/golden/webhooks.ts";
import {
  BEHAVIOURS,
  behaves,
  downgrade,
  NEWEST_VERSION,
  RELEASED_VERSIONS,
  renderEventBody,
  type Version,
} from "./index.ts";

const client = api();
const HAS_OBJECT = "2026-12-01";

test("the newest version is the latest date, and has no end of support", () => {
  assert.deepEqual([...RELEASED_VERSIONS].sort(), [...RELEASED_VERSIONS]);
  assert.equal(NEWEST_VERSION, RELEASED_VERSIONS.at(-1));
  assert.equal(supportedUntil(NEWEST_VERSION), null);
  assert.equal(supportedUntil("2026-04-01"), "2028-12-01");
});

test("every released version can be called in both modes, without a preview", async () => {
  const { keys } = await createMerchant();
  for (const key of [keys.test.secret, keys.live.secret]) {
    for (const version of RELEASED_VERSIONS) {
      const headers = { "Service-Version": version };
      const answer = await client.call(key, "GET", "/v1/payments", undefined, headers);
      assert.deepEqual([answer.status, answer.headers.get("Service-Version")], [200, version]);
    }
  }
});

test("an account and an endpoint of today have the newest version", async () => {
  const { keys } = await createMerchant();
  const body = { url: "https://shop.example/hook", events: ["*"] };
  const key = keys.test.secret;
  const made = await client.call(key, "POST", "/v1/webhook_endpoints", body);
  assert.deepEqual([made.status, made.headers.get("Service-Version")], [201, NEWEST_VERSION]);
  assert.equal(made.body.version, NEWEST_VERSION);
});

test("a delivered event has object from 2026-12-01 on", () => {
  const event = eventOf("payment.succeeded", RESOURCES.payment!.succeeded!);
  const sent = (version: Version) => JSON.parse(renderEventBody(event, version));
  const { object, ...rest } = sent(HAS_OBJECT);
  assert.equal(object, "event");
  assert.deepEqual(Object.keys(sent(HAS_OBJECT)).slice(0, 3), ["id", "object", "type"]);
  assert.deepEqual({ ...rest, version: "2026-04-01" }, sent("2026-04-01"));
  for (const version of RELEASED_VERSIONS) {
    assert.equal("object" in sent(version), version >= HAS_OBJECT, version);
  }
});

test("a change of behaviour belongs to a version, and to every later one", () => {
  assert.ok(BEHAVIOURS.length > 0);
  for (const { name, date } of BEHAVIOURS) {
    for (const version of RELEASED_VERSIONS) {
      assert.equal(behaves(name, version), version >= date, `${name} in ${version}`);
    }
  }
});

test("an event of before a release has the caller's version, unless a shape has changed since", () => {
  const event = eventOf("payment.succeeded", RESOURCES.payment!.succeeded!);
  const shown = (stored: Version, version: Version) =>
    downgrade(toEventWire({ ...event, version: stored }), version).version;
  for (const version of RELEASED_VERSIONS) assert.equal(shown("2026-04-01", version), version);
  assert.equal(shown("2025-10-01", NEWEST_VERSION), "2025-10-01");
});
