import { listPinChanges } from "#lib/domain/accounts/index.ts";
import { listIncidents } from "#lib/domain/incidents/index.ts";
import { listRotations } from "#lib/domain/keys/index.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { readPeriod } from "../list-params.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { markersView } from "../views/markers.ts";

export const markerRoutes = routesAt("/:mode/markers");

/** What the charts of a period mark on their time axis. */
markerRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const period = readPeriod(c, "during");
  if (!period) throw invalid("during", "Give a period as days: 2026-04-01..2026-04-12.");
  const [incidents, pins, rotations] = await Promise.all([
    listIncidents(ctx, period),
    listPinChanges(ctx, period),
    listRotations(ctx, period),
  ]);
  return reply(c, markersView({ incidents, pins, rotations }));
});
