import { newId } from "#lib/kernel/ids.ts";
import type { DashboardMiddleware } from "../types.ts";

/** Every answer has an id to quote and is kept by no cache: it belongs to one person. */
export const requestFrame: DashboardMiddleware = async (c, next) => {
  const requestId = newId("req");
  c.set("requestId", requestId);
  await next();
  c.header("service-request-id", requestId);
  c.header("cache-control", "no-store");
};
