import { env } from "#lib/kernel/env.ts";
import { DashboardError } from "../errors.ts";
import type { DashboardMiddleware } from "../types.ts";

const READS = new Set(["GET", "HEAD"]);

/**
 * A write must come from our own pages: the header cannot be sent by another site without asking us
 * first (and we never agree), and the browser's own word on the origin must not contradict it. Reads
 * change nothing, and their answers cannot be read from elsewhere.
 */
export const sameOrigin: DashboardMiddleware = async (c, next) => {
  if (READS.has(c.req.method)) return await next();
  if (c.req.header("x-paydesk-request") !== "1") {
    throw new DashboardError("origin_refused", "The request did not come from the dashboard.");
  }
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin") {
    throw new DashboardError("origin_refused", "The request came from another site.");
  }
  const origin = c.req.header("origin");
  if (origin !== undefined && !env.origins.includes(origin)) {
    throw new DashboardError(
      "origin_refused",
      "This page was opened at an address that this installation does not know as its own. " +
        `Open ${env.publicUrl}, or have PUBLIC_URL set to the address you use.`,
    );
  }
  await next();
};
