import { z } from "zod";
import { INVOICE_STATUSES } from "#lib/kernel/vocabulary/billing.ts";
import { defineRoute } from "./route.ts";
import {
  currencyCode,
  envelope,
  expandable,
  listOf,
  listQuery,
  minorUnits,
  timestamp,
} from "./shared.ts";

export const invoiceLineWire = z.object({
  description: z.string().meta({ description: "What is billed" }),
  amount: minorUnits.meta({ description: "In minor units; credits are negative" }),
  proration: z.boolean().meta({ description: "Whether it covers part of a period" }),
  period: z
    .object({
      start: timestamp.meta({ description: "When the period begins" }),
      end: timestamp.meta({ description: "When the period ends" }),
    })
    .meta({ description: "The time that it bills" }),
});

export const invoiceWire = z
  .object({
    ...envelope("invoice", "in"),
    subscription: expandable("sub", "subscription"),
    customer: expandable("cus", "customer"),
    status: z
      .enum(INVOICE_STATUSES)
      .meta({ description: "`paid`, `void` and `uncollectible` are final" }),
    number: z.string().nullable().meta({
      description: "Consecutive within an account; null while the invoice is a draft",
      example: "INV-000042",
    }),
    currency: currencyCode,
    lines: z.array(invoiceLineWire).meta({ description: "What is billed" }),
    subtotal: minorUnits.meta({ description: "Sum of the lines in minor units" }),
    amount_due: minorUnits.meta({ description: "What is still to be collected, in minor units" }),
    amount_paid: minorUnits.meta({ description: "What was collected, in minor units" }),
    due_date: timestamp
      .nullable()
      .meta({ description: "When it is collected; null while it is a draft" }),
    attempt_count: z.int().min(0).meta({ description: "How many times collection was attempted" }),
    payment: expandable("pay", "payment")
      .nullable()
      .meta({ description: "The latest attempt to collect it" }),
  })
  .meta({ id: "invoice", description: "What a subscription owes for a period or a change" });
export type InvoiceWire = z.output<typeof invoiceWire>;

const EXAMPLE: InvoiceWire = {
  id: "in_01kp0c5n7v3m8q2w4x6y9z1b5d",
  object: "invoice",
  livemode: false,
  created: "2026-04-12T09:31:07Z",
  metadata: {},
  subscription: "sub_01kp0c5n7v3m8q2w4x6y9z1b5d",
  customer: "cus_01kp0c5n7v3m8q2w4x6y9z1b5d",
  status: "paid",
  number: "INV-000042",
  currency: "EUR",
  lines: [
    {
      description: "2 × Team",
      amount: 3_800,
      proration: false,
      period: { start: "2026-04-12T09:31:07Z", end: "2026-05-12T09:31:07Z" },
    },
  ],
  subtotal: 3_800,
  amount_due: 3_800,
  amount_paid: 3_800,
  due_date: "2026-04-12T09:31:07Z",
  attempt_count: 1,
  payment: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
};

export const readInvoiceRoute = defineRoute({
  method: "get",
  path: "/v1/invoices/{invoice_id}",
  name: "read_invoice",
  group: "Invoices",
  summary: "Read one invoice",
  scope: "invoices:read",
  bucket: "reads",
  params: { invoice_id: "in" },
  response: { status: 200, schema: invoiceWire, example: EXAMPLE },
  returns: "invoice",
  errors: ["resource_missing"],
});

export const listInvoicesRoute = defineRoute({
  method: "get",
  path: "/v1/invoices",
  name: "list_invoices",
  group: "Invoices",
  summary: "List invoices",
  scope: "invoices:read",
  bucket: "lists",
  query: listQuery.extend({
    status: z.enum(INVOICE_STATUSES).optional(),
    subscription: z.string().min(1).max(100).optional(),
    customer: z.string().min(1).max(100).optional(),
  }),
  response: {
    status: 200,
    schema: listOf(invoiceWire),
    example: {
      object: "list",
      url: "/v1/invoices",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "invoice",
});
