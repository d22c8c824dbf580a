import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { ENDPOINTS } from "#lib/api/endpoints.ts";
import type { invalid } from "#lib/kernel/errors.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import { type AnyBody, api } from "#test/api.ts";
import { createMerchant } from "#test/merchant.ts";
import { coercerOf } from "./coerce.ts";
import { validate } from "./validate.ts";

const client = api();

/** Text that is not an integer's only decimal form, but that some parser reads as a number. */
const NEARLY = [
  "12.00",
  "9.00",
  "12,00",
  "1.",
  ".5",
  "012",
  "00",
  "-0",
  "-01",
  "+12",
  "1e3",
  "1E3",
  "0x10",
  "0b1",
  "0o7",
  " 12",
  "12 ",
  "1 200",
  "1_200",
  "1,200",
  "1'200",
  "12n",
  "\u0661\u0662",
  "\uff11",
  "Infinity",
  "NaN",
  "",
];

const number = z.strictObject({ n: z.int().optional() });
const read = (text: string) => (coercerOf(number)({ n: text }) as { n: unknown }).n;

test("a form's text becomes a number only if the number is written that way", () => {
  const digits = fc.stringMatching(/^[-+]?0{0,3}[0-9]{0,18}(\.0{0,2})?(e[0-9])?\s?$/);
  const text = fc.oneof(digits, fc.string(), fc.constantFrom(...NEARLY));
  fc.assert(
    fc.property(text, (written) => {
      const value = read(written);
      assert.equal(String(value), written);
      const isPlain = /^(0|-?[1-9][0-9]*)$/.test(written) && Number.isSafeInteger(Number(written));
      if (isPlain) assert.equal(value, Number(written));
    }),
    { numRuns: 1_000 },
  );
  fc.assert(
    fc.property(fc.maxSafeInteger(), (n) => assert.equal(read(String(n)), n === 0 ? 0 : n)),
  );
  for (const written of NEARLY) assert.equal(read(written), written);
});

type Def = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: readonly z.ZodType[];
  shape?: Readonly<Record<string, z.ZodType>>;
};

type Leaf = { path: string[]; kind: "int" | "boolean" };

/** The integers and booleans in a schema, by path. */
function leavesOf(schema: z.ZodType, path: string[] = []): Leaf[] {
  const def = schema._zod.def as unknown as Def;
  if (def.type === "int" || def.type === "number") return [{ path, kind: "int" }];
  if (def.type === "boolean") return [{ path, kind: "boolean" }];
  if (def.shape) {
    return Object.entries(def.shape).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
  }
  const inner = [def.innerType, def.in, def.valueType, ...(def.options ?? [])];
  return [
    ...inner.flatMap((one) => (one ? leavesOf(one, path) : [])),
    ...(def.element ? leavesOf(def.element, [...path, "0"]) : []),
  ];
}

const treeOf = (path: string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
const at = (path: string[], tree: unknown): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], tree);

test("no route reads a near number as an integer, or another word as a boolean", () => {
  const seen = new Set<string>();
  for (const { route } of ENDPOINTS) {
    for (const schema of [route.query, route.body]) {
      if (!schema) continue;
      const coerce = coercerOf(schema);
      for (const { path, kind } of leavesOf(schema)) {
        seen.add(`${route.name} ${path.join(".")}`);
        const others = ["1", "0", "True", "False", "TRUE", "yes", "on"];
        // An empty text is null where null is possible.
        for (const written of kind === "int" ? NEARLY.filter(Boolean) : others) {
          const value = at(path, coerce(treeOf(path, written)));
          assert.equal(value, written, `${route.name} ${path.join(".")}: ${written}`);
        }
      }
    }
  }
  for (const known of ["create_payment amount", "create_plan amount", "list_payments amount.gte"]) {
    assert.ok(seen.has(known), known);
  }
  assert.ok(seen.size > 50, `${seen.size}`);
});

test("the error of a wrong integer or boolean names it and says how to write it", () => {
  const schema = z.strictObject({ count: z.int(), active: z.boolean().optional() });
  const say = (value: object) => {
    try {
      validate(schema, coercerOf(schema)(value));
    } catch (error) {
      const { param, message } = error as ReturnType<typeof invalid>;
      return [param, message];
    }
    return null;
  };
  assert.deepEqual(say({ count: "1.0" }), [
    "count",
    "count must be a whole number in plain digits, such as 12",
  ]);
  assert.deepEqual(say({ count: "1", active: "1" }), ["active", "active must be true or false"]);
  assert.deepEqual(say({ count: "1", active: "false" }), null);
});

test("an amount in major units charges nothing, in any version", async () => {
  const { keys } = await createMerchant();
  const key = keys.test.secret;
  const form = (amount: string) =>
    new URLSearchParams({
      amount,
      currency: "EUR",
      method: "card",
      payment_method: "pm_test_4242424242424242",
    });
  for (const version of RELEASED_VERSIONS) {
    for (const amount of ["12.00", "012", "1e3", "+12", " 12", "12 "]) {
      const { status, body } = await client.call(key, "POST", "/v1/payments", form(amount), {
        "Service-Version": version,
      });
      assert.deepEqual(
        [status, body.error.code, body.error.param, body.error.message],
        [
          400,
          "parameter_invalid",
          "amount",
          "amount must be a whole number of minor units: 1200 for 12.00",
        ],
      );
    }
  }
  const plan = new URLSearchParams({ name: "Plan", currency: "EUR", interval: "month" });
  plan.set("amount", "9.00");
  const refused = await client.call(key, "POST", "/v1/plans", plan);
  assert.deepEqual([refused.status, refused.body.error.param], [400, "amount"]);
  const none = await client.call<{ data: AnyBody[] }>(key, "GET", "/v1/payments");
  assert.equal(none.body.data.length, 0);
  const { status, body } = await client.call(key, "POST", "/v1/payments", form("1200"));
  assert.deepEqual([status, body.amount], [201, 1200]);
});

test("JSON has integers by value: 12.0 is 12, a text is none", async () => {
  const { keys } = await createMerchant();
  const send = (amount: string) =>
    client.call(
      keys.test.secret,
      "POST",
      "/v1/plans",
      `{"name":"Plan","currency":"EUR","interval":"month","amount":${amount}}`,
      { "Content-Type": "application/json" },
    );
  const sent = await send("12.0");
  assert.deepEqual([sent.status, sent.body.amount], [201, 12]);
  for (const amount of ['"12"', '"12.00"', "12.5", "true"]) {
    const { status, body } = await send(amount);
    assert.deepEqual([status, body.error.param], [400, "amount"], amount);
    assert.match(body.error.message, /1200 for 12\.00/);
  }
});

test("filters and page sizes are plain integers too", async () => {
  const { keys } = await createMerchant();
  const read = (query: string) => client.call(keys.test.secret, "GET", `/v1/payments?${query}`);
  for (const [query, param] of [
    ["limit=010", "limit"],
    ["limit=10.0", "limit"],
    ["limit=%2B10", "limit"],
    ["amount%5Bgte%5D=12.00", "amount[gte]"],
    ["amount%5Blte%5D=1e3", "amount[lte]"],
  ] as const) {
    const { status, body } = await read(query);
    assert.deepEqual([status, body.error.param], [400, param]);
    assert.match(body.error.message, /^(limit|amount\[[gl]te\]) must be a whole number/);
  }
});
