import {
  getPayment,
  listPaymentItems,
  type Payment,
  type PaymentListItem,
} from "#lib/domain/payments/index.ts";
import { type RefundListItem, refundItemsOf } from "#lib/domain/refunds/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import { localDay } from "#lib/kernel/period.ts";
import type { EvidenceField } from "#lib/kernel/vocabulary/disputes.ts";
import type { DisputeFacts } from "./types.ts";

/** A text for a field of the evidence, made of what is known about the payment. A person accepts or edits it. */
export type Proposal = { field: EvidenceField; text: string };

type Known = {
  payment: Payment;
  customer: { name: string | null; email: string | null };
  refunds: readonly RefundListItem[];
  /** Payments of the same customer that succeeded before and were not disputed, newest first. */
  earlier: readonly PaymentListItem[];
  zone: string;
};

/** At most this many earlier payments are named. Visa asks for two (Compelling Evidence 3.0). */
const MOST_EARLIER = 5;
/** Read to find these among failed and disputed ones. */
const READ_EARLIER = 25;

/** Reads what is known about a disputed payment and returns a proposal for each field of which something is. Takes no
 *  lock. */
export async function proposalsFor(
  ctx: Context,
  dispute: Pick<DisputeFacts, "paymentId" | "customerId" | "customerName" | "customerEmail">,
  zone: string,
): Promise<Proposal[]> {
  const { customerId, customerName: name, customerEmail: email } = dispute;
  const [payment, refunds, found] = await Promise.all([
    getPayment(ctx, dispute.paymentId),
    refundItemsOf(ctx, dispute.paymentId),
    customerId === null
      ? null
      : listPaymentItems(
          ctx,
          { customerId, statuses: ["succeeded"] },
          { limit: READ_EARLIER, after: dispute.paymentId, before: null },
        ),
  ]);
  const earlier = (found?.rows ?? []).filter((one) => !one.disputed && one.id !== payment.id);
  return proposeEvidence({ payment, customer: { name, email }, refunds, earlier, zone });
}

/** As `proposalsFor`, from facts. */
export function proposeEvidence(known: Known): Proposal[] {
  const texts: Partial<Record<EvidenceField, string | null>> = {
    receipt: receiptText(known),
    ...deliveryTexts(known.payment.metadata),
    uncategorized_text: paragraphs([
      authenticationText(known.payment),
      earlierText(known),
      refundText(known),
    ]),
  };
  return Object.entries(texts).flatMap(([field, text]) =>
    text ? [{ field: field as EvidenceField, text }] : [],
  );
}

const paragraphs = (texts: readonly (string | null)[]) =>
  texts.filter((text) => text !== null).join("\n\n");

function receiptText({ payment, customer, zone }: Known): string {
  const { card, description, statementDescriptor, metadata } = payment;
  const buyer = [customer.name, customer.email && `<${customer.email}>`].filter(Boolean).join(" ");
  const order = metadataValue(metadata, ORDER);
  const lines = [
    description,
    order && order !== description ? `Order: ${order}` : null,
    buyer ? `Buyer: ${buyer}` : null,
    `Paid: ${formatMinor(payment.amountMinor, payment.currency)} on ${localDay(payment.createdAt, zone)}`,
    card ? `Card: ${card.brand} ending in ${card.last4}, issued in ${card.country}` : null,
    statementDescriptor ? `On the statement: ${statementDescriptor}` : null,
    `Payment: ${payment.id}`,
  ];
  return lines.filter(Boolean).join("\n");
}

const RESULTS: Record<string, string> = {
  "3ds2": "The cardholder authenticated this payment with 3-D Secure 2 (challenge passed).",
  frictionless: "The issuer authenticated this payment with 3-D Secure 2 (frictionless).",
};

/** How the payer was authenticated, and what the acquirer reported of it. Nothing that speaks against the merchant. */
function authenticationText({ sca, acquirerResponse }: Payment): string | null {
  const { eci, liabilityShift, avsResult, cvcResult, arn } = acquirerResponse ?? {};
  const isStrong = liabilityShift === true || RESULTS[sca ?? ""] !== undefined;
  const lines = [
    sca && eci !== "06" && eci !== "01" ? RESULTS[sca] : null,
    eci && isStrong ? `Electronic commerce indicator (ECI): ${eci}.` : null,
    liabilityShift ? "The liability for fraud has shifted to the issuer." : null,
    cvcResult === "match" ? "The card's security code matched." : null,
    avsResult === "match" ? "The billing address matched (AVS)." : null,
    arn ? `Acquirer reference number (ARN): ${arn}.` : null,
  ].filter(Boolean);
  return lines.length > 0 ? lines.join("\n") : null;
}

function earlierText({ earlier, zone }: Known): string | null {
  if (earlier.length === 0) return null;
  const lines = earlier
    .slice(0, MOST_EARLIER)
    .map(
      ({ id, amountMinor, currency, createdAt, cardLast4, description }) =>
        `- ${localDay(createdAt, zone)}, ${[
          formatMinor(amountMinor, currency),
          cardLast4 && `card ending in ${cardLast4}`,
          description,
          id,
        ]
          .filter(Boolean)
          .join(", ")}`,
    );
  return ["Earlier payments of the same customer that were not disputed:", ...lines].join("\n");
}

function refundText({ refunds, zone }: Known): string | null {
  const lines = refunds
    .filter(({ status }) => status !== "failed" && status !== "canceled")
    .map(
      ({ id, amountMinor, currency, createdAt, status }) =>
        `- ${localDay(createdAt, zone)}, ${formatMinor(amountMinor, currency)}, ${status}, ${id}`,
    );
  return lines.length === 0 ? null : ["Refunds of this payment:", ...lines].join("\n");
}

/** Names under which merchants keep these in metadata, as plain words. */
const ORDER = ["order", "orderid", "ordernumber", "orderno", "invoice", "invoicenumber"];
const DELIVERY = {
  shipping_carrier: ["carrier", "shippingcarrier", "shipper"],
  shipping_date: ["shippingdate", "shippedat", "shippedon", "shipdate", "dispatchdate"],
  shipping_tracking_number: ["tracking", "trackingnumber", "trackingno", "shippingtrackingnumber"],
  service_date: ["servicedate", "deliveredat", "deliveredon", "deliverydate", "bookingdate"],
} as const satisfies Partial<Record<EvidenceField, readonly string[]>>;

function deliveryTexts(metadata: Payment["metadata"]): Partial<Record<EvidenceField, string>> {
  const found = Object.entries(DELIVERY).map(([field, names]) => [
    field,
    metadataValue(metadata, names),
  ]);
  return Object.fromEntries(found.filter(([, value]) => value));
}

/** `Order-ID`, `order_id` and `orderId` are the same name. */
function metadataValue(metadata: Payment["metadata"], names: readonly string[]): string | null {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");
  const found = Object.entries(metadata).find(([name]) => names.includes(plain(name)));
  return found?.[1] ?? null;
}
