import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { nowMs, useClock } from "#lib/kernel/clock.ts";
import { ERROR_CODES } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import { type AnyBody, type ApiResponse, api } from "#test/api.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { ENDPOINTS } from "./endpoints.ts";

const client = api();
const routes: Route[] = ENDPOINTS.map(({ route }) => route);
let merchant: Merchant;
before(async () => {
  hurryClock();
  merchant = await createMerchant();
});

/** Speeds up the clock, so that no rate limit hides an error behind it. */
function hurryClock(): void {
  let ms = nowMs();
  useClock({
    nowMs: () => {
      ms += 50;
      return ms;
    },
  });
}

const pathOf = (route: Route) =>
  route.path.replace(/\{(\w+)\}/g, (_, name: string) => newId(route.params![name]!));

function assertSane({ status, body, headers }: ApiResponse<AnyBody>, what: string) {
  assert.ok(status < 500, `${what} answered ${status}`);
  assert.match(headers.get("Service-Request-Id") ?? "", /^req_/);
  assert.ok(headers.get("Service-Version"));
  if (status < 400) return;
  const known = ERROR_CODES[body.error.code];
  assert.deepEqual([known.status, known.type], [status, body.error.type], what);
  assert.ok(body.error.message.length > 0 && body.error.message.length < 600, what);
}

const HARD_TEXT = [
  "",
  " ",
  "\0",
  "\ud800",
  "\u202e",
  "💥",
  "' or 1=1 --",
  "%00",
  "../../etc",
  "__proto__",
  "constructor",
  "9".repeat(400),
  "x".repeat(5_000),
  "-1",
  "1e400",
  "NaN",
  "null",
  "2026-13-45",
];
const HARD_NUMBERS = [0, -1, -0, 1.5, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308];

const hardText = fc.oneof(
  fc.constantFrom(...HARD_TEXT),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const anything = fc.anything({
  maxDepth: 3,
  values: [hardText, fc.constantFrom(...HARD_NUMBERS), fc.boolean(), fc.constant(null)],
  key: fc.oneof(fc.constantFrom("object", "id", "number", "__proto__", "constructor"), hardText),
});

/** Parameter names of a route at their own depth, and those of its example. */
function namesOf(route: Route): string[] {
  const shape = (route.body as { shape?: object } | undefined)?.shape ?? {};
  return [...Object.keys(shape), "metadata", "card", "unknown"];
}

/** A valid body with some of it replaced by hostile values, or a hostile value as the body. */
function bodyFor(route: Route) {
  const changes = fc.dictionary(fc.constantFrom(...namesOf(route)), anything, { maxKeys: 3 });
  const spoiled = changes.map((hard) => ({ ...route.bodyExample, ...hard }));
  return fc.oneof({ weight: 4, arbitrary: spoiled }, { weight: 1, arbitrary: anything });
}

const RUNS = 25;

test("no body makes the service fail, and every refusal has the error envelope", async () => {
  for (const route of routes.filter(({ method }) => method !== "get")) {
    await fc.assert(
      fc.asyncProperty(bodyFor(route), async (body) => {
        const text = JSON.stringify(body) ?? "";
        const answer = await client.call(
          merchant.keys.test.secret,
          route.method.toUpperCase(),
          pathOf(route),
          text,
          { "Content-Type": "application/json" },
        );
        assertSane(answer, `${route.name} ${text.slice(0, 200)}`);
      }),
      { numRuns: RUNS },
    );
  }
});

test("no form makes the service fail", async () => {
  const part = fc.oneof(
    fc.constantFrom("amount", "metadata", "card", "name", "events", "created", "a"),
    hardText.filter((text) => text.isWellFormed()),
  );
  const name = fc
    .tuple(part, fc.array(fc.oneof(part, fc.constantFrom("", "0", "1")), { maxLength: 3 }))
    .map(([first, rest]) => first + rest.map((one) => `[${one}]`).join(""));
  const pair = fc
    .tuple(
      name,
      hardText.filter((text) => text.isWellFormed()),
    )
    .map(([left, right]) => `${encodeURIComponent(left)}=${encodeURIComponent(right)}`);
  const raw = fc.string({ unit: "binary-ascii", maxLength: 60 });
  const form = fc.oneof(
    fc.array(pair, { maxLength: 5 }).map((pairs) => pairs.join("&")),
    raw,
  );
  const writes = routes.filter(({ method }) => method === "post");
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...writes), form, async (route, text) => {
      const answer = await client.call(merchant.keys.test.secret, "POST", pathOf(route), text, {
        "Content-Type": "application/x-www-form-urlencoded",
      });
      assertSane(answer, `${route.name} ${text}`);
    }),
    { numRuns: 200 },
  );
});

test("no query and no identifier makes the service fail", async () => {
  const names = [
    "limit",
    "starting_after",
    "ending_before",
    "created",
    "created[gte]",
    "expand[]",
    "status",
  ];
  const pair = fc
    .tuple(fc.oneof(fc.constantFrom(...names), hardText), hardText)
    .filter((texts) => texts.every((text) => text.isWellFormed()))
    .map(([left, right]) => `${encodeURIComponent(left)}=${encodeURIComponent(right)}`);
  const reads = routes.filter(({ method }) => method === "get");
  const identifier = hardText.filter((text) => text.isWellFormed()).map(encodeURIComponent);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...reads),
      fc.array(pair, { maxLength: 3 }),
      fc.option(identifier, { nil: null }),
      async (route, pairs, id) => {
        const path = id === null ? pathOf(route) : route.path.replace(/\{\w+\}/g, id || "x");
        const query = pairs.length > 0 ? `?${pairs.join("&")}` : "";
        const answer = await client.call(merchant.keys.test.secret, "GET", path + query);
        assertSane(answer, `GET ${path}${query}`);
      },
    ),
    { numRuns: 300 },
  );
});

test("an unknown parameter is refused by name on every route", async () => {
  for (const route of routes) {
    const answer =
      route.method === "get"
        ? await client.call(merchant.keys.test.secret, "GET", `${pathOf(route)}?surprise=1`)
        : await client.call(merchant.keys.test.secret, route.method.toUpperCase(), pathOf(route), {
            ...route.bodyExample,
            surprise: 1,
          });
    assert.deepEqual([answer.status, answer.body.error.param], [400, "surprise"], route.name);
  }
});

test("every route needs a key of the right kind", async () => {
  for (const route of routes) {
    const method = route.method.toUpperCase();
    const anonymous = await client.call(null, method, pathOf(route));
    assert.deepEqual(
      [anonymous.status, anonymous.body.error.code],
      [401, "key_missing"],
      route.name,
    );
    const keys = route.keys ?? ["secret"];
    if (keys.includes("publishable")) continue;
    const browser = await client.call(merchant.keys.test.publishable, method, pathOf(route));
    assert.deepEqual([browser.status, browser.body.error.code], [403, "key_scope"], route.name);
  }
});

test("hostile headers are refused with the error envelope", async () => {
  const value = fc
    .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
    .map((text) => text.trim());
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("Authorization", "Service-Version", "Idempotency-Key", "Content-Type"),
      value,
      async (name, text) => {
        const headers = { [name]: text };
        const { secret } = merchant.keys.test;
        assertSane(await client.call(secret, "POST", "/v1/customers", "{}", headers), name + text);
      },
    ),
    { numRuns: 100 },
  );
});
