import { getPool } from "#db/client.ts";
import { pairOldWeeks } from "#lib/domain/analytics/index.ts";

const LONGEST_MS = 60_000;

/** Sums all weeks by pairs, also those of small accounts and weeks to come. */
export async function pairAllWeeks(): Promise<void> {
  await getPool().query("update paired_weeks set paired = null where not paired");
  const ends = performance.now() + LONGEST_MS;
  for (;;) {
    await pairOldWeeks({ afterDays: -10_000, least: 0 });
    const { rows } = await getPool().query("select from paired_weeks where paired is null limit 1");
    if (rows.length === 0) return;
    if (performance.now() > ends) throw new Error("another process holds the rollups");
  }
}
