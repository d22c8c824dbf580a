import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool, runPrepared } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { seedDemo } from "#db/seed.ts";
import "#lib/api/install.ts";
import { renderEventBody } from "#lib/api/versions/index.ts";
import { findDemoAccount } from "#lib/domain/accounts/index.ts";
import { balancesOf, LEDGER_ACCOUNTS } from "#lib/domain/ledger/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { planHistory } from "./seed/history.ts";
import { Random } from "./seed/random.ts";

const TABLES = ["customers", "payments", "refunds", "events", "deliveries", "delivery_attempts"];

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

test("the demo is made once, whole, and its books agree with its payments", async () => {
  await ensurePartitions(getPool(), { nowMs: nowMs(), daysBack: 31, daysAhead: 2 });
  await seedDemo({ renderEventBody });
  const first = await counts();
  assert.ok(first.payments! > 3_000 && first.refunds! > 100, JSON.stringify(first));
  // Events are kept for half of the weeks; most go to both endpoints.
  assert.ok(first.events! > 1_500 && first.deliveries! > first.events!, JSON.stringify(first));
  assert.ok(first.delivery_attempts! > first.events!, JSON.stringify(first));
  await seedDemo({ renderEventBody });
  assert.deepEqual(await counts(), first);

  const account = await findDemoAccount();
  const ctx = {
    accountId: account!.id,
    mode: "test" as const,
    requestId: newId("req"),
    actor: { type: "system" as const, name: "test" },
    merchantCountry: "DE",
    clockAheadMs: 0,
  };
  const kept = await runPrepared<{ currency: string; kept: bigint }>(
    "seed.kept",
    "select currency, sum(amount_captured - amount_refunded)::bigint kept from payments group by 1 order by 1",
    [],
  );
  const owed = await balancesOf(ctx, LEDGER_ACCOUNTS.railClearing);
  assert.deepEqual(
    owed.map(({ currency, amountMinor }) => ({ currency, kept: -amountMinor })),
    kept.map(({ currency, kept: amount }) => ({ currency, kept: amount })),
  );
});

test("the same day tells the same story", () => {
  const plan = () => planHistory(new Random(7), 1_790_000_000_000);
  assert.deepEqual(plan(), plan());
});

test("a Tuesday stands out: the story that the charts are to tell", () => {
  const { payments } = planHistory(new Random(20_260_401), 1_790_000_000_000);
  const rate = (some: typeof payments) => some.filter((p) => !p.decline).length / some.length;
  const byDay = Map.groupBy(payments, (p) => Math.floor(p.atMs / 86_400_000));
  const worst = [...byDay]
    .filter(([, some]) => some.length > 20)
    .sort((a, b) => rate(a[1]) - rate(b[1]))[0]!;
  assert.equal(new Date(worst[0] * 86_400_000).getUTCDay(), 2);
  assert.ok(rate(payments) > 0.85 && rate(worst[1]) < 0.82);
});
