import { makeNextFile, tidyDownloads } from "#lib/domain/reports/index.ts";
import { MINUTE_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import { type Loop, repeat } from "./repeat.ts";

/** Files written at a time per worker, so that a long file does not delay a short one. */
const AT_ONCE = 2;

/**
 * Writes the files of prepared downloads. Any number of workers may run: a worker leases each file, and another one
 * writes it from the start when the lease ends. `stop` abandons the files being written to other workers.
 */
export function startDownloads(options: { leaseMs?: number } = {}): Loop {
  const stopping = new AbortController();
  const makeAll = async () => {
    while (!stopping.signal.aborted && (await makeNextFile(stopping.signal, options)));
  };
  const loops = [
    ...Array.from({ length: AT_ONCE }, () => repeat("making downloads", SECOND_MS, makeAll)),
    repeat("tidying downloads", MINUTE_MS, tidyDownloads),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
