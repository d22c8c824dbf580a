import type { z } from "zod";
import type { EventNoun, EventType } from "#lib/domain/events/index.ts";
import { disputeWire } from "./contract/disputes.ts";
import { invoiceWire } from "./contract/invoices.ts";
import { mandateWire } from "./contract/mandates.ts";
import { monthClosingWire } from "./contract/month-closings.ts";
import { paymentWire } from "./contract/payments.ts";
import { payoutWire } from "./contract/payouts.ts";
import { refundWire } from "./contract/refunds.ts";
import { reportWire } from "./contract/reports.ts";
import { settlementWire } from "./contract/settlements.ts";
import { subscriptionWire } from "./contract/subscriptions.ts";

/** The contract of each noun that has events. */
const CONTRACTS: Readonly<Record<EventNoun, z.ZodType>> = {
  dispute: disputeWire,
  invoice: invoiceWire,
  mandate: mandateWire,
  month_closing: monthClosingWire,
  payment: paymentWire,
  payout: payoutWire,
  refund: refundWire,
  report: reportWire,
  settlement: settlementWire,
  subscription: subscriptionWire,
};

/** The first field that breaks the contract, and why. */
type WireFault = { field: string; message: string };

/** Checks an object that a person wrote for an event against the contract of its noun. Returns null if it is valid. */
export function wireFault(type: EventType, data: Record<string, unknown>): WireFault | null {
  const noun = type.slice(0, type.indexOf(".")) as EventNoun;
  const issue = CONTRACTS[noun].safeParse(data).error?.issues[0];
  return issue ? { field: issue.path.join("."), message: issue.message } : null;
}
