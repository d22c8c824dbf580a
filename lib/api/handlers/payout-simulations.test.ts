import assert from "node:assert/strict";
import { test } from "node:test";
import type { PayoutWire } from "#lib/wire/contract/payouts.ts";
import type { SimulationWire } from "#lib/wire/contract/simulations.ts";
import { disagreements } from "#test/books-agree.ts";
import { IBANS, openPayer, type Payer, to } from "#test/payouts.ts";

const simulate = (payer: Payer, object: string, scenario: string) =>
  payer.call<SimulationWire>("POST", "/v1/test/simulate", { object, scenario });

test("a simulated payout has its money, its events and the requested reason", async () => {
  const payer = await openPayer(20_000);
  const { id } = await payer.paid(to(IBANS.staysSubmitted));
  for (const [scenario, status, code, funds] of [
    ["submit", "submitted", undefined, 7_500],
    ["settle", "settled", undefined, 7_500],
    ["return_AC06", "returned", "AC06", 20_000],
  ] as const) {
    const { status: answered, body } = await simulate(payer, id, scenario);
    const moved = body.result as PayoutWire;
    assert.deepEqual([answered, moved.status, moved.return_reason?.code], [200, status, code]);
    assert.equal(await payer.funds(), funds);
  }
  assert.deepEqual(await payer.eventsOf(id), [
    "payout.submitted",
    "payout.settled",
    "payout.returned",
  ]);
  await payer.advance(10 * 86_400);
  assert.equal((await payer.read(id)).status, "returned", "the account's own story is over");
  const failing = await payer.paid(to(IBANS.staysSubmitted));
  await payer.advance(6);
  assert.equal((await simulate(payer, failing.id, "fail")).status, 200);
  assert.equal((await payer.read(failing.id)).return_reason?.code, "AB08");
  assert.deepEqual(await payer.eventsOf(failing.id), ["payout.submitted", "payout.failed"]);
  const rejected = await payer.paid(to(IBANS.staysSubmitted));
  await payer.advance(6);
  assert.equal((await simulate(payer, rejected.id, "return_AC01")).status, 200);
  assert.deepEqual(await payer.eventsOf(rejected.id), ["payout.submitted", "payout.returned"]);
  assert.equal(await payer.funds(), 20_000);
  assert.deepEqual(await disagreements(payer.account.id), []);
});

test("a scenario from the wrong state, an unknown scenario and a foreign payout are refused with the cause", async () => {
  const [payer, other] = [await openPayer(), await openPayer()];
  const { id } = await payer.paid();
  for (const scenario of ["settle", "fail", "return"]) {
    const { status, body } = await simulate(payer, id, scenario);
    assert.deepEqual([status, body.error.code], [409, "state_invalid"]);
    assert.match(body.error.message, /this one is pending/);
  }
  for (const scenario of [
    "vanish",
    "return_AC99",
    "settle_AC01",
    "return_AC01_x",
    "return_AB08",
    "fail_AC01",
    "constructor",
  ]) {
    const { status, body } = await simulate(payer, id, scenario);
    assert.deepEqual([status, body.error.param], [400, "scenario"], scenario);
  }
  assert.equal((await simulate(other, id, "submit")).status, 404);
  assert.equal((await payer.read(id)).status, "pending");
});
