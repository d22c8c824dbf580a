import { Hono } from "hono";
import { ApiError } from "#lib/kernel/errors.ts";
import { toErrorResponse } from "./errors.ts";
import {
  accessChanges,
  checkQuery,
  noCardData,
  requestFrame,
  sameOrigin,
} from "./middleware/every-request.ts";

import { mode, requiredFactor, session } from "./middleware/session.ts";

import { memberRoutes, modeRoutes, visitorRoutes } from "./routes/index.ts";
import type { DashboardEnv } from "./types.ts";

/** The dashboard's own API: same origin, authenticated by a session cookie. */
export const dashboardApp = new Hono<DashboardEnv>().basePath("/internal");

dashboardApp.onError((error, c) => toErrorResponse(error, c));
dashboardApp.notFound(() => {
  throw new ApiError("resource_missing", "There is nothing at this address.");
});

dashboardApp.use(requestFrame, checkQuery, noCardData, sameOrigin, accessChanges);
for (const { base, app } of visitorRoutes) dashboardApp.route(base || "/", app);

dashboardApp.use(session, requiredFactor);
for (const { base, app } of memberRoutes) dashboardApp.route(base, app);

dashboardApp.use("/:mode/*", mode);
for (const { base, app } of modeRoutes) dashboardApp.route(base, app);
