import { traceOf } from "#lib/domain/traces/index.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { traceView } from "../views/traces.ts";

/** From any id, everything that belongs together. */
export const traceRoutes = routesAt("/:mode/timelines");

traceRoutes.get("/:id", async (c) => {
  const id = c.req.param("id");
  return reply(c, traceView(id, await traceOf(c.get("ctx"), id)));
});
