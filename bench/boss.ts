// pg-boss, a common queue on PostgreSQL, for comparison.

import { installApart } from "./installed.ts";
import { startProcess } from "./processes.ts";

/** The newest version whose dependencies are all available. */
export const BOSS_VERSION = "12.30.0";

/** A folder with pg-boss, or null if it cannot be installed (no network). */
export const installBoss = () => installApart("pg-boss", BOSS_VERSION);

export type BossOrder = {
  folder: string;
  url: string;
  deliveries: number;
  /** The object of the events, as JSON. */
  object: string;
  /** How attempts are recorded (`boss-worker.ts`). */
  way: "batched" | "documented";
  variables: Readonly<Record<string, string>>;
};

/** Deliveries per second of pg-boss in a warm process, from the first fetch to the completion of the last job. */
export async function runBoss(order: BossOrder): Promise<number> {
  const { folder, url, deliveries, object, way, variables } = order;
  const script = `${import.meta.dirname}/boss-worker.ts`;
  const args = [script, folder, url, String(deliveries), object, way];
  // pg-boss creates its own tables, with a role that may do so.
  const asOwner = { ...variables, DATABASE_URL: variables.DATABASE_OWNER_URL ?? "" };
  const worker = await startProcess(args, { port: 0, tls: false }, asOwner, 120_000);
  try {
    const tookMs = (await worker.ask("go")) as number;
    return (deliveries * 1_000) / tookMs;
  } finally {
    await worker.stop();
  }
}
