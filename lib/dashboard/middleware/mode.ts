import { ApiError } from "#lib/kernel/errors.ts";
import { isMode } from "#lib/kernel/mode.ts";
import type { DashboardMiddleware } from "../types.ts";

/** Turns person, account and the mode in the path into the context that every verb takes. */
export const mode: DashboardMiddleware = async (c, next) => {
  const named = c.req.param("mode") ?? "";
  if (!isMode(named)) throw new ApiError("resource_missing", "There is nothing at this address.");
  const { country, testClockAheadMs } = c.get("membership");
  c.set("ctx", {
    ...c.get("accountCtx"),
    mode: named,
    merchantCountry: country,
    clockAheadMs: named === "test" ? testClockAheadMs : 0,
  });
  await next();
};
