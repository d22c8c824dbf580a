import { log } from "#lib/kernel/log.ts";
import * as store from "./store.ts";

/** Tells the workers that there is a replay to look at. Returns at once, never throws and may be
 *  lost: workers poll as well. Call it after the commit, never inside a transaction. */
export function notifyReplayers(): void {
  store.notifyReplayers().catch((error) => log.debug("a poke was lost", { error }));
}
