import { Hono } from "hono";
import { z } from "zod";
import {
  advanceClock,
  previewAdvance,
  readClock,
  type SandboxClock,
} from "#lib/domain/sandbox-clock/index.ts";
import { DAY_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { attemptKey, renderAnswer, sendAnswer } from "../render-answer.ts";
import type { DashboardEnv } from "../types.ts";
import { clockPreviewView, clockView } from "../views/sandbox-clock.ts";

/** Test mode's clock; in live mode there is none, and every route says so. */
export const sandboxClockRoutes = new Hono<DashboardEnv>();

const MOST_SECONDS = (366 * DAY_MS) / SECOND_MS;

const advance = z.strictObject({
  seconds: z
    .int("Give whole seconds.")
    .min(1, "The clock only goes forward.")
    .max(MOST_SECONDS, "At most 366 days at a time."),
  attempt: z.uuid(),
});

sandboxClockRoutes.get("/", async (c) => c.json(clockView(await readClock(c.get("ctx")))));

sandboxClockRoutes.get("/preview", async (c) => {
  const seconds = Number(c.req.query("seconds"));
  const read = advance.shape.seconds.safeParse(seconds);
  if (!read.success) throw invalid("seconds", read.error.issues[0]?.message ?? "");
  return c.json(clockPreviewView(await previewAdvance(c.get("ctx"), seconds)));
});

/** Moves the clock; what falls due on the way happens first. One press is one advance, and its answer is
 *  kept. Throws as `advanceClock`. */
sandboxClockRoutes.post("/advance", requireRole("use_sandbox"), async (c) => {
  const ctx = c.get("ctx");
  const { seconds, attempt } = await readBody(c, advance);
  const answer = await advanceClock(ctx, seconds, {
    request: attemptKey(c, attempt, { seconds }),
    render: renderAnswer<SandboxClock>(c, 200, clockView).result,
  });
  return sendAnswer(c, answer);
});
