import assert from "node:assert/strict";
import { test } from "node:test";
import type { CustomerWire } from "#lib/wire/contract/customers.ts";
import { api } from "#test/api.ts";
import { createMerchant } from "#test/merchant.ts";

const client = api();
const PATH = "/v1/customers";
const ADA = { name: "Ada", email: "ada@lindqvist.example", country: "SE", metadata: { crm: "1" } };

async function setUp() {
  const merchant = await createMerchant();
  const key = merchant.keys.test.secret;
  const call = <T = CustomerWire>(...[method, path, body, headers]: CallArguments) =>
    client.call<T & { error?: { code: string; param?: string } }>(key, method, path, body, headers);
  return { ...merchant, key, call };
}
type CallArguments = [
  method: string,
  path: string,
  body?: object | string,
  headers?: Record<string, string | null>,
];

test("a customer is created, read, changed and deleted", async () => {
  const { call } = await setUp();
  const created = await call("POST", PATH, ADA);
  assert.equal(created.status, 201);
  assert.match(created.body.id, /^cus_[0-9a-z]{24}$/);
  const { id, created: at, ...rest } = created.body;
  assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.deepEqual(rest, {
    object: "customer",
    livemode: false,
    default_payment_method: null,
    ...ADA,
  });
  const read = await call("GET", `${PATH}/${id}`);
  assert.deepEqual([read.status, read.body], [200, created.body]);
  const changes = { name: null, metadata: { crm: "", tier: "gold" } };
  const changed = await call("POST", `${PATH}/${id}`, changes);
  assert.equal(changed.status, 200);
  assert.deepEqual(changed.body, { ...created.body, name: null, metadata: { tier: "gold" } });
  const deleted = await call<object>("DELETE", `${PATH}/${id}`);
  assert.deepEqual(
    [deleted.status, deleted.body],
    [200, { id, object: "customer", deleted: true }],
  );
  const gone = await call<object>("GET", `${PATH}/${id}`);
  assert.deepEqual([gone.status, gone.body], [200, deleted.body]);
  assert.equal((await call("POST", `${PATH}/${id}`, {})).status, 404);
  const again = await call<object>("DELETE", `${PATH}/${id}`);
  assert.deepEqual([again.status, again.body], [200, deleted.body]);
  assert.deepEqual((await call<{ data: [] }>("GET", PATH)).body.data, []);
});

test("a form body means the same as a JSON body", async () => {
  const { call } = await setUp();
  const form = new URLSearchParams(
    "name=Ada&email=ada@lindqvist.example&country=&metadata[crm]=1&metadata[a b]=%C3%A9",
  );
  const { status, body } = await call("POST", PATH, form);
  assert.equal(status, 201);
  assert.deepEqual(
    [body.name, body.email, body.country, body.metadata],
    ["Ada", "ada@lindqvist.example", null, { crm: "1", "a b": "é" }],
  );
});

test("every country of ISO 3166-1 is accepted, and Kosovo by the code of its banks", async () => {
  const { call } = await setUp();
  for (const country of ["GB", "SX", "SS", "AX", "XK"]) {
    const { status, body } = await call("POST", PATH, { country });
    assert.deepEqual([status, body.country], [201, country]);
  }
});

test("each invalid parameter is named", async () => {
  const { call } = await setUp();
  const longKey = "k".repeat(41);
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, "v"]));
  const cases: [body: object, param: string][] = [
    [{ email: "nobody" }, "email"],
    [{ name: 5 }, "name"],
    [{ name: "" }, "name"],
    [{ country: "Sweden" }, "country"],
    [{ country: "se" }, "country"],
    ...["UK", "EU", "XX", "ZZ", "AN"].map((country): [object, string] => [{ country }, "country"]),
    [{ nickname: "A" }, "nickname"],
    [{ metadata: { a: 1 } }, "metadata[a]"],
    [{ metadata: "x" }, "metadata"],
    [{ metadata: { a: "v".repeat(501) } }, "metadata[a]"],
    [{ metadata: { [longKey]: "v" } }, `metadata[${longKey}]`],
    [{ metadata: many }, "metadata"],
    [{ name: "a\0b" }, "name"],
    [{ name: "\ud800" }, "name"],
  ];
  for (const [body, param] of cases) {
    const answer = await call("POST", PATH, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.deepEqual(
      [answer.body.error?.code, answer.body.error?.param],
      ["parameter_invalid", param],
    );
  }
  const { body: customer } = await call("POST", PATH, { metadata: { a: "1" } });
  const overfull = Object.fromEntries(Object.entries(many).slice(0, 50));
  const merged = await call("POST", `${PATH}/${customer.id}`, { metadata: overfull });
  assert.deepEqual([merged.status, merged.body.error?.param], [400, "metadata"]);
});

test("a default payment method must be attached to the customer", async () => {
  const { call } = await setUp();
  const { body: customer } = await call("POST", PATH, ADA);
  for (const method of ["pm_01kp0c5n7v3m8q2w4x6y9z1b5d", ""]) {
    const answer = await call("POST", `${PATH}/${customer.id}`, { default_payment_method: method });
    assert.deepEqual([answer.status, answer.body.error?.param], [400, "default_payment_method"]);
  }
  const { body: after } = await call("GET", `${PATH}/${customer.id}`);
  assert.equal(after.default_payment_method, null);
});

test("without a key or with a publishable key nothing can be read or changed", async () => {
  const { call, keys } = await setUp();
  const { body: customer } = await call("POST", PATH, ADA);
  const calls: [string, string, object?][] = [
    ["POST", PATH, ADA],
    ["GET", PATH],
    ["GET", `${PATH}/${customer.id}`],
    ["POST", `${PATH}/${customer.id}`, { name: "Eve" }],
    ["DELETE", `${PATH}/${customer.id}`],
  ];
  for (const [method, path, body] of calls) {
    const anonymous = await client.call(null, method, path, body);
    assert.deepEqual([anonymous.status, anonymous.body.error.code], [401, "key_missing"]);
    const browser = await client.call(keys.test.publishable, method, path, body);
    assert.deepEqual([browser.status, browser.body.error.code], [403, "key_scope"]);
  }
  assert.equal((await call("GET", `${PATH}/${customer.id}`)).body.name, "Ada");
});

test("a customer of another merchant or of the other mode is not found", async () => {
  const { call, keys } = await setUp();
  const other = await createMerchant();
  const { body: customer } = await call("POST", PATH, ADA);
  const one = `${PATH}/${customer.id}`;
  for (const key of [other.keys.test.secret, keys.live.secret]) {
    for (const [method, body] of [["GET"], ["POST", { name: "Eve" }], ["DELETE"]] as const) {
      const answer = await client.call(key, method, one, body);
      assert.deepEqual([answer.status, answer.body.error.code], [404, "resource_missing"]);
    }
    const list = await client.call(key, "GET", PATH);
    assert.deepEqual(list.body.data, []);
    const paged = await client.call(key, "GET", `${PATH}?starting_after=${customer.id}`);
    assert.deepEqual([paged.status, paged.body.error.param], [400, "starting_after"]);
  }
  assert.equal((await call("GET", one)).body.name, "Ada");
});

test("a repeated write runs once, and its answer is sent again", async () => {
  const { call } = await setUp();
  const again = { "Idempotency-Key": "again" };
  const first = await call("POST", PATH, ADA, again);
  const second = await call("POST", PATH, ADA, again);
  assert.deepEqual([first.status, second.status, second.text], [201, 200, first.text]);
  assert.equal(first.headers.get("Service-Idempotent-Replay"), null);
  assert.equal(second.headers.get("Service-Idempotent-Replay"), "true");
  const form = new URLSearchParams(
    "country=SE&name=Ada&metadata[crm]=1&email=ada@lindqvist.example",
  );
  assert.equal((await call("POST", PATH, form, again)).text, first.text, "a form is the same body");
  const other = await call("POST", PATH, { name: "Eve" }, again);
  assert.deepEqual([other.status, other.body.error?.code], [409, "idempotency_conflict"]);
  const update = `${PATH}/${first.body.id}`;
  const conflict = await call("POST", update, ADA, again);
  assert.equal(conflict.status, 409, "another path is another body");
  for (const status of [200, 200]) {
    const changed = await call("POST", update, { name: "B" }, { "Idempotency-Key": "change" });
    assert.equal(changed.status, status);
  }
  const deleted = await call("DELETE", update, undefined, { "Idempotency-Key": "delete" });
  const repeated = await call("DELETE", update, undefined, { "Idempotency-Key": "delete" });
  assert.deepEqual([deleted.status, repeated.text], [200, deleted.text]);
  assert.equal(repeated.headers.get("Service-Idempotent-Replay"), "true");
});

test("an error from the verb is replayed with its own status", async () => {
  const { call } = await setUp();
  const path = `${PATH}/cus_01kp0c5n7v3m8q2w4x6y9z1b5d`;
  const first = await call("POST", path, { name: "A" }, { "Idempotency-Key": "k" });
  const second = await call("POST", path, { name: "A" }, { "Idempotency-Key": "k" });
  assert.deepEqual([first.status, second.status, second.text], [404, 404, first.text]);
  assert.equal(second.headers.get("Service-Idempotent-Replay"), "true");
});

test("a write with a secret key needs an Idempotency-Key of 1 to 255 printable characters", async () => {
  const { call } = await setUp();
  for (const key of [null, "", "x".repeat(256), "t\tab", "caf\u00e9"]) {
    const { status, body } = await call("POST", PATH, ADA, { "Idempotency-Key": key });
    assert.deepEqual([status, body.error?.param], [400, "Idempotency-Key"], String(key));
  }
  const longest = await call("POST", PATH, ADA, { "Idempotency-Key": "x".repeat(255) });
  assert.equal(longest.status, 201);
});
