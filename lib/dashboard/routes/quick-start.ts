import { flushKeyUse } from "#lib/domain/keys/index.ts";
import { readQuickStart } from "#lib/domain/overview/index.ts";
import { env } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { quickStartView } from "../views/quick-start.ts";

export const quickStartRoutes = routesAt("/:mode/quick-start");

/** The first steps in a mode, and which of them are done. */
quickStartRoutes.get("/", async (c) => {
  // What this process has counted since its last write ticks a step too.
  await flushKeyUse().catch((error) => log.warn("key counters are late", { error }));
  const start = await readQuickStart(c.get("ctx"));
  return reply(c, quickStartView(start, env.publicUrl));
});
