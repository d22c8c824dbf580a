import { luhnDigit } from "#lib/kernel/check-digits.ts";
import type { CardFacts } from "../rail.ts";
import { ISO_DECLINES } from "./declines.ts";

/** The behaviour of a test card when it is charged; the rail token contains the name. */
export type Scenario =
  | "success"
  | "once"
  | "frictionless"
  | "challenge"
  | "challenge-always"
  | "challenge-declined"
  | "challenge-insufficient"
  | "challenge-error"
  | "dispute-fraudulent"
  | "dispute-not-received"
  | "refund-async"
  | "refund-fails"
  | "mandate-refused"
  | "debit-refused"
  | "debit-insufficient"
  | "debit-not-authorised"
  | "debit-disputed"
  | "debit-returned"
  | "decline-generic"
  | "steps-up"
  | `decline-${number}`;

type TestCard = Pick<CardFacts, "brand" | "funding" | "country" | "issuer"> & {
  scenario: Scenario;
};

/** Invented issuers in the countries of our merchants' payers. */
const ISSUERS: Record<string, string> = {
  AT: "Donaubank",
  AU: "Southern Cross Bank",
  BE: "Banque de l'Escaut",
  CA: "Maple Trust",
  DE: "Nordlicht Bank",
  ES: "Banco Levante",
  FI: "Saimaa Pankki",
  FR: "Crédit Rivage",
  GB: "Harbour & Vale Bank",
  IE: "Shannon Bank",
  IT: "Banca Meridiana",
  NL: "Polder Bank",
  NZ: "Aoraki Bank",
  PL: "Bank Wisła",
  PT: "Banco do Douro",
  SE: "Mälarbanken",
};

type Row = [number: string, scenario: Scenario, country: string, funding: CardFacts["funding"]];

/** Card numbers known from other sandboxes, unchanged (decisions §5). */
const HABITUAL: Row[] = [
  ["4242424242424242", "success", "GB", "credit"],
  ["5555555555554444", "success", "DE", "credit"],
  ["378282246310005", "success", "GB", "credit"],
  ["4000000000000002", "decline-generic", "FR", "credit"],
  ["4000000000009995", "decline-51", "NL", "debit"],
  ["4000000000009987", "decline-41", "DE", "credit"],
  ["4000000000009979", "decline-43", "IT", "credit"],
  ["4000000000000069", "decline-54", "ES", "credit"],
  ["4000000000000127", "decline-82", "IE", "debit"],
  ["4000000000000119", "decline-96", "BE", "debit"],
  ["4000000000006975", "decline-61", "PL", "debit"],
  ["4000000000000341", "once", "AT", "credit"],
  ["4000000000003220", "challenge", "FR", "credit"],
  ["4000002760003184", "challenge-always", "DE", "credit"],
  ["4000000000003055", "frictionless", "NL", "debit"],
  ["4000008400001629", "challenge-declined", "IE", "credit"],
  ["4000008260003178", "challenge-insufficient", "GB", "debit"],
  ["4000008400001280", "challenge-error", "SE", "credit"],
  ["4000000000000259", "dispute-fraudulent", "ES", "credit"],
  ["4000000000002685", "dispute-not-received", "IT", "debit"],
  ["4000000000007726", "refund-async", "PT", "credit"],
  ["4000000000005126", "refund-fails", "FI", "prepaid"],
];

/** More cards that succeed, one per country and kind, so that test data varies. */
const BY_COUNTRY: Row[] = [
  ["4000000400000008", "success", "AT", "credit"],
  ["4000000360000006", "success", "AU", "credit"],
  ["4000000560000004", "success", "BE", "debit"],
  ["4000001240000000", "success", "CA", "credit"],
  ["4000002760000016", "success", "DE", "debit"],
  ["4000007240000007", "success", "ES", "debit"],
  ["4000002460000001", "success", "FI", "debit"],
  ["4000002500000003", "success", "FR", "credit"],
  ["4000008260000000", "success", "GB", "debit"],
  ["4000003720000005", "success", "IE", "debit"],
  ["4000003800000008", "success", "IT", "credit"],
  ["4000005280000002", "success", "NL", "debit"],
  ["4000005540000008", "success", "NZ", "debit"],
  ["4000006160000005", "success", "PL", "debit"],
  ["4000006200000007", "success", "PT", "debit"],
  ["4000007520000008", "success", "SE", "credit"],
  ["4000056655665556", "success", "GB", "debit"],
  ["2223003122003222", "success", "NL", "credit"],
  ["5200828282828210", "success", "FR", "debit"],
  ["5105105105105100", "success", "IE", "prepaid"],
  ["371449635398431", "success", "AU", "credit"],
];

const COUNTRIES = ["DE", "FR", "GB", "NL", "IT", "ES", "IE", "BE"] as const;

/** An issuer that requires authentication gets it (decisions §5, "steps up"): the payer is challenged. */
const ISO_SCENARIOS: Readonly<Record<string, Scenario>> = { "65": "steps-up" };

function isoRows(): Row[] {
  return Object.keys(ISO_DECLINES).map((iso, index) => {
    const head = `4000008000000${iso}`;
    const number = `${head}${luhnDigit(head)}`;
    const country = COUNTRIES[index % COUNTRIES.length] ?? "DE";
    return [
      number,
      ISO_SCENARIOS[iso] ?? (`decline-${iso}` as Scenario),
      country,
      index % 2 === 0 ? "credit" : "debit",
    ];
  });
}

/** The scheme of a number, by its first digits. */
function brandOf(number: string): string {
  if (number.startsWith("4")) return "visa";
  if (/^3[47]/.test(number)) return "amex";
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(number)) return "mastercard";
  return "unknown";
}

/** Every card of the sandbox by number. */
export const TEST_CARDS: ReadonlyMap<string, TestCard> = new Map(
  [...HABITUAL, ...BY_COUNTRY, ...isoRows()].map(([number, scenario, country, funding]) => [
    number,
    { scenario, brand: brandOf(number), funding, country, issuer: ISSUERS[country] ?? "" },
  ]),
);

/** A sandbox token contains the scenario, only the last four digits of the number, and the marks of `acquirer-facts`. */
export function encodeToken(scenario: Scenario, last4: string, marks = ""): string {
  return `sbx_${scenario}_${last4}${marks && `_${marks}`}`;
}

/** Redirect and code methods have no token: their payments succeed. Throws if the token is from another rail. */
export function scenarioOf(railToken: string): Scenario {
  if (railToken === "" || railToken.startsWith("blik_")) return "success";
  const scenario = /^sbx_([a-z0-9-]+)_\d{4}(?:_[a-z]+)?$/.exec(railToken)?.[1];
  if (!scenario) throw new Error("not a token of the sandbox rail");
  return scenario as Scenario;
}
