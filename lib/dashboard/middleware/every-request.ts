import { announceAccess } from "#lib/domain/live/index.ts";
import { checkText } from "#lib/kernel/body/check-text.ts";
import { CARD_DATA_REFUSED, findCardData } from "#lib/kernel/card-data.ts";
import { holdsCardData } from "#lib/kernel/card-numbers.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { DashboardError } from "../errors.ts";
import type { DashboardMiddleware } from "../types.ts";

/** Every answer has an id to quote and is kept by no cache: it belongs to one person. */
export const requestFrame: DashboardMiddleware = async (c, next) => {
  const requestId = newId("req");
  c.set("requestId", requestId);
  await next();
  c.header("service-request-id", requestId);
  c.header("cache-control", "no-store");
};

/** Refuses a query whose names or values hold text that the database cannot: no route has to think of it. Throws
 *  `parameter_invalid` naming the parameter. The listener does the same for paths. */
export const checkQuery: DashboardMiddleware = async (c, next) => {
  const given = Object.entries(c.req.queries());
  checkText(Object.fromEntries(given.map(([name, values]) => [name, values.join()])));
  await next();
};

/** Refuses card data in a path and a query: identifiers are kept with the answers to repeats, filters in the audit
 *  log and in downloads. Throws `resource_missing`, or `parameter_invalid` naming the parameter. Bodies are checked
 *  by `readBody`. */
export const noCardData: DashboardMiddleware = async (c, next) => {
  if (holdsCardData(c.req.path)) {
    throw new ApiError("resource_missing", "There is nothing at this address.");
  }
  const found = findCardData(c.req.queries(), () => false);
  if (found) throw invalid(String(found[0]), CARD_DATA_REFUSED);
  await next();
};

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

const ABOUT_ACCESS = /^\/internal\/(?:session|recovery|security|team|account)\b/;

/** Where somebody is signed out or may see less than before, their open streams end now and not at the next
 *  check. */
export const accessChanges: DashboardMiddleware = async (c, next) => {
  await next();
  if (c.req.method !== "GET" && ABOUT_ACCESS.test(c.req.path)) announceAccess();
};
