import { DAY_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import type { PayoutRail } from "#lib/kernel/vocabulary/payouts.ts";
import type {
  FundingOutcome,
  FundingRequest,
  PayeeRequest,
  PayeeVerification,
  PayoutAccount,
  PayoutOutcome,
  PayoutRequest,
} from "../rail.ts";

/** How long a credit takes (decisions §5), by instant and by other rails. */
export const INSTANT_MS = 2 * SECOND_MS;
export const CREDIT_TRANSFER_MS = DAY_MS;
/** How long after its arrival a returned credit comes back. */
export const RETURN_MS = DAY_MS;
/** After this long an instant credit without an answer is rejected as timed out. */
export const INSTANT_TIMEOUT_MS = 5 * SECOND_MS;
/** The interval of questions about one that never gets an outcome. */
const STAYS_MS = 7 * DAY_MS;

const INSTANT: ReadonlySet<PayoutRail> = new Set(["sepa_instant", "faster_payments", "npp"]);

/** The bank whose accounts behave by their number (decisions §5). */
export const TEST_BANK = "99999999";

/** Why the account's bank rejects a credit; by credit transfer it does so after settlement. */
export const REFUSED: Readonly<Record<string, string>> = {
  "0002": "AC01",
  "0003": "AC04",
  "0004": "AC06",
  "0005": "AG01",
  "0006": "AM02",
  "0007": "AM05",
  "0008": "BE04",
  "0009": "MD07",
  "0010": "MS03",
  "0011": "RR04",
};
export const NOT_REACHABLE = "0001";
export const TIMES_OUT = "0012";
export const STAYS_SUBMITTED = "0013";
export const COMES_BACK = "0014";
export const CLOSE_MATCH = "0015";
export const NO_MATCH = "0016";

/** The last digits of a German test IBAN; null for other accounts. */
function testAccount({ iban }: PayoutAccount): string | null {
  if (!iban?.startsWith("DE") || iban.slice(4, 12) !== TEST_BANK) return null;
  return iban.slice(-4);
}

/** Countries whose banks must verify payee names: the euro area and the UK. */
const VERIFYING = new Set(
  "AT BE BG CY DE EE ES FI FR GB GR HR IE IT LT LU LV MT NL PT SI SK".split(" "),
);

/** The sandbox's banks confirm every name except for two accounts. */
export function verifyPayee({ beneficiary }: PayeeRequest): PayeeVerification {
  const bank = beneficiary.iban?.slice(0, 2) ?? beneficiary.country;
  if (!VERIFYING.has(bank)) return { result: "unavailable", accountName: null };
  const account = testAccount(beneficiary);
  if (account === NO_MATCH) return { result: "no_match", accountName: null };
  if (account !== CLOSE_MATCH) return { result: "match", accountName: null };
  return { result: "close_match", accountName: `${beneficiary.name} e.K.` };
}

/** The status of a payout now, which depends on the account, the rail and the time that has passed. */
export function payout(request: PayoutRequest): PayoutOutcome {
  const account = testAccount(request.beneficiary);
  const railReference = `SBX${request.id.slice(-12).toUpperCase()}`;
  const age = request.askedAtMs - request.requestedAtMs;
  if (account === STAYS_SUBMITTED) {
    return { result: "submitted", railReference, askAgainAfterMs: STAYS_MS };
  }
  const refusal = request.rail === "sepa_instant" ? instantRefusal(account) : null;
  if (refusal && age >= refusal.afterMs) {
    return { result: "rejected", railReference, reasonCode: refusal.reasonCode };
  }
  const landsAfterMs =
    refusal?.afterMs ?? (INSTANT.has(request.rail) ? INSTANT_MS : CREDIT_TRANSFER_MS);
  if (age < landsAfterMs) {
    return { result: "submitted", railReference, askAgainAfterMs: landsAfterMs - age };
  }
  const reasonCode = account === COMES_BACK ? "FOCR" : (REFUSED[account ?? ""] ?? null);
  if (reasonCode === null) return { result: "settled", railReference };
  const left = landsAfterMs + RETURN_MS - age;
  if (left > 0) return { result: "settled", railReference, watchAfterMs: left };
  return { result: "returned", railReference, reasonCode };
}

/** Why an account is refused by SEPA Instant, and after how long. */
function instantRefusal(account: string | null): { reasonCode: string; afterMs: number } | null {
  if (account === NOT_REACHABLE) return { reasonCode: "CNOR", afterMs: 0 };
  if (account === TIMES_OUT) return { reasonCode: "AB05", afterMs: INSTANT_TIMEOUT_MS };
  const reasonCode = REFUSED[account ?? ""];
  return reasonCode ? { reasonCode, afterMs: INSTANT_MS } : null;
}

const NONE = { iban: null, accountNumber: null, sortCode: null, bic: null } as const;

/** The accounts of the sandbox's bank that receive money for payouts, by currency. */
const ACCOUNTS: Readonly<Record<string, Omit<PayoutAccount, "name">>> = {
  EUR: { ...NONE, iban: "DE31999999990000009000", bic: "SBOXDEFFXXX", country: "DE" },
  GBP: { ...NONE, sortCode: "108800", accountNumber: "90000001", country: "GB" },
  AUD: { ...NONE, sortCode: "062000", accountNumber: "90000002", country: "AU" },
  CAD: { ...NONE, sortCode: "000100003", accountNumber: "90000003", country: "CA" },
  NZD: { ...NONE, sortCode: "010203", accountNumber: "900000004", country: "NZ" },
};

export function fundingAccount({ currency }: FundingRequest): FundingOutcome {
  const account = Object.hasOwn(ACCOUNTS, currency) ? ACCOUNTS[currency] : undefined;
  if (!account) return { result: "not_offered" };
  return {
    result: "account",
    bank: "Sandbox Bank",
    account: { name: "Paydesk Sandbox", ...account },
  };
}
