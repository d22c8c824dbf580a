// In live mode the evidence is of use only once the acquirer has it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { handleNews } from "#lib/domain/rail-news/index.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import type { DisputeDecision, Rail } from "#lib/rails/index.ts";
import type { DisputeWire } from "#lib/wire/contract/disputes.ts";
import { api } from "#test/api.ts";
import { disagreements } from "#test/books-agree.ts";
import { useLiveRail } from "#test/live-rail.ts";
import { openTill } from "#test/money.ts";
import { undoAfterEach } from "#test/undo.ts";
import { dueDisputes, openDispute } from "./index.ts";

const undo = undoAfterEach();

const CARD = { number: "4242424242424242", exp_month: 12, exp_year: 2040, cvc: "123" };

/** A live dispute whose rail gives these answers, and the texts with which it was asked. */
async function disputedLive(...answers: DisputeDecision[]) {
  const asked: Record<string, string>[] = [];
  const disputeStatus: Rail["disputeStatus"] = async ({ evidence }) => {
    asked.push({ ...evidence });
    return { result: answers.shift() ?? "pending" };
  };
  undo.push(useLiveRail(() => ({ disputeStatus })).putBack);
  const till = await openTill();
  const call = <T>(method: string, path: string, body?: object) =>
    api().call<T>(till.keys.live.secret, method, path, body);
  const method = await call<{ id: string }>("POST", "/v1/payment_methods", {
    type: "card",
    card: CARD,
  });
  const charge = { amount: 10_000, currency: "EUR", method: "card" };
  const { body: payment } = await call<{ id: string }>("POST", "/v1/payments", {
    ...charge,
    payment_method: method.body.id,
  });
  const ctx = await systemContext({ accountId: till.account.id, mode: "live" }, "test");
  const chargeback = { reason: "fraudulent", networkReasonCode: "10.4" } as const;
  await openDispute(ctx, { id: payment.id as never }, chargeback);
  const { body: list } = await call<{ data: DisputeWire[] }>("GET", "/v1/disputes");
  const { id } = list.data[0]!;
  return {
    ...{ till, asked, id },
    submit: (evidence: object) => call("POST", `/v1/disputes/${id}/evidence`, { evidence }),
    work: () => finishDue(dueDisputes, till.account.id),
    status: async () => (await call<DisputeWire>("GET", `/v1/disputes/${id}`)).body.status,
  };
}

test("submitted evidence is told to the acquirer at once, and what was only kept is not", async () => {
  const { submit, work, asked, status } = await disputedLive("pending");
  await submit({ receipt: "Order 12" });
  await work();
  assert.deepEqual(asked, [{ receipt: "Order 12" }]);
  assert.equal(await status(), "under_review");
});

test("an issuer that has not decided is asked once an hour, and at once after news", async () => {
  const { till, id, submit, work, asked, status } = await disputedLive("pending", "won");
  await submit({ receipt: "Order 12" });
  await work();
  const [wait] = await till.rows<{ minutes: number }>(
    `select round(extract(epoch from rail_check_at - now()) / 60)::int as minutes
       from disputes where account_id = $1 and status = 'under_review'`,
  );
  assert.ok(wait && wait.minutes >= 55 && wait.minutes <= 60, JSON.stringify(wait));
  await handleNews({ mode: "live", accountId: till.account.id, id });
  await work();
  assert.deepEqual([asked.length, await status()], [2, "won"]);
  assert.deepEqual(await disagreements(till.account.id), []);
});
