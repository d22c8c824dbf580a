import { z } from "zod";
import { simulateDisputeIn, simulatePaymentIn } from "#lib/domain/disputes/index.ts";
import { notifyQueue } from "#lib/domain/events/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import { simulateMandateIn } from "#lib/domain/mandates/index.ts";
import { advanceClock, previewAdvance, readClock } from "#lib/domain/sandbox-clock/index.ts";
import { simulateSubscription } from "#lib/domain/subscriptions/index.ts";
import { DAY_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { readParam } from "../list-params.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import {
  clockPreviewView,
  clockView,
  type SimulatedView,
  simulatedView,
} from "../views/sandbox.ts";

/** Simulated outcomes of sandbox objects. Test mode only. */
export const simulationRoutes = routesAt("/:mode/simulations");

export const simulation = z.strictObject({
  scenario: z.string().min(1).max(40),
  attempt: z.uuid(),
});

type Simulate = (...asked: Parameters<typeof simulateMandateIn>) => Promise<SimulatedView>;

const SIMULATIONS: Readonly<Record<string, Simulate>> = {
  bp: simulatePaymentIn,
  pay: simulatePaymentIn,
  mdt: simulateMandateIn,
  dp: simulateDisputeIn,
};

/** Throws as the verbs, and `resource_missing` for what cannot be simulated. */
simulationRoutes.post("/:id", requireRole("use_sandbox"), async (c) => {
  const ctx = c.get("ctx");
  const id = c.req.param("id");
  const { scenario, attempt } = await readBody(c, simulation);
  if (ctx.mode === "live") throw missing("simulation", "in live mode");
  const press = { attempt, params: { scenario }, view: simulatedView };
  if (isId("sub", id)) {
    return await replyOnce(c, press, (request, render) =>
      simulateSubscription({ ctx, request, render }, id, scenario),
    );
  }
  const prefix = id.slice(0, id.indexOf("_"));
  const simulate = Object.hasOwn(SIMULATIONS, prefix) ? SIMULATIONS[prefix] : undefined;
  if (!simulate) throw missing("object to simulate", id);
  const done = await replyOnce(c, press, (request, render) =>
    once(ctx, request, (tx) => simulate(tx, ctx, id, scenario), render),
  );
  notifyQueue();
  return done;
});

/** The sandbox clock. In live mode every route answers that there is none. */
export const sandboxClockRoutes = routesAt("/:mode/clock");

const MAX_SECONDS = (366 * DAY_MS) / SECOND_MS;

export const advance = z.strictObject({
  seconds: z
    .int("Give whole seconds.")
    .min(1, "The clock only goes forward.")
    .max(MAX_SECONDS, "At most 366 days at a time."),
  attempt: z.uuid(),
});

sandboxClockRoutes.get("/", async (c) => reply(c, clockView(await readClock(c.get("ctx")))));

sandboxClockRoutes.get("/preview", async (c) => {
  const seconds = Number(readParam(c, "seconds"));
  const read = advance.shape.seconds.safeParse(seconds);
  if (!read.success) throw invalid("seconds", read.error.issues[0]?.message ?? "");
  return reply(c, clockPreviewView(await previewAdvance(c.get("ctx"), seconds)));
});

/** Advances the clock after processing all work that becomes due. Once per `attempt`. Throws as `advanceClock`. */
sandboxClockRoutes.post("/advance", requireRole("use_sandbox"), async (c) => {
  const ctx = c.get("ctx");
  const { seconds, attempt } = await readBody(c, advance);
  return await replyOnce(c, { attempt, params: { seconds }, view: clockView }, (request, render) =>
    advanceClock(ctx, seconds, { request, render: render.result }),
  );
});
