// Runs alone: it reads every row of its database.

import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool, runPrepared } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { seedDemo } from "#db/seed.ts";
import { findDemoAccount, systemContext } from "#lib/domain/accounts/index.ts";
import { bankOverview, sandboxStatement } from "#lib/domain/bank-statements/index.ts";
import { bookSubjects, checkBooks } from "#lib/domain/books/index.ts";
import { balancesOf, LEDGER_ACCOUNTS } from "#lib/domain/ledger/index.ts";
import { readPayoutBalance } from "#lib/domain/payout-balance/index.ts";
import { dueSubscriptions } from "#lib/domain/subscriptions/index.ts";
import { DAY_MS, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { newId } from "#lib/kernel/ids.ts";
import { raisedWindow } from "#lib/kernel/raised-rates.ts";
import { FEWEST_FOR_A_RATE } from "#lib/kernel/vocabulary/rates.ts";
import { asOwner } from "#test/as-owner.ts";
import { addFile } from "#test/bank-statements.ts";
import { disagreements } from "#test/books-agree.ts";
import { planHistory } from "./seed/history.ts";
import { Random } from "./seed/random.ts";

const TABLES = [
  "customers",
  "payments",
  "refunds",
  "payouts",
  "subscriptions",
  "invoices",
  "mandates",
  "disputes",
  "events",
  "deliveries",
  "delivery_attempts",
];

async function counts(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of TABLES) {
    const [row] = await runPrepared<{ n: bigint }>(
      `seed.${table}`,
      `select count(*) n from ${table}`,
      [],
    );
    found[table] = Number(row!.n);
  }
  return found;
}

test("the demo is created once, completely, and its books agree with its payments", async () => {
  await asOwner((client) =>
    ensurePartitions(client, { nowMs: nowMs(), daysBack: 31, daysAhead: 2 }),
  );
  await seedDemo();
  const first = await counts();
  assert.ok(first.payments! > 3_000 && first.refunds! > 100, JSON.stringify(first));
  // Events are kept for half of the weeks; most go to both endpoints.
  assert.ok(first.events! > 1_500 && first.deliveries! > first.events!, JSON.stringify(first));
  assert.ok(first.delivery_attempts! > first.events!, JSON.stringify(first));
  await seedDemo();
  assert.deepEqual(await counts(), first);

  assert.ok(first.payouts! > 20, JSON.stringify(first));
  const account = await findDemoAccount();
  const ctx = {
    accountId: account!.id,
    mode: "test" as const,
    requestId: newId("req"),
    actor: { type: "system" as const, name: "test" },
    merchantCountry: "DE",
    clockAheadMs: 0,
  };
  assert.deepEqual(
    await balancesOf(ctx, LEDGER_ACCOUNTS.payoutBalance),
    await readPayoutBalance(ctx),
  );
  const [open] = await balancesOf(ctx, LEDGER_ACCOUNTS.payoutsInTransit);
  assert.equal(open?.amountMinor, 0n, "every payout of the demo has its outcome");
  const kept = await runPrepared<{ currency: string; kept: bigint }>(
    "seed.kept",
    `select p.currency, (sum(amount_captured - amount_refunded) - coalesce(sum(d.amount), 0)
              - coalesce((select sum(case t.kind when 'acquirer_receipt' then t.amount else -t.amount end)
                            from ledger_transfers t
                           where t.currency = p.currency and t.kind in ('acquirer_receipt', 'acquirer_payment')), 0))::bigint kept
       from payments p left join disputes d on d.payment_id = p.id and d.status <> 'won'
      group by 1 order by 1`,
    [],
  );
  const owed = await balancesOf(ctx, LEDGER_ACCOUNTS.railClearing);
  assert.deepEqual(
    owed.map(({ currency, amountMinor }) => ({ currency, kept: -amountMinor })),
    kept.map(({ currency, kept: amount }) => ({ currency, kept: amount })),
  );
});

test("the demo's disabled endpoints got nothing since, and the audit log has its keys and endpoints", async () => {
  const { id } = (await findDemoAccount())!;
  const read = async (text: string) => (await getPool().query(text, [id])).rows;
  const changes = `select subject_id as id, created_at as at from audit_entries where account_id = $1`;
  const late = await read(
    `select a.delivery_id from delivery_attempts a
       join deliveries d on d.account_id = a.account_id and d.id = a.delivery_id
       join webhook_endpoints w on w.account_id = d.account_id and w.id = d.endpoint_id
      where a.account_id = $1 and w.status = 'disabled'
        and a.sent_at > coalesce(w.failing_since + interval '72 hours',
              (select max(e.created_at) from audit_entries e
                where e.account_id = w.account_id and e.subject_id = w.id
                  and e.action = 'endpoint.updated'))`,
  );
  assert.deepEqual(late, []);
  const silent = await read(
    `select id from (select id from webhook_endpoints where account_id = $1
       union all select id from api_keys where account_id = $1 and mode = 'test' and not managed) o
      where not exists (select from (${changes}) e where e.id = o.id)`,
  );
  assert.deepEqual(silent, []);
  const byHand = await read(
    `select w.id from webhook_endpoints w
      where w.account_id = $1 and w.status = 'disabled' and w.failing_since is null
        and not exists (select from audit_entries e where e.subject_id = w.id and e.account_id = $1
                          and e.action = 'endpoint.updated' and e.after->>'status' = 'disabled')`,
  );
  assert.deepEqual(byHand, []);
});

test("every screen of the demo has data: billing, mandates, disputes and payouts in every important state", async () => {
  const { id } = (await findDemoAccount())!;
  assert.deepEqual(await disagreements(id), []);
  const statuses = async (table: string) => {
    const { rows } = await getPool().query<{ status: string }>(
      `select distinct status from ${table} where account_id = $1 order by 1`,
      [id],
    );
    return rows.map(({ status }) => status);
  };
  assert.deepEqual(await statuses("subscriptions"), ["active", "canceled", "past_due", "trialing"]);
  assert.deepEqual(await statuses("invoices"), ["open", "paid"]);
  assert.deepEqual(await statuses("mandates"), ["active", "revoked"]);
  assert.deepEqual(await statuses("disputes"), ["lost", "needs_response", "won"]);
  assert.deepEqual(await statuses("payouts"), ["returned", "settled"]);
  const { rows } = await getPool().query(
    `select s.next_attempt_at > now() as "triesAgain", s.due_at = s.next_attempt_at as "isDue",
            i.attempt_count as attempts, p.status as payment
       from subscriptions s join invoices i on i.id = s.open_invoice_id
       join payments p on p.id = i.payment_id where s.account_id = $1`,
    [id],
  );
  assert.deepEqual(rows, [{ triesAgain: true, isDue: true, attempts: 2, payment: "failed" }]);
  const { rows: batches } = await getPool().query<{ errors: unknown[] }>(
    "select errors from payout_batches where account_id = $1 and rejected > 0",
    [id],
  );
  assert.deepEqual(
    batches.map(({ errors }) => errors.length),
    [2],
  );
  // Due work is done as for any merchant, from where the seed ends.
  await finishDue(dueSubscriptions, id);
  assert.deepEqual(await disagreements(id), []);
});

test("the demo's settlements equal their rows and the ledger, to the cent", async () => {
  const { rows } = await getPool().query(
    `select s.id, s.net, s.transaction_count as count, s.status,
            (select sum(b.net) from balance_transactions b where b.settlement_id = s.id)::bigint as rows,
            (select count(*) from balance_transactions b where b.settlement_id = s.id)::int as counted,
            (select t.amount from ledger_transfers t where t.source_id = s.id and t.kind = 'settlement') as swept,
            (select sum(case t.credit when 'merchant_balance' then t.amount else -t.amount end)
               from balance_transactions b join ledger_transfers t
                 on t.account_id = b.account_id and t.source_id = b.source_id
                and (t.kind = 'dispute_reversal') = (b.type = 'dispute_reversal')
              where b.settlement_id = s.id)::bigint as ledger
       from settlements s`,
  );
  assert.ok(rows.length > 100, String(rows.length));
  for (const { net, count, rows: sum, counted, swept, ledger } of rows) {
    assert.deepEqual([sum, counted, swept, ledger], [net, count, net, net]);
  }
  assert.ok(rows.some(({ status }) => status === "scheduled"));
  for (const subject of await bookSubjects()) {
    assert.deepEqual(await checkBooks(await systemContext(subject, "test")), [], "row by row");
  }
});

test("the same day gives the same demo", () => {
  const plan = () => planHistory(new Random(7), 1_790_000_000_000);
  assert.deepEqual(plan(), plan());
});

test("one Tuesday stands out in the charts, on whatever day the demo is made", () => {
  for (let days = 0; days < 56; days += 3) {
    const now = 1_790_000_000_000 + days * DAY_MS + (days % 24) * HOUR_MS;
    const { payments } = planHistory(new Random(20_260_401), now);
    const first = Math.floor(now / DAY_MS) - 29;
    const series = Array.from({ length: 30 }, () => ({ of: 0, declined: 0, unreachable: 0 }));
    for (const { atMs, currency, outcome, decline } of payments) {
      const day = series[Math.floor(atMs / DAY_MS) - first];
      if (!day || currency !== "EUR" || !["approved", "declined"].includes(outcome)) continue;
      day.of += 1;
      if (outcome !== "declined") continue;
      day.declined += 1;
      if (decline?.code === "issuer_not_available") day.unreachable += 1;
    }
    const raised = raisedWindow(series);
    assert.equal(raised?.from, raised?.to);
    const day = (first + (raised?.from ?? 0)) * DAY_MS;
    assert.equal(new Date(day).getUTCDay(), 2, new Date(now).toISOString());
    // Enough for a comparison with the Tuesday before.
    assert.ok(series[raised!.from]!.unreachable >= FEWEST_FOR_A_RATE);
  }
});

test("the demo's money reconciles with its sandbox bank's statements, to the cent", async () => {
  const account = (await findDemoAccount())!;
  const ctx: Context = {
    accountId: account.id,
    mode: "test",
    requestId: newId("req"),
    actor: { type: "system", name: "test" },
    merchantCountry: "DE",
    clockAheadMs: 0,
  };
  const day = (daysAgo: number) => new Date(nowMs() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const all = { after: null, before: null, limit: 100 };
  for (const [from, to] of [
    [400, 31],
    [30, 1],
  ] as const) {
    const days = { fromDay: day(from), toDay: day(to) };
    const done = await addFile(ctx, (await sandboxStatement(ctx, days, "camt.053")).text);
    assert.ok(done.lines > 20, String(done.lines));
    assert.equal(done.linesMatched, done.lines);
  }
  const bank = await bankOverview(ctx, all);
  assert.deepEqual(bank.missing, { movements: [], total: 0 });
  assert.ok(bank.rows.every(({ gap }) => gap === null));
  const { rows: booked } = await getPool().query<{ currency: string; sum: bigint }>(
    `select currency, sum(case when kind = 'payout_settled' then -amount else amount end)::bigint as sum
       from ledger_transfers where account_id = $1 and created_at < $2
        and kind in ('settlement_paid', 'payout_settled', 'payout_returned')
      group by 1 order by 1`,
    [account.id, day(0)],
  );
  const closing = bank.rows
    .filter(({ toDay }) => toDay === day(1))
    .map(({ currency, closingMinor }) => ({ currency, sum: closingMinor }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
  assert.deepEqual(closing, booked);
});
