import type { RefundStatus } from "#lib/kernel/vocabulary/refunds.ts";
// For any sequence of calls, refusals and passing time: no money is lost, transitions follow their tables, and pages
// neither repeat nor skip.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import type { RenderResponse } from "#lib/domain/idempotency/index.ts";
import { createPayment, listPayments, type Payment } from "#lib/domain/payments/index.ts";
import {
  cancelRefund,
  createRefund,
  REFUND_MOVES,
  type Refund,
} from "#lib/domain/refunds/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { ApiError } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { openTill, type Till } from "#test/money.ts";
import { type MovingClock, moveClock } from "#test/moving-clock.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";

let clock: MovingClock;
before(() => {
  clock = moveClock();
});
after(async () => {
  clock.putBack();
});

const plain: RenderResponse<Payment | Refund> = ({ id }) => ({
  status: 201,
  body: JSON.stringify({ id }),
  version: "2026-04-01",
});
const renderer = {
  result: plain,
  refusal: (error: ApiError) => ({ status: error.status, body: "{}", version: "2026-04-01" }),
};
const freshKey = () => ({ key: newId("req"), requestHash: Buffer.from("x") });
const idIn = ({ body }: { body: string }) => (JSON.parse(body) as { id?: string }).id;

async function charge(ctx: Context, card: string, amount: number, metadata = {}) {
  const params = {
    amountMinor: BigInt(amount),
    currency: "EUR",
    method: "card" as const,
    paymentMethod: `pm_test_${card}`,
    customer: null,
    capture: "automatic" as const,
    exemption: null,
    description: null,
    statementDescriptor: null,
    returnUrl: null,
    metadata,
  };
  return idIn(await createPayment(ctx, params, freshKey(), plain)) ?? "";
}

type Step =
  | { do: "charge"; card: string; amount: number }
  | { do: "refund"; payment: number; amount: number | null }
  | { do: "cancel"; refund: number }
  | { do: "wait"; ms: number };

const CARDS = [
  "4242424242424242",
  "4000000000007726",
  "4000000000005126",
  "4000000000000002",
  "4000000000000341",
];
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("charge" as const),
    // The card with cancelable refunds is drawn more often.
    card: fc.constantFrom(...CARDS, "4000000000007726", "4000000000007726"),
    amount: fc.integer({ min: 1, max: 500 }),
  }),
  fc.record({
    do: fc.constant("refund" as const),
    payment: fc.nat(5),
    amount: fc.option(fc.integer({ min: 1, max: 200 })),
  }),
  fc.record({ do: fc.constant("cancel" as const), refund: fc.nat(5) }),
  fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 15_000 }) }),
);

async function take(ctx: Context, step: Step, payments: string[], refunds: string[]) {
  const pick = (ids: string[], index: number) => ids[index % Math.max(ids.length, 1)];
  switch (step.do) {
    case "charge":
      payments.push(await charge(ctx, step.card, step.amount));
      return;
    case "refund": {
      const payment = pick(payments, step.payment);
      if (!payment) return;
      const amountMinor = step.amount === null ? null : BigInt(step.amount);
      const params = { payment, amountMinor, reason: null, metadata: undefined, limit: null };
      const id = idIn(await createRefund(ctx, params, freshKey(), renderer));
      if (id) refunds.push(id);
      return;
    }
    case "cancel": {
      const refund = pick(refunds, step.refund);
      if (refund) await cancelRefund(ctx, refund, freshKey(), renderer);
      return;
    }
    case "wait":
      clock.advance(step.ms);
      await settleUnfinished();
  }
}

/** Per payment: its own amounts, and those of the ledger and its refunds. */
const BOOKS = `
  select p.id, p.amount_captured as captured, p.amount_refunded as refunded,
         coalesce((select sum(amount) from refunds r where r.account_id = p.account_id
                     and r.payment_id = p.id and r.status in ('pending', 'submitted', 'settled')), 0)::bigint as held,
         coalesce((select sum(amount) from refunds r where r.account_id = p.account_id
                     and r.payment_id = p.id and r.status = 'pending'), 0)::bigint as pending,
         coalesce((select sum(case 'rail_clearing' when l.debit then l.amount when l.credit then -l.amount end)
                     from ledger_transfers l
                    where l.account_id = p.account_id
                      and (l.source_id = p.id or l.source_id in (
                            select id from refunds r where r.account_id = p.account_id
                               and r.payment_id = p.id))), 0)::bigint as booked
    from payments p where p.account_id = $1`;

async function checkBooks(till: Till) {
  type Row = Record<"captured" | "refunded" | "held" | "pending" | "booked", bigint>;
  for (const row of await till.rows<Row>(BOOKS)) {
    assert.equal(row.refunded, row.held, "refunded is what its refunds hold");
    assert.ok(row.refunded <= row.captured);
    assert.equal(row.booked, row.captured - (row.refunded - row.pending), "captured − refunded");
  }
}

async function checkMoves(till: Till) {
  // Not named `id`: Citus would order by the name instead of the column.
  const events = await till.rows<{ refund: string; status: RefundStatus }>(`
    select object_id as refund, data ->> 'status' as status from events
     where account_id = $1 and type = 'refund.updated' order by events.id`);
  const last = new Map<string, RefundStatus>();
  for (const { refund, status } of events) {
    const from = last.get(refund) ?? "pending";
    assert.ok(REFUND_MOVES[from].includes(status), `${from} → ${status}`);
    last.set(refund, status);
  }
  const now = await till.rows<{ id: string; status: RefundStatus }>(
    "select id, status from refunds where account_id = $1",
  );
  for (const { id, status } of now) assert.equal(status, last.get(id) ?? "pending");
  const outcomes = await till.rows<{ count: bigint }>(`
    select count(*) from events where account_id = $1 and type like 'payment.%'
     group by object_id having count(*) <> 1`);
  assert.deepEqual(outcomes, [], "every payment is announced exactly once");
}

test("the ledger holds captured minus refunded, and every transition is in the table", async () => {
  const till = await openTill();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
      const [payments, refunds]: [string[], string[]] = [[], []];
      for (const one of steps) await take(till.ctx.test, one, payments, refunds);
      await checkBooks(till);
      await checkMoves(till);
    }),
    { numRuns: 40 },
  );
});

test("the same holds when every step of a sequence runs concurrently", async () => {
  const till = await openTill();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
      const payments = [await charge(till.ctx.test, CARDS[1] ?? "", 400)];
      const refunds: string[] = [];
      await Promise.all(steps.map((one) => take(till.ctx.test, one, payments, refunds)));
      await checkBooks(till);
      await checkMoves(till);
    }),
    { numRuns: 20 },
  );
});

test("a page neither repeats nor skips while payments are created", async () => {
  const make = async (ctx: Context, count: number) => {
    const made = Array.from({ length: count }, () => charge(ctx, "4000000000000002", 100));
    return (await Promise.all(made)).sort().reverse();
  };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
      async (limit, madeBetween) => {
        const ctx = (await openTill()).ctx.test;
        const present = await make(ctx, 9);
        const expected = [...present];
        const seen: string[] = [];
        let cursor: string | null | undefined;
        for (let page = 0; cursor !== null; page++) {
          const inserting = make(ctx, madeBetween[page % madeBetween.length] ?? 0);
          const request = cursor === undefined ? { limit } : { limit, startingAfter: cursor };
          const found = await listPayments(ctx, request);
          seen.push(...found.items.map(({ id }) => id));
          cursor = found.nextCursor;
          assert.ok(found.items.length <= limit);
          assert.equal(found.hasMore, cursor !== null);
          present.unshift(...(await inserting));
        }
        assert.deepEqual(
          seen.filter((id) => expected.includes(id)),
          expected,
        );
        assert.equal(new Set(seen).size, seen.length);
        const back = await listPayments(ctx, { limit: 3, endingBefore: expected.at(-1) ?? "" });
        assert.deepEqual(
          back.items.map(({ id }) => id),
          expected.slice(-4, -1),
        );
      },
    ),
    { numRuns: 6 },
  );
});
