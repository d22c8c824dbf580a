import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { getPool } from "#db/client.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { WebhookEndpointWire } from "#lib/wire/contract/webhook-endpoints.ts";
import { api } from "#test/api.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type Receiver, startReceiver } from "#test/receiver.ts";

const client = api();
const PATH = "/v1/webhook_endpoints";

type Body = WebhookEndpointWire & {
  secret?: string;
  data: WebhookEndpointWire[];
  error: { code: string; param?: string; message: string };
};

let receiver: Receiver;
let merchant: Merchant;
before(async () => {
  receiver = await startReceiver();
  merchant = await createMerchant();
});
after(async () => {
  await receiver.stop();
});

const call = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string | null>,
  of = merchant,
) => client.call<Body>(of.keys.test.secret, method, path, body, headers);

const create = (params: object = {}, of = merchant) =>
  call("POST", PATH, { url: receiver.url, events: ["payment.*"], ...params }, undefined, of);

test("an endpoint is registered, read, changed, listed and deleted", async () => {
  const own = await createMerchant();
  const created = await create({ description: "Orders", metadata: { team: "a" } }, own);
  assert.equal(created.status, 201);
  assert.match(created.body.secret!, /^whsec_[0-9A-Za-z]{32}$/);
  const { id, created: at, secret, ...rest } = created.body;
  assert.deepEqual(rest, {
    object: "webhook_endpoint",
    livemode: false,
    metadata: { team: "a" },
    url: receiver.url,
    events: ["payment.*"],
    version: NEWEST_VERSION,
    description: "Orders",
    status: "enabled",
    disabled_reason: null,
    failing_since: null,
    previous_secret_expires_at: null,
    headers: {},
  });
  const shown = { id, created: at, ...rest };
  const read = await call("GET", `${PATH}/${id}`, undefined, {}, own);
  assert.deepEqual([read.status, read.body], [200, shown]);

  const changes = { events: ["*"], version: "2025-10-01", description: null };
  const changed = await call("POST", `${PATH}/${id}`, changes, {}, own);
  assert.deepEqual([changed.status, changed.body], [200, { ...shown, ...changes }]);

  const disabled = await call("POST", `${PATH}/${id}`, { status: "disabled" }, {}, own);
  assert.equal(disabled.body.status, "disabled");
  assert.match(disabled.body.disabled_reason!, /merchant/);
  const listed = await call("GET", `${PATH}?status=disabled`, undefined, {}, own);
  assert.deepEqual(listed.body.data, [disabled.body]);
  const enabled = await call("POST", `${PATH}/${id}`, { status: "enabled" }, {}, own);
  assert.equal(enabled.body.disabled_reason, null);

  const deleted = await call("DELETE", `${PATH}/${id}`, undefined, {}, own);
  assert.deepEqual(deleted.body, { id, object: "webhook_endpoint", deleted: true } as object);
  assert.equal((await call("GET", `${PATH}/${id}`, undefined, {}, own)).status, 404);
  assert.equal((await call("DELETE", `${PATH}/${id}`, undefined, {}, own)).status, 200);
  assert.deepEqual((await call("GET", PATH, undefined, {}, own)).body.data, []);
});

test("an invalid endpoint is refused by its parameter", async () => {
  const refused = async (params: object) => {
    const { status, body } = await create(params);
    return [status, body.error?.code, body.error?.param];
  };
  const badUrl = [400, "parameter_invalid", "url"];
  for (const url of [
    "http://localhost/hooks",
    "https://user:secret@example.com/",
    "https://example.com/\r\nHost: x",
    "https://example.com:22/",
    "https://169.254.169.254/latest",
    "https://[64:ff9b::7f00:1]/",
    "https://0x00000000/",
    "https://metadata.google.internal/",
    `https://example.com/${"a".repeat(2_048)}`,
    "not an address",
  ]) {
    assert.deepEqual(await refused({ url }), badUrl, url);
  }
  const badEvents = [400, "parameter_invalid", "events"];
  assert.deepEqual(await refused({ events: ["payment.exploded"] }), badEvents);
  assert.deepEqual(await refused({ events: ["pay.*"] }), badEvents);
  assert.deepEqual(await refused({ events: [] }), badEvents);
  assert.deepEqual(await refused({ version: "2024-01-01" }), [400, "parameter_invalid", "version"]);
  assert.deepEqual(await refused({ colour: "red" }), [400, "parameter_invalid", "colour"]);
});

test("live mode takes only public servers with a trusted certificate", async () => {
  const live = merchant.keys.live.secret;
  const body = { url: receiver.url, events: ["*"] };
  const refused = await client.call<Body>(live, "POST", PATH, body);
  assert.equal(refused.status, 400);
  assert.equal(refused.body.error.param, "url");
});

test("in test mode a server that is not running yet can be registered", async () => {
  const { url, stop } = await startReceiver();
  await stop();
  const { status, body } = await create({ url });
  assert.deepEqual([status, body.url], [201, url]);
});

test("a repeat with the same key returns the same secret, which is never stored unencrypted", async () => {
  const headers = { "Idempotency-Key": "register-once" };
  const body = { url: receiver.url, events: ["*"] };
  const first = await call("POST", PATH, body, headers);
  const again = await call("POST", PATH, body, headers);
  assert.equal(first.status, 201);
  assert.deepEqual([again.status, again.text], [200, first.text]);
  assert.equal(again.headers.get("service-idempotent-replay"), "true");
  const { rows } = await getPool().query(
    "select response_body from idempotency_keys where account_id = $1 and key = 'register-once'",
    [merchant.account.id],
  );
  assert.equal(rows.length, 1);
  assert.doesNotMatch(rows[0].response_body, /whsec_|webhook_endpoint/);
  const stored = await getPool().query("select secret::text from webhook_endpoints where id = $1", [
    first.body.id,
  ]);
  assert.ok(!stored.rows[0].secret.includes(Buffer.from(first.body.secret!).toString("hex")));
});

test("a rotation returns the new secret once and says until when the old one signs", async () => {
  const { body: made } = await create();
  const path = `${PATH}/${made.id}/rotate_secret`;
  const rotated = await call("POST", path, { overlap_hours: 2 });
  assert.equal(rotated.status, 200);
  assert.match(rotated.body.secret!, /^whsec_/);
  assert.notEqual(rotated.body.secret, made.secret);
  const endsInMs = Date.parse(rotated.body.previous_secret_expires_at!) - Date.now();
  assert.ok(Math.abs(endsInMs - 2 * 3_600_000) < 60_000);
  assert.equal((await call("GET", `${PATH}/${made.id}`)).body.secret, undefined);
  const now = await call("POST", path, { overlap_hours: 0 });
  assert.equal(now.body.previous_secret_expires_at, null);
  for (const overlap_hours of [-1, 169, 1.5]) {
    const { status, body } = await call("POST", path, { overlap_hours });
    assert.deepEqual([status, body.error.param], [400, "overlap_hours"]);
  }
});

test("an account has at most fifty endpoints per mode", async () => {
  const own = await createMerchant();
  const made = await create({}, own);
  await getPool().query(
    `insert into webhook_endpoints (account_id, id, mode, url, events, version, secret, secret_hint)
     select account_id, 'we_filler' || n, mode, url, events, version, secret, secret_hint
       from webhook_endpoints, generate_series(1, 48) n where id = $1`,
    [made.body.id],
  );
  const answers = await Promise.all([create({}, own), create({}, own), create({}, own)]);
  assert.deepEqual(answers.map((each) => each.status).sort(), [201, 409, 409]);
});

test("no call works without a key, across merchants or across modes", async () => {
  const { body: made } = await create();
  const other = await createMerchant();
  const calls: Array<[string, string, object?]> = [
    ["GET", `${PATH}/${made.id}`],
    ["POST", `${PATH}/${made.id}`, { description: "taken over" }],
    ["DELETE", `${PATH}/${made.id}`],
    ["POST", `${PATH}/${made.id}/rotate_secret`, {}],
    ["POST", `${PATH}/${made.id}/test`, {}],
  ];
  for (const [method, path, body] of calls) {
    const withKey = async (key: string | null) =>
      (await client.call<Body>(key, method, path, body)).body.error?.code;
    assert.equal(await withKey(null), "key_missing", `${method} ${path}`);
    assert.equal(await withKey(other.keys.test.secret), "resource_missing", `${method} ${path}`);
    assert.equal(await withKey(merchant.keys.live.secret), "resource_missing", `${method} ${path}`);
    assert.equal(await withKey(merchant.keys.test.publishable), "key_scope", `${method} ${path}`);
  }
  const listed = await client.call<Body>(other.keys.test.secret, "GET", PATH);
  assert.deepEqual(listed.body.data, []);
  assert.equal((await call("GET", `${PATH}/${made.id}`)).body.description, null);
});

test("headers of the connection, of the body and ours are refused, and so are too many", async () => {
  const value = { "x-long": "a".repeat(1_025), "x-line": "a\r\nb", "x-space": " a", "x-sign": "é" };
  const names = ["Host", "content-length", "Transfer-Encoding", "Connection", "Service-Signature"];
  const reserved = [...names, "webhook-id", "proxy-authorization", "bad name", "x:y", ""];
  const each = [...Object.entries(value), ...reserved.map((one): [string, string] => [one, "a"])];
  for (const [name, text] of each) {
    const { status, body } = await create({ headers: { [name]: text } });
    assert.deepEqual([status, body.error.code], [400, "parameter_invalid"], name);
    assert.match(body.error.param ?? "", /^headers/, name);
  }
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`x-${i}`, "a"]));
  assert.equal((await create({ headers: many })).body.error.param, "headers");
  const twice = await create({ headers: { "x-a": "1", "X-A": "2" } });
  assert.equal(twice.body.error.param, "headers[X-A]");
  const large = Object.fromEntries(
    Array.from({ length: 5 }, (_, i) => [`x-${i}`, "a".repeat(900)]),
  );
  assert.equal((await create({ headers: large })).body.error.param, "headers");
});
