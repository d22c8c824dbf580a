import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { SettlementStatus } from "#lib/kernel/vocabulary/balance.ts";

/** All permitted transitions (decisions §3). */
export const SETTLEMENT_MOVES: Readonly<Record<SettlementStatus, readonly SettlementStatus[]>> = {
  scheduled: ["paid", "failed"],
  paid: [],
  failed: [],
};

/** Returns the reference of a sandbox settlement on the bank statement: unique, and at most 18 characters, the shortest
 *  that a scheme carries (Faster Payments, BECS). */
export function sandboxReference(id: Id<"stl">): string {
  return `PD${id.slice(-16).toUpperCase()}`;
}

/** Business days from a cut-off to the arrival (decisions §5). */
const ARRIVES_AFTER = 2;
const SUNDAY = 0;
const SATURDAY = 6;

/** Returns the day on which the money of a cut-off arrives: two business days later. Skips weekends, but not bank
 *  holidays, which differ by country. */
export function arrivalOf(cutOff: Date): Date {
  let day = Math.floor(cutOff.getTime() / DAY_MS) * DAY_MS;
  for (let left = ARRIVES_AFTER; left > 0; ) {
    day += DAY_MS;
    const weekday = dateFromMs(day).getUTCDay();
    if (weekday !== SATURDAY && weekday !== SUNDAY) left--;
  }
  return dateFromMs(day);
}
