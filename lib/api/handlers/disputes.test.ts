import assert from "node:assert/strict";
import { test } from "node:test";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { openDispute } from "#lib/domain/disputes/index.ts";
import type { DisputeWire } from "#lib/wire/contract/disputes.ts";
import type { SettlementWire } from "#lib/wire/contract/settlements.ts";
import { disagreements } from "#test/books-agree.ts";
import { openTill, openTillAfterCutOff, type Till } from "#test/money.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";

const DAY_S = 86_400;
const DISPUTED = "pm_test_4000000000000259";

const advance = (till: Till, seconds: number) =>
  till.call("POST", "/v1/test/clock/advance", { seconds });
const disputesOf = async (till: Till) =>
  (await till.call<{ data: DisputeWire[] }>("GET", "/v1/disputes")).body.data;

async function disputed(amount = 10_000) {
  const till = await openTillAfterCutOff();
  const { body: payment } = await till.charge({ payment_method: DISPUTED, amount });
  await advance(till, 3_600);
  const [dispute] = await disputesOf(till);
  assert.ok(dispute, "the payer went to the bank within the hour");
  const post = (verb: string, body: object = {}) =>
    till.call<DisputeWire>("POST", `/v1/disputes/${dispute.id}/${verb}`, body);
  const read = async () => (await till.call<DisputeWire>("GET", `/v1/disputes/${dispute.id}`)).body;
  return { till, payment, dispute, post, read };
}

const netOf = async (till: Till, type: string) =>
  (
    await till.rows<{ net: bigint }>(
      `select net from balance_transactions where account_id = $1 and type = '${type}'`,
    )
  ).map(({ net }) => net);

test("a card that disputes takes its payment back within the hour, with a fee, once", async () => {
  const { till, payment, dispute } = await disputed();
  assert.deepEqual(
    [dispute.amount, dispute.fee, dispute.reason, dispute.network_reason_code, dispute.status],
    [10_000, 1_500, "fraudulent", "10.4", "needs_response"],
  );
  assert.deepEqual(await netOf(till, "dispute"), [-11_500n]);
  assert.deepEqual(await till.eventsOf(dispute.id), ["dispute.opened"]);
  const read = await till.call("GET", `/v1/payments/${payment.id}`);
  assert.equal(read.body.disputed, true);
  const refund = await till.refund({ payment: payment.id, amount: 100 });
  assert.deepEqual([refund.status, refund.body.error.param], [409, "payment"]);
  // Further and concurrent notifications record nothing more.
  const ctx = await systemContext({ accountId: till.account.id, mode: "test" }, "test");
  const chargeback = { reason: "fraudulent", networkReasonCode: "10.4" } as const;
  await Promise.all(
    Array.from({ length: 6 }, () => openDispute(ctx, { id: payment.id as never }, chargeback)),
  );
  await settleUnfinished();
  assert.equal((await disputesOf(till)).length, 1);
  assert.deepEqual(await netOf(till, "dispute"), [-11_500n]);
});

test("a separately captured payment is charged back by its captured amount", async () => {
  const till = await openTill();
  const params = { payment_method: DISPUTED, amount: 10_000, capture: "manual" };
  const { body: payment } = await till.charge(params);
  await advance(till, 2 * 3_600);
  assert.deepEqual(await disputesOf(till), [], "what is not captured cannot be taken back");
  await till.call("POST", `/v1/payments/${payment.id}/capture`, { amount: 6_000 });
  await advance(till, 3_600);
  const [dispute] = await disputesOf(till);
  assert.deepEqual([dispute?.payment, dispute?.amount], [payment.id, 6_000]);
  assert.deepEqual(await netOf(till, "dispute"), [-7_500n]);
  assert.deepEqual(await disagreements(till.account.id), []);
});

test("winning evidence returns the money but not the fee", async () => {
  const { till, dispute, post, read } = await disputed();
  const kept = await post("evidence", { evidence: { receipt: "Order 12" }, submit: false });
  assert.deepEqual([kept.status, kept.body.status], [200, "needs_response"]);
  const handedIn = await post("evidence", { evidence: { uncategorized_text: "winning_evidence" } });
  assert.deepEqual(
    [handedIn.body.status, Object.keys(handedIn.body.evidence)],
    ["under_review", ["receipt", "uncategorized_text"]],
  );
  const twice = await post("evidence", { evidence: { receipt: "another" } });
  assert.deepEqual([twice.status, twice.body.error.code], [409, "state_invalid"]);
  await advance(till, DAY_S + 60);
  assert.equal((await read()).status, "won");
  assert.deepEqual(await netOf(till, "dispute_reversal"), [10_000n]);
  assert.deepEqual(await till.eventsOf(dispute.id), [
    "dispute.opened",
    "dispute.updated",
    "dispute.updated",
    "dispute.updated",
    "dispute.won",
  ]);
});

test("other evidence, acceptance and no response lose the dispute", async () => {
  const weak = await disputed();
  await weak.post("evidence", { evidence: { receipt: "none" } });
  await advance(weak.till, DAY_S + 60);
  assert.equal((await weak.read()).status, "lost");

  const accepted = await disputed();
  assert.equal((await accepted.post("accept")).body.status, "lost");
  assert.equal((await accepted.post("accept")).status, 409);

  const silent = await disputed();
  await advance(silent.till, 15 * DAY_S);
  assert.equal((await silent.read()).status, "lost");
  assert.deepEqual(await netOf(silent.till, "dispute_reversal"), []);
});

test("a settlement contains the chargeback and its fee", async () => {
  const { till } = await disputed(10_000);
  await till.charge({ amount: 50_000 });
  await advance(till, DAY_S);
  const { body } = await till.call<{ data: SettlementWire[] }>("GET", "/v1/settlements");
  const [settlement] = body.data;
  assert.deepEqual([settlement?.gross, settlement?.chargebacks], [60_000, 11_500]);
  assert.deepEqual(await disagreements(till.account.id), []);
});

test("another merchant, the other mode and invalid evidence change nothing", async () => {
  const { till, dispute, post, read } = await disputed();
  const other = await openTill();
  const path = `/v1/disputes/${dispute.id}`;
  assert.equal((await other.call("GET", path)).status, 404);
  assert.equal((await other.call("POST", `${path}/accept`, {})).status, 404);
  const live = { authorization: `Bearer ${till.keys.live.secret}` };
  assert.equal((await till.call("POST", `${path}/accept`, {}, live)).status, 404);
  for (const [evidence, param] of [
    [{ bribe: "50 EUR" }, "evidence[bribe]"],
    [{ receipt: "" }, "evidence[receipt]"],
    [{ receipt: 5 }, "evidence[receipt]"],
  ] as const) {
    const refused = await post("evidence", { evidence });
    assert.deepEqual([refused.status, refused.body.error.param], [400, param]);
  }
  const { created, ...before } = dispute;
  assert.deepEqual({ ...(await read()), created }, { ...before, created });
});
