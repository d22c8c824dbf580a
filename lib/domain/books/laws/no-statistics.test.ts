// Runs alone: its tables must never have been analysed.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeDb } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { snapshot } from "#db/prepared.ts";
import { seedDemo } from "#db/seed.ts";
import { findDemoAccount } from "#lib/domain/accounts/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { asOwner } from "#test/as-owner.ts";
import { ENTRIES, TRANSFERS_OF_ALL } from "./entries-sql.ts";
import { PAYOUTS, SETTLEMENTS } from "./funds-sql.ts";
import { lawSql } from "./law.ts";
import { DISPUTES, PAYMENTS, REFUNDS } from "./objects-sql.ts";

after(closeDb);

/** Blocks of the database that one row of a chunk may cost: its look-ups by key, some blocks each. */
const MOST_BLOCKS_PER_ROW = 30;
const MOST_BLOCKS_BESIDE = 1_000;

type Plan = { "Shared Hit Blocks": number; "Shared Read Blocks": number };

test("the first check of tables that were never analysed reads a bounded number of blocks per row", async () => {
  await asOwner((client) =>
    ensurePartitions(client, { nowMs: nowMs(), daysBack: 31, daysAhead: 2 }),
  );
  await seedDemo();
  const account = (await findDemoAccount())!;
  for (const law of [
    ENTRIES,
    TRANSFERS_OF_ALL,
    PAYMENTS,
    REFUNDS,
    DISPUTES,
    PAYOUTS,
    SETTLEMENTS,
  ]) {
    await snapshot({ plans: "kept", unhurried: true }, async (run) => {
      const about = [account.id, "test", "", law.limit];
      const [checked] = await run<{ weight: number }>(`count_${law.part}`, lawSql(law), about);
      const explain = `explain (analyze, buffers, format json) ${lawSql(law)}`;
      const [row] = await run<{ "QUERY PLAN": { Plan: Plan }[] }>(law.part, explain, about);
      const plan = row!["QUERY PLAN"][0]!.Plan;
      const blocks = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
      const most = MOST_BLOCKS_BESIDE + MOST_BLOCKS_PER_ROW * checked!.weight;
      assert.ok(blocks <= most, `${law.part}: ${blocks} blocks for ${checked!.weight} rows`);
    });
  }
});
