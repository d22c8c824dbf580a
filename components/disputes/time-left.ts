import { DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";

/** `12 days left`, `5 h left`, `42 min left`, `Overdue`. */
export function timeLeftLabel(ms: number): string {
  if (ms <= 0) return "Overdue";
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days left`;
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h left`;
  return `${Math.max(1, Math.floor(ms / MINUTE_MS))} min left`;
}
