import { z } from "zod";
import { PAYOUT_CURRENCIES } from "#lib/kernel/vocabulary/payouts.ts";
import { payoutAmount } from "./payouts.ts";
import { defineRoute } from "./route.ts";
import { currencyCode, envelope, minorUnits } from "./shared.ts";

export const topUpWire = z
  .object({
    ...envelope("topup", "tu"),
    amount: minorUnits,
    currency: currencyCode,
    balance: minorUnits.meta({ description: "The payout balance after the top-up" }),
  })
  .meta({ id: "topup", description: "Sandbox money added to the payout balance" });
export type TopUpWire = z.output<typeof topUpWire>;

export const topUpRoute = defineRoute({
  method: "post",
  path: "/v1/test/topup",
  name: "top_up",
  group: "Sandbox",
  summary: "Top up the payout balance",
  description: "Test mode only. In live mode a bank transfer tops the balance up.",
  scope: "test:write",
  bucket: "none",
  bodyExample: { amount: 250_000, currency: "EUR" },
  body: z.strictObject({
    amount: payoutAmount,
    currency: z.enum(PAYOUT_CURRENCIES).meta({ description: "ISO 4217 code in upper case" }),
  }),
  response: {
    status: 201,
    schema: topUpWire,
    example: {
      id: "tu_01kp0c5n7v3m8q2w4x6y9z1b5v",
      object: "topup",
      livemode: false,
      created: "2026-04-12T09:31:07Z",
      metadata: {},
      amount: 250_000,
      currency: "EUR",
      balance: 250_000,
    },
  },
  errors: ["resource_missing"],
});
