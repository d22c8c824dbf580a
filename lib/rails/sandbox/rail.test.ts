import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { passesLuhn } from "#lib/kernel/check-digits.ts";
import { useClock } from "#lib/kernel/clock.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import {
  type AuthoriseRequest,
  type RefundRequest,
  railFor,
  type TokenisedCard,
} from "../index.ts";
import { TEST_CARDS } from "./cards.ts";
import { readChallengeToken } from "./challenge-link.ts";
import { CHALLENGE_MS, REFUND_QUEUED_MS, REFUND_SUBMITTED_MS, sandboxRail } from "./rail.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
let putBack = () => {};
const setTime = (ms: number) => {
  putBack = useClock({ nowMs: () => ms });
};
afterEach(() => putBack());

const valid = (number: string) => ({ number, expMonth: 12, expYear: 2030, cvc: "123" });

async function tokenOf(number: string): Promise<TokenisedCard> {
  const answer = await sandboxRail.tokenise(valid(number));
  assert.equal(answer.result, "token", number);
  return answer as TokenisedCard;
}

const ASKED = {
  id: "pay_01kah3v7pd5m2k9x0r4wzq1c",
  accountId: "acct_01kah3v7pd5m2k9x0r4wzq1c",
  requestedAtMs: NOW,
  askedAtMs: NOW,
  amountMinor: 1999n,
  currency: "EUR",
  method: "card",
  capture: "automatic",
  exemption: null,
  storedCredential: "first",
  initiator: "payer",
  returnUrl: null,
} as const;

async function charge(number: string, params: Partial<AuthoriseRequest> = {}) {
  const { railToken } = await tokenOf(number);
  return await sandboxRail.authorise({ ...ASKED, railToken, ...params });
}

// decisions §5, verbatim: the end of the number, the ISO code and the decline code.
const ISO_TABLE: [end: string, iso: string, code: string, advice: string][] = [
  ["0013", "01", "call_issuer", "try_again_later"],
  ["0054", "05", "do_not_honor", "try_again_later"],
  ["0120", "12", "transaction_not_allowed", "do_not_try_again"],
  ["0575", "57", "transaction_not_allowed", "do_not_try_again"],
  ["0138", "13", "invalid_amount", "do_not_try_again"],
  ["0146", "14", "incorrect_number", "do_not_try_again"],
  ["0153", "15", "incorrect_number", "do_not_try_again"],
  ["0419", "41", "lost_card", "do_not_try_again"],
  ["0435", "43", "stolen_card", "do_not_try_again"],
  ["0468", "46", "invalid_account", "do_not_try_again"],
  ["0518", "51", "insufficient_funds", "try_again_later"],
  ["0542", "54", "expired_card", "do_not_try_again"],
  ["0591", "59", "fraudulent", "do_not_try_again"],
  ["0617", "61", "card_velocity_exceeded", "try_again_later"],
  ["0625", "62", "restricted_card", "do_not_try_again"],
  ["0633", "63", "security_violation", "do_not_try_again"],
  ["0757", "75", "pin_try_exceeded", "do_not_try_again"],
  ["0823", "82", "incorrect_cvc", "confirm_card_data"],
  ["0914", "91", "issuer_not_available", "try_again_later"],
  ["0963", "96", "processing_error", "try_again_later"],
];

const HABITUAL_DECLINES: [number: string, code: string][] = [
  ["4000000000000002", "generic_decline"],
  ["4000000000009995", "insufficient_funds"],
  ["4000000000009987", "lost_card"],
  ["4000000000009979", "stolen_card"],
  ["4000000000000069", "expired_card"],
  ["4000000000000127", "incorrect_cvc"],
  ["4000000000000119", "processing_error"],
  ["4000000000006975", "card_velocity_exceeded"],
];

const SUCCEEDING = [
  "4242424242424242",
  "5555555555554444",
  "378282246310005",
  "4000000000000341",
  "4000000000003055",
  "4000000000000259",
  "4000000000002685",
  "4000000000007726",
  "4000000000005126",
];

const CHALLENGED = [
  "4000000000003220",
  "4000002760003184",
  "4000008400001629",
  "4000008260003178",
  "4000008400001280",
  // "Soft, steps up": the issuer's 65 (1A at Visa) leads to a challenge.
  "4000008000000658",
];

test("every test card is a valid card number of a known scheme, issuer and country", () => {
  for (const [number, card] of TEST_CARDS) {
    assert.ok(passesLuhn(number), number);
    assert.match(card.brand, /^(visa|mastercard|amex)$/, number);
    assert.match(card.country, /^[A-Z]{2}$/, number);
    assert.notEqual(card.issuer, "", number);
  }
});

for (const [end, iso, code, advice] of ISO_TABLE) {
  test(`the card ending ${end} is declined with ISO ${iso}, ${code}`, async () => {
    const number = `400000800000${end}`;
    const outcome = await charge(number);
    assert.equal(outcome.result, "declined");
    assert.deepEqual(outcome.result === "declined" && outcome.decline, {
      declineCode: code,
      networkCode: iso,
      adviceCode: advice,
    });
  });
}

test("the numbers known from other sandboxes are declined by their names", async () => {
  for (const [number, code] of HABITUAL_DECLINES) {
    const outcome = await charge(number);
    assert.equal(outcome.result === "declined" && outcome.decline.declineCode, code, number);
  }
});

test("the succeeding cards succeed without a challenge, and asking again gives the same", async () => {
  for (const number of SUCCEEDING) {
    const outcome = await charge(number);
    assert.equal(outcome.result, "succeeded", number);
    assert.equal(outcome.result === "succeeded" && outcome.sca, "frictionless");
    assert.deepEqual(await charge(number), outcome);
  }
});

async function answer(number: string, confirmed: boolean, params: Partial<AuthoriseRequest> = {}) {
  const { railToken } = await tokenOf(number);
  const request = { ...ASKED, railToken, ...params, confirmed };
  return await sandboxRail.authenticate(request);
}

test("a card that requires a challenge asks for it, and asking again gives the same", async () => {
  for (const number of CHALLENGED) {
    const outcome = await charge(number);
    assert.ok(outcome.result === "action_required", number);
    assert.deepEqual([outcome.sca, outcome.expiresAtMs], ["3ds2", NOW + CHALLENGE_MS]);
    assert.deepEqual(await charge(number), outcome);
    const token = outcome.redirectUrl.split("/").at(-1) ?? "";
    assert.deepEqual(readChallengeToken(token), {
      accountId: ASKED.accountId,
      paymentId: ASKED.id,
      expiresAtMs: NOW + CHALLENGE_MS,
    });
  }
});

test("a challenge's link cannot be guessed, changed to another payment, or extended", async () => {
  const outcome = await charge("4000000000003220");
  assert.ok(outcome.result === "action_required");
  const token = outcome.redirectUrl.split("/").at(-1) ?? "";
  const [account, payment, expiry, digest] = token.split(".");
  for (const forged of [
    "",
    "...",
    [account, "01kah3v7pd5m2k9x0r4wzq1d", expiry, digest].join("."),
    ["01kah3v7pd5m2k9x0r4wzq1d", payment, expiry, digest].join("."),
    [account, payment, `${expiry}0`, digest].join("."),
    [account, payment, expiry, "A".repeat(43)].join("."),
    [account, payment, expiry].join("."),
    `${token}A`,
  ]) {
    assert.equal(readChallengeToken(forged), null, forged);
  }
});

test("a confirmed challenge succeeds, or ends as its card's number says", async () => {
  for (const number of ["4000000000003220", "4000002760003184"]) {
    const outcome = await answer(number, true);
    assert.ok(outcome.result === "succeeded", number);
    assert.equal(outcome.sca, "3ds2");
    assert.equal((await answer(number, true, { capture: "manual" })).result, "authorised");
  }
  for (const [number, code] of [
    ["4000008400001629", "generic_decline"],
    ["4000008260003178", "insufficient_funds"],
    ["4000008400001280", "authentication_error"],
  ] as const) {
    const outcome = await answer(number, true);
    assert.equal(outcome.result === "declined" && outcome.decline.declineCode, code, number);
  }
});

test("an issuer that requires authentication gets a challenge; without a payer it declines softly", async () => {
  const number = "4000008000000658";
  assert.equal((await answer(number, true)).result, "succeeded");
  const alone = await charge(number, { initiator: "merchant", storedCredential: "subsequent" });
  assert.deepEqual(alone.result === "declined" && alone.decline, {
    declineCode: "authentication_required",
    networkCode: "1A",
    adviceCode: "try_again_later",
  });
});

test("a refused challenge is declined: authentication required", async () => {
  for (const number of CHALLENGED) {
    const outcome = await answer(number, false);
    assert.ok(outcome.result === "declined", number);
    assert.equal(outcome.decline.declineCode, "authentication_required");
  }
});

test("an exemption skips the challenge, except for cards that are always challenged", async () => {
  const exemption = "low_value";
  const spared = await charge("4000000000003220", { exemption });
  assert.ok(spared.result === "succeeded");
  assert.deepEqual([spared.sca, spared.exemptionOutcome], ["exempted", "accepted"]);
  for (const number of CHALLENGED.slice(1)) {
    const outcome = await charge(number, { exemption });
    assert.ok(outcome.result === "action_required", number);
    assert.equal(outcome.exemptionOutcome, "rejected");
  }
});

test("4000000000000341 charges once and then declines every later charge softly", async () => {
  assert.equal((await charge("4000000000000341")).result, "succeeded");
  const later = await charge("4000000000000341", { storedCredential: "subsequent" });
  assert.equal(later.result === "declined" && later.decline.adviceCode, "try_again_later");
});

test("sca shows an accepted exemption", async () => {
  for (const exemption of ["low_value", "transaction_risk_analysis", "trusted_beneficiary"]) {
    const outcome = await charge("4242424242424242", { exemption });
    assert.ok(outcome.result === "succeeded");
    assert.deepEqual([outcome.exemptionOutcome, outcome.sca], ["accepted", "exempted"]);
  }
});

test("a token and its facts contain only the first and last digits of the number", async () => {
  for (const number of TEST_CARDS.keys()) {
    const answer = await tokenOf(number);
    assert.ok(!JSON.stringify(answer).includes(number.slice(6, -4) + number.slice(-4)), number);
    assert.ok(!JSON.stringify(answer).includes(number.slice(0, 9)), number);
    assert.deepEqual([answer.card.bin, answer.card.last4], [number.slice(0, 6), number.slice(-4)]);
  }
});

test("a fingerprint is equal for equal card numbers and differs for others", async () => {
  const prints = new Set<string>();
  for (const number of TEST_CARDS.keys()) {
    const { card } = await tokenOf(number);
    assert.equal(card.fingerprint, (await tokenOf(number)).card.fingerprint);
    prints.add(card.fingerprint);
  }
  assert.equal(prints.size, TEST_CARDS.size);
});

test("a real card number is refused without being repeated", async () => {
  for (const number of ["4539578763621486", "6011111111111117", "30569309025904"]) {
    assert.ok(passesLuhn(number));
    const answer = await sandboxRail.tokenise(valid(number));
    assert.equal(answer.result, "declined");
    assert.ok(!JSON.stringify(answer).includes(number));
  }
});

test("any future expiry and any code are accepted; a malformed card names its field", async () => {
  setTime(NOW);
  const flawOf = async (changes: object) => {
    const answer = await sandboxRail.tokenise({ ...valid("4242424242424242"), ...changes });
    return answer.result === "malformed" ? answer.field : answer.result;
  };
  assert.equal(await flawOf({ expMonth: 11, expYear: 2026 }), "token", "good until its month ends");
  assert.equal(await flawOf({ expMonth: 10, expYear: 2026 }), "exp_month");
  assert.equal(await flawOf({ expMonth: 12, expYear: 2025 }), "exp_year");
  assert.equal(await flawOf({ expMonth: 13 }), "exp_month");
  assert.equal(await flawOf({ expYear: 2099 }), "exp_year");
  assert.equal(await flawOf({ cvc: "12" }), "cvc");
  assert.equal(await flawOf({ cvc: "9876" }), "token");
  assert.equal(await flawOf({ number: "4242424242424241" }), "number");
  assert.equal(await flawOf({ number: "42" }), "number");
});

test("refunds settle immediately, later, or fail later, by card; asking again always agrees", async () => {
  const resultAfter = async (number: string, ms: number) => {
    const { railToken } = await tokenOf(number);
    const request: RefundRequest = {
      id: "re_01kah3v7pd5m2k9x0r4wzq1c",
      paymentId: "pay_01kah3v7pd5m2k9x0r4wzq1c",
      railToken,
      amountMinor: 500n,
      currency: "EUR",
      requestedAtMs: NOW,
      askedAtMs: NOW + ms,
    };
    const outcome = await sandboxRail.refund(request);
    assert.deepEqual(await sandboxRail.refundStatus(request), outcome);
    const { result: canceled } = await sandboxRail.cancelRefund(request);
    assert.equal(canceled, outcome.result === "queued" ? "canceled" : "too_late");
    return outcome.result;
  };
  assert.equal(await resultAfter("4242424242424242", 0), "settled");
  assert.equal(await resultAfter("4000000000007726", 0), "queued");
  assert.equal(await resultAfter("4000000000007726", REFUND_QUEUED_MS), "submitted");
  const end = REFUND_QUEUED_MS + REFUND_SUBMITTED_MS;
  assert.equal(await resultAfter("4000000000007726", end), "settled");
  assert.equal(await resultAfter("4000000000005126", 0), "submitted");
  assert.equal(await resultAfter("4000000000005126", REFUND_SUBMITTED_MS), "failed");
});

test("live mode without a connector fails with the cause", () => {
  assert.throws(
    () => railFor("live"),
    (error: unknown) =>
      error instanceof ApiError &&
      error.code === "gateway_error" &&
      error.status === 502 &&
      /No acquirer is connected/.test(error.message),
  );
});
