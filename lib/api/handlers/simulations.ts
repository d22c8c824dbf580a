import { simulateDisputeIn, simulatePaymentIn } from "#lib/domain/disputes/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { simulateMandateIn } from "#lib/domain/mandates/index.ts";
import { simulatePayoutIn } from "#lib/domain/payouts/index.ts";
import { simulateSettlementIn } from "#lib/domain/settlements/index.ts";
import { type Subscription, simulateSubscription } from "#lib/domain/subscriptions/index.ts";
import { missing } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { SimulationWire } from "#lib/wire/contract/simulations.ts";
import { simulateRoute } from "#lib/wire/contract/simulations.ts";
import { toSubscriptionWire } from "#lib/wire/serializers/billing.ts";
import { toMandateWire } from "#lib/wire/serializers/customers.ts";
import { toBankPaymentWire, toDisputeWire, toPaymentWire } from "#lib/wire/serializers/payments.ts";
import { toPayoutWire } from "#lib/wire/serializers/payouts.ts";
import { toSettlementWire } from "#lib/wire/serializers/settlements.ts";
import { endpoint } from "../pipeline/serve.ts";

type Result = SimulationWire["result"];
type Asked = Parameters<typeof simulateSettlementIn>;
type Simulate = (...asked: Asked) => Promise<Result>;

/** Simulates a scenario by the prefix of the object's id. One line per kind. */
const SIMULATIONS: Readonly<Record<string, Simulate>> = {
  bp: shown(simulatePaymentIn, toBankPaymentWire),
  pay: shown(simulatePaymentIn, toPaymentWire),
  dp: shown(simulateDisputeIn, toDisputeWire),
  mdt: shown(simulateMandateIn, toMandateWire),
  po: shown(simulatePayoutIn, toPayoutWire),
  stl: shown(simulateSettlementIn, toSettlementWire),
};

function shown<T>(
  simulateIn: (...asked: Asked) => Promise<T>,
  toWire: (object: T) => Result,
): Simulate {
  return async (...asked) => toWire(await simulateIn(...asked));
}

function simulated(scenario: string, result: Result): SimulationWire {
  return { object: "simulation", livemode: false, scenario, result };
}

export const simulationEndpoints = [
  endpoint(simulateRoute, async (call) => {
    const { ctx, once, render, renderRefusal } = call;
    const { object, scenario } = call.body;
    if (isId("sub", object)) {
      // A scenario may charge the payer, which calls the rail, so no transaction is open here.
      const result = (sub: Subscription) => render(simulated(scenario, toSubscriptionWire(sub)));
      const about = { ctx, request: call.idempotency, render: { result, refusal: renderRefusal } };
      return await simulateSubscription(about, object, scenario);
    }
    const answer = await once(
      async (tx) => {
        const prefix = object.slice(0, object.indexOf("_"));
        const simulate = Object.hasOwn(SIMULATIONS, prefix) ? SIMULATIONS[prefix] : undefined;
        if (!simulate) throw missing("object to simulate", object, "object");
        return await simulate(tx, ctx, object, scenario);
      },
      (result) => simulated(scenario, result),
    );
    notifyDispatcher();
    return answer;
  }),
];
