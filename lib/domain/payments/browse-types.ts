import type { Id } from "#lib/kernel/ids.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { SearchTerms } from "./search-terms.ts";

/** A payment's status as people tell payments apart: what was given back counts as well. */
export const SHOWN_STATUSES = [
  "requires_action",
  "processing",
  "requires_capture",
  "succeeded",
  "partially_refunded",
  "refunded",
  "failed",
  "canceled",
] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/** What the network or the payer's authentication made of a payment. */
export const OUTCOMES = ["approved", "declined", "authentication_failed", "abandoned"] as const;

/** What reports tell payments apart by, and the list can be narrowed to. */
export const PAYMENT_TRAITS = [
  "scheme",
  "issuer",
  "issuer_country",
  "bin",
  "funding",
  "sca",
  "exemption_outcome",
  "decline_kind",
] as const;
export type PaymentTrait = (typeof PAYMENT_TRAITS)[number];

/** The same of what a payment's charge cost. */
export const CHARGE_TRAITS = ["region", "card_product", "consumer_or_commercial"] as const;
export type ChargeTrait = (typeof CHARGE_TRAITS)[number];

/** What the list of payments is narrowed to; what is left out does not matter. */
export type PaymentFilter = {
  statuses?: readonly ShownStatus[];
  methods?: readonly string[];
  currencies?: readonly string[];
  created?: Period;
  /** Of the zone's clock, on whichever day. */
  hour?: { hour: number; zone: string };
  mandateId?: string;
  amount?: { currency: string; minMinor: bigint | null; maxMinor: bigint | null };
  customerId?: string;
  paymentMethodId?: string;
  last4?: string;
  declineCodes?: readonly string[];
  outcomes?: readonly (typeof OUTCOMES)[number][];
  /** One value each; the empty one finds those that have none. */
  traits?: Partial<Record<PaymentTrait, string>>;
  chargeTraits?: Partial<Record<ChargeTrait, string>>;
  search?: SearchTerms;
};

/** A payment as one line of a list. */
export type PaymentListItem = {
  id: Id<"pay">;
  status: ShownStatus;
  amountMinor: bigint;
  amountRefundedMinor: bigint;
  currency: string;
  method: string;
  cardBrand: string | null;
  cardLast4: string | null;
  description: string | null;
  declineCode: string | null;
  disputed: boolean;
  customerId: Id<"cus"> | null;
  customerName: string | null;
  customerEmail: string | null;
  createdAt: Date;
};
