import { toSubscriptionWire } from "#lib/wire/serializers/billing.ts";
import { toMandateWire } from "#lib/wire/serializers/customers.ts";
import { toPayoutWire } from "#lib/wire/serializers/payouts.ts";
import { toSettlementWire } from "#lib/wire/serializers/settlements.ts";
import { SUBSCRIPTIONS } from "./billing.ts";
import { MANDATES } from "./mandates.ts";
import { PAYOUTS } from "./payouts.ts";
import { SETTLEMENTS } from "./settlements.ts";

/** Results of simulated outcomes. */
export const SIMULATIONS: Readonly<Record<string, Record<string, unknown>>> = {
  of_a_settlement: {
    object: "simulation",
    livemode: false,
    scenario: "bank_account_closed",
    result: toSettlementWire(SETTLEMENTS.failed!),
  },
  of_a_mandate: {
    object: "simulation",
    livemode: false,
    scenario: "revoked",
    result: toMandateWire(MANDATES.revoked!),
  },
  of_a_subscription: {
    object: "simulation",
    livemode: false,
    scenario: "dunning_ends",
    result: toSubscriptionWire(SUBSCRIPTIONS.canceled!),
  },
  of_a_payout: {
    object: "simulation",
    livemode: false,
    scenario: "return",
    result: toPayoutWire(PAYOUTS.returned!),
  },
};
