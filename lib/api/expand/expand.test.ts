import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { createKey } from "#lib/domain/keys/index.ts";
import type { JsonSchema } from "#lib/wire/versions/index.ts";
import { type AnyBody, api } from "#test/api.ts";
import { createMerchant } from "#test/merchant.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { buildDocument } from "../openapi/document.ts";
import { toJsonSchema } from "../openapi/schemas.ts";
import { kindOfId } from "./expanders.ts";
import { EXPANDABLE, type Fields, isKinds, type Kind } from "./paths.ts";

const client = api();
type Nested = AnyBody & { customer: AnyBody; payment_method: AnyBody; payment: Nested };

const CHARGE = {
  amount: 1000,
  currency: "EUR",
  method: "card",
  payment_method: "pm_test_4242424242424242",
};
const CARD = { number: "4242424242424242", exp_month: 12, exp_year: 2034, cvc: "123" };

async function setUp() {
  const merchant = await createMerchant();
  const key = merchant.keys.test.secret;
  const post = async (path: string, body: object) => {
    const answer = await client.call<Nested>(key, "POST", path, body);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const customer = await post("/v1/customers", { name: "Ada" });
  const payment = await post("/v1/payments", { ...CHARGE, customer: customer.id });
  const refund = await post("/v1/refunds", { payment: payment.id, amount: 100 });
  const get = (path: string, as = key) => client.call<Nested>(as, "GET", path);
  const call = (method: string, path: string, body?: object, headers = {}) =>
    client.call<Nested>(key, method, path, body, headers);
  return { ...merchant, customer, payment, refund, get, call };
}

test("related objects are expanded, nested ones and those in lists too", async () => {
  const { customer, payment, refund, get } = await setUp();
  const one = await get(`/v1/payments/${payment.id}?expand[]=customer&expand[]=payment_method`);
  assert.equal(one.body.customer.name, "Ada");
  assert.equal(one.body.payment_method.object, "payment_method");
  const deep = await get(`/v1/refunds/${refund.id}?expand[]=payment.customer`);
  assert.equal(deep.body.payment.id, payment.id);
  assert.deepEqual(deep.body.payment.customer, { ...customer });
  const list = await get("/v1/payments?expand[]=data.customer");
  assert.deepEqual((list.body.data as Nested[])[0]?.customer, { ...customer });
  const plain = await get(`/v1/payments/${payment.id}`);
  assert.equal(plain.body.customer, customer.id);
});

test("expanded objects are in the caller's version", async () => {
  const { refund, keys } = await setUp();
  const path = `/v1/refunds/${refund.id}?expand[]=payment`;
  const headers = { "Service-Version": "2025-04-01" };
  const { body } = await client.call<Nested>(keys.test.secret, "GET", path, undefined, headers);
  assert.ok("decline_code" in body.payment && !("decline" in body.payment));
  assert.ok("redirect" in body.payment && !("redirect_url" in body.payment));
});

test("a restricted key cannot read an object by expanding it, and then writes nothing", async () => {
  const { ctx, payment, get } = await setUp();
  const scopes = ["payments:read", "refunds:write"];
  const { plaintext } = await createKey(ctx.test, { kind: "secret", name: "Narrow", scopes });
  assert.equal((await get(`/v1/payments/${payment.id}`, plaintext)).status, 200);
  const refused = await get(`/v1/payments/${payment.id}?expand[]=customer`, plaintext);
  assert.deepEqual([refused.status, refused.body.error.code], [403, "key_scope"]);
  const refund = { payment: payment.id, amount: 100, expand: ["payment.customer"] };
  const write = await client.call(plaintext, "POST", "/v1/refunds", refund);
  assert.deepEqual([write.status, write.body.error.param], [403, "expand"]);
  const after = await get(`/v1/payments/${payment.id}`);
  assert.equal(after.body.amount_refunded, 100);
});

test("a publishable key cannot expand anything", async () => {
  const { keys } = await createMerchant();
  const body = { type: "card", card: CARD, expand: ["customer"] };
  const refused = await client.call(keys.test.publishable, "POST", "/v1/payment_methods", body);
  assert.deepEqual([refused.status, refused.body.error.code], [403, "key_scope"]);
});

test("an unknown path is refused by name on reads and writes; a path has at most four fields", async () => {
  const { payment, get, keys } = await setUp();
  const refused = await get(`/v1/payments/${payment.id}?expand[]=customer.invoices`);
  assert.deepEqual([refused.status, refused.body.error.param], [400, "expand"]);
  const four = "invoice.subscription.customer.default_payment_method";
  assert.equal((await get(`/v1/payments/${payment.id}?expand[]=${four}`)).status, 200);
  const five = await get(`/v1/payments/${payment.id}?expand[]=${four}.customer`);
  assert.deepEqual([five.status, five.body.error.param], [400, "expand"]);
  for (const expand of [["nothing"], "customer.x", null, 5, { a: { b: 1 } }, ["constructor"]]) {
    const body = { payment: payment.id, amount: 100, expand };
    const write = await client.call(keys.test.secret, "POST", "/v1/refunds", body);
    assert.deepEqual([write.status, write.body.error.param], [400, "expand"], String(expand));
  }
  const after = await get(`/v1/payments/${payment.id}`);
  assert.equal(after.body.amount_refunded, 100);
});

test("a source is expanded by its kind, with one query per kind and page", async () => {
  const { payment, refund, get } = await setUp();
  const list = await get("/v1/balance_transactions?expand[]=data.source.payment_method");
  const sources = (list.body.data as Nested[]).map(({ source }) => source as Nested);
  assert.deepEqual(
    sources.map(({ id, object }) => [id, object]),
    [
      [refund.id, "refund"],
      [payment.id, "payment"],
    ],
  );
  assert.equal(sources[1]?.payment_method.object, "payment_method");
});

test("a write returns expanded objects, as JSON and as a form, and a repeat gets the same bytes", async () => {
  const { customer, keys, call } = await setUp();
  const charge = { ...CHARGE, customer: customer.id, expand: ["customer", "payment_method"] };
  const headers = { "Idempotency-Key": "charge-1" };
  const first = await call("POST", "/v1/payments", charge, headers);
  assert.equal(first.status, 201);
  assert.equal(first.body.customer.name, "Ada");
  assert.equal(first.body.payment_method.object, "payment_method");
  await call("POST", `/v1/customers/${customer.id}`, { name: "Grace" });
  const repeat = await call("POST", "/v1/payments", charge, headers);
  assert.deepEqual([repeat.status, repeat.text], [200, first.text]);
  const other = await call("POST", "/v1/payments", { ...charge, expand: ["customer"] }, headers);
  assert.deepEqual([other.status, other.body.error.code], [409, "idempotency_conflict"]);
  const form = new URLSearchParams({ payment: first.body.id, amount: "10", "expand[]": "payment" });
  const refund = await client.call<Nested>(keys.test.secret, "POST", "/v1/refunds", form, {
    "Service-Version": "2025-04-01",
  });
  assert.equal(refund.body.payment.id, first.body.id);
  assert.ok("decline_code" in refund.body.payment, "it is in the caller's version");
});

test("the payment in a decline is expanded too", async () => {
  const { customer, call } = await setUp();
  const declined = await call("POST", "/v1/payments", {
    ...CHARGE,
    payment_method: "pm_test_4000000000009995",
    customer: customer.id,
    expand: ["customer"],
  });
  assert.equal(declined.status, 402);
  assert.equal((declined.body.error.payment as unknown as Nested).customer.name, "Ada");
});

test("a repeat expands the answer of a call that crashed before expanding it", async () => {
  const { ctx, customer, call } = await setUp();
  const charge = { ...CHARGE, customer: customer.id, expand: ["customer"] };
  const headers = { "Idempotency-Key": "charge-2" };
  const first = await call("POST", "/v1/payments", charge, headers);
  const plain = JSON.stringify({ ...first.body, customer: customer.id });
  await getPool().query(
    "update idempotency_keys set response_body = $3 where account_id = $1 and key = $2",
    [ctx.test.accountId, "charge-2", plain],
  );
  const repeats = await Promise.all(
    Array.from({ length: 5 }, () => call("POST", "/v1/payments", charge, headers)),
  );
  for (const { text } of repeats) assert.equal(text, first.text);
});

/** A field of a schema that has an id, by the kind of the innermost object. */
type Found = { kind: string; path: string; prefixes: string[] };

/** Ids that cannot be expanded because these kinds have no read route. Rows of reports have cells instead of objects. */
const NO_OBJECTS = new Set(["acct", "key", "req", "tu", "whsec"]);
/** Names an object of any kind, as the log has it. */
const ANY_KIND = "api_request.object_id";
const CELLS = /_report_row$/;
/** Routes whose ids are cells of a report. */
const REPORT_ROWS = ["read_report", "list_month_corrections"];

function idsIn(schema: JsonSchema, components: Record<string, JsonSchema>): Found[] {
  const found: Found[] = [];
  const visit = (node: JsonSchema, kind: string | null, path: string[], seen: string[]) => {
    const name = String(node.$ref ?? "").replace("#/components/schemas/", "");
    if (name) {
      if (!seen.includes(name) && !CELLS.test(name)) {
        visit(components[name] ?? {}, kind, path, [...seen, name]);
      }
      return;
    }
    const inner = (each: JsonSchema) => visit(each, kind, path, seen);
    for (const union of [node.anyOf, node.oneOf]) ((union ?? []) as JsonSchema[]).forEach(inner);
    if (node.items) inner(node.items as JsonSchema);
    const prefixes = /^\^\(?([a-z|]+)\)?_/.exec(String(node.pattern ?? ""))?.[1]?.split("|");
    if (prefixes && kind) found.push({ kind, path: path.join("."), prefixes });
    const fields = (node.properties ?? {}) as Record<string, JsonSchema>;
    const own = fields.object?.const as string | undefined;
    for (const [field, each] of Object.entries(fields)) {
      if (field === "id") continue;
      visit(each, own ?? kind, own ? [field] : [...path, field], seen);
    }
  };
  visit(schema, null, [], []);
  return found;
}

/** Maps whose keys and values are not defined by the API. */
const FOREIGN = /^(metadata|request_headers|response_headers)$/;

/** The ids in an example, to find fields whose schema does not declare an id. */
function idsInExample(value: unknown, kind = "", path: string[] = []): Found[] {
  if (typeof value === "string") {
    const prefix = /^([a-z]+)_[0-9a-z]{20,}$/.exec(value)?.[1];
    return prefix ? [{ kind, path: path.join("."), prefixes: [prefix] }] : [];
  }
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap((each) => idsInExample(each, kind, path));
  const own = (value as { object?: string }).object;
  return Object.entries(value).flatMap(([field, each]) =>
    // An event's `data` is stored, so nothing in it is expanded.
    field === "id" || FOREIGN.test(field) || (own === "event" && field === "data")
      ? []
      : idsInExample(each, own ?? kind, own ? [field] : [...path, field]),
  );
}

test("every id in a response can be expanded", () => {
  const routes = ENDPOINTS.map(({ route }) => route);
  const { components } = buildDocument(routes);
  const schemas = components.schemas as Record<string, JsonSchema>;
  const found = new Map<string, Found>();
  for (const { name, response } of routes) {
    if (REPORT_ROWS.includes(name)) continue;
    const schema = toJsonSchema(response.schema, "response", new Map());
    for (const one of [...idsIn(schema, schemas), ...idsInExample(response.example)]) {
      const { kind, path, prefixes } = one;
      const isLeft = `${kind}.${path}` === ANY_KIND || prefixes.every((one) => NO_OBJECTS.has(one));
      if (!isLeft) found.set(`${kind}.${path}`, one);
    }
  }
  for (const { kind, path, prefixes } of found.values()) {
    const kinds = path
      .split(".")
      .reduce<Fields | readonly Kind[] | undefined>(
        (of, field) => (of as Fields | undefined)?.[field],
        EXPANDABLE[kind],
      );
    for (const prefix of prefixes) {
      const target = kindOfId(`${prefix}_1`);
      assert.ok(target && Array.isArray(kinds) && kinds.includes(target), `${kind}.${path}`);
    }
  }
  // Every declared field exists in a response; a simulation's result is checked as its own kind.
  for (const [kind, fields] of Object.entries(EXPANDABLE)) {
    for (const [field, target] of Object.entries(fields)) {
      if (kind === "simulation") continue;
      const paths = isKinds(target) ? [field] : Object.keys(target).map((one) => `${field}.${one}`);
      for (const path of paths) assert.ok(found.has(`${kind}.${path}`), `${kind}.${path}`);
    }
  }
  // Every route declares what it returns, because only then can it expand.
  for (const { name, response, returns } of routes) {
    const kinds = new Set(
      idsInExample(response.example)
        .map(({ kind }) => kind)
        .filter((kind) => kind in EXPANDABLE),
    );
    if (kinds.size > 0 && name !== "read_report") assert.ok(returns, name);
  }
});
