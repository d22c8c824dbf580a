import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Prometheus } from "./prometheus.ts";
import { killAll, until } from "./support.ts";
import { startWatched, type Watched } from "./watched.ts";

const PATIENCE_MS = 100_000;

/** An installation that is watched while a trial plays faults. */
export type Play = {
  watched(): Watched;
  prometheus(): Prometheus;
  /** Plays a fault as a test: its alerts fire, and stop when it is over. */
  plays(
    what: string,
    names: readonly string[],
    fault: { begin(): Promise<unknown>; end(): Promise<unknown> },
  ): void;
};

/** Starts an installation and its Prometheus before the tests of a file, and ends them after. `prepare` may start more
 * processes and returns their ports by job. */
export function watchFaults(
  prepare: (watched: Watched) => Promise<Record<string, readonly number[]>> = async () => ({}),
): Play {
  let watched: Watched | undefined;
  let prometheus: Prometheus;
  const played = new Map<string, number>();
  before(async () => {
    watched = await startWatched();
    prometheus = await watched.prometheus(await prepare(watched));
  });
  after(async () => {
    const times = [...played].map(([alert, seconds]) => `${alert} ${seconds.toFixed(1)} s`);
    process.stdout.write(`fired after: ${times.join(", ")}\n`);
    await watched?.close();
    await killAll();
  });

  const untilFiring = async (alerts: readonly string[]) => {
    const begun = performance.now();
    const missing = new Set(alerts);
    const look = async () => {
      const firing = await prometheus.firing();
      for (const alert of missing) {
        if (!firing.has(alert)) continue;
        missing.delete(alert);
        played.set(alert, (performance.now() - begun) / 1_000);
      }
      await sleep(200);
      return missing.size === 0;
    };
    await until("firing", look, PATIENCE_MS).catch((error) => {
      throw new Error(`${[...missing].join(", ")} did not fire`, { cause: error });
    });
  };
  const untilQuiet = async (alerts: readonly string[]) => {
    const look = async () => {
      await sleep(200);
      const firing = await prometheus.firing();
      return alerts.every((alert) => !firing.has(alert));
    };
    await until(`the end of ${alerts.join(", ")}`, look, PATIENCE_MS);
  };

  return {
    watched: () => watched!,
    prometheus: () => prometheus,
    plays: (what, names, fault) => {
      const alerts = names.map((name) => `Paydesk${name}`);
      test(`${what}: ${names.join(", ")}`, async () => {
        await untilQuiet(alerts);
        await fault.begin();
        try {
          await untilFiring(alerts);
        } finally {
          await fault.end();
        }
        await untilQuiet(alerts);
      });
    },
  };
}
