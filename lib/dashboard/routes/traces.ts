import { Hono } from "hono";
import { traceOf } from "#lib/domain/traces/index.ts";
import type { DashboardEnv } from "../types.ts";
import { traceView } from "../views/traces.ts";

/** From any id, everything that belongs together. */
export const traceRoutes = new Hono<DashboardEnv>();

traceRoutes.get("/:id", async (c) => {
  const id = c.req.param("id");
  return c.json(traceView(id, await traceOf(c.get("ctx"), id)));
});
