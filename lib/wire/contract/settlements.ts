import { z } from "zod";
import { SETTLEMENT_STATUSES } from "#lib/kernel/vocabulary/balance.ts";
import { defineRoute } from "./route.ts";
import {
  currency,
  currencyCode,
  envelope,
  listOf,
  listQuery,
  minorUnits,
  timestamp,
} from "./shared.ts";

const cost = z.int().min(0).meta({ description: "Integer in minor units of the currency" });

export const settlementWire = z
  .object({
    ...envelope("settlement", "stl"),
    status: z
      .enum(SETTLEMENT_STATUSES)
      .meta({ description: "`paid` when your bank has the money" }),
    currency: currencyCode,
    gross: cost.meta({ description: "Captured payments" }),
    fees: z
      .object({ interchange: cost, scheme: cost, markup: cost, commission: cost })
      .meta({ description: "Fees by who gets them" }),
    refunds: cost.meta({ description: "Refunds" }),
    chargebacks: cost.meta({
      description: "Chargebacks with their dispute fees",
    }),
    adjustments: minorUnits.meta({
      description: "Failed refunds, won disputes and returned settlements",
    }),
    net: minorUnits.meta({
      description: "gross − fees − refunds − chargebacks + adjustments: the amount that arrives",
    }),
    period_start: timestamp.meta({ description: "The cut-off before" }),
    period_end: timestamp.meta({ description: "The cut-off, exclusive" }),
    arrival_date: z.iso.date().meta({
      description: "When the money is expected; after it arrived, when it did",
    }),
    paid_at: timestamp.nullable().meta({
      description: "When your bank had the money; null unless the settlement is paid",
    }),
    bank_account_last4: z.string().meta({ description: "The last digits of your bank account" }),
    bank_reference: z.string().nullable().meta({
      description:
        "The reference on your bank statement; null in live mode until the acquirer has reported it",
      example: "PDM8Q2W4X6Y9Z1B5G0",
    }),
    transaction_count: z.int().min(0).meta({ description: "Balance transactions in it" }),
    failure_reason: z
      .string()
      .nullable()
      .meta({ description: "Why your bank returned it; null unless `status` is `failed`" }),
  })
  .meta({
    id: "settlement",
    description: "A transfer of one day's funds in one currency to the merchant's bank account",
  });
export type SettlementWire = z.output<typeof settlementWire>;

export const SETTLEMENT_EXAMPLE: SettlementWire = {
  id: "stl_01kp0c5n7v3m8q2w4x6y9z1b5g",
  object: "settlement",
  livemode: false,
  created: "2026-04-13T00:00:04Z",
  metadata: {},
  status: "scheduled",
  currency: "EUR",
  gross: 184_530,
  fees: { interchange: 461, scheme: 212, markup: 1_761, commission: 0 },
  refunds: 4_500,
  chargebacks: 0,
  adjustments: 0,
  net: 177_596,
  period_start: "2026-04-12T00:00:00Z",
  period_end: "2026-04-13T00:00:00Z",
  arrival_date: "2026-04-15",
  paid_at: null,
  bank_account_last4: "0000",
  bank_reference: "PDM8Q2W4X6Y9Z1B5G0",
  transaction_count: 134,
  failure_reason: null,
};

export const readSettlementRoute = defineRoute({
  method: "get",
  path: "/v1/settlements/{settlement_id}",
  name: "read_settlement",
  group: "Settlements",
  summary: "Read one settlement",
  scope: "settlements:read",
  bucket: "reads",
  params: { settlement_id: "stl" },
  response: { status: 200, schema: settlementWire, example: SETTLEMENT_EXAMPLE },
  returns: "settlement",
  errors: ["resource_missing"],
});

export const listSettlementsRoute = defineRoute({
  method: "get",
  path: "/v1/settlements",
  name: "list_settlements",
  group: "Settlements",
  summary: "List settlements",
  description:
    "One per currency and daily cut-off (00:00 UTC) with funds to pay out. It arrives two business days later.",
  scope: "settlements:read",
  bucket: "lists",
  query: listQuery.extend({
    currency: currency.optional(),
    status: z.enum(SETTLEMENT_STATUSES).optional(),
    bank_reference: z.string().min(1).max(140).optional().meta({
      description: "Only the settlement with this reference on the bank statement",
    }),
  }),
  response: {
    status: 200,
    schema: listOf(settlementWire),
    example: {
      object: "list",
      url: "/v1/settlements",
      data: [SETTLEMENT_EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "settlement",
});
