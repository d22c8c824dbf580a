// pg-boss, which a merchant's engineer would reach for.

import { installApart } from "./installed.ts";
import { startProcess } from "./processes.ts";

/** The newest whose own dependencies can all be had. */
export const BOSS_VERSION = "12.30.0";

/** A folder with pg-boss in it, or null where it cannot be had (no network). */
export const installBoss = () => installApart("pg-boss", BOSS_VERSION);

export type BossOrder = {
  folder: string;
  url: string;
  deliveries: number;
  /** What the events are about, as JSON. */
  object: string;
  /** How attempts are recorded (`boss-worker.ts`). */
  way: "batched" | "documented";
  variables: Readonly<Record<string, string>>;
};

/** Deliveries per second of pg-boss in a process that is warm, from the first fetch to the last job's completion. */
export async function runBoss(order: BossOrder): Promise<number> {
  const { folder, url, deliveries, object, way, variables } = order;
  const script = `${import.meta.dirname}/boss-worker.ts`;
  const args = [script, folder, url, String(deliveries), object, way];
  // It makes tables of its own, as the role that may.
  const asOwner = { ...variables, DATABASE_URL: variables.DATABASE_OWNER_URL ?? "" };
  const worker = await startProcess(args, { port: 0, tls: false }, asOwner, 120_000);
  try {
    const tookMs = (await worker.ask("go")) as number;
    return (deliveries * 1_000) / tookMs;
  } finally {
    await worker.stop();
  }
}
