import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { HOUR_MS } from "#lib/kernel/clock.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { asMember } from "#test/payouts.ts";
import {
  decideLimitChange,
  expiringLimitChanges,
  type Limits,
  listPayoutLimits,
  listPendingLimitChanges,
  setPayoutLimits,
} from "../index.ts";

const of = (perPayout: number, perDay: number): Limits => ({
  perPayoutMinor: BigInt(perPayout),
  perDayMinor: BigInt(perDay),
});

/** Two admins of a new account, with its limits and pending changes. */
async function admins() {
  const merchant = await createMerchant();
  const [one, other] = [newId("usr"), newId("usr")];
  const set = async (userId: string, to: Limits | null, currency = "EUR", mode: Mode = "test") =>
    await setPayoutLimits(await asMember(merchant, { userId, mode }), currency, to);
  const decide = async (userId: string, id: string, decision: "confirmed" | "refused") =>
    await decideLimitChange(await asMember(merchant, { userId }), id, decision);
  const held = async (mode: Mode = "test") =>
    (await listPayoutLimits(merchant.ctx[mode])).map((limit) => [
      limit.currency,
      Number(limit.perPayoutMinor),
      Number(limit.perDayMinor),
    ]);
  const waiting = async () => (await listPendingLimitChanges(merchant.ctx.test)).length;
  return { merchant, one, other, set, decide, held, waiting };
}

const entriesOf = async ({ account }: Merchant) =>
  (
    await getPool().query(
      "select action from audit_entries where account_id = $1 and action like 'payout_limit.%' order by id",
      [account.id],
    )
  ).rows.map(({ action }) => action.replace("payout_limit.", ""));

test("enabling and lowering limits takes effect immediately", async () => {
  const { merchant, one, set, held } = await admins();
  assert.deepEqual(await held(), []);
  assert.equal(await set(one, of(100, 500)), null);
  assert.equal(await set(one, of(50, 500)), null);
  assert.equal(await set(one, of(50, 60)), null);
  assert.deepEqual(await held(), [["EUR", 50, 60]]);
  assert.deepEqual(await entriesOf(merchant), ["changed", "changed", "changed"]);
  await assert.rejects(set(one, of(50, 60)), { code: "state_invalid" });
});

test("raising or disabling a limit waits until another admin confirms or refuses", async () => {
  const { merchant, one, other, set, decide, held, waiting } = await admins();
  await set(one, of(100, 500));
  const raise = await set(one, of(200, 500));
  assert.ok(raise);
  assert.deepEqual(await held(), [["EUR", 100, 500]]);
  await assert.rejects(decide(one, raise.id, "confirmed"), /Another admin/);
  await decide(other, raise.id, "confirmed");
  assert.deepEqual(await held(), [["EUR", 200, 500]]);
  await assert.rejects(decide(other, raise.id, "refused"), /is confirmed already/);
  const off = await set(one, null);
  await decide(other, off!.id, "refused");
  assert.deepEqual([await held(), await waiting()], [[["EUR", 200, 500]], 0]);
  const again = await set(other, null);
  await decide(one, again!.id, "confirmed");
  assert.deepEqual(await held(), []);
  assert.deepEqual(await entriesOf(merchant), [
    ...["changed", "change_requested", "change_confirmed", "change_requested"],
    ...["change_refused", "change_requested", "change_confirmed"],
  ]);
});

test("if a change lowers one limit and raises the other, the lower one takes effect immediately", async () => {
  const { one, other, set, decide, held } = await admins();
  await set(one, of(100, 500));
  const change = await set(one, of(200, 300));
  assert.deepEqual(await held(), [["EUR", 100, 300]]);
  await decide(other, change!.id, "confirmed");
  assert.deepEqual(await held(), [["EUR", 200, 300]]);
});

test("a newer change supersedes a pending one, which can no longer be confirmed", async () => {
  const { one, other, set, decide, held, waiting } = await admins();
  await set(one, of(100, 100));
  const raise = await set(one, of(900, 900));
  await set(other, of(50, 50));
  assert.equal(await waiting(), 0);
  await assert.rejects(decide(other, raise!.id, "confirmed"), /superseded already/);
  assert.deepEqual(await held(), [["EUR", 50, 50]]);
  const second = await set(one, of(900, 900));
  assert.equal(
    await set(one, of(50, 50)),
    null,
    "requesting the current limits withdraws the change",
  );
  await assert.rejects(decide(other, second!.id, "confirmed"), /superseded already/);
});

test("two admins who enable limits concurrently get the stricter ones", async () => {
  for (let round = 0; round < 5; round++) {
    const { one, other, set, held, waiting } = await admins();
    await Promise.all([set(one, of(100, 100)), set(other, of(900, 900))]);
    assert.deepEqual(await held(), [["EUR", 100, 100]]);
    assert.ok((await waiting()) <= 1);
  }
});

test("of concurrent decisions only one succeeds", async () => {
  const { one, other, set, decide } = await admins();
  await set(one, of(100, 100));
  const change = await set(one, null);
  const third = newId("usr");
  const tries = await Promise.allSettled([
    decide(other, change!.id, "confirmed"),
    decide(third, change!.id, "refused"),
    decide(third, change!.id, "confirmed"),
  ]);
  assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
});

test("a change that is not decided within 72 hours expires and is recorded in the audit log", async () => {
  const { merchant, one, other, set, decide, held, waiting } = await admins();
  await set(one, of(100, 100));
  const change = await set(one, null);
  await getPool().query(
    "insert into sandbox_clocks (account_id, ahead_ms, target_ms) values ($1, $2, $2)",
    [merchant.account.id, 72 * HOUR_MS],
  );
  await assert.rejects(decide(other, change!.id, "confirmed"), /expired already/);
  await finishDue(expiringLimitChanges, merchant.account.id);
  assert.deepEqual([await held(), await waiting()], [[["EUR", 100, 100]], 0]);
  assert.equal((await entriesOf(merchant)).at(-1), "change_expired");
});

test("limits belong to a mode, an account and a payout currency", async () => {
  const { merchant, one, set, decide, held } = await admins();
  await set(one, of(100, 100), "EUR", "live");
  assert.deepEqual([await held(), await held("live")], [[], [["EUR", 100, 100]]]);
  await assert.rejects(set(one, of(1, 1), "USD"), { param: "currency" });
  await assert.rejects(set(one, of(2, 1)), { param: "perDay" });
  await assert.rejects(set(one, of(-1, 1)), { param: "perPayout" });
  const stranger = await admins();
  await stranger.set(one, of(100, 100));
  const theirs = await stranger.set(one, null);
  await assert.rejects(decide(one, theirs!.id, "refused"), { code: "resource_missing" });
  const key = { ...merchant.ctx.test, actor: { type: "key", keyId: newId("key") } } as const;
  await assert.rejects(setPayoutLimits(key, "EUR", null), { code: "key_scope" });
});
