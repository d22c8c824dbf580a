import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dateFromMs, HOUR_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { api } from "#test/api.ts";
import { openBillingShop } from "#test/billing.ts";
import { signedIn } from "#test/dashboard.ts";
import { createUpcomingPartitions, deliveryRow, endpointRow, eventRow } from "#test/hook-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";

const STATUSES = ["delivered", "pending", "retrying", "held", "failed", "canceled"] as const;
type Status = (typeof STATUSES)[number];
const TYPES = ["payment.succeeded", "payment.failed", "refund.settled"] as const;
type Type = (typeof TYPES)[number];

/** An event so many minutes ago and, per expected endpoint, the statuses of its deliveries: the first, then each
 * replay. */
type Happened = { minutesAgo: number; type: Type; sent: Status[][] };

const history: fc.Arbitrary<Happened[]> = fc.array(
  fc.record({
    minutesAgo: fc.integer({ min: 1, max: 240 }),
    type: fc.constantFrom(...TYPES),
    sent: fc.array(fc.array(fc.constantFrom(...STATUSES), { maxLength: 4 }), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 14 },
);

// Bounds are rounded to whole seconds.
const present = Math.floor(nowMs() / 1_000) * 1_000;
const momentOf = ({ minutesAgo }: Happened) => dateFromMs(present - minutesAgo * MINUTE_MS);

async function live(merchant: Merchant, endpoints: Id<"we">[], events: Happened[]) {
  for (const one of events) {
    const createdAt = momentOf(one);
    const event = await eventRow(merchant, { type: one.type, createdAt });
    for (const [index, [first, ...replays]] of one.sent.entries()) {
      if (!first) continue;
      const due = (status: Status) =>
        status === "pending" || status === "retrying" ? dateFromMs(present + HOUR_MS) : null;
      const facts = { eventType: one.type };
      const original = await deliveryRow(merchant, event, endpoints[index]!, {
        ...facts,
        status: first,
        nextAttemptAt: due(first),
        createdAt,
      });
      for (const status of replays) {
        await deliveryRow(merchant, event, endpoints[index]!, {
          ...facts,
          status,
          nextAttemptAt: due(status),
          replayOf: original,
        });
      }
    }
  }
}

/** The expected result, counted by hand. */
function expected(events: Happened[], endpoint: number | null) {
  const count = { delivered: 0, pending: 0, retrying: 0, held: 0, failed: 0, canceled: 0 };
  let subscribed = 0;
  for (const { sent } of events) {
    const pairs = sent.filter(
      (statuses, index) => statuses.length > 0 && (endpoint === null || index === endpoint),
    );
    if (pairs.length > 0) subscribed += 1;
    for (const statuses of pairs) count[STATUSES.find((status) => statuses.includes(status))!] += 1;
  }
  return { emitted: events.length, unsubscribed: events.length - subscribed, ...count };
}

async function hold(
  merchant: Merchant,

  asked: { from: Date; to: Date; type?: string; endpoint?: string },
  wanted: ReturnType<typeof expected>,
) {
  const { from, to, ...rest } = asked;
  const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), ...rest });
  const path = `/v1/delivery_reconciliation?${query}`;
  const { status, body } = await api().call(merchant.keys.test.secret, "GET", path);
  assert.equal(status, 200, JSON.stringify(body));
  const found = body as Record<string, number>;
  const picked = Object.fromEntries(Object.keys(wanted).map((key) => [key, found[key]]));
  assert.deepEqual(picked, wanted);
  const sum = STATUSES.reduce((total, name) => total + wanted[name], 0);
  assert.equal(found.expected, sum);
  assert.equal(body.complete, wanted.delivered === sum);
}

test("every pair of event and endpoint counts once, and the list behind each number has as many entries", async () => {
  await createUpcomingPartitions(2);
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 0, max: 240 }), async (events, cut) => {
      const merchant = await createMerchant();
      const visitor = await signedIn(merchant);
      const endpoints = [
        await endpointRow(merchant),
        await endpointRow(merchant),
        await endpointRow(merchant),
      ];
      await live(merchant, endpoints, events);
      const from = dateFromMs(present - cut * MINUTE_MS);
      const to = dateFromMs(present + MINUTE_MS);
      const inRange = events.filter((one) => momentOf(one) >= from);
      await hold(merchant, { from, to }, expected(inRange, null));
      const start = dateFromMs(present - 241 * MINUTE_MS);
      // The range is half-open: an event at the boundary is only in the later part.
      const earlier = events.filter((one) => momentOf(one) < from);
      if (start < from) await hold(merchant, { from: start, to: from }, expected(earlier, null));
      const payments = events.filter(({ type }) => type.startsWith("payment."));
      await hold(merchant, { from: start, to, type: "payment.*" }, expected(payments, null));
      await hold(
        merchant,
        { from: start, to, type: "refund.settled", endpoint: endpoints[1]! },
        expected(
          events.filter(({ type }) => type === "refund.settled"),
          1,
        ),
      );
      const all = expected(events, null);
      for (const standing of STATUSES) {
        const { body } = await visitor.get(`/test/deliveries?happened=24h&standing=${standing}`);
        assert.equal(body.total, all[standing], standing);
      }
      const { body } = await visitor.get("/test/deliveries/reconciliation?happened=24h");
      assert.equal(
        body.expected,
        STATUSES.reduce((sum, name) => sum + body[name], 0),
      );
      assert.equal(body.emitted, events.length);
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

test("without an end the range ends at the account's own time, also when its clock is ahead", async () => {
  const shop = await openBillingShop();
  await shop.advance(5);
  await endpointRow(shop);
  await shop.charge();
  const from = dateFromMs(nowMs() - HOUR_MS).toISOString();
  const { body } = await shop.call("GET", `/v1/delivery_reconciliation?from=${from}`);
  assert.deepEqual([body.emitted, body.expected, body.complete], [1, 1, false]);
});

test("an invalid range, a foreign endpoint and a key without deliveries:read are refused", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const strangers = await endpointRow(other);
  const call = (query: string) =>
    api().call(merchant.keys.test.secret, "GET", `/v1/delivery_reconciliation?${query}`);
  const from = "from=2026-04-12T00:00:00Z";
  const cases: Array<[query: string, status: number, param: string | undefined]> = [
    ["", 400, "from"],
    ["from=yesterday", 400, "from"],
    ["from=0000-01-01T00:00:00Z", 400, "from"],
    [`${from}&to=9999-12-31T23:59:59-14:00`, 400, "to"],
    [`${from}&to=2026-04-12T00:00:00Z`, 400, "to"],
    [`${from}&endpoint=${strangers}`, 404, "endpoint"],
    [`${from}&typ=payment.succeeded`, 400, "typ"],
    [from, 200, undefined],
  ];
  for (const [query, status, param] of cases) {
    const answer = await call(query);
    assert.equal(answer.status, status, query);
    assert.equal((answer.body as { error?: { param?: string } }).error?.param, param, query);
  }
});
