import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { getEndpoint } from "../endpoints/get-endpoint.ts";
import { historyOf } from "./history-store.ts";

const WINDOWS = {
  "24h": { spanMs: DAY_MS, slotMs: HOUR_MS },
  "7d": { spanMs: 7 * DAY_MS, slotMs: 6 * HOUR_MS },
  "30d": { spanMs: 30 * DAY_MS, slotMs: DAY_MS },
} as const;
export type HistoryWindow = keyof typeof WINDOWS;
export const HISTORY_WINDOWS = Object.keys(WINDOWS) as HistoryWindow[];

export type HistorySlot = {
  from: Date;
  to: Date;
  delivered: number;
  undelivered: number;
  /** How long calls took: of the newest 200 of the slot. Null without any. */
  medianMs: number | null;
  p95Ms: number | null;
};

/** What became of the deliveries made for an endpoint, slot by slot, oldest first; the last slot is
 *  not over yet. Throws `resource_missing`. */
export async function endpointHistory(
  ctx: Context,
  id: string,
  window: HistoryWindow,
): Promise<HistorySlot[]> {
  const endpoint = await getEndpoint(ctx, id);
  const { spanMs, slotMs } = WINDOWS[window];
  const endMs = (Math.floor(nowMs() / slotMs) + 1) * slotMs;
  const count = spanMs / slotMs;
  const moments = Array.from({ length: count + 1 }, (_, index) => endMs - (count - index) * slotMs);
  const rows = await historyOf(ctx, endpoint.id, moments);
  return rows.map(({ total, undelivered, unsent, medianMs, p95Ms }, index) => ({
    from: dateFromMs(moments[index]!),
    to: dateFromMs(moments[index + 1]!),
    delivered: total - undelivered - unsent,
    undelivered,
    medianMs,
    p95Ms,
  }));
}
