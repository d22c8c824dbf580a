import assert from "node:assert/strict";
import { test } from "node:test";
import { passesLuhn } from "#lib/kernel/check-digits.ts";
import { newId } from "#lib/kernel/ids.ts";
import { chargeOf } from "#test/rail.ts";
import type { AuthoriseRequest, PaymentOutcome } from "../rail.ts";
import { arnOf } from "./acquirer-facts.ts";
import { sandboxRail } from "./rail.ts";

async function tokenOf(number: string, cvc = "123"): Promise<string> {
  const answer = await sandboxRail.tokenise({ number, expMonth: 12, expYear: 2031, cvc });
  assert.equal(answer.result, "token");
  return answer.result === "token" ? answer.railToken : "";
}

/** An ARN is made of the payment's id. */
const requestOf = (railToken: string, params: Partial<AuthoriseRequest> = {}) =>
  chargeOf(railToken, { id: newId("pay"), ...params });

const factsOf = (outcome: PaymentOutcome) => ("acquirer" in outcome ? outcome.acquirer : undefined);

async function charged(number: string, params: Partial<AuthoriseRequest> = {}, cvc?: string) {
  return factsOf(await sandboxRail.authorise(requestOf(await tokenOf(number, cvc), params)));
}

const VISA = "4242424242424242";
const MASTERCARD = "5555555555554444";
const AUSTRALIAN_VISA = "4000000360000006";
const AMEX = "371449635398431";

test("the ECI follows from scheme and authentication, and the liability from the authentication", async () => {
  const exempted = { exemption: "low_value" };
  const absent = { initiator: "merchant", storedCredential: "subsequent" } as const;
  for (const [number, params, eci, shift] of [
    [VISA, {}, "05", true],
    [MASTERCARD, {}, "02", true],
    [AUSTRALIAN_VISA, {}, "06", true],
    [AMEX, {}, "06", true],
    [VISA, exempted, "07", false],
    [MASTERCARD, exempted, "00", false],
    [AUSTRALIAN_VISA, exempted, "07", false],
    [VISA, absent, "07", false],
    [MASTERCARD, absent, "00", false],
  ] as const) {
    const facts = await charged(number, params);
    const what = `${number} ${JSON.stringify(params)}`;
    assert.deepEqual([facts?.eci, facts?.liabilityShift], [eci, shift], what);
  }
});

test("a passed challenge is authenticated; a failed one was never sent to the issuer", async () => {
  const request = requestOf(await tokenOf("4000000000003220"));
  assert.equal(factsOf(await sandboxRail.authorise(request)), undefined);
  const passed = factsOf(await sandboxRail.authenticate({ ...request, confirmed: true }));
  assert.deepEqual([passed?.eci, passed?.liabilityShift], ["05", true]);
  const failed = await sandboxRail.authenticate({ ...request, confirmed: false });
  assert.deepEqual([failed.result, factsOf(failed)], ["declined", undefined]);
});

test("a decline has the checks and no shift of liability and no ARN", async () => {
  assert.deepEqual(await charged("4000000000009995"), {
    eci: "05",
    avsResult: "not_checked",
    cvcResult: "match",
  });
});

test("test codes change the results of the checks and no outcome, and are not in the token", async () => {
  for (const [cvc, avs, code] of [
    ["123", "not_checked", "match"],
    ["901", "not_checked", "no_match"],
    ["902", "not_checked", "unavailable"],
    ["903", "match", "match"],
    ["904", "no_match", "match"],
    ["905", "unavailable", "match"],
  ] as const) {
    const railToken = await tokenOf(VISA, cvc);
    assert.ok(!railToken.includes(cvc), railToken);
    const outcome = await sandboxRail.authorise(requestOf(railToken));
    const facts = factsOf(outcome);
    assert.deepEqual(
      [outcome.result, facts?.avsResult, facts?.cvcResult],
      ["succeeded", avs, code],
      cvc,
    );
  }
});

test("a later charge, one without the payer and a wallet have no code to check", async () => {
  for (const params of [{ storedCredential: "subsequent" }, { initiator: "merchant" }] as const) {
    const facts = await charged(VISA, params, "901");
    assert.deepEqual([facts?.avsResult, facts?.cvcResult], ["not_checked", "not_checked"]);
  }
  const wallet = await sandboxRail.tokeniseWallet({ wallet: "apple_pay", token: "test_ok" });
  assert.ok(wallet.result === "token");
  const paid = await sandboxRail.authorise(requestOf(wallet.railToken, { method: "apple_pay" }));
  assert.equal(factsOf(paid)?.cvcResult, "not_checked");
});

test("the ARN has 23 digits and a check digit, and comes with the capture", async () => {
  const railToken = await tokenOf(VISA);
  const held = requestOf(railToken, { capture: "manual" });
  assert.equal(factsOf(await sandboxRail.authorise(held))?.arn, undefined);
  const capture = { id: held.id, railReference: null, railToken, currency: "EUR" };
  const captured = await sandboxRail.capture({ ...capture, amountMinor: 100n });
  assert.ok(captured.result === "captured");
  assert.equal(captured.acquirer?.arn, arnOf(held.id));
  const seen = new Set<string>();
  for (let i = 0; i < 200; i++) {
    const arn = arnOf(newId("pay"));
    assert.match(arn, /^7412080\d{16}$/);
    assert.ok(passesLuhn(arn), arn);
    assert.ok(Number(arn.slice(8, 11)) >= 1 && Number(arn.slice(8, 11)) <= 366, arn);
    seen.add(arn);
  }
  assert.equal(seen.size, 200);
});
