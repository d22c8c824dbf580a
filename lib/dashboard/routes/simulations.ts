import { z } from "zod";
import { simulateDisputeIn, simulatePaymentIn } from "#lib/domain/disputes/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import { simulateMandateIn } from "#lib/domain/mandates/index.ts";
import { simulateSubscription } from "#lib/domain/subscriptions/index.ts";
import { missing } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { replyOnce, routesAt } from "../typed-routes.ts";
import { type SimulatedView, simulatedView } from "../views/simulated.ts";

/** What time, payers and banks of the sandbox would bring, let happen now. There is none in live mode. */
export const simulationRoutes = routesAt("/:mode/simulations");

const simulation = z.strictObject({
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
  notifyDispatcher();
  return done;
});
