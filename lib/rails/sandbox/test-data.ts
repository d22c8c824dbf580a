import { CHECK_CVCS, type CheckMark } from "./acquirer-facts.ts";
import { BLIK_APPROVES, BLIK_REFUSALS, SANDBOX_BANKS } from "./bank-methods.ts";
import { type Scenario, TEST_CARDS } from "./cards.ts";
import { BACS_ACCOUNTS, BACS_SORT_CODE, IBANS } from "./debits.ts";
import { isoDecline } from "./declines.ts";
import {
  CLOSE_MATCH,
  COMES_BACK,
  NO_MATCH,
  NOT_REACHABLE,
  REFUSED,
  STAYS_SUBMITTED,
  TEST_BANK,
  TIMES_OUT,
} from "./payouts.ts";

type Group = "success" | "decline" | "authentication" | "afterwards";

/** The behaviour for readers of the guide; `backticks` are codes. */
const WORDS: Record<Exclude<Scenario, `decline-${number}`>, readonly [Group, string]> = {
  success: ["success", "Succeeds."],
  once: ["decline", "Charges once, then declines every later charge: for testing dunning."],
  frictionless: ["authentication", "3-D Secure without a challenge (frictionless)."],
  challenge: ["authentication", "The bank asks the payer to confirm."],
  "challenge-always": ["authentication", "Challenges at every charge, also with an exemption."],
  "challenge-declined": ["authentication", "Challenges, then declines: `generic_decline`."],
  "challenge-insufficient": ["authentication", "Challenges, then declines: `insufficient_funds`."],
  "challenge-error": [
    "authentication",
    "Challenges, then the authentication fails: `authentication_error`.",
  ],
  "steps-up": [
    "authentication",
    "The issuer requires authentication (ISO 65, `1A` at Visa), so the payer is challenged. Charged without a payer: `authentication_required`.",
  ],
  "dispute-fraudulent": ["afterwards", "Succeeds, then is disputed as `fraudulent`."],
  "dispute-not-received": ["afterwards", "Succeeds, then is disputed as `product_not_received`."],
  "refund-async": ["afterwards", "Succeeds; its refunds stay `pending` for 10 seconds."],
  "refund-fails": ["afterwards", "Succeeds; its refunds fail at the payer's bank."],
  "mandate-refused": ["decline", "The bank refuses the mandate: `invalid_account`."],
  "debit-refused": ["decline", "Fails after 3 days: `generic_decline`."],
  "debit-insufficient": ["decline", "Fails after 3 days: `insufficient_funds`."],
  "debit-not-authorised": [
    "decline",
    "Fails after 3 days: `debit_not_authorized`, and the mandate is revoked.",
  ],
  "debit-disputed": ["afterwards", "Succeeds after 2 days, then is charged back."],
  "debit-returned": ["afterwards", "Succeeds after 2 days, then the payer has it returned."],
  "decline-generic": ["decline", "Declined: `generic_decline`."],
};

const CVC_WORDS: Record<CheckMark, string> = {
  cvc_no_match: "`cvc_result` is `no_match`.",
  cvc_unavailable: "`cvc_result` is `unavailable`.",
  avs_match: "`avs_result` is `match`.",
  avs_no_match: "`avs_result` is `no_match`.",
  avs_unavailable: "`avs_result` is `unavailable`.",
};

function labelOf(scenario: Scenario): readonly [Group, string] {
  if (Object.hasOwn(WORDS, scenario)) return WORDS[scenario as keyof typeof WORDS];
  const iso = scenario.replace("decline-", "");
  const { declineCode, adviceCode } = isoDecline(iso);
  return ["decline", `Declined: \`${declineCode}\` (ISO ${iso}), advice \`${adviceCode}\`.`];
}

/** The test data of the sandbox's own tables, as the guide shows it. */
export function testData() {
  return {
    cards: [...TEST_CARDS].map(([number, { scenario, brand, country, funding }]) => {
      const [group, does] = labelOf(scenario);
      return { number, brand, country, funding, group, does };
    }),
    cvcs: [
      ...Object.entries(CHECK_CVCS).map(([cvc, mark]) => ({ cvc, does: CVC_WORDS[mark] })),
      { cvc: "any other", does: "The security code matches; the address is not checked." },
    ],
    ibans: Object.entries(IBANS).map(([iban, scenario]) => ({ iban, does: labelOf(scenario)[1] })),
    bacs: {
      sortCode: BACS_SORT_CODE,
      accounts: Object.entries(BACS_ACCOUNTS)
        .map(([account, scenario]) => ({ account, does: labelOf(scenario)[1] }))
        .sort((a, b) => (a.account < b.account ? -1 : 1)),
    },
    blik: [
      { code: BLIK_APPROVES, does: "Approves." },
      ...Object.entries(BLIK_REFUSALS).map(([code, { declineCode }]) => ({
        code,
        does: `Declined: \`${declineCode}\`.`,
      })),
    ],
    banks: [...SANDBOX_BANKS].map(([id, name]) => ({ id, name })),
    payoutIbans: payoutAccounts(),
  };
}

function payoutAccounts() {
  const special: [account: string, does: string][] = [
    ["0000", "Settles."],
    [NOT_REACHABLE, "Not reachable by SEPA Instant: goes by `sepa_credit`."],
    ...Object.entries(REFUSED).map(([account, reason]): [string, string] => [
      account,
      `Its bank rejects it: \`${reason}\`, and the payout is \`returned\`.`,
    ]),
    [TIMES_OUT, "SEPA Instant times out (`AB05`), then it goes by `sepa_credit`."],
    [STAYS_SUBMITTED, "Stays `submitted`."],
    [COMES_BACK, "Settles, then is returned: `FOCR`."],
    [CLOSE_MATCH, "The payee's name is a close match."],
    [NO_MATCH, "The payee's name does not match."],
  ];
  return special.map(([account, does]) => ({ iban: germanIban(account), does }));
}

/** The IBAN of an account of the sandbox's test bank, with its check digits. */
function germanIban(account: string): string {
  const bban = `${TEST_BANK}${account.padStart(10, "0")}`;
  // DE is 13 14; the check digits count as 00 in the calculation.
  const check = 98n - (BigInt(`${bban}131400`) % 97n);
  return `DE${String(check).padStart(2, "0")}${bban}`;
}
