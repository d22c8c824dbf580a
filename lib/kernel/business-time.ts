import { dateFromMs, now, nowMs } from "./clock.ts";
import type { Context } from "./context.ts";

type Clocked = Pick<Context, "clockAheadMs">;

/** The time for creation, periods, due and arrival dates: real time plus, in test mode, the account's clock advance
 *  (decisions §3). Ids, leases, retention, limits and signatures use real time (`now`). */
export function businessNow(ctx: Clocked): Date {
  return ctx.clockAheadMs === 0 ? now() : dateFromMs(businessNowMs(ctx));
}

/** `businessNow` in ms since 1970. */
export function businessNowMs(ctx: Clocked): number {
  return nowMs() + ctx.clockAheadMs;
}
