import type { Tx } from "#db/transact.ts";
import { log } from "#lib/kernel/log.ts";
import type { QuietKind } from "#lib/kernel/vocabulary/live.ts";
import * as store from "./store.ts";

/** Minimum time between two notifications of a process. */
const SEND_INTERVAL_MS = 300;
/** PostgreSQL limits a notification to 8,000 bytes. */
const MAX_PER_NOTIFICATION = 120;

/** Sent instead of an account and kind: someone's access was reduced. */
export const ACCESS = "access";

let waiting = new Set<string>();
let isScheduled = false;

/**
 * Notifies all open dashboards of an account that something of a kind has changed, in either mode. For changes without
 * an event; events notify by themselves. Does not wait and never throws. A notification can be lost; dashboards also
 * poll. Call it after the commit.
 */
export function announceLive(accountId: string, kind: QuietKind): void {
  queue(`${accountId} ${kind}`);
}

/** As `announceLive`, when the caller's transaction commits. For rare changes: commits with a notification wait for each
 *  other. Only a payout can change without an event although its kind has some. */
export async function announceLiveIn(
  tx: Tx,
  accountId: string,
  kind: QuietKind | "payout",
): Promise<void> {
  await store.notifyAfter(tx, `${accountId} ${kind}`);
}

/** Makes every process check whether the viewers of its streams still have access. */
export function announceAccess(): void {
  queue(ACCESS);
}

function queue(message: string): void {
  waiting.add(message);
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(send, SEND_INTERVAL_MS).unref();
}

function send(): void {
  isScheduled = false;
  const messages = [...waiting];
  waiting = new Set();
  for (let at = 0; at < messages.length; at += MAX_PER_NOTIFICATION) {
    store
      .notifyProcesses(messages.slice(at, at + MAX_PER_NOTIFICATION).join(";"))
      .catch((error) => log.debug("dashboards could not be notified of a change", { error }));
  }
}
