import { log } from "#lib/kernel/log.ts";
import * as store from "./store.ts";
import type { QuietKind } from "./types.ts";

/** So often at most does one process tell the others. */
const QUIET_MS = 300;
/** What a notification holds is bounded by the database, at 8,000 bytes. */
const MOST_TOGETHER = 120;

/** Instead of an account: that somebody may see less than before. */
export const ACCESS = "access";

let waiting = new Set<string>();
let isScheduled = false;

/**
 * Tells every open dashboard of an account that something of a kind has changed, in either mode. For what has
 * no event; where there is one, that is enough. Returns at once, never throws and may be lost: dashboards look
 * again by themselves. Call it after the commit.
 */
export function announceLive(accountId: string, kind: QuietKind): void {
  say(`${accountId} ${kind}`);
}

/** Has every process see whether those who look still may. */
export function announceAccess(): void {
  say(ACCESS);
}

function say(word: string): void {
  waiting.add(word);
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(send, QUIET_MS).unref();
}

function send(): void {
  isScheduled = false;
  const label = [...waiting];
  waiting = new Set();
  for (let at = 0; at < label.length; at += MOST_TOGETHER) {
    store
      .tellOthers(label.slice(at, at + MOST_TOGETHER).join(";"))
      .catch((error) => log.debug("dashboards were not told of a change", { error }));
  }
}
