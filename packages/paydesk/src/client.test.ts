import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestInitLike } from "./core/platform.ts";
import { canRetry, pauseBefore } from "./core/retry.ts";
import { PACKAGE_VERSION } from "./core/version.ts";
import {
  ApiError,
  ConnectionError,
  IdempotencyError,
  InvalidRequestError,
  Paydesk,
  PaydeskError,
  RateLimitError,
} from "./index.ts";

type Sent = { url: string; init: RequestInitLike };
type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | Error;

/** A client whose calls get these replies in turn, and what it sent. Pauses are as long as the replies ask. */
function clientWith(...replies: Reply[]) {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: RequestInitLike) => {
    sent.push({ url, init });
    const reply = replies.shift();
    if (!reply) throw new Error("one call too many");
    if (reply instanceof Error) throw reply;
    const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body ?? {});
    return new Response(text, { status: reply.status, headers: reply.headers ?? {} });
  };
  return { paydesk: new Paydesk("sk_test_1", { baseUrl: "https://pay.example/", fetch }), sent };
}

const NOW = { "retry-after": "0" };
const error = (type: string, code: string, more: object = {}) => ({
  error: { type, code, message: "No.", request_id: "req_1", doc_url: "https://x.example", ...more },
});
const keysOf = (sent: readonly Sent[]) => sent.map(({ init }) => init.headers["idempotency-key"]);

test("a write is repeated with one idempotency key until it is answered", async () => {
  const { paydesk, sent } = clientWith(
    { status: 503, body: "<html>", headers: NOW },
    { status: 409, body: error("idempotency_error", "idempotency_in_progress"), headers: NOW },
    { status: 201, body: { id: "pay_1" }, headers: { "service-idempotent-replay": "true" } },
  );
  const params = { amount: 1200, currency: "EUR", method: "ideal" } as const;
  const { data, response } = await paydesk.payments.create(params).withResponse();
  assert.deepEqual([data.id, response.status, response.replayed], ["pay_1", 201, true]);
  assert.equal(sent.length, 3);
  assert.equal(new Set(keysOf(sent)).size, 1);
  assert.match(keysOf(sent)[0]!, /^[0-9a-f]{32}$/);
  assert.deepEqual(JSON.parse(sent[2]!.init.body!), params);
});

test("two calls have two keys, and a call's own key is used", async () => {
  const made = { status: 201, body: {} };
  const { paydesk, sent } = clientWith(made, made, made);
  await paydesk.customers.create({ name: "Ada" });
  await paydesk.customers.create({ name: "Ada" });
  await paydesk.customers.create({ name: "Ada" }, { idempotencyKey: "order-6735" });
  assert.equal(new Set(keysOf(sent)).size, 3);
  assert.equal(keysOf(sent)[2], "order-6735");
});

test("reads have no idempotency key and are repeated after a failed connection", async () => {
  const { paydesk, sent } = clientWith(new TypeError("fetch failed"), {
    status: 200,
    body: { id: "pay_1" },
  });
  assert.equal((await paydesk.payments.retrieve("pay_1")).id, "pay_1");
  assert.deepEqual(keysOf(sent), [undefined, undefined]);
});

test("an error that a repetition cannot change is thrown at once, by class and code", async () => {
  const { paydesk, sent } = clientWith({
    status: 400,
    body: error("invalid_request_error", "parameter_invalid", { param: "amount" }),
  });
  await assert.rejects(paydesk.payments.retrieve("pay_1"), (thrown) => {
    assert.ok(thrown instanceof InvalidRequestError && thrown instanceof PaydeskError);
    assert.deepEqual(
      [thrown.status, thrown.code, thrown.param, thrown.requestId, thrown.docUrl, thrown.message],
      [400, "parameter_invalid", "amount", "req_1", "https://x.example", "No."],
    );
    return true;
  });
  assert.equal(sent.length, 1);
});

test("a conflict of idempotency keys is not repeated; one that is in progress is", async () => {
  const { paydesk, sent } = clientWith({
    status: 409,
    body: error("idempotency_error", "idempotency_conflict"),
  });
  await assert.rejects(paydesk.customers.create({ name: "Ada" }), IdempotencyError);
  assert.equal(sent.length, 1);
  assert.deepEqual(
    [
      canRetry(409, "idempotency_in_progress"),
      canRetry(409, "state_invalid"),
      canRetry(429, "rate_limited"),
    ],
    [true, false, true],
  );
});

test("after the last retry the error is thrown, with the wait that the service asked for", async () => {
  const limited = { status: 429, body: error("rate_limit_error", "rate_limited"), headers: NOW };
  const { paydesk, sent } = clientWith(limited, limited, limited);
  await assert.rejects(paydesk.plans.list(), (thrown) => {
    assert.ok(thrown instanceof RateLimitError);
    assert.equal(thrown.retryAfter, 0);
    return true;
  });
  assert.equal(sent.length, 3, "two retries by default");
  const none = clientWith({ status: 502, body: "Bad gateway" });
  await assert.rejects(none.paydesk.plans.list({}, { maxRetries: 0 }), ApiError);
  assert.equal(none.sent.length, 1);
});

test("pauses double up to 8 s, half of them random, and follow Retry-After up to a minute", () => {
  const [none, full] = [() => 0, () => 1];
  assert.deepEqual(
    [0, 1, 2, 9].map((number) => pauseBefore(number, null, none)),
    [250, 500, 1_000, 4_000],
  );
  assert.deepEqual(
    [0, 1, 2, 9].map((number) => pauseBefore(number, null, full)),
    [500, 1_000, 2_000, 8_000],
  );
  assert.ok(pauseBefore(0, 3_000, none)! >= 3_000);
  assert.equal(pauseBefore(0, 61_000, none), null);
});

test("a call that takes too long is a timeout that names the key for a repetition", async () => {
  const fetch = (_: string, init: RequestInitLike) =>
    new Promise<never>((_, reject) => {
      const signal = init.signal as AbortSignal;
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  const paydesk = new Paydesk("sk_test_1", {
    baseUrl: "https://pay.example",
    fetch,
    maxRetries: 0,
  });
  const options = { timeoutMs: 5, idempotencyKey: "order-1" };
  await assert.rejects(paydesk.customers.create({ name: "Ada" }, options), (thrown) => {
    assert.ok(thrown instanceof ConnectionError);
    assert.deepEqual([thrown.code, thrown.idempotencyKey], ["timeout", "order-1"]);
    return true;
  });
  const stop = new AbortController();
  const call = paydesk.plans.list({}, { signal: stop.signal });
  stop.abort(new Error("enough"));
  await assert.rejects(call, /enough/);
});

test("lists are read page by page to the end, and no further than they are needed", async () => {
  const page = (ids: string[], has_more: boolean) => ({
    status: 200,
    body: {
      object: "list",
      data: ids.map((id) => ({ id })),
      has_more,
      next_cursor: has_more ? ids.at(-1) : null,
    },
  });
  const idsOf = async (list: AsyncIterable<{ id: string }>) => {
    const ids: string[] = [];
    for await (const { id } of list) ids.push(id);
    return ids;
  };
  const all = clientWith(page(["c", "b"], true), page(["a"], false));
  const list = all.paydesk.customers.list({ limit: 2, created: { gte: "2026-04-01" } });
  assert.deepEqual(await idsOf(list), ["c", "b", "a"]);
  const query = "https://pay.example/v1/customers?limit=2&created%5Bgte%5D=2026-04-01";
  assert.deepEqual(
    all.sent.map(({ url }) => url),
    [query, `${query}&starting_after=b`],
  );

  const newer = clientWith(page(["c", "b"], true), page(["d"], false));
  const towards = newer.paydesk.customers.list({ ending_before: "a" });
  assert.deepEqual(await idsOf(towards), ["b", "c", "d"]);
  assert.match(newer.sent[1]!.url, /\?ending_before=c$/);

  const few = clientWith(page(["c", "b"], true));
  assert.equal((await few.paydesk.customers.list().all({ max: 2 })).length, 2);
  assert.equal(few.sent.length, 1);
});

test("key, version and expand are sent as the API reads them", async () => {
  const { paydesk, sent } = clientWith({ status: 200 }, { status: 200 }, { status: 201 });
  await paydesk.payments.retrieve(
    "pay/1",
    { expand: ["customer", "invoice"] },
    { version: "2026-04-01" },
  );
  assert.equal(
    sent[0]!.url,
    "https://pay.example/v1/payments/pay%2F1?expand%5B%5D=customer&expand%5B%5D=invoice",
  );
  assert.equal(sent[0]!.init.headers.authorization, "Bearer sk_test_1");
  assert.equal(sent[0]!.init.headers["service-version"], "2026-04-01");
  await paydesk.plans.retrieve("plan_1");
  assert.equal(sent[1]!.init.headers["service-version"], undefined, "the account's version");
  assert.throws(() => paydesk.payments.retrieve(""), /identifier is required/);
  assert.throws(() => new Paydesk("", { baseUrl: "https://pay.example" }), /key is required/);
  assert.throws(() => new Paydesk("sk_test_1", { baseUrl: "pay.example" }), /must be an address/);
});

test("calls name the package, its version and the platform, unless a call names another program", async () => {
  const { paydesk, sent } = clientWith({ status: 200 }, { status: 200 });
  await paydesk.plans.retrieve("plan_1");
  assert.equal(
    sent[0]!.init.headers["user-agent"],
    `paydesk/${PACKAGE_VERSION} (node ${process.versions.node}; ${process.platform})`,
  );
  await paydesk.plans.retrieve("plan_1", {}, { headers: { "User-Agent": "shop/1.4" } });
  const { headers } = sent[1]!.init;
  assert.deepEqual([headers["User-Agent"], headers["user-agent"]], ["shop/1.4", undefined]);
});

/** Runs where there is no `process`, as in browsers. */
function inBrowser<T>(act: () => T): T {
  const own = Object.getOwnPropertyDescriptor(globalThis, "process")!;
  Object.defineProperty(globalThis, "process", { value: undefined, configurable: true });
  try {
    return act();
  } finally {
    Object.defineProperty(globalThis, "process", own);
  }
}

test("what fetch cannot do in a browser is left out: a fetch of the page's is enough", async () => {
  const { paydesk, sent } = inBrowser(() => clientWith({ status: 201, body: { id: "pm_1" } }));
  await paydesk.paymentMethods.create({ type: "card" });
  assert.deepEqual(Object.keys(sent[0]!.init.headers).sort(), [
    "accept",
    "authorization",
    "content-type",
    "idempotency-key",
  ]);
});
