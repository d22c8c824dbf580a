import { announceAccess } from "#lib/domain/live/index.ts";
import { checkText } from "#lib/kernel/body/check-text.ts";
import { refuseSensitive } from "#lib/kernel/body/parse-body.ts";
import { holdsCardData } from "#lib/kernel/card-numbers.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { holdsSecret } from "#lib/kernel/own-secrets.ts";
import { DashboardError } from "../errors.ts";
import type { DashboardMiddleware } from "../types.ts";

/** Gives every response a request id and forbids caching: it belongs to one person. */
export const requestFrame: DashboardMiddleware = async (c, next) => {
  const requestId = newId("req");
  c.set("requestId", requestId);
  await next();
  c.header("service-request-id", requestId);
  c.header("cache-control", "no-store");
};

/** Refuses queries with text that PostgreSQL cannot store, for all routes. Throws `parameter_invalid` with the
 *  parameter. The listener does the same for paths. */
export const checkQuery: DashboardMiddleware = async (c, next) => {
  const given = Object.entries(c.req.queries());
  checkText(Object.fromEntries(given.map(([name, values]) => [name, values.join()])));
  await next();
};

/** Refuses card data and secrets in path and query, which are stored with idempotent answers, in the audit log and in downloads.
 *  Throws `resource_missing`, or `parameter_invalid` with the parameter. `readBody` checks bodies. */
export const noSensitiveData: DashboardMiddleware = async (c, next) => {
  if (holdsCardData(c.req.path) || holdsSecret(c.req.path)) {
    throw new ApiError("resource_missing", "There is nothing at this address.");
  }
  const given = Object.entries(c.req.queries());
  refuseSensitive(
    Object.fromEntries(
      given.map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
    ),
  );
  await next();
};

const READS = new Set(["GET", "HEAD"]);

/** Accepts writes only from our own pages. Another site cannot send the header without a CORS preflight, which we never
 *  allow; the browser's `sec-fetch-site` and `origin` must not contradict it. Reads change nothing and other sites
 *  cannot read their responses. */
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
      "This installation does not serve the address of this page. " +
        `Open ${env.publicUrl}, or set PUBLIC_URL to the address you use.`,
    );
  }
  await next();
};

const ABOUT_ACCESS = /^\/internal\/(?:session|recovery|security|team|account)\b/;

/** Closes open live streams immediately after a change of sessions or roles, instead of at their next check. */
export const accessChanges: DashboardMiddleware = async (c, next) => {
  await next();
  if (c.req.method !== "GET" && ABOUT_ACCESS.test(c.req.path)) announceAccess();
};
