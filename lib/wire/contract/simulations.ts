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
    livemode: z.literal(false),
    scenario: z.string(),
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
      .meta({ description: "The object as it stands now" }),
  })
  .meta({ id: "simulation", description: "A named scenario that an object was moved along" });
export type SimulationWire = z.output<typeof simulationWire>;

export const simulateRoute = defineRoute({
  method: "post",
  path: "/v1/test/simulate",
  name: "simulate",
  group: "Sandbox",
  summary: "Move an object along a scenario",
  description: [
    "Test mode only.",
    "A settlement knows `paid` (it arrives at once) and `bank_account_closed` (it comes back, and its money is on the balance again).",
    "A payment that succeeded knows `chargeback` (a dispute is opened) and, when it came from a bank, `late_failure` (the bank takes it back for good).",
    "A dispute knows `won` and `lost` while it is under review, and `deadline_passes` while it needs a response.",
    "A mandate knows `active` and `failed` while it is pending, `revoked` (by the payer) and `expired` while it is active.",
    "A subscription knows `trial_ends` while it is trialing, `attempt_now` (the next try of the ladder) and `dunning_ends` (the final action) while it is past due.",
    "A payout knows `submit`, `settle`, `fail` (it never reached the beneficiary's bank) and `return` (that bank rejected it or sent it back), the last two with an ISO reason if wanted (`fail_AB05`, `return_AC06`).",
  ].join(" "),
  scope: "test:write",
  bucket: "none",
  bodyExample: { object: SETTLEMENT_EXAMPLE.id, scenario: "bank_account_closed" },
  body: z.strictObject({
    object: z.string().min(1).max(100).meta({ description: "Identifier of the object" }),
    scenario: z.string().min(1).max(100),
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
