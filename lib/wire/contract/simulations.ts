import { z } from "zod";
import { bankPaymentWire } from "./bank-payments.ts";
import { disputeWire } from "./disputes.ts";
import { mandateWire } from "./mandates.ts";
import { paymentWire } from "./payments.ts";
import { payoutWire } from "./payouts.ts";
import { defineRoute } from "./route.ts";
import { SETTLEMENT_EXAMPLE, settlementWire } from "./settlements.ts";
import { subscriptionWire } from "./subscriptions.ts";

const simulationWire = z
  .object({
    object: z.literal("simulation"),
    livemode: z.literal(false).meta({ description: "Whether it is in live mode" }),
    scenario: z.string().meta({ description: "What happened to the object" }),
    result: z
      .union([
        settlementWire,
        mandateWire,
        disputeWire,
        payoutWire,
        subscriptionWire,
        paymentWire,
        bankPaymentWire,
      ])
      .meta({ description: "The object after the simulation" }),
  })
  .meta({ id: "simulation", description: "A simulated scenario and its result" });
export type SimulationWire = z.output<typeof simulationWire>;

export const simulateRoute = defineRoute({
  method: "post",
  path: "/v1/test/simulate",
  name: "simulate",
  group: "Sandbox",
  summary: "Simulate a scenario",
  description: [
    "Test mode only.",
    "A settlement takes `paid` (it arrives now) and `bank_account_closed` (the bank returns it and its funds are on the balance again).",
    "A succeeded payment takes `chargeback` (opens a dispute) and, if a bank made it, `late_failure` (the bank takes it back).",
    "A dispute takes `won` and `lost` while it is under review, and `deadline_passes` while it needs a response.",
    "A mandate takes `active` and `failed` while it is pending, `revoked` (by the payer) and `expired` while it is active.",
    "A subscription takes `trial_ends` while it is trialing, and `attempt_now` (the next retry) and `dunning_ends` (the final action) while it is past due.",
    "A payout takes `submit`, `settle`, `fail` (it never reached the beneficiary's bank) and `return` (that bank rejected it or sent it back). The last two can have an ISO 20022 reason (`fail_AB05`, `return_AC06`).",
  ].join(" "),
  scope: "test:write",
  bucket: "none",
  bodyExample: { object: SETTLEMENT_EXAMPLE.id, scenario: "bank_account_closed" },
  body: z.strictObject({
    object: z.string().min(1).max(100).meta({ description: "Identifier of the object" }),
    scenario: z.string().min(1).max(100).meta({ description: "What happens to the object" }),
  }),
  response: {
    status: 200,
    schema: simulationWire,
    example: {
      object: "simulation",
      livemode: false,
      scenario: "bank_account_closed",
      result: { ...SETTLEMENT_EXAMPLE, status: "failed", failure_reason: "account_closed" },
    },
  },
  returns: "simulation",
  errors: ["resource_missing", "state_invalid"],
});
