import type { Line } from "#lib/domain/billing/index.ts";
import type { Invoice } from "#lib/domain/invoices/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { InvoiceWire } from "../contract/invoices.ts";

export function toInvoiceWire(invoice: Invoice): InvoiceWire {
  return {
    id: invoice.id,
    object: "invoice",
    livemode: invoice.mode === "live",
    created: toIsoSeconds(invoice.createdAt),
    metadata: {},
    subscription: invoice.subscriptionId,
    customer: invoice.customerId,
    status: invoice.status,
    number: invoice.number,
    currency: invoice.currency,
    lines: invoice.lines.map(toLineWire),
    subtotal: invoice.lines.reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0),
    amount_due: Number(invoice.amountDueMinor),
    amount_paid: Number(invoice.amountPaidMinor),
    due_date: invoice.dueDate && toIsoSeconds(invoice.dueDate),
    attempt_count: invoice.attemptCount,
    payment: invoice.paymentId,
  };
}

export function toLineWire({ description, amountMinor, proration, period }: Line) {
  return {
    description,
    amount: Number(amountMinor),
    proration,
    period: { start: toIsoSeconds(period.start), end: toIsoSeconds(period.end) },
  };
}
