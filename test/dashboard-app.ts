import { apiApp } from "#lib/api/app.ts";
import { makeDashboardApp } from "#lib/dashboard/app.ts";

/** The dashboard's API, wired as `server.ts` does. */
export const dashboardApp = makeDashboardApp((request) => apiApp.fetch(request));
