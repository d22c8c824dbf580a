import { dateFromMs, now, nowMs } from "./clock.ts";
import type { Context } from "./context.ts";

type Clocked = Pick<Context, "clockAheadMs">;

/** The time by which business goes (creation, periods, due and arrival dates): the real time, and in test
 *  mode what the account has advanced its clock by (decisions §3). Ids, leases, retention, limits and
 *  signatures go by the real time (`now`). */
export function businessNow(ctx: Clocked): Date {
  return ctx.clockAheadMs === 0 ? now() : dateFromMs(businessNowMs(ctx));
}

/** The same in milliseconds since the epoch. */
export function businessNowMs(ctx: Clocked): number {
  return nowMs() + ctx.clockAheadMs;
}
