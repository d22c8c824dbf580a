import { isClockTrusted } from "#lib/kernel/clock.ts";
import { log } from "#lib/kernel/log.ts";
import { eraseCustomer } from "./erase-customer.ts";
import * as store from "./store.ts";

const MOST = 20;

/** Erases the customers whose erasure somebody asked for in the dashboard. Returns their number. One that cannot be erased is logged
 *  and tried again. Safe in many processes. */
export async function eraseRequested(): Promise<number> {
  if (!isClockTrusted()) return 0;
  let erased = 0;
  for (const subject of await store.findRequested(MOST)) {
    try {
      await eraseCustomer(subject, { isRequested: true });
      erased++;
    } catch (error) {
      log.error("a customer is not erased yet", { ...subject, error });
    }
  }
  return erased;
}
