import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { decideApprovalIn, expiringApprovals } from "#lib/domain/payouts/index.ts";
import { HOUR_MS } from "#lib/kernel/clock.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { newId } from "#lib/kernel/ids.ts";
import {
  assertBooksAgree,
  decide,
  instruction,
  limitPayouts,
  member,
  openLimited,
  openPayer,
  skipTime,
  stateOf,
} from "#test/payouts.ts";

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

test("without limits no payout needs an approval", async () => {
  const payer = await openPayer(1_000_000);
  const { status, approval } = await payer.paid({ amount: 900_000 });
  assert.deepEqual([status, approval], ["pending", null]);
});

test("a payout above the limit waits with its funds held, and is not sent before it is approved", async () => {
  const payer = await openLimited();
  const at = await payer.paid({ amount: 10_000 });
  assert.equal(at.approval, null, "the limit itself is free");
  const { id, approval } = await payer.paid({ amount: 10_001 });
  const keyId = approval?.requested_by ?? "";
  assert.match(keyId, /^key_/);
  assert.deepEqual(approval, {
    ...{ required: true, state: "pending", requested_by: keyId, decided_by: null },
    expires_at: approval?.expires_at,
  });
  assert.equal(await payer.funds(), 1_000_000 - 20_001);
  await payer.advance(DAY_S);
  assert.deepEqual(await stateOf(payer, id), ["pending", "pending"]);
  assert.deepEqual(await payer.eventsOf(id), ["payout.approval_requested"]);
  const person = newId("usr");
  await decide(payer, id, "approved", person);
  await payer.advance(30);
  const sent = await payer.read(id);
  assert.deepEqual(
    [sent.status, sent.approval?.state, sent.approval?.decided_by],
    ["settled", "approved", person],
  );
  assert.deepEqual(await payer.eventsOf(id), [
    "payout.approval_requested",
    "payout.approval_decided",
    "payout.submitted",
    "payout.settled",
  ]);
  await assertBooksAgree(payer);
});

test("a refused payout is canceled, and its amount returns to the balance", async () => {
  const payer = await openLimited();
  const { id } = await payer.paid({ amount: 50_000 });
  await decide(payer, id, "refused");
  assert.deepEqual(await stateOf(payer, id), ["canceled", "refused"]);
  assert.equal(await payer.funds(), 1_000_000);
  await payer.advance(60);
  assert.deepEqual(await payer.eventsOf(id), [
    "payout.approval_requested",
    "payout.approval_decided",
  ]);
  await assertBooksAgree(payer);
});

test("without a decision a payout is canceled after 72 hours, in the order of due times", async () => {
  const payer = await openLimited();
  const { id } = await payer.paid({ amount: 50_000 });
  await payer.advance(72 * HOUR_S - 60);
  assert.deepEqual(await stateOf(payer, id), ["pending", "pending"]);
  await payer.advance(120);
  assert.deepEqual(await stateOf(payer, id), ["canceled", "expired"]);
  assert.equal(await payer.funds(), 1_000_000);
  assert.equal((await payer.eventsOf(id)).at(-1), "payout.approval_decided");
  const kept = await payer.rows<{ action: string; actor_id: string }>(
    "select action, actor_id from audit_entries where account_id = $1 and action like 'payout_approval.%' order by id",
  );
  assert.deepEqual(
    kept.map(({ action }) => action),
    ["payout_approval.requested", "payout_approval.expired"],
  );
  assert.equal(kept[1]?.actor_id, "expiry");
  await assertBooksAgree(payer);
});

test("nobody can approve after the expiry, even if no worker has run yet", async () => {
  const payer = await openLimited();
  const { id } = await payer.paid({ amount: 50_000 });
  const later = await skipTime(payer, 72 * HOUR_MS);
  await assert.rejects(decide(later, id, "approved"), /expired/);
  await finishDue(expiringApprovals, payer.account.id);
  assert.deepEqual(await stateOf(payer, id), ["canceled", "expired"]);
});

test("a split payout needs approval as soon as its parts exceed the daily limit together", async () => {
  const payer = await openLimited();
  const part = async () => (await payer.paid({ amount: 9_000 })).approval?.state ?? null;
  assert.deepEqual([await part(), await part()], [null, null]);
  assert.equal(await part(), "pending");
  await payer.advance(23 * HOUR_S);
  assert.equal(await part(), "pending", "23 hours later as well");
  assert.equal((await payer.paid({ amount: 7_000 })).approval, null, "what still fits goes");
  await payer.advance(HOUR_S + 60);
  assert.equal(await part(), null, "the first ones are older than 24 hours");
});

test("canceled and approved payouts leave the sum of 24 hours, returned ones do not", async () => {
  const payer = await openLimited();
  const first = await payer.paid({ amount: 10_000 });
  await payer.call("POST", `/v1/payouts/${first.id}/cancel`, {});
  const approved = await payer.paid({ amount: 90_000 });
  await decide(payer, approved.id, "approved");
  const back = await payer.paid({ amount: 10_000 });
  await payer.advance(6);
  const returned = { object: back.id, scenario: "return" };
  await payer.call("POST", "/v1/test/simulate", returned);
  assert.equal((await payer.paid({ amount: 10_000 })).approval, null);
  assert.equal((await payer.paid({ amount: 5_001 })).approval?.state, "pending");
});

test("limits apply to one currency and one mode", async () => {
  const payer = await openPayer(1_000_000);
  await limitPayouts(payer, { perPayout: 0 }, { currency: "GBP" });
  await limitPayouts(payer, { perPayout: 0 }, { mode: "live" });
  assert.equal((await payer.paid({ amount: 500_000 })).approval, null);
  await limitPayouts(payer, { perPayout: 0 });
  assert.equal((await payer.paid({ amount: 1 })).approval?.state, "pending", "0: every payout");
});

test("a batch counts with its total, and is decided as one", async () => {
  const payer = await openLimited();
  const batch = async (...amounts: number[]) => {
    const instructions = amounts.map((amount) => instruction({ amount }));
    return (await payer.call("POST", "/v1/payouts", { instructions })).body as never as {
      id: string;
      approval: { state: string } | null;
    };
  };
  assert.equal((await batch(4_000, 6_000)).approval, null);
  const [kept, stopped] = [await batch(5_000, 5_000, 1), await batch(9_000, 9_000)];
  assert.deepEqual([kept.approval?.state, stopped.approval?.state], ["pending", "pending"]);
  assert.deepEqual(await payer.eventsOf(kept.id), ["payout.approval_requested"]);
  type List = { data: { id: string; status: string; approval: { state: string } }[] };
  const rowsOf = async (id: string) =>
    (await payer.call<List>("GET", `/v1/payouts?batch=${id}`)).body.data;
  const [first] = await rowsOf(kept.id);
  await payer.call("POST", `/v1/payouts/${first?.id}/cancel`, {});
  await decide(payer, kept.id, "approved");
  await decide(payer, stopped.id, "refused");
  await payer.advance(60);
  assert.deepEqual((await rowsOf(kept.id)).map(({ status }) => status).sort(), [
    "canceled",
    "settled",
    "settled",
  ]);
  for (const row of await rowsOf(stopped.id)) {
    assert.deepEqual([row.status, row.approval.state], ["canceled", "refused"]);
  }
  const { body } = await payer.call<{ status: string; canceled: number }>(
    "GET",
    `/v1/payout_batches/${stopped.id}`,
  );
  assert.deepEqual([body.status, body.canceled], ["completed", 2]);
  assert.equal(
    await payer.funds(),
    1_000_000 - 10_000 - 10_001 + Number(await amountOf(first!.id)),
  );
  await assertBooksAgree(payer);

  async function amountOf(id: string) {
    return (await payer.read(id)).amount;
  }
});

test("a waiting batch stops waiting when its last payout is canceled", async () => {
  const payer = await openLimited();
  const instructions = [instruction({ amount: 9_000 }), instruction({ amount: 9_000 })];
  const { body } = await payer.call("POST", "/v1/payouts", { instructions });
  const { body: list } = await payer.call<{ data: { id: string }[] }>(
    "GET",
    `/v1/payouts?batch=${body.id}&approval=pending`,
  );
  assert.equal(list.data.length, 2);
  for (const { id } of list.data) await payer.call("POST", `/v1/payouts/${id}/cancel`, {});
  await assert.rejects(decide(payer, String(body.id), "approved"), /canceled already/);
});

test("a repeat of the call returns the same bytes and requests approval once", async () => {
  const payer = await openLimited();
  const headers = { "Idempotency-Key": "salary" };
  const [first, again] = [
    await payer.pay({ amount: 50_000 }, headers),
    await payer.pay({ amount: 50_000 }, headers),
  ];
  assert.equal(first.text, again.text);
  assert.equal((await payer.eventsOf(first.body.id)).length, 1);
});

test("the list can be filtered by the state of the approval", async () => {
  const payer = await openLimited();
  const waits = await payer.paid({ amount: 50_000 });
  await payer.paid({ amount: 1_000 });
  const { body } = await payer.call<{ data: { id: string }[] }>(
    "GET",
    "/v1/payouts?approval=pending",
  );
  assert.deepEqual(
    body.data.map(({ id }) => id),
    [waits.id],
  );
  const wrong = await payer.call("GET", "/v1/payouts?approval=maybe");
  assert.deepEqual([wrong.status, wrong.body.error.param], [400, "approval"]);
});

test("a key cannot approve, and there is no route for it", async () => {
  const payer = await openLimited();
  const { id } = await payer.paid({ amount: 50_000 });
  const { status } = await payer.call("POST", `/v1/payouts/${id}/approve`, {});
  assert.equal(status, 404);
  const actor = { type: "key", keyId: newId("key") } as const;
  await assert.rejects(
    transact((tx) => decideApprovalIn(tx, { ...payer.ctx.test, actor }, id, "approved")),
    /Only members/,
  );
});

test("the wrong mode and another merchant find nothing to approve", async () => {
  const [payer, other] = [await openLimited(), await openLimited()];
  const { id } = await payer.paid({ amount: 50_000 });
  const actor = member(newId("usr"));
  for (const ctx of [payer.ctx.live, other.ctx.test]) {
    const trespass = transact((tx) => decideApprovalIn(tx, { ...ctx, actor }, id, "approved"));
    await assert.rejects(trespass, { code: "resource_missing" });
  }
  const free = await payer.paid({ amount: 1_000 });
  await assert.rejects(decide(payer, free.id, "approved"), { code: "resource_missing" });
});
