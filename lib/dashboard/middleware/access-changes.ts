import { announceAccess } from "#lib/domain/live/index.ts";
import type { DashboardMiddleware } from "../types.ts";

const ABOUT_ACCESS = /^\/internal\/(?:session|recovery|security|team|account)\b/;

/** Where somebody is signed out or may see less than before, their open streams end now and not at the next
 *  check. */
export const accessChanges: DashboardMiddleware = async (c, next) => {
  await next();
  if (c.req.method !== "GET" && ABOUT_ACCESS.test(c.req.path)) announceAccess();
};
