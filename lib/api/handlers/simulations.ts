import { pokeDispatcher } from "#lib/domain/events/index.ts";
import { simulateSettlementIn } from "#lib/domain/settlements/index.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { SimulationWire } from "../contract/simulations.ts";
import { simulateRoute } from "../contract/simulations.ts";
import { endpoint } from "../pipeline/serve.ts";
import { toSettlementWire } from "../serializers/settlements.ts";

export const simulationEndpoints = [
  endpoint(simulateRoute, async ({ ctx, body: { object, scenario }, once }) => {
    const answer = await once(
      async (tx) => {
        if (ctx.mode === "live") throw missing("simulation", "in live mode");
        if (!object.startsWith("stl_")) throw missing("object to simulate", object, "object");
        return await simulateSettlementIn(tx, ctx, object, scenario);
      },
      (settlement): SimulationWire => ({
        object: "simulation",
        livemode: false,
        scenario,
        result: toSettlementWire(settlement),
      }),
    );
    pokeDispatcher();
    return answer;
  }),
];
