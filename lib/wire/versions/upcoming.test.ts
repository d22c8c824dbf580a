import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { assignEnv } from "#lib/kernel/env.ts";
import { supportedUntil } from "#lib/kernel/versions.ts";
import { type AnyBody, api } from "#test/api.ts";
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
  UPCOMING_VERSION,
} from "./index.ts";

const client = api();
const UPCOMING = { "Service-Version": UPCOMING_VERSION };

afterEach(() => assignEnv({ UPCOMING_VERSION: "" }));

const allow = () => assignEnv({ UPCOMING_VERSION: "true" });

test("the upcoming version is later than every released one, and not released", () => {
  assert.ok(RELEASED_VERSIONS.every((version) => version < UPCOMING_VERSION));
  assert.equal(supportedUntil(NEWEST_VERSION), null);
});

test("the upcoming version is unknown unless the operator allows it, and always in live mode", async () => {
  const { keys } = await createMerchant();
  const read = async (key: string) => {
    const { status, body, headers } = await client.call(key, "GET", "/v1/payments", undefined, {
      ...UPCOMING,
    });
    return [status, body.error?.code, headers.get("Service-Version")];
  };
  const unknown = [400, "version_unknown", NEWEST_VERSION];
  assert.deepEqual(await read(keys.test.secret), unknown);
  allow();
  assert.deepEqual(await read(keys.test.secret), [200, undefined, UPCOMING_VERSION]);
  assert.deepEqual(await read(keys.live.secret), unknown);
  assignEnv({ UPCOMING_VERSION: "false" });
  assert.deepEqual(await read(keys.test.secret), unknown);
});

test("no webhook endpoint can be pinned to the upcoming version", async () => {
  allow();
  const { keys } = await createMerchant();
  const body = { url: "https://shop.example/hook", events: ["*"], version: UPCOMING_VERSION };
  const { status, body: refused } = await client.call<AnyBody>(
    keys.test.secret,
    "POST",
    "/v1/webhook_endpoints",
    body,
    UPCOMING,
  );
  assert.deepEqual([status, refused.error.param], [400, "version"]);
});

test("an event shown in the upcoming version has that version", () => {
  const event = { object: "event", version: NEWEST_VERSION, data: {} };
  assert.deepEqual(downgrade(event, UPCOMING_VERSION), { ...event, version: UPCOMING_VERSION });
});

test("a delivered event has object in the upcoming version only", () => {
  const event = eventOf("payment.succeeded", RESOURCES.payment!.succeeded!);
  const sent = (version: string) => JSON.parse(renderEventBody(event, version));
  const { object, ...rest } = sent(UPCOMING_VERSION);
  assert.equal(object, "event");
  assert.deepEqual(Object.keys(sent(UPCOMING_VERSION)).slice(0, 3), ["id", "object", "type"]);
  assert.deepEqual(rest, { ...sent(NEWEST_VERSION), version: UPCOMING_VERSION });
  for (const version of RELEASED_VERSIONS) assert.ok(!("object" in sent(version)), version);
});

test("released versions behave as before; the upcoming one has every change of behaviour", () => {
  for (const { name, date } of BEHAVIOURS) {
    assert.equal(date, UPCOMING_VERSION, name);
    assert.ok(behaves(name, UPCOMING_VERSION), name);
    for (const version of RELEASED_VERSIONS) assert.ok(!behaves(name, version), name);
  }
});
