import { nowMs } from "#lib/kernel/clock.ts";
import { log } from "#lib/kernel/log.ts";
import * as store from "./store.ts";

/** A NOTIFY per commit would serialise commits; one per 20 ms costs nothing. */
const QUIET_MS = 20;

let lastSentMs = 0;
let scheduled = false;

/**
 * Tells the workers that a commit left something to send. Returns at once, never throws and may be
 * lost: workers poll as well. Call it after the commit, never inside a transaction.
 */
export function notifyDispatcher(): void {
  if (scheduled) return;
  scheduled = true;
  const wait = Math.max(0, lastSentMs + QUIET_MS - nowMs());
  if (wait === 0) send();
  else setTimeout(send, Math.min(wait, QUIET_MS)).unref();
}

function send(): void {
  scheduled = false;
  lastSentMs = nowMs();
  store.notifyDispatchers().catch((error) => log.debug("a poke was lost", { error }));
}
