import { makeNextFile, tidyDownloads } from "#lib/domain/reports/index.ts";
import { MINUTE_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import { type Loop, repeat } from "./repeat.ts";

/** Made at one time by a worker: a long file must not keep a short one waiting. */
const AT_ONCE = 2;

/**
 * Makes the files of prepared downloads. Any number of workers may run: each file is held by a lease, and
 * made anew when the worker that held it is gone. `stop` lets go of what is under way, for another worker
 * to make.
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
