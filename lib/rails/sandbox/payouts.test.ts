import assert from "node:assert/strict";
import { test } from "node:test";
import { ibanFault } from "#lib/kernel/iban.ts";
import { IBANS } from "#test/payouts.ts";
import { payoutOf } from "#test/rail.ts";
import { CREDIT_TRANSFER_MS, INSTANT_MS, INSTANT_TIMEOUT_MS, RETURN_MS } from "./payouts.ts";
import { sandboxRail } from "./rail.ts";

async function after(ms: number, iban: string, rail: "sepa_instant" | "sepa_credit") {
  const request = payoutOf({ iban, rail });
  const askedAtMs = request.requestedAtMs + ms;
  const answer = await sandboxRail.payoutStatus({ ...request, askedAtMs });
  return "reasonCode" in answer ? `${answer.result} ${answer.reasonCode}` : answer.result;
}

test("every test account of the sandbox is an IBAN", () => {
  for (const iban of Object.values(IBANS)) assert.equal(ibanFault(iban), null, iban);
});

test("a payout's outcome depends on its account, its rail and the time", async () => {
  const story = async (iban: string, rail: "sepa_instant" | "sepa_credit") =>
    await Promise.all(
      [0, INSTANT_MS, INSTANT_TIMEOUT_MS, CREDIT_TRANSFER_MS, CREDIT_TRANSFER_MS + RETURN_MS].map(
        (ms) => after(ms, iban, rail),
      ),
    );
  const [wait, landed] = ["submitted", "settled"];
  assert.deepEqual(await story(IBANS.settles, "sepa_instant"), [wait, ...Array(4).fill(landed)]);
  assert.deepEqual(await story(IBANS.settles, "sepa_credit"), [wait, wait, wait, landed, landed]);
  assert.deepEqual(await story(IBANS.notReachable, "sepa_instant"), Array(5).fill("rejected CNOR"));
  assert.deepEqual(await story(IBANS.timesOut, "sepa_instant"), [
    wait,
    wait,
    ...Array(3).fill("rejected AB05"),
  ]);
  assert.deepEqual(await story(IBANS.closed, "sepa_instant"), [
    wait,
    ...Array(4).fill("rejected AC04"),
  ]);
  assert.deepEqual(await story(IBANS.closed, "sepa_credit"), [
    wait,
    wait,
    wait,
    landed,
    "returned AC04",
  ]);
  assert.deepEqual(await story(IBANS.staysSubmitted, "sepa_instant"), Array(5).fill(wait));
});
