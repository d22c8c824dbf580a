import { Hono } from "hono";
import { ApiError } from "#lib/kernel/errors.ts";
import { toErrorResponse } from "./errors.ts";
import {
  accessChanges,
  checkQuery,
  noSensitiveData,
  requestFrame,
  sameOrigin,
} from "./middleware/every-request.ts";
import { whileMember } from "./middleware/require.ts";
import { mode, requiredFactor, session } from "./middleware/session.ts";
import { memberRoutes, modeRoutes, visitorRoutes } from "./routes/index.ts";
import type { CallApi, DashboardEnv } from "./types.ts";

/** The dashboard's own API: same origin, authenticated by a session cookie. The shell calls the public API through
 *  `callApi`, in process: same pipeline, key, limits and log, without a socket. */
export function makeDashboardApp(callApi: CallApi): Hono<DashboardEnv> {
  const app = new Hono<DashboardEnv>().basePath("/internal");

  app.onError((error, c) => toErrorResponse(error, c));
  app.notFound(() => {
    throw new ApiError("resource_missing", "There is nothing at this address.");
  });

  app.use(requestFrame, checkQuery, noSensitiveData, sameOrigin, accessChanges);
  app.use(async (c, next) => {
    c.set("callApi", callApi);
    await next();
  });
  for (const { base, app: routes } of visitorRoutes) app.route(base || "/", routes);

  app.use(session, requiredFactor, whileMember);
  for (const { base, app: routes } of memberRoutes) app.route(base, routes);

  app.use("/:mode/*", mode);
  for (const { base, app: routes } of modeRoutes) app.route(base, routes);
  return app;
}
