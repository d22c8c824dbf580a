import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { runPrepared } from "#db/client.ts";
import { createKey, flushKeyUse, getKey, listKeys, revokeKey } from "#lib/domain/keys/index.ts";
import { nowMs, useClock } from "#lib/kernel/clock.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { api } from "#test/api.ts";
import { createMerchant } from "#test/merchant.ts";

const client = api();
const PATH = "/v1/customers";

test("every response has two request id headers and its version, errors too", async () => {
  const { keys } = await createMerchant();
  const answers = await Promise.all([
    client.call(keys.test.secret, "GET", PATH),
    client.call(keys.test.secret, "POST", PATH, { email: "x" }),
    client.call(null, "GET", PATH),
    client.call("sk_test_wrong", "GET", PATH),
    client.call(null, "GET", "/v1/nothing"),
    client.call(null, "PUT", PATH),
    client.call(keys.test.publishable, "GET", PATH),
  ]);
  const ids = answers.map(({ headers, status, body }) => {
    const id = headers.get("Service-Request-Id");
    assert.match(id ?? "", /^req_[0-9a-z]{24}$/);
    assert.equal(headers.get("Request-Id"), id);
    assert.equal(headers.get("Service-Version"), NEWEST_VERSION);
    assert.equal(headers.get("Content-Type"), "application/json");
    if (status >= 400) assert.equal(body.error.request_id, id);
    return id;
  });
  assert.equal(new Set(ids).size, answers.length);
});

test("an error has its type, code, message, request and a documentation page", async () => {
  const { keys } = await createMerchant();
  const { body, headers } = await client.call(keys.test.secret, "POST", PATH, { email: "x" });
  assert.deepEqual(body, {
    error: {
      type: "invalid_request_error",
      code: "parameter_invalid",
      message: "Must be an e-mail address",
      param: "email",
      request_id: headers.get("Service-Request-Id"),
      doc_url: "http://localhost:3000/docs/api/errors#parameter_invalid",
    },
  });
});

test("a missing key has another error than a wrong, revoked or foreign one", async () => {
  const { keys, ctx } = await createMerchant();
  const missing = await client.call(null, "GET", PATH);
  assert.deepEqual([missing.status, missing.body.error.code], [401, "key_missing"]);
  assert.equal(missing.headers.get("WWW-Authenticate"), "Bearer");
  const { key, plaintext } = await createKey(ctx.test, { kind: "secret", name: "Old" });
  assert.equal((await client.call(plaintext, "GET", PATH)).status, 200);
  await revokeKey(ctx.test, key.id);
  const swapped = keys.test.secret.replace("sk_test_", "sk_live_");
  for (const wrong of [plaintext, swapped, "nonsense", "a b"]) {
    const answer = await client.call(wrong, "GET", PATH);
    assert.deepEqual([answer.status, answer.body.error.code], [401, "key_invalid"], wrong);
  }
  const basic = await client.call(null, "GET", PATH, undefined, { Authorization: "Basic c2s6" });
  assert.equal(basic.body.error.code, "key_invalid");
});

test("a restricted key can do exactly what its scopes allow", async () => {
  const { ctx } = await createMerchant();
  const make = async (scopes: string[]) =>
    (await createKey(ctx.test, { kind: "secret", name: "Narrow", scopes })).plaintext;
  const reader = await make(["customers:read"]);
  assert.equal((await client.call(reader, "GET", PATH)).status, 200);
  const write = await client.call(reader, "POST", PATH, {});
  assert.deepEqual([write.status, write.body.error.code], [403, "key_scope"]);
  const stranger = await make(["payments:write"]);
  assert.equal((await client.call(stranger, "GET", PATH)).status, 403);
});

test("the header overrides the pin; an unreleased date is refused in the pinned version", async () => {
  const { keys, account } = await createMerchant();
  const get = (version: string | null) =>
    client.call(keys.test.secret, "GET", PATH, undefined, { "Service-Version": version });
  await runPrepared("test.pin", "update accounts set test_version = '2025-10-01' where id = $1", [
    account.id,
  ]);
  const pinned = await get(null);
  assert.equal(pinned.headers.get("Service-Version"), "2025-10-01");
  assert.ok("next_cursor" in pinned.body);
  const older = await get("2025-04-01");
  assert.equal(older.headers.get("Service-Version"), "2025-04-01");
  assert.ok(!("next_cursor" in older.body));
  for (const version of ["2026-04-02", "latest", "2026-4-1"]) {
    const refused = await get(version);
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.headers.get("Service-Version")],
      [400, "version_unknown", "2025-10-01"],
    );
  }
  const live = await client.call(keys.live.secret, "GET", PATH);
  assert.equal(live.headers.get("Service-Version"), NEWEST_VERSION, "each mode has its own pin");
  const unknown = await client.call("sk_test_wrong", "GET", PATH);
  assert.equal(unknown.headers.get("Service-Version"), NEWEST_VERSION);
});

test("a replay is in the version it was stored in", async () => {
  const { keys } = await createMerchant();
  const post = (version: string) =>
    client.call(
      keys.test.secret,
      "POST",
      PATH,
      { name: "A" },
      {
        "Idempotency-Key": "k",
        "Service-Version": version,
      },
    );
  const first = await post("2025-10-01");
  const replay = await post(NEWEST_VERSION);
  assert.equal(replay.text, first.text);
  assert.equal(replay.headers.get("Service-Version"), "2025-10-01");
});

test("an unknown path is a 404, a wrong method a 405 with the supported ones, and OPTIONS lists the same", async () => {
  const { keys } = await createMerchant();
  const unknown = await client.call(keys.test.secret, "GET", "/v1/custumers");
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, "resource_missing"]);
  const wrong = await client.call(keys.test.secret, "PATCH", PATH, {});
  assert.deepEqual([wrong.status, wrong.body.error.code], [405, "method_not_allowed"]);
  assert.equal(wrong.headers.get("Allow"), "POST, GET, HEAD, OPTIONS");
  const options = await client.call(null, "OPTIONS", PATH);
  assert.deepEqual(
    [options.status, options.headers.get("Allow")],
    [204, "POST, GET, HEAD, OPTIONS"],
  );
  assert.equal(options.headers.get("Access-Control-Allow-Origin"), null);
  const head = await client.call(keys.test.secret, "HEAD", PATH);
  assert.deepEqual([head.status, head.text], [200, ""]);
  const document = await client.call(null, "POST", "/v1/openapi.json");
  assert.deepEqual([document.status, document.headers.get("Allow")], [405, "GET, HEAD, OPTIONS"]);
});

test("bodies of other types are 415, malformed ones 400, and no body is an empty one", async () => {
  const { keys } = await createMerchant();
  const post = (body: string | undefined, type: string | null) =>
    client.call(keys.test.secret, "POST", PATH, body, { "Content-Type": type });
  for (const type of [
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/json; charset=latin1",
    "x",
  ]) {
    const answer = await post("{}", type);
    assert.deepEqual(
      [answer.status, answer.body.error.code],
      [415, "content_type_unsupported"],
      type,
    );
  }
  const broken = ["{", "", "nul", "[]", "5", '"x"', "null", '{"a":1}x', "{'a':1}"];
  for (const body of broken.filter(Boolean)) {
    const answer = await post(body, "application/json");
    assert.deepEqual([answer.status, answer.body.error.code], [400, "parameter_invalid"], body);
  }
  const forms = [
    "a=%ff",
    "a=%",
    "metadata[a=1",
    "metadata[a]b=1",
    "[a]=1",
    "name=a&name=b",
    "name[x]=1&name=y",
  ];
  for (const body of forms) {
    const answer = await post(body, "application/x-www-form-urlencoded");
    assert.deepEqual([answer.status, answer.body.error.code], [400, "parameter_invalid"], body);
  }
  assert.equal((await post(undefined, null)).status, 201);
  assert.equal((await post("{}", "application/json; charset=UTF-8")).status, 201);
});

test("a compressed body is 415, whatever it holds, and `identity` is no compression", async () => {
  const { keys } = await createMerchant();
  const post = (encoding: string, body: string | Buffer) =>
    client.call(keys.test.secret, "POST", PATH, body as string, {
      "Content-Type": "application/json",
      "Content-Encoding": encoding,
    });
  for (const [encoding, body] of [
    ["gzip", gzipSync("{}")],
    ["br", "{}"],
    ["gzip, identity", "{}"],
  ] as const) {
    const { status, body: answer } = await post(encoding, body);
    assert.deepEqual(
      [status, answer.error.code, answer.error.param],
      [415, "content_type_unsupported", "Content-Encoding"],
      encoding,
    );
  }
  assert.equal((await post("Identity", "{}")).status, 201);
});

test("a parameter named like an object's prototype changes nothing", async () => {
  const { keys } = await createMerchant();
  for (const [body, type] of [
    ['{"__proto__":{"admin":"1"}}', "application/json"],
    ['{"metadata":{"__proto__":"1"}}', "application/json"],
    ["__proto__[admin]=1", "application/x-www-form-urlencoded"],
    ["metadata[__proto__]=1", "application/x-www-form-urlencoded"],
    ["constructor[prototype][admin]=1", "application/x-www-form-urlencoded"],
  ] as const) {
    const answer = await client.call(keys.test.secret, "POST", PATH, body, {
      "Content-Type": type,
    });
    assert.equal(answer.status, 400, body);
  }
  assert.equal(({} as { admin?: string }).admin, undefined);
});

test("a body over 1 MiB is refused, whether its length is declared or not", async () => {
  const { keys } = await createMerchant();
  const big = JSON.stringify({ name: "x".repeat(2 ** 20) });
  const json = { "Content-Type": "application/json" };
  const declared = { ...json, "Content-Length": String(big.length) };
  for (const headers of [json, declared]) {
    const answer = await client.call(keys.test.secret, "POST", PATH, big, headers);
    assert.deepEqual([answer.status, answer.body.error.code], [413, "request_too_large"]);
  }
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(32));
    },
  });
  const answer = await client.call(keys.test.secret, "POST", PATH, endless, json);
  assert.equal(answer.status, 413);
  assert.ok(sent < 2 * 2 ** 20, "reading stops soon after the limit");
});

test("writes can burst to twice their limit, then wait for Retry-After", async () => {
  const { keys } = await createMerchant();
  const frozen = nowMs();
  const putBack = useClock({ nowMs: () => frozen });
  try {
    const post = () =>
      client.call(keys.test.secret, "DELETE", `${PATH}/cus_01kp0c5n7v3m8q2w4x6y9z1b5d`);
    const answers = await Promise.all(Array.from({ length: 55 }, post));
    const limited = answers.filter(({ status }) => status === 429);
    assert.equal(limited.length, 5);
    const [{ headers, body } = assert.fail()] = limited;
    assert.deepEqual([body.error.code, body.error.type], ["rate_limited", "rate_limit_error"]);
    assert.equal(headers.get("Service-RateLimit-Limit"), "25");
    assert.equal(headers.get("Service-RateLimit-Remaining"), "0");
    assert.equal(headers.get("Service-RateLimit-Reset"), String(Math.ceil(frozen / 1_000 + 2)));
    assert.equal(headers.get("Retry-After"), "1");
    assert.equal(
      (await client.call(keys.live.secret, "POST", PATH, {})).status,
      201,
      "live has its own",
    );
    assert.equal(
      (await client.call(keys.test.secret, "GET", PATH)).status,
      200,
      "lists have their own",
    );
    useClock({ nowMs: () => frozen + 1_000 });
    assert.equal((await post()).status, 404);
  } finally {
    putBack();
  }
});

test("an operator can raise an account's limit", async () => {
  const { keys, account } = await createMerchant();
  await runPrepared(
    "test.grant",
    "update accounts set rate_limits = '{\"lists\": 12}' where id = $1",
    [account.id],
  );
  const frozen = nowMs();
  const putBack = useClock({ nowMs: () => frozen });
  try {
    const calls = Array.from({ length: 20 }, () => client.call(keys.test.secret, "GET", PATH));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 12);
  } finally {
    putBack();
  }
});

test("each request is counted for its key, with address and version", async () => {
  const { keys, ctx } = await createMerchant();
  const from = { "X-Forwarded-For": "203.0.113.9", "Service-Version": "2025-10-01" };
  await client.call(keys.test.secret, "GET", PATH, undefined, from);
  await client.call(
    keys.test.secret,
    "GET",
    `${PATH}/cus_01kp0c5n7v3m8q2w4x6y9z1b5d`,
    undefined,
    from,
  );
  await flushKeyUse();
  const secret = (await listKeys(ctx.test)).find(({ kind }) => kind === "secret");
  const { use } = await getKey(ctx.test, secret!.id);
  assert.deepEqual([use.requests, use.errors], [2, 1]);
  assert.deepEqual([use.lastAddress, use.lastVersion], ["203.0.113.9", "2025-10-01"]);
});
