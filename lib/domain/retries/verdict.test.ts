import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DAY_MS, dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import { SUBSCRIPTION_STATUSES } from "#lib/kernel/vocabulary/billing.ts";
import {
  ADVICE_CODES,
  PAYMENT_OUTCOMES,
  PAYMENT_STATUSES,
} from "#lib/kernel/vocabulary/payments.ts";
import { RETRY_REFUSALS } from "#lib/kernel/vocabulary/retries.ts";
import { whyNotRetried } from "./refusal.ts";
import { SCHEME_LIMITS, VISA_NEVER } from "./scheme-limits.ts";
import type { RetryFacts } from "./types.ts";
import { MOST_TRIES, RETRY_WITHIN_MS, retryVerdict } from "./verdict.ts";

const NOW = dateFromMs(Date.UTC(2026, 3, 12, 9));
const ago = (ms: number) => dateFromMs(NOW.getTime() - ms);

/** A soft decline of an hour ago that may be retried. */
const SOFT: RetryFacts = {
  id: "pay_1",
  status: "failed",
  outcome: "declined",
  amountMinor: 1_999n,
  amountCapturedMinor: 0n,
  currency: "EUR",
  declineCode: "insufficient_funds",
  networkCode: "51",
  adviceCode: "try_again_later",
  cardBrand: "visa",
  createdAt: ago(HOUR_MS),
  methodIsActive: true,
  mandateId: "mdt_1",
  invoice: null,
  later: null,
  isRecovered: false,
  triedWith: "card_1",
  triedAt: [ago(HOUR_MS)],
};

const refusalOf = (facts: RetryFacts) => {
  const verdict = retryVerdict(facts, NOW);
  return verdict.may ? null : verdict.refusal;
};

const orNull = <T>(values: readonly T[]) => fc.constantFrom(null, ...values);
const within = (days: number) => fc.integer({ min: 0, max: days * DAY_MS }).map(ago);

/** Soft declines with a few other facts, so that permitted and refused ones are both frequent. */
const facts: fc.Arbitrary<RetryFacts> = fc
  .record(
    {
      status: fc.constantFrom(...PAYMENT_STATUSES),
      outcome: orNull(PAYMENT_OUTCOMES),
      amountCapturedMinor: fc.constantFrom(0n, 1_999n),
      declineCode: orNull(["insufficient_funds", "authentication_required", "stolen_card"]),
      networkCode: orNull(["51", "05", ...VISA_NEVER]),
      adviceCode: orNull(ADVICE_CODES),
      cardBrand: orNull(["visa", "mastercard", "amex"]),
      createdAt: within(9),
      methodIsActive: orNull([true, false]),
      mandateId: orNull(["mdt_1" as const]),
      invoice: fc.record({
        isOpen: fc.boolean(),
        isCollecting: fc.boolean(),
        isLatestTry: fc.boolean(),
        subscription: fc.constantFrom("past_due" as const, ...SUBSCRIPTION_STATUSES),
      }),
      later: fc.record({
        id: fc.constant("pay_2" as const),
        status: fc.constantFrom(...PAYMENT_STATUSES),
      }),
      isRecovered: fc.boolean(),
      triedAt: fc.array(within(30), { maxLength: 40 }),
    },
    { requiredKeys: [] },
  )
  .chain((others) => {
    const names = Object.keys(others);
    return fc.subarray(names, { maxLength: Math.min(4, names.length) }).map((kept) => {
      const changes = Object.entries(others).filter(([name]) => kept.includes(name));
      return { ...SOFT, ...Object.fromEntries(changes) };
    });
  });

test("a permitted retry is always of a fresh soft decline with a live mandate, untried since, within all limits", () => {
  let permitted = 0;
  const property = fc.property(facts, (one) => {
    const verdict = retryVerdict(one, NOW);
    if (!verdict.may) return;
    permitted++;
    assert.deepEqual(
      [one.status, one.outcome, one.amountCapturedMinor],
      ["failed", "declined", 0n],
    );
    assert.ok(one.adviceCode === "try_again_later" || one.adviceCode === null);
    assert.ok(one.cardBrand !== "visa" || !VISA_NEVER.has(one.networkCode ?? ""));
    assert.ok(one.mandateId !== null && one.methodIsActive === true);
    assert.notEqual(one.declineCode, "authentication_required");
    assert.ok(one.later === null && !one.isRecovered);
    assert.ok(NOW.getTime() - one.createdAt.getTime() <= RETRY_WITHIN_MS);
    assert.ok(!one.invoice || (one.invoice.isOpen && !one.invoice.isCollecting));
    const triesIn = (ms: number) =>
      one.triedAt.filter((at) => NOW.getTime() - at.getTime() < ms).length;
    assert.ok(triesIn(RETRY_WITHIN_MS) < MOST_TRIES);
    for (const { withinMs, tries } of SCHEME_LIMITS[one.cardBrand ?? ""] ?? []) {
      assert.ok(triesIn(withinMs) < tries);
    }
  });
  fc.assert(property, { numRuns: 5_000 });
  assert.ok(permitted > 100, `${permitted} are permitted`);
});

test("more tries never permit what fewer forbid, and time alone never lifts a refusal that is final", () => {
  fc.assert(
    fc.property(facts, fc.array(within(30), { maxLength: 5 }), (one, more) => {
      const after = { ...one, triedAt: [...one.triedAt, ...more] };
      assert.ok(!retryVerdict(after, NOW).may || retryVerdict(one, NOW).may);
      const later = dateFromMs(NOW.getTime() + 40 * DAY_MS);
      assert.equal(retryVerdict(one, later).may, false);
    }),
  );
});

test("each refusal has its reason, and a sentence", () => {
  const cases: Array<[Partial<RetryFacts>, (typeof RETRY_REFUSALS)[number] | null]> = [
    [{}, null],
    [{ status: "succeeded", outcome: "approved" }, "not_declined"],
    [{ status: "canceled", outcome: "abandoned" }, "not_declined"],
    [{ outcome: "authentication_failed" }, "not_declined"],
    [{ amountCapturedMinor: 1_999n }, "taken_back"],
    [{ adviceCode: "do_not_try_again" }, "hard_decline"],
    [{ networkCode: "41" }, "hard_decline"],
    [{ networkCode: "41", cardBrand: "mastercard" }, null],
    [{ adviceCode: "confirm_card_data" }, "wrong_data"],
    [{ later: { id: "pay_2", status: "succeeded" } }, "paid_since"],
    [{ later: { id: "pay_2", status: "requires_capture" } }, "paid_since"],
    [{ isRecovered: true }, "paid_since"],
    [{ later: { id: "pay_2", status: "processing" } }, "under_way"],
    [{ later: { id: "pay_2", status: "failed" } }, "tried_since"],
    [{ createdAt: ago(7 * DAY_MS + 1) }, "too_old"],
    [{ createdAt: ago(7 * DAY_MS) }, null],
    [{ methodIsActive: null }, "needs_payer"],
    [{ mandateId: null }, "needs_payer"],
    [{ declineCode: "authentication_required" }, "must_authenticate"],
    [{ methodIsActive: false }, "method_ended"],
    [{ triedAt: Array(4).fill(ago(HOUR_MS)) }, null],
    [{ triedAt: Array(5).fill(ago(HOUR_MS)) }, "retry_limit"],
  ];
  for (const [change, expected] of cases) {
    assert.equal(
      refusalOf({ ...SOFT, ...change }),
      expected,
      JSON.stringify(change, (_, v) => String(v)),
    );
  }
  for (const refusal of RETRY_REFUSALS) assert.match(whyNotRetried(refusal, null), /\.$/);
});

test("the payment of an invoice is retried only while the invoice is open and its subscription past due", () => {
  const invoice = {
    isOpen: true,
    isCollecting: false,
    isLatestTry: true,
    subscription: "past_due",
  };
  const of = (change: object) =>
    refusalOf({
      ...SOFT,
      invoice: { ...invoice, ...change } as NonNullable<RetryFacts["invoice"]>,
    });
  assert.equal(of({}), null);
  assert.equal(of({ isCollecting: true }), "under_way");
  assert.equal(of({ isOpen: false }), "invoice_closed");
  assert.equal(of({ isLatestTry: false }), "invoice_closed");
  assert.equal(of({ subscription: "canceled" }), "invoice_closed");
  assert.equal(of({ subscription: "incomplete" }), "needs_payer");
});

test("Visa permits 15 reattempts in 30 days, Mastercard 10 tries in 24 hours and 35 in 30 days", () => {
  const old = (count: number) => Array<Date>(count).fill(ago(10 * DAY_MS));
  const visa = (count: number) => refusalOf({ ...SOFT, triedAt: old(count) });
  assert.deepEqual([visa(15), visa(16)], [null, "scheme_limit"]);
  const master = (triedAt: Date[]) => refusalOf({ ...SOFT, cardBrand: "mastercard", triedAt });
  assert.deepEqual([master(old(34)), master(old(35))], [null, "scheme_limit"]);
  assert.equal(master(Array(10).fill(ago(HOUR_MS))), "scheme_limit");
  assert.equal(refusalOf({ ...SOFT, cardBrand: "amex", triedAt: old(35) }), null);
});
