import { luhnDigit } from "#lib/kernel/check-digits.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import { ALPHABET, idTimeMs, TIME_CHARS } from "#lib/kernel/id-time.ts";
import type { CheckResult, Sca } from "#lib/kernel/vocabulary/payments.ts";
import type { AcquirerFacts, AuthoriseRequest } from "../rail.ts";

/** Facts about a card that its token carries as letters, because the rail keeps nothing: the scheme, the issuer's part in
 *  3-D Secure, and the results of checks. Never the security code itself. */
const MARKS = {
  mastercard: "m",
  /** The issuer does not take part in 3-D Secure: the scheme answers for it. */
  attempted: "a",
  /** A wallet's device card, which has no security code. */
  device: "d",
  cvc_no_match: "n",
  cvc_unavailable: "u",
  avs_match: "y",
  avs_no_match: "x",
  avs_unavailable: "v",
} as const;
type Mark = keyof typeof MARKS;

export type CheckMark = Exclude<Mark, "mastercard" | "attempted" | "device">;
/** Security codes that lead to other results of the checks. They change no outcome. */
export const CHECK_CVCS: Readonly<Record<string, CheckMark>> = {
  "901": "cvc_no_match",
  "902": "cvc_unavailable",
  "903": "avs_match",
  "904": "avs_no_match",
  "905": "avs_unavailable",
};

/** Issuers outside the rules that made European ones take part. */
const ATTEMPTED_COUNTRIES: ReadonlySet<string> = new Set(["AU", "CA", "NZ"]);

type Card = { brand: string; country: string };

/** The letters for a card's token; empty for a Visa card of an issuer that takes part, whose code matches. */
export function marksOf({ brand, country }: Card, cvc: string | null): string {
  const marks: (Mark | false | undefined)[] = [
    brand === "mastercard" && "mastercard",
    ATTEMPTED_COUNTRIES.has(country) && "attempted",
    cvc === null ? "device" : CHECK_CVCS[cvc],
  ];
  return marks.map((mark) => (mark ? MARKS[mark] : "")).join("");
}

const has = (railToken: string, mark: Mark) =>
  /^sbx_[a-z0-9-]+_\d{4}_([a-z]+)$/.exec(railToken)?.[1]?.includes(MARKS[mark]) ?? false;

/** Acquirer response of a card payment with this result of authentication. */
export function acquirerFacts(request: AuthoriseRequest, sca: Sca): AcquirerFacts {
  const { railToken } = request;
  const isAttempt = sca === "frictionless" && has(railToken, "attempted");
  const isAuthenticated = sca === "3ds2" || (sca === "frictionless" && !isAttempt);
  const [authenticated, attempted, none] = has(railToken, "mastercard")
    ? ["02", "01", "00"]
    : ["05", "06", "07"];
  return {
    eci: isAuthenticated ? authenticated : isAttempt ? attempted : none,
    ...checksOf(request),
  };
}

/** The schemes shift the liability for authenticated and attempted payments. They do not for exempted ones, which the
 *  acquirer answers for, nor without a payer. */
export const shiftsLiability = (sca: Sca): boolean => sca === "3ds2" || sca === "frictionless";

/** Code and address are given once, with the card: later charges have none to check. */
function checksOf({ railToken, storedCredential, initiator }: AuthoriseRequest): {
  avsResult: CheckResult;
  cvcResult: CheckResult;
} {
  if (storedCredential !== "first" || initiator === "merchant" || has(railToken, "device")) {
    return { avsResult: "not_checked", cvcResult: "not_checked" };
  }
  return {
    avsResult: has(railToken, "avs_match")
      ? "match"
      : has(railToken, "avs_no_match")
        ? "no_match"
        : has(railToken, "avs_unavailable")
          ? "unavailable"
          : "not_checked",
    cvcResult: has(railToken, "cvc_no_match")
      ? "no_match"
      : has(railToken, "cvc_unavailable")
        ? "unavailable"
        : "match",
  };
}

const ACQUIRER = "412080";
const LOCATOR_DIGITS = 11;

/** The acquirer reference number of a payment's capture: format `7`, the acquirer's number, the day as YDDD, a locator
 *  of 11 digits and a check digit. */
export function arnOf(id: string): string {
  const ms = idTimeMs(id);
  const at = dateFromMs(Number.isNaN(ms) ? 0 : ms);
  const newYear = Date.UTC(at.getUTCFullYear(), 0, 1);
  const day = Math.floor((at.getTime() - newYear) / DAY_MS) + 1;
  const julian = `${at.getUTCFullYear() % 10}${String(day).padStart(3, "0")}`;
  const modulus = 10n ** BigInt(LOCATOR_DIGITS);
  const rest = id.slice(id.lastIndexOf("_") + 1 + TIME_CHARS);
  const locator = [...rest].reduce(
    (sum, char) => (sum * 37n + BigInt(ALPHABET.indexOf(char) + 1)) % modulus,
    0n,
  );
  const head = `7${ACQUIRER}${julian}${String(locator).padStart(LOCATOR_DIGITS, "0")}`;
  return head + luhnDigit(head);
}
