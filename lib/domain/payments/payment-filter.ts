import { isCurrency } from "#lib/kernel/currencies.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { DEFAULT_RULES, type LocaleRules } from "#lib/kernel/locale.ts";
import { currenciesWithExponent } from "#lib/kernel/money.ts";
import type { Period } from "#lib/kernel/period.ts";
import { readingsOf } from "#lib/kernel/read-amount.ts";
import type {
  CheckResult,
  Liability,
  PaymentOutcomeName,
  ShownPaymentStatus,
} from "#lib/kernel/vocabulary/payments.ts";

/** Dimensions of the decline report by which the list can be filtered. */
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

/** Dimensions of the interchange report by which the list can be filtered. */
export const CHARGE_TRAITS = ["region", "card_product", "consumer_or_commercial"] as const;
export type ChargeTrait = (typeof CHARGE_TRAITS)[number];

/** Filters of the payment list; all that are set must match. */
export type PaymentFilter = {
  statuses?: readonly ShownPaymentStatus[];
  methods?: readonly string[];
  currencies?: readonly string[];
  created?: Period;
  /** Created in this hour of any day, in the time zone. */
  hour?: { hour: number; zone: string };
  mandateId?: string;
  amount?: { currency: string; minMinor: bigint | null; maxMinor: bigint | null };
  customerId?: string;
  paymentMethodId?: string;
  last4?: string;
  declineCodes?: readonly string[];
  outcomes?: readonly PaymentOutcomeName[];
  /** The empty string finds payments without a value. */
  traits?: Partial<Record<PaymentTrait, string>>;
  chargeTraits?: Partial<Record<ChargeTrait, string>>;
  liability?: Liability | undefined;
  tags?: readonly string[];
  search?: SearchTerms;
};

/** One row of the payment list. */
export type PaymentListItem = {
  id: Id<"pay">;
  status: ShownPaymentStatus;
  amountMinor: bigint;
  amountRefundedMinor: bigint;
  currency: string;
  method: string;
  cardBrand: string | null;
  cardLast4: string | null;
  description: string | null;
  declineCode: string | null;
  disputed: boolean;
  /** Results of the issuer's checks, among what the acquirer told. */
  acquirerResponse: { avsResult: CheckResult | null; cvcResult: CheckResult | null } | null;
  customerId: Id<"cus"> | null;
  customerName: string | null;
  customerEmail: string | null;
  createdAt: Date;
};

/** Possible meanings of the text in the search box; a payment matches if one of them does. `4242` can be the last digits
 *  of a card, an amount, or part of an order number. */
export type SearchTerms = {
  /** The first characters of a payment's id. */
  paymentIdPrefix?: string;
  customerId?: string;
  paymentMethodId?: string;
  refundId?: string;
  eventId?: string;
  email?: string;
  last4?: string;
  amounts?: AmountTerm[];
  /** Part of a description or of a customer's name. */
  text?: string;
};

/** An amount in minor units, in the currencies of `only` or in all except `except`. */
export type AmountTerm = { amountMinor: bigint; only?: string[]; except?: string[] };

const IDS = {
  pay: "paymentIdPrefix",
  cus: "customerId",
  pm: "paymentMethodId",
  re: "refundId",
  evt: "eventId",
} as const;

/** Reads the text of the search box, amounts by the account's separators. Text that is neither an id nor an e-mail address
 *  always searches as text too. */
export function readSearch(typed: string, rules: LocaleRules = DEFAULT_RULES): SearchTerms {
  const text = typed.trim().slice(0, 200);
  const id = /^(pay|cus|pm|re|evt)_[0-9a-z]+$/i.exec(text)?.[1]?.toLowerCase();
  if (id) return { [IDS[id as keyof typeof IDS]]: text.toLowerCase() };
  if (/^\S+@\S+$/.test(text)) return { email: text };
  const digits = text.replace(/[•*.\s]/g, "");
  return {
    text,
    ...(/^[•*.\s]*\d{4}$/.test(text) ? { last4: digits } : {}),
    ...amountsIn(text, rules),
  };
}

/** Digits with separators: `1234.5`, `1,234.50`, `1’234.50`. */
const FIGURE = "\\d{1,15}(?:[.,\\u0020\\u00a0\\u202f'’]\\d{1,3})*";
const WITH_CODE = new RegExp(`^([a-z]{3})?\\s*(${FIGURE})\\s*([a-z]{3})?$`, "i");
const WITH_SIGN = new RegExp(`^()[€£$]\\s*(${FIGURE})()$`);

/** A figure that can be two amounts searches for both. */
function amountsIn(text: string, rules: LocaleRules): Pick<SearchTerms, "amounts"> {
  const found = WITH_CODE.exec(text) ?? WITH_SIGN.exec(text);
  if (!found) return {};
  const [, before, figure = "", after] = found;
  const currency = (before || after || "").toUpperCase();
  if (currency && !isCurrency(currency)) return {};
  const within = (code: string, term: Omit<AmountTerm, "amountMinor">): AmountTerm[] =>
    readingsOf(rules, figure, code).map((amountMinor) => ({ amountMinor, ...term }));
  const amounts = currency
    ? within(currency, { only: [currency] })
    : [
        ...[0, 3].map(currenciesWithExponent).flatMap((only) => within(only[0]!, { only })),
        ...within("EUR", { except: [0, 3, 4].flatMap(currenciesWithExponent) }),
      ];
  return amounts.length > 0 ? { amounts } : {};
}
