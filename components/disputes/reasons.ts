/** The texts that can be brought forward, in the order in which a form asks for them. `short`: of one
 *  line, as a rule. */
export const EVIDENCE_FIELDS = [
  {
    name: "receipt",
    label: "Receipt or invoice",
    hint: "What was bought, by whom, when and for how much.",
  },
  {
    name: "product_description",
    label: "What was sold",
    hint: "The goods or service, as they were described before the purchase.",
  },
  {
    name: "customer_communication",
    label: "Messages with the customer",
    hint: "Above all those in which they confirm that they got it, or that they are content.",
  },
  {
    name: "service_date",
    label: "Date of the service",
    hint: "When it was given or used: sign-ins, downloads, the day of a stay.",
    short: true,
  },
  { name: "shipping_carrier", label: "Carrier", hint: "Who delivered it.", short: true },
  {
    name: "shipping_date",
    label: "Date of shipping",
    hint: "The day it was handed over.",
    short: true,
  },
  {
    name: "shipping_tracking_number",
    label: "Tracking number",
    hint: "With which the delivery can be looked up.",
    short: true,
  },
  {
    name: "refund_policy",
    label: "Terms of refunds and cancellation",
    hint: "The text the customer agreed to, and where they did.",
  },
  {
    name: "uncategorized_text",
    label: "Anything else",
    hint: "What the other fields have no room for, and the case in a few sentences.",
  },
] as const;

export type EvidenceField = (typeof EVIDENCE_FIELDS)[number]["name"];

export type ReasonLabel = {
  /** What is claimed, as a heading. */
  claim: string;
  /** What it means, for somebody who never had one. */
  meaning: string;
  /** What an issuer finds for the merchant on. */
  wins: string;
  /** Where that goes, the strongest first. */
  fields: readonly EvidenceField[];
};

const REASONS: Record<string, ReasonLabel> = {
  fraudulent: {
    claim: "The cardholder says it was not them",
    meaning: "They told their bank that they neither made nor allowed this payment.",
    wins: "That the cardholder took part: a delivery to their own address, earlier orders with the same card that were never disputed, messages from them, or a confirmation by 3-D Secure.",
    fields: ["customer_communication", "shipping_tracking_number", "receipt", "service_date"],
  },
  product_not_received: {
    claim: "The customer says it never arrived",
    meaning: "They paid, and say that goods or service did not come by the day agreed.",
    wins: "That it came, or was used: carrier and tracking number with the delivery to the customer's address, or the record of the download, sign-in or stay.",
    fields: [
      "shipping_tracking_number",
      "shipping_carrier",
      "shipping_date",
      "service_date",
      "customer_communication",
    ],
  },
  product_unacceptable: {
    claim: "The customer says it was not as described",
    meaning: "They got something, and say that it was broken, false or another thing.",
    wins: "That it was as described, or that it was never sent back: the description they saw, pictures or tests, your terms, and your answers to their complaint.",
    fields: ["product_description", "customer_communication", "refund_policy"],
  },
  subscription_canceled: {
    claim: "The customer says they had cancelled",
    meaning: "They were charged again after, as they say, they ended the subscription.",
    wins: "That it was not cancelled by then, or was used afterwards: the terms they agreed to, the date of their notice, if any, and the record of use.",
    fields: ["refund_policy", "service_date", "customer_communication"],
  },
  credit_not_processed: {
    claim: "The customer says a refund never came",
    meaning: "They were promised money back, or sent the goods back, and wait for it.",
    wins: "That it was refunded already (its date and amount), or that none was due under the terms they agreed to.",
    fields: ["refund_policy", "customer_communication", "receipt"],
  },
  duplicate: {
    claim: "The customer says they paid twice",
    meaning: "They see two payments for what they think is one purchase.",
    wins: "That these are two purchases: both receipts with what each was for, and both deliveries.",
    fields: ["receipt", "shipping_tracking_number", "product_description"],
  },
  debit_not_authorized: {
    claim: "The payer says they allowed no debit",
    meaning: "Their bank gave the money back because, as they say, there is no valid mandate.",
    wins: "The mandate itself: who accepted it, when, from which address, and the notice before the debit. Without a mandate it is lost.",
    fields: ["uncategorized_text", "customer_communication", "receipt"],
  },
};

const UNKNOWN: ReasonLabel = {
  claim: "The payer's bank took it back",
  meaning: "The bank gave no reason that we know.",
  wins: "Whatever shows that the payer agreed to the payment and got what it was for.",
  fields: ["receipt", "customer_communication", "uncategorized_text"],
};

export const reasonLabel = (reason: string): ReasonLabel => REASONS[reason] ?? UNKNOWN;

const SHORT: Record<string, string> = {
  fraudulent: "Fraudulent",
  product_not_received: "Not received",
  product_unacceptable: "Not as described",
  subscription_canceled: "Subscription cancelled",
  credit_not_processed: "Refund not received",
  duplicate: "Paid twice",
  debit_not_authorized: "Debit not authorised",
};

/** The reason in a word or two, for lists and chips. */
export const reasonName = (reason: string): string => SHORT[reason] ?? reason.replaceAll("_", " ");

export const REASON_CHOICES = Object.entries(SHORT).map(([value, label]) => ({ value, label }));

const NETWORK_CODES: Record<string, string> = {
  "10.4": "Visa: other fraud, card absent",
  "12.6.1": "Visa: duplicate processing",
  "13.1": "Visa: merchandise or services not received",
  "13.2": "Visa: cancelled recurring transaction",
  "13.3": "Visa: not as described, or defective",
  "13.6": "Visa: credit not processed",
  "4834": "Mastercard: point-of-interaction error",
  "4837": "Mastercard: no cardholder authorisation",
  "4853": "Mastercard: cardholder dispute",
  MD01: "SEPA: no mandate",
  DDICA: "Bacs: direct debit indemnity claim",
};

/** What the scheme calls its code; null for one we have no words for. */
export const networkCodeLabel = (code: string): string | null => NETWORK_CODES[code] ?? null;

/** The fields of the form: those that win with this reason first, then the others. */
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
