import { DAY_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import type {
  AuthoriseRequest,
  BankInput,
  Chargeback,
  ChargebackOutcome,
  ChargebackRequest,
  Decline,
  MandateOutcome,
  MandateRequest,
  PaymentOutcome,
  RailRefusal,
  TokenisedBank,
} from "../rail.ts";
import { encodeToken, type Scenario, scenarioOf } from "./cards.ts";

/** How long a debit is processing, and when its bank rejects it (decisions §5). */
const DEBIT_MS = 2 * DAY_MS;
const FAILURE_MS = 3 * DAY_MS;
/** How long after a debit the payers who return it do so. */
const TAKEN_BACK_MS = 30 * MINUTE_MS;

/** Bank accounts of the sandbox (decisions §5) and the behaviour of each. */
export const IBANS: Readonly<Record<string, Scenario>> = {
  AT611904300234573201: "success",
  AT861904300235473202: "debit-refused",
  AT591904300235473203: "debit-disputed",
  AT981904300002222227: "debit-insufficient",
  AT751904300235473206: "debit-returned",
  DE89370400440532013000: "success",
  // The examples of the IBAN registry.
  BE68539007547034: "success",
  ES9121000418450200051332: "success",
  FR1420041010050500013M02606: "success",
  IE29AIBK93115212345678: "success",
  NL91ABNA0417164300: "success",
};
export const BACS_SORT_CODE = "108800";
export const BACS_ACCOUNTS: Readonly<Record<string, Scenario>> = {
  "00012345": "success",
  "22222227": "debit-insufficient",
  "33333335": "debit-not-authorised",
  "55555559": "debit-disputed",
  "66666668": "mandate-refused",
};

const NOT_A_TEST_ACCOUNT =
  "Test mode takes test accounts only. Nothing was charged and the number was not stored.";

/** The token contains only the last four characters of the account's number. */
export function tokeniseBank(account: BankInput): TokenisedBank | RailRefusal {
  if (account.type === "bacs_debit") return tokeniseBacs(account);
  const scenario = Object.hasOwn(IBANS, account.iban) ? IBANS[account.iban] : undefined;
  if (!scenario) {
    const hint = `${NOT_A_TEST_ACCOUNT} Use DE89370400440532013000, for example.`;
    return { result: "malformed", field: "iban", message: hint };
  }
  const last4 = account.iban.slice(-4);
  const country = account.iban.slice(0, 2);
  const bankCode = account.iban.slice(4, 4 + (BANK_CODE_CHARS[country] ?? 4));
  return {
    result: "token",
    railToken: encodeToken(scenario, last4),
    bank: { country, last4, bankCode },
  };
}

/** How many characters of an IBAN, after its first four, identify the bank. */
const BANK_CODE_CHARS: Readonly<Record<string, number>> = {
  AT: 5,
  BE: 3,
  DE: 8,
  ES: 4,
  FR: 5,
  IE: 4,
  NL: 4,
};

function tokeniseBacs(
  account: Extract<BankInput, { type: "bacs_debit" }>,
): TokenisedBank | RailRefusal {
  const { sortCode, accountNumber } = account;
  if (sortCode !== BACS_SORT_CODE) {
    const message = `${NOT_A_TEST_ACCOUNT} Its sort code is ${BACS_SORT_CODE}.`;
    return { result: "malformed", field: "sort_code", message };
  }
  const scenario = Object.hasOwn(BACS_ACCOUNTS, accountNumber)
    ? BACS_ACCOUNTS[accountNumber]
    : undefined;
  if (!scenario) {
    const message = `${NOT_A_TEST_ACCOUNT} Use 00012345, for example.`;
    return { result: "malformed", field: "account_number", message };
  }
  const last4 = accountNumber.slice(-4);
  return {
    result: "token",
    railToken: encodeToken(scenario, last4),
    bank: { country: "GB", last4, bankCode: sortCode },
  };
}

const soft = (declineCode: string, networkCode: string): Decline => ({
  declineCode,
  networkCode,
  adviceCode: "try_again_later",
});
const hard = (declineCode: string, networkCode: string): Decline => ({
  declineCode,
  networkCode,
  adviceCode: "do_not_try_again",
});

type Scheme = "bacs_debit" | "sepa_debit";

/** Why banks return debits: ISO 20022 reasons for SEPA, ARUDD codes for Bacs. */
const REFUSALS: Partial<Record<Scenario, Readonly<Record<Scheme, Decline>>>> = {
  "debit-refused": {
    sepa_debit: soft("generic_decline", "MS03"),
    bacs_debit: soft("generic_decline", "0"),
  },
  "debit-insufficient": {
    sepa_debit: soft("insufficient_funds", "AM04"),
    bacs_debit: soft("insufficient_funds", "0"),
  },
  "debit-not-authorised": {
    sepa_debit: hard("debit_not_authorized", "MD01"),
    bacs_debit: hard("debit_not_authorized", "1"),
  },
  "mandate-refused": {
    sepa_debit: hard("invalid_account", "AC01"),
    bacs_debit: hard("invalid_account", "5"),
  },
};

/** The status of a debit, which depends on the account and the time that has passed. */
export function debitOutcome(request: AuthoriseRequest, railReference: string): PaymentOutcome {
  const scenario = scenarioOf(request.railToken);
  const decline = REFUSALS[scenario]?.[request.method as Scheme];
  const left = request.requestedAtMs + (decline ? FAILURE_MS : DEBIT_MS) - request.askedAtMs;
  if (left > 0) return { result: "pending", railReference, askAgainAfterMs: left };
  const shared = { railReference, sca: "not_required", exemptionOutcome: null } as const;
  if (decline) {
    const revoked = scenario === "debit-not-authorised" ? decline.networkCode : null;
    return {
      result: "declined",
      ...shared,
      decline,
      ...(revoked === null ? {} : { mandateRevocationCode: revoked }),
    };
  }
  const isTakenBack = scenario === "debit-disputed" || scenario === "debit-returned";
  return {
    result: "succeeded",
    ...shared,
    ...(isTakenBack ? { watchAfterMs: TAKEN_BACK_MS } : {}),
  };
}

/** A payer can have a SEPA debit returned by their bank within eight weeks, without a reason. */
/** The payer had their bank return the debit. */
export const REFUNDED_BY_PAYER = hard("debit_refunded_by_payer", "MD06");

/** The code of each debit scheme for a payer who never agreed. */
export const DEBIT_CHARGEBACKS: Readonly<Record<Scheme, Chargeback>> = {
  sepa_debit: { reason: "debit_not_authorized", networkReasonCode: "MD01" },
  bacs_debit: { reason: "debit_not_authorized", networkReasonCode: "DDICA" },
};

/** Whether the payer had a debit returned; null if the token is not of such an account. */
export function debitTakenBack(request: ChargebackRequest): ChargebackOutcome | null {
  const scenario = scenarioOf(request.railToken);
  if (scenario !== "debit-disputed" && scenario !== "debit-returned") return null;
  const left = request.requestedAtMs + DEBIT_MS + TAKEN_BACK_MS - request.askedAtMs;
  if (left > 0) return { result: "none_yet", askAgainAfterMs: left };
  if (scenario === "debit-returned") return { result: "returned", decline: REFUNDED_BY_PAYER };
  return { result: "charged_back", ...DEBIT_CHARGEBACKS[request.method as Scheme] };
}

/** How long a Bacs mandate is pending at the payer's bank. SEPA has no such step: the mandate is sent with each
 * debit. */
const LODGING_MS = DAY_MS;

/** Bacs' code for an account that its bank does not know. */
const NO_ACCOUNT = "5";

/** The bank's decision on a mandate, which depends on the account and the time that has passed. */
export function mandateOutcome(request: MandateRequest, railReference: string): MandateOutcome {
  if (request.scheme === "sepa_core") return { result: "active", railReference };
  const left = request.requestedAtMs + LODGING_MS - request.askedAtMs;
  if (left > 0) return { result: "pending", railReference, askAgainAfterMs: left };
  if (scenarioOf(request.railToken) === "mandate-refused") {
    return { result: "failed", railReference, failureCode: NO_ACCOUNT };
  }
  return { result: "active", railReference };
}
