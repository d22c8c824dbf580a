import { z } from "zod";
import { invoiceLineWire } from "./invoices.ts";
import { defineRoute } from "./route.ts";
import { currencyCode, expandable, minorUnits, timestamp } from "./shared.ts";
import { planChange, SUBSCRIPTION_EXAMPLE } from "./subscriptions.ts";

const bill = z.object({
  lines: z.array(invoiceLineWire).meta({ description: "What is billed" }),
  amount_due: minorUnits,
});

const previewWire = z
  .object({
    object: z.literal("subscription_preview"),
    livemode: z.boolean().meta({ description: "Whether it is in live mode" }),
    subscription: expandable("sub", "subscription"),
    currency: currencyCode,
    proration_date: timestamp.meta({
      description: "Send it with the change to be invoiced exactly these lines",
    }),
    invoice_now: bill.nullable().meta({ description: "What is charged immediately" }),
    next_invoice: bill
      .extend({ date: timestamp.meta({ description: "When it is charged" }) })
      .nullable()
      .meta({ description: "The invoice of the next period; null if there is none" }),
  })
  .meta({ id: "subscription_preview", description: "What a change of a subscription costs" });
export type SubscriptionPreviewWire = z.output<typeof previewWire>;

export const SUBSCRIPTION_PREVIEW_EXAMPLE: SubscriptionPreviewWire = {
  object: "subscription_preview",
  livemode: false,
  subscription: SUBSCRIPTION_EXAMPLE.id,
  currency: "EUR",
  proration_date: "2026-04-27T09:31:07Z",
  invoice_now: null,
  next_invoice: {
    lines: [
      {
        description: "Unused time: 2 × Team",
        amount: -1_900,
        proration: true,
        period: { start: "2026-04-27T09:31:07Z", end: "2026-05-12T09:31:07Z" },
      },
      {
        description: "Remaining time: 3 × Team",
        amount: 2_850,
        proration: true,
        period: { start: "2026-04-27T09:31:07Z", end: "2026-05-12T09:31:07Z" },
      },
      {
        description: "3 × Team",
        amount: 5_700,
        proration: false,
        period: { start: "2026-05-12T09:31:07Z", end: "2026-06-12T09:31:07Z" },
      },
    ],
    amount_due: 6_650,
    date: "2026-05-12T09:31:07Z",
  },
};

export const previewSubscriptionRoute = defineRoute({
  method: "post",
  path: "/v1/subscriptions/{subscription_id}/preview",
  name: "preview_subscription",
  group: "Subscriptions",
  summary: "Preview a change of plan or quantity",
  description:
    "Changes nothing. The change with the same parameters and the returned `proration_date` invoices exactly these lines. Without parameters: the next invoice.",
  scope: "subscriptions:write",
  bucket: "writes",
  params: { subscription_id: "sub" },
  bodyExample: { quantity: 3 },
  body: z.strictObject(planChange),
  response: { status: 200, schema: previewWire, example: SUBSCRIPTION_PREVIEW_EXAMPLE },
  returns: "subscription_preview",
  errors: ["resource_missing", "state_invalid"],
});
