import type { z } from "zod";
import { disputeWire } from "./contract/disputes.ts";
import { invoiceWire } from "./contract/invoices.ts";
import { mandateWire } from "./contract/mandates.ts";
import { paymentWire } from "./contract/payments.ts";
import { payoutWire } from "./contract/payouts.ts";
import { refundWire } from "./contract/refunds.ts";
import { reportWire } from "./contract/reports.ts";
import { settlementWire } from "./contract/settlements.ts";
import { subscriptionWire } from "./contract/subscriptions.ts";

/** The contract of each noun that has events. */
const CONTRACTS: Readonly<Record<string, z.ZodType>> = {
  dispute: disputeWire,
  invoice: invoiceWire,
  mandate: mandateWire,
  payment: paymentWire,
  payout: payoutWire,
  refund: refundWire,
  report: reportWire,
  settlement: settlementWire,
  subscription: subscriptionWire,
};

/** The first field that breaks the contract, and why. */
type WireFault = { field: string; message: string };

/** Checks an object that a person wrote against the contract of its noun. Returns null if it is valid. Throws for a
 * noun that has no events. */
export function wireFault(noun: string, data: Record<string, unknown>): WireFault | null {
  const contract = CONTRACTS[noun];
  if (!contract) throw new Error(`no contract for "${noun}"`);
  const issue = contract.safeParse(data).error?.issues[0];
  return issue ? { field: issue.path.join("."), message: issue.message } : null;
}
