import { currenciesWithExponent, decimalToMinor, isCurrency } from "#lib/kernel/money.ts";

/** What the words in the search box may mean. Several can hold at once: `4242` is a card's last
 *  digits, an amount, and part of an order number. */
export type SearchTerms = {
  /** The beginning of a payment's id. */
  paymentIdPrefix?: string;
  customerId?: string;
  paymentMethodId?: string;
  refundId?: string;
  eventId?: string;
  email?: string;
  last4?: string;
  amounts?: AmountTerm[];
  /** Part of a description or of a customer's name. */
  label?: string;
};

/** An amount in minor units, of these currencies or of all but these. */
export type AmountTerm = { amountMinor: bigint; only?: string[]; except?: string[] };

const IDS = {
  pay: "paymentIdPrefix",
  cus: "customerId",
  pm: "paymentMethodId",
  re: "refundId",
  evt: "eventId",
} as const;

/** Reads the search box. Always means something: at least the words themselves. */
export function readSearch(typed: string): SearchTerms {
  const text = typed.trim().slice(0, 200);
  const id = /^(pay|cus|pm|re|evt)_[0-9a-z]+$/i.exec(text)?.[1]?.toLowerCase();
  if (id) return { [IDS[id as keyof typeof IDS]]: text.toLowerCase() };
  if (/^\S+@\S+$/.test(text)) return { email: text };
  const digits = text.replace(/[•*.\s]/g, "");
  return {
    label: text,
    ...(/^[•*.\s]*\d{4}$/.test(text) ? { last4: digits } : {}),
    ...amountsIn(text),
  };
}

function amountsIn(text: string): Pick<SearchTerms, "amounts"> {
  const found =
    /^([a-z]{3})?\s*(\d{1,15}(?:[.,]\d{1,3})?)\s*([a-z]{3})?$/i.exec(text) ??
    /^()[€£$]\s*(\d{1,15}(?:[.,]\d{1,2})?)()$/.exec(text);
  if (!found) return {};
  const [, before, figure = "", after] = found;
  const currency = (before || after || "").toUpperCase();
  if (currency) {
    const amountMinor = isCurrency(currency) ? decimalToMinor(figure, currency) : null;
    return amountMinor === null ? {} : { amounts: [{ amountMinor, only: [currency] }] };
  }
  const amounts: AmountTerm[] = [];
  for (const exponent of [0, 3]) {
    const only = currenciesWithExponent(exponent);
    const amountMinor = decimalToMinor(figure, only[0]!);
    if (amountMinor !== null) amounts.push({ amountMinor, only });
  }
  const cents = decimalToMinor(figure, "EUR");
  const except = [0, 3, 4].flatMap(currenciesWithExponent);
  if (cents !== null) amounts.push({ amountMinor: cents, except });
  return { amounts };
}
