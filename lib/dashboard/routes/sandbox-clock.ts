import { z } from "zod";
import { advanceClock, previewAdvance, readClock } from "#lib/domain/sandbox-clock/index.ts";
import { DAY_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import { clockPreviewView, clockView } from "../views/sandbox-clock.ts";

/** Test mode's clock; in live mode there is none, and every route says so. */
export const sandboxClockRoutes = routesAt("/:mode/clock");

const MOST_SECONDS = (366 * DAY_MS) / SECOND_MS;

const advance = z.strictObject({
  seconds: z
    .int("Give whole seconds.")
    .min(1, "The clock only goes forward.")
    .max(MOST_SECONDS, "At most 366 days at a time."),
  attempt: z.uuid(),
});

sandboxClockRoutes.get("/", async (c) => reply(c, clockView(await readClock(c.get("ctx")))));

sandboxClockRoutes.get("/preview", async (c) => {
  const seconds = Number(c.req.query("seconds"));
  const read = advance.shape.seconds.safeParse(seconds);
  if (!read.success) throw invalid("seconds", read.error.issues[0]?.message ?? "");
  return reply(c, clockPreviewView(await previewAdvance(c.get("ctx"), seconds)));
});

/** Moves the clock; what falls due on the way happens first. One press is one advance, and its answer is
 *  kept. Throws as `advanceClock`. */
sandboxClockRoutes.post("/advance", requireRole("use_sandbox"), async (c) => {
  const ctx = c.get("ctx");
  const { seconds, attempt } = await readBody(c, advance);
  return await replyOnce(c, { attempt, params: { seconds }, view: clockView }, (request, render) =>
    advanceClock(ctx, seconds, { request, render: render.result }),
  );
});
