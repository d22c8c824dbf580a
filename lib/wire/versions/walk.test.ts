import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Event } from "#lib/domain/events/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { isReleased } from "#lib/kernel/versions.ts";
import {
  CHANGES,
  downgrade,
  downgradeParam,
  NEWEST_VERSION,
  RELEASED_VERSIONS,
  renderEventBody,
  upgradeRequest,
} from "./index.ts";

const PAYMENT = {
  id: "pay_1",
  object: "payment",
  metadata: { object: "payment", decline: "mine" },
  status: "failed",
  return_url: "https://shop.example/back",
  redirect_url: "https://bank.example/go",
  decline: { code: "insufficient_funds", network_code: "51", advice_code: "try_again_later" },
};

test("golden: one payment in each version", () => {
  for (const version of ["2026-04-01", NEWEST_VERSION] as const) {
    assert.equal(downgrade(PAYMENT, version), PAYMENT, "the same object");
  }
  assert.deepEqual(downgrade(PAYMENT, "2025-10-01"), {
    id: "pay_1",
    object: "payment",
    metadata: { object: "payment", decline: "mine" },
    status: "failed",
    return_url: "https://shop.example/back",
    redirect_url: "https://bank.example/go",
    decline_code: "insufficient_funds",
  });
  assert.deepEqual(downgrade(PAYMENT, "2025-04-01"), {
    id: "pay_1",
    object: "payment",
    metadata: { object: "payment", decline: "mine" },
    status: "failed",
    redirect: { url: "https://bank.example/go", return_url: "https://shop.example/back" },
    decline_code: "insufficient_funds",
  });
});

test("golden: a payment without decline or redirect", () => {
  const plain = { ...PAYMENT, decline: null, redirect_url: null, return_url: null };
  assert.deepEqual(downgrade(plain, "2025-04-01"), {
    id: "pay_1",
    object: "payment",
    metadata: PAYMENT.metadata,
    status: "failed",
    redirect: null,
    decline_code: null,
  });
});

test("golden: a list, and objects inside other objects", () => {
  const list = { object: "list", data: [{ object: "refund", payment: PAYMENT }], next_cursor: "x" };
  assert.deepEqual(downgrade(list, "2025-04-01"), {
    object: "list",
    data: [{ object: "refund", payment: downgrade(PAYMENT, "2025-04-01") }],
  });
  const error = { error: { code: "card_declined", payment: PAYMENT } };
  assert.deepEqual(downgrade(error, "2025-10-01").error.payment, downgrade(PAYMENT, "2025-10-01"));
});

test("golden: an event has the version of its data", () => {
  const event = { object: "event", version: NEWEST_VERSION, data: PAYMENT };
  assert.deepEqual(downgrade(event, "2025-10-01"), {
    object: "event",
    version: "2025-10-01",
    data: downgrade(PAYMENT, "2025-10-01"),
  });
  const list = { object: "list", data: [event] };
  assert.equal(downgrade(list, "2025-04-01").data[0]?.version, "2025-04-01");
  const endpoint = { object: "webhook_endpoint", version: NEWEST_VERSION };
  assert.deepEqual(downgrade(endpoint, "2025-04-01"), endpoint);
});

test("golden: the body of a delivery in each version", () => {
  const event: Event = {
    id: "evt_1",
    accountId: "acct_1",
    mode: "test",
    type: "payment.failed",
    objectId: "pay_1",
    data: PAYMENT,
    version: NEWEST_VERSION,
    requestId: null,
    createdAt: dateFromMs(Date.UTC(2026, 3, 12, 9, 31, 7)),
  };
  for (const version of RELEASED_VERSIONS) {
    assert.equal(
      renderEventBody(event, version),
      JSON.stringify({
        id: "evt_1",
        ...(version >= "2026-12-01" ? { object: "event" } : {}),
        type: "payment.failed",
        created: "2026-04-12T09:31:07Z",
        version,
        livemode: false,
        data: downgrade(PAYMENT, version),
      }),
    );
  }
  assert.throws(() => renderEventBody(event, "2026-01-01"), /no such API version/);
});

const nullableText = fc.option(fc.string(), { nil: null });
const payment = fc.record(
  {
    object: fc.constant("payment"),
    id: fc.string(),
    redirect_url: nullableText,
    return_url: nullableText,
    decline: fc.option(fc.record({ code: fc.string(), network_code: nullableText }), { nil: null }),
    metadata: fc.dictionary(fc.string(), fc.string()),
  },
  { requiredKeys: ["object"] },
);
const wire = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    payment,
    fc.record({
      object: fc.constant("list"),
      data: fc.array(tie("node")),
      next_cursor: nullableText,
    }),
    fc.record({ object: fc.constant("refund"), payment: tie("node") }),
  ),
})).node;

test("a walk never modifies its argument, and the newest version is returned unchanged", () => {
  fc.assert(
    fc.property(wire, fc.constantFrom(...RELEASED_VERSIONS), (value, version) => {
      const before = JSON.stringify(value);
      downgrade(value, version);
      assert.equal(JSON.stringify(value), before);
      assert.equal(downgrade(value, NEWEST_VERSION), value);
    }),
  );
});

test("walking in two steps equals one step, and a second walk changes nothing", () => {
  fc.assert(
    fc.property(wire, (value) => {
      const oldest = downgrade(value, "2025-04-01");
      assert.deepEqual(downgrade(downgrade(value, "2025-10-01"), "2025-04-01"), oldest);
      assert.deepEqual(downgrade(oldest, "2025-04-01"), oldest);
    }),
  );
});

test("a request in an old version is upgraded, and its errors have the old names", () => {
  const old = { amount: 5, redirect: { return_url: "https://shop.example" } };
  const upgrade = (parameters: Record<string, unknown>) =>
    upgradeRequest("create_payment", parameters, "2025-04-01");
  assert.deepEqual(upgrade(old), { amount: 5, return_url: "https://shop.example" });
  assert.deepEqual(upgrade({ amount: 5 }), { amount: 5 });
  assert.equal(upgradeRequest("create_payment", old, "2025-10-01"), old);
  assert.equal(upgradeRequest("create_refund", old, "2025-04-01"), old);
  assert.equal(
    downgradeParam("create_payment", "return_url", "2025-04-01"),
    "redirect[return_url]",
  );
  assert.equal(downgradeParam("create_payment", "return_url", "2025-10-01"), "return_url");
  assert.equal(downgradeParam("create_payment", "amount", "2025-04-01"), "amount");
  for (const [body, param] of [
    [{ return_url: "x" }, "return_url"],
    [{ redirect: "x" }, "redirect"],
    [{ redirect: { url: 5 } }, "redirect[url]"],
    [{ redirect: { to: "x" } }, "redirect[to]"],
  ] as const) {
    assert.throws(
      () => upgrade(body),
      (error) => error instanceof ApiError && error.param === param,
    );
  }
});

test("every change belongs to a version and the newest comes first", () => {
  const dates = CHANGES.map(({ date }) => date);
  assert.ok(dates.every((date) => isReleased(date)));
  assert.deepEqual(dates, [...dates].sort().reverse());
});
