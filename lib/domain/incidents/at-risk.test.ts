import assert from "node:assert/strict";
import { test } from "node:test";
import { dateFromMs, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { createMerchant } from "#test/merchant.ts";
import { rollPast } from "#test/roll-past.ts";
import { DONAUBANK, paymentsBetween, usualWeeks } from "#test/weeks-of-payments.ts";
import { readIncident, watchedApprovals } from "./index.ts";

const ago = (minutes: number) => dateFromMs(nowMs() - minutes * MINUTE_MS);

test("a payer who tried three times and paid by another card leaves no money at risk", async () => {
  const merchant = await createMerchant();
  await usualWeeks(merchant, ago(20));
  const about = { from: ago(20), to: dateFromMs(nowMs()), count: 12, code: "issuer_unavailable" };
  await paymentsBetween(merchant, { ...about, declinedEvery: 1 });
  await paymentsBetween(merchant, { ...about, ...DONAUBANK, declinedEvery: 0 });
  const payer = { card: "one payer", code: "issuer_unavailable" };
  const tried = { ...payer, from: ago(15), to: ago(12), count: 3, declinedEvery: 1 };
  await paymentsBetween(merchant, tried);
  const paid = { ...payer, ...DONAUBANK, from: ago(11), to: ago(10), count: 1, declinedEvery: 0 };
  await paymentsBetween(merchant, paid);
  await rollPast();
  const [task] = await watchedApprovals.claimOf(merchant.account.id, 4);
  await task!.run();
  const found = await readIncident(merchant.ctx.test);
  assert.deepEqual(found!.current, { of: 15, declined: 15 });
  assert.deepEqual(found!.atRisk, [{ currency: "EUR", amountMinor: 12_000n }], "of the others");
});

test("a sale that was tried three times in vain is at risk once", async () => {
  const merchant = await createMerchant();
  await usualWeeks(merchant, ago(20));
  const about = { from: ago(20), to: dateFromMs(nowMs()), count: 12, code: "issuer_unavailable" };
  await paymentsBetween(merchant, { ...about, declinedEvery: 1 });
  const payer = { card: "one payer", code: "issuer_unavailable" };
  await paymentsBetween(merchant, {
    ...{ ...payer, from: ago(15), to: ago(12), count: 3, declinedEvery: 1 },
  });
  const atRisk = async () => {
    const [task] = await watchedApprovals.claimOf(merchant.account.id, 4);
    await task!.run();
    return (await readIncident(merchant.ctx.test))!.atRisk;
  };
  await rollPast();
  assert.deepEqual(await atRisk(), [{ currency: "EUR", amountMinor: 13_000n }]);
});
