import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { PAYMENT_STATUSES } from "#lib/kernel/vocabulary/payments.ts";
import type { PaymentOutcome } from "#lib/rails/index.ts";
import { applyOutcome, mayMove, PAYMENT_MOVES } from "./payment-state.ts";
import type { Payment } from "./types.ts";

const OPENED: Payment = {
  id: "pay_1",
  accountId: "acct_1",
  mode: "test",
  status: "processing",
  amountMinor: 1999n,
  amountCapturedMinor: 0n,
  amountRefundedMinor: 0n,
  step: null,
  captureMinor: null,
  currency: "EUR",
  method: "card",
  capture: "automatic",
  customerId: null,
  paymentMethodId: null,
  railToken: null,
  bankPayment: null,
  storedCredential: "first",
  initiator: "payer",
  description: null,
  statementDescriptor: null,
  returnUrl: null,
  redirectUrl: null,
  settles: null,
  sca: null,
  exemption: null,
  exemptionOutcome: null,
  decline: null,
  card: null,
  acquirerResponse: null,
  outcome: null,
  disputed: false,
  mandateId: null,
  subscriptionId: null,
  invoiceId: null,
  retryOf: null,
  settlementId: null,
  metadata: {},
  requestId: null,
  railReference: null,
  railCheckAt: dateFromMs(0),
  expiresUncaptured: false,
  expiresAt: null,
  createdAt: dateFromMs(0),
};

const railReference = fc.constant("SBX1");
const shared = {
  railReference,
  sca: fc.constantFrom("frictionless", "3ds2", "exempted", null),
  exemptionOutcome: fc.constantFrom("accepted", "rejected", null),
};
const outcome: fc.Arbitrary<PaymentOutcome> = fc.oneof(
  fc.record({ result: fc.constantFrom("succeeded", "authorised"), ...shared }),
  fc.record({
    result: fc.constant("declined"),
    ...shared,
    decline: fc.constant({ declineCode: "do_not_honor", networkCode: "05", adviceCode: null }),
  }),
  fc.record({ result: fc.constant("pending"), railReference, askAgainAfterMs: fc.nat(90_000) }),
  fc.record({
    result: fc.constant("action_required"),
    railReference,
    redirectUrl: fc.constant("https://acs.example/1"),
    sca: fc.constant("3ds2"),
    exemptionOutcome: fc.constantFrom("rejected", null),
    expiresAtMs: fc.nat(90_000),
  }),
) as fc.Arbitrary<PaymentOutcome>;

test("no sequence of rail answers moves a payment outside the state table", () => {
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 8 }), fc.boolean(), (outcomes, expires) => {
      let payment: Payment = { ...OPENED, expiresUncaptured: expires };
      for (const one of outcomes) {
        const before = payment;
        try {
          payment = applyOutcome(before, one, 0);
        } catch {
          continue;
        }
        const stayed = payment.status === before.status && payment.status === "processing";
        assert.ok(stayed || mayMove(before.status, payment.status));
        assert.equal(payment.amountCapturedMinor, payment.status === "succeeded" ? 1999n : 0n);
        assert.equal(payment.decline !== null, payment.status === "failed");
        assert.equal(payment.redirectUrl !== null, payment.status === "requires_action");
        const ends =
          payment.status === "requires_action" ||
          (payment.status === "requires_capture" && expires);
        assert.equal(payment.railCheckAt !== null, ends || payment.status === "processing");
        assert.equal(payment.expiresAt !== null, ends);
      }
    }),
  );
});

test("a final payment rejects every further outcome", () => {
  for (const status of ["succeeded", "failed", "canceled"] as const) {
    const settled = { ...OPENED, status };
    const success = { result: "succeeded", railReference: "x", sca: null, exemptionOutcome: null };
    assert.throws(() => applyOutcome(settled, success as PaymentOutcome, 0));
    const later = { result: "pending", railReference: "x", askAgainAfterMs: 1 } as const;
    assert.throws(() => applyOutcome(settled, later, 0));
    const decline = { declineCode: "do_not_honor", networkCode: "05", adviceCode: null };
    const refusal = { ...success, result: "declined", decline };
    assert.throws(() => applyOutcome(settled, refusal as PaymentOutcome, 0));
  }
});

test("the state table is the one in decisions §3", () => {
  assert.deepEqual(Object.keys(PAYMENT_MOVES).sort(), [...PAYMENT_STATUSES].sort());
  assert.deepEqual(PAYMENT_MOVES, {
    processing: ["requires_action", "requires_capture", "succeeded", "failed"],
    requires_action: ["processing", "requires_capture", "succeeded", "failed", "canceled"],
    requires_capture: ["succeeded", "canceled"],
    succeeded: ["failed"],
    failed: [],
    canceled: [],
  });
});
