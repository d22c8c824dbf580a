import { DISPUTE_REASONS, type DisputeReason } from "#lib/kernel/vocabulary/disputes.ts";
import { choicesOf, labelOf } from "../filters/choices.ts";

/** The texts of evidence in the order of the form. `short`: usually one line. */
export const EVIDENCE_FIELDS = [
  {
    name: "receipt",
    label: "Receipt or invoice",
    hint: "Items, buyer, date and amount.",
  },
  {
    name: "product_description",
    label: "Product description",
    hint: "The goods or service as you described them before the purchase.",
  },
  {
    name: "customer_communication",
    label: "Messages with the customer",
    hint: "Especially messages that confirm receipt or satisfaction.",
  },
  {
    name: "service_date",
    label: "Date of the service",
    hint: "When it was provided or used: sign-ins, downloads, dates of a stay.",
    short: true,
  },
  {
    name: "shipping_carrier",
    label: "Carrier",
    hint: "The company that delivered it.",
    short: true,
  },
  {
    name: "shipping_date",
    label: "Date of shipping",
    hint: "The day the carrier received it.",
    short: true,
  },
  {
    name: "shipping_tracking_number",
    label: "Tracking number",
    hint: "The number to look up the delivery.",
    short: true,
  },
  {
    name: "refund_policy",
    label: "Refund and cancellation terms",
    hint: "The text that the customer accepted, and where they accepted it.",
  },
  {
    name: "uncategorized_text",
    label: "Anything else",
    hint: "A summary of the case in a few sentences, and other evidence.",
  },
] as const;

export type EvidenceField = (typeof EVIDENCE_FIELDS)[number]["name"];

export type ReasonLabel = {
  /** The payer's claim, as a heading. */
  claim: string;
  /** Meaning of the claim, for someone new to disputes. */
  meaning: string;
  /** Evidence with which issuers decide for the merchant. */
  wins: string;
  /** The fields for that evidence, strongest first. */
  fields: readonly EvidenceField[];
};

const REASONS: Readonly<Record<DisputeReason, ReasonLabel>> = {
  fraudulent: {
    claim: "The cardholder did not make this payment",
    meaning: "They told their bank that they neither made nor authorised this payment.",
    wins: "Proof that the cardholder was involved: a delivery to their own address, earlier undisputed orders with the same card, messages from them, or 3-D Secure authentication.",
    fields: ["customer_communication", "shipping_tracking_number", "receipt", "service_date"],
  },
  product_not_received: {
    claim: "The customer did not receive it",
    meaning: "They say that the goods or service did not arrive by the agreed date.",
    wins: "Proof that it arrived or was used: carrier and tracking number of the delivery to the customer's address, or the record of the download, sign-in or stay.",
    fields: [
      "shipping_tracking_number",
      "shipping_carrier",
      "shipping_date",
      "service_date",
      "customer_communication",
    ],
  },
  product_unacceptable: {
    claim: "The product was not as described",
    meaning: "They say that what they received was broken, fake or something else.",
    wins: "Proof that it was as described or that it was not returned: the description they saw, photos or tests, your terms, and your answers to their complaint.",
    fields: ["product_description", "customer_communication", "refund_policy"],
  },
  subscription_canceled: {
    claim: "The customer had canceled",
    meaning: "They say that they were charged after they canceled the subscription.",
    wins: "Proof that it was not canceled before the charge, or was used afterwards: the terms they accepted, the date of their cancellation, if any, and the record of use.",
    fields: ["refund_policy", "service_date", "customer_communication"],
  },
  credit_not_processed: {
    claim: "The customer did not receive a refund",
    meaning: "They were promised a refund or returned the goods, and have not received the money.",
    wins: "Proof that you refunded it (date and amount), or that no refund was due under the terms they accepted.",
    fields: ["refund_policy", "customer_communication", "receipt"],
  },
  duplicate: {
    claim: "The customer was charged twice",
    meaning: "They see two payments for what they believe is one purchase.",
    wins: "Proof of two purchases: both receipts with their items, and both deliveries.",
    fields: ["receipt", "shipping_tracking_number", "product_description"],
  },
  debit_not_authorized: {
    claim: "The payer did not authorise the debit",
    meaning: "Their bank returned the money because they say that there is no valid mandate.",
    wins: "The mandate: who accepted it, when and from which address, and the notice before the debit. Without a mandate you lose the dispute.",
    fields: ["uncategorized_text", "customer_communication", "receipt"],
  },
};

const UNKNOWN: ReasonLabel = {
  claim: "The payer's bank reversed the payment",
  meaning: "The bank gave no known reason.",
  wins: "Proof that the payer agreed to the payment and received what they paid for.",
  fields: ["receipt", "customer_communication", "uncategorized_text"],
};

export const reasonLabel = (reason: string): ReasonLabel => labelOf(REASONS, reason) ?? UNKNOWN;

const SHORT: Record<DisputeReason, string> = {
  fraudulent: "Fraudulent",
  product_not_received: "Not received",
  product_unacceptable: "Not as described",
  subscription_canceled: "Subscription canceled",
  credit_not_processed: "Refund not received",
  duplicate: "Paid twice",
  debit_not_authorized: "Debit not authorised",
};

/** A short name of the reason, for lists and chips. */
export const reasonName = (reason: string): string =>
  labelOf(SHORT, reason) ?? reason.replaceAll("_", " ");

export const REASON_CHOICES = choicesOf(DISPUTE_REASONS, SHORT);

const NETWORK_CODES: Record<string, string> = {
  "10.4": "Visa: other fraud, card absent",
  "12.6.1": "Visa: duplicate processing",
  "13.1": "Visa: merchandise or services not received",
  "13.2": "Visa: canceled recurring transaction",
  "13.3": "Visa: not as described, or defective",
  "13.6": "Visa: credit not processed",
  "4834": "Mastercard: point-of-interaction error",
  "4837": "Mastercard: no cardholder authorisation",
  "4853": "Mastercard: cardholder dispute",
  MD01: "SEPA: no mandate",
  DDICA: "Bacs: direct debit indemnity claim",
};

/** The scheme's name of a code; null for an unknown code. */
export const networkCodeLabel = (code: string): string | null => NETWORK_CODES[code] ?? null;

/** The fields of the form: the strongest for this reason first, then the others. */
export function fieldsFor(reason: string) {
  const wanted = reasonLabel(reason).fields;
  const place = ({ name }: { name: EvidenceField }) => {
    const index = wanted.indexOf(name);
    return index < 0 ? EVIDENCE_FIELDS.length : index;
  };
  const ordered = EVIDENCE_FIELDS.toSorted((a, b) => place(a) - place(b));
  return {
    strong: ordered.filter(({ name }) => wanted.includes(name)),
    others: ordered.filter(({ name }) => !wanted.includes(name)),
  };
}

export const fieldLabel = (name: string): string =>
  EVIDENCE_FIELDS.find((field) => field.name === name)?.label ?? name.replaceAll("_", " ");
