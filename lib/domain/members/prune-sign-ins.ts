import { DAY_MS, isClockTrusted } from "#lib/kernel/clock.ts";
import * as store from "./prune-store.ts";

const ENDED_KEPT_MS = 30 * DAY_MS;
/** As long as a browser keeps the cookie by which it is known. */
const PLACES_KEPT_MS = 400 * DAY_MS;

/** Deletes sessions and links that ended 30 days ago, and places that nobody signed in from for 400 days. Returns the number of
 *  sessions. Deletes none while this process's clock is wrong. */
export async function pruneSignIns(): Promise<number> {
  if (!isClockTrusted()) return 0;
  return await store.deleteEnded({ endedMs: ENDED_KEPT_MS, placesMs: PLACES_KEPT_MS });
}
