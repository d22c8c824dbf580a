import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { MandateScheme, MandateStatus } from "#lib/kernel/vocabulary/mandates.ts";

/** All permitted transitions (decisions §3). */
export const MANDATE_MOVES: Readonly<Record<MandateStatus, readonly MandateStatus[]>> = {
  pending: ["active", "failed"],
  active: ["revoked", "expired"],
  failed: [],
  revoked: [],
  expired: [],
};

/** Whether a debit may use the mandate. A pending one counts, because banks accept the first debit with the mandate. */
export function isLive(status: MandateStatus): boolean {
  return status === "pending" || status === "active";
}

/** Days until an unused mandate expires: 36 months by the SEPA core rulebook, 13 months at Bacs. Card mandates do not
 *  expire. */
const UNUSED_DAYS: Readonly<Record<MandateScheme, number | null>> = {
  sepa_core: 36 * 30.4375,
  bacs: 13 * 30.4375,
  card: null,
};

/** When a mandate that was last used at `usedMs` expires. */
export function endOf(scheme: MandateScheme, usedMs: number): Date | null {
  const days = UNUSED_DAYS[scheme];
  return days === null ? null : dateFromMs(usedMs + Math.round(days) * DAY_MS);
}
