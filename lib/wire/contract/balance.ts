import { z } from "zod";
import { ENTRY_TYPES, FUNDS_STATUSES } from "#lib/kernel/vocabulary/balance.ts";
import { defineRoute } from "./route.ts";
import {
  currency,
  currencyCode,
  envelope,
  expandable,
  expandableAny,
  listOf,
  listQuery,
  minorUnits,
  timestamp,
} from "./shared.ts";

const FEE_TYPES = ["interchange", "scheme", "markup", "commission", "dispute"] as const;

const moneyWire = z.object({ amount: minorUnits, currency: currencyCode });

export const balanceWire = z
  .object({
    object: z.literal("balance"),
    livemode: z.boolean().meta({ description: "Whether it is in live mode" }),
    pending: z.array(moneyWire).meta({ description: "Booked, and before its cut-off" }),
    available: z.array(moneyWire).meta({
      description:
        "Past its cut-off and not settled yet; a negative amount waits until later funds cover it",
    }),
    payouts: z
      .array(moneyWire)
      .meta({ description: "The payout balance: the funds that payouts are paid from" }),
  })
  .meta({ id: "balance", description: "The merchant's funds per currency" });
export type BalanceWire = z.output<typeof balanceWire>;

export const readBalanceRoute = defineRoute({
  method: "get",
  path: "/v1/balance",
  name: "read_balance",
  group: "Balance",
  summary: "Read the balance",
  scope: "balance:read",
  bucket: "reads",
  response: {
    status: 200,
    schema: balanceWire,
    example: {
      object: "balance",
      livemode: false,
      pending: [{ amount: 177_596, currency: "EUR" }],
      available: [{ amount: 0, currency: "EUR" }],
      payouts: [{ amount: 250_000, currency: "EUR" }],
    },
  },
});

export const balanceTransactionWire = z
  .object({
    ...envelope("balance_transaction", "txn"),
    type: z.enum(ENTRY_TYPES).meta({ description: "What moved the money" }),
    reporting_category: z
      .enum(ENTRY_TYPES)
      .meta({ description: "The category in reports; the same as `type`" }),
    amount: minorUnits.meta({ description: "Positive: in the merchant's favour" }),
    currency: currencyCode,
    fee: z.int().min(0).meta({ description: "Sum of `fee_details`, in minor units" }),
    net: minorUnits.meta({ description: "amount − fee" }),
    fee_details: z
      .array(
        z.object({
          type: z.enum(FEE_TYPES).meta({ description: "Who gets it" }),
          amount: z.int().min(1).meta({ description: "Integer in minor units of the currency" }),
        }),
      )
      .meta({ description: "The parts of the fee" }),
    source: expandableAny({
      pay: "payment",
      bp: "bank_payment",
      re: "refund",
      dp: "dispute",
      stl: "settlement",
    }).meta({ description: "The object that moved the money; the object itself when expanded" }),
    status: z
      .enum(FUNDS_STATUSES)
      .meta({ description: "`available` after the cut-off `available_on`" }),
    available_on: timestamp.meta({ description: "The cut-off after which it can be settled" }),
    settlement: expandable("stl", "settlement").nullable(),
  })
  .meta({ id: "balance_transaction", description: "One movement of the merchant's balance" });
export type BalanceTransactionWire = z.output<typeof balanceTransactionWire>;

const EXAMPLE: BalanceTransactionWire = {
  id: "txn_01kp0c5n7v3m8q2w4x6y9z1b5h",
  object: "balance_transaction",
  livemode: false,
  created: "2026-04-12T09:31:07Z",
  metadata: {},
  type: "charge",
  reporting_category: "charge",
  amount: 1999,
  currency: "EUR",
  fee: 24,
  net: 1975,
  fee_details: [
    { type: "interchange", amount: 6 },
    { type: "scheme", amount: 3 },
    { type: "markup", amount: 15 },
  ],
  source: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  status: "pending",
  available_on: "2026-04-13T00:00:00Z",
  settlement: null,
};

export const readBalanceTransactionRoute = defineRoute({
  method: "get",
  path: "/v1/balance_transactions/{balance_transaction_id}",
  name: "read_balance_transaction",
  group: "Balance",
  summary: "Read one balance transaction",
  scope: "balance:read",
  bucket: "reads",
  params: { balance_transaction_id: "txn" },
  response: { status: 200, schema: balanceTransactionWire, example: EXAMPLE },
  returns: "balance_transaction",
  errors: ["resource_missing"],
});

export const listBalanceTransactionsRoute = defineRoute({
  method: "get",
  path: "/v1/balance_transactions",
  name: "list_balance_transactions",
  group: "Balance",
  summary: "List balance transactions",
  scope: "balance:read",
  bucket: "lists",
  query: listQuery.extend({
    type: z.enum(ENTRY_TYPES).optional(),
    currency: currency.optional(),
    source: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "The object that moved the money" }),
    settlement: z.string().min(1).max(100).optional(),
  }),
  response: {
    status: 200,
    schema: listOf(balanceTransactionWire),
    example: {
      object: "list",
      url: "/v1/balance_transactions",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "balance_transaction",
});
