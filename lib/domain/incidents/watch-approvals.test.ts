import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { dateFromMs, HOUR_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { askOwner } from "#test/as-owner.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type MovingClock, moveClock } from "#test/moving-clock.ts";
import { plansOf, scansOf } from "#test/plans.ts";
import { rollPast } from "#test/roll-past.ts";
import { DONAUBANK, paymentsBetween, usualWeeks } from "#test/weeks-of-payments.ts";
import { readIncident, watchedApprovals } from "./index.ts";
import * as store from "./store.ts";

let clock: MovingClock;
let merchant: Merchant;

beforeEach(async () => {
  clock = moveClock();
  merchant = await createMerchant();
});
afterEach(() => clock.putBack());

const now = () => dateFromMs(nowMs());
const ago = (minutes: number) => dateFromMs(nowMs() - minutes * MINUTE_MS);

/** Rolls up and looks once, as a worker does. */
async function look(account = merchant): Promise<void> {
  await rollPast();
  const tasks = await watchedApprovals.claimOf(account.account.id, 4);
  await Promise.all(tasks.map((task) => task.run()));
}

const mails = async (account = merchant) =>
  (
    await getPool().query(
      "select kind, subject, text_body as text from mail_messages where account_id = $1 and kind like 'incident%' order by created_at, id",
      [account.account.id],
    )
  ).rows;

/** All payments of Nordlicht Bank are declined for 20 minutes; Donaubank's are as usual. */
async function outage(account = merchant, declinedEvery = 1): Promise<void> {
  const about = { from: ago(20), to: now(), count: 12 };
  await paymentsBetween(account, { ...about, declinedEvery, code: "issuer_unavailable" });
  await paymentsBetween(account, { ...about, ...DONAUBANK, declinedEvery: 0 });
}

test("an outage is one incident with its slice, rates and money, and the owner is told once", async () => {
  await usualWeeks(merchant, ago(20));
  await look();
  assert.equal(await readIncident(merchant.ctx.test), null);
  clock.advance(20 * MINUTE_MS);
  await outage();
  await look();
  const found = await readIncident(merchant.ctx.test);
  assert.deepEqual(
    [found?.dimension, found?.value, found?.code, found?.resolvedAt],
    ["issuer", "Nordlicht Bank", "issuer_unavailable", null],
  );
  assert.deepEqual(found!.current, { of: 12, declined: 12 });
  assert.deepEqual(found!.atRisk, [{ currency: "EUR", amountMinor: 12_000n }]);
  assert.ok(
    found!.usual.of >= 150 && Math.abs(found!.usual.declined / found!.usual.of - 0.1) < 0.01,
  );
  assert.ok(Math.abs(found!.since.getTime() - ago(20).getTime()) < 3 * MINUTE_MS);
  assert.deepEqual(
    found!.toldOpened.map(({ recipient }) => recipient),
    [merchant.email],
  );
  clock.advance(31_000);
  await look();
  const [mail, ...more] = await mails();
  assert.deepEqual(more, []);
  assert.match(mail.subject, /^Approvals fell: cards issued by Nordlicht Bank$/);
  assert.match(mail.text, /12 of 12 payments of[\s\S]*120\.00 EUR/, "fewer than 20 have no rate");
  assert.match(mail.text, /\/docs\/rates#incidents/);
});

test("an incident is resolved after a run of approvals, is shown for a day, and the owner is told once", async () => {
  await usualWeeks(merchant, ago(20));
  await outage();
  await look();
  assert.ok(await readIncident(merchant.ctx.test));
  clock.advance(20 * MINUTE_MS);
  const about = { from: ago(19), to: now(), count: 3 };
  await paymentsBetween(merchant, { ...about, declinedEvery: 0 });
  await look();
  assert.equal((await readIncident(merchant.ctx.test))?.resolvedAt, null, "three are too few");
  clock.advance(10 * MINUTE_MS);
  await paymentsBetween(merchant, { from: ago(9), to: now(), count: 5, declinedEvery: 0 });
  await look();
  const over = await readIncident(merchant.ctx.test);
  assert.ok(over?.resolvedAt && over.until && over.until < over.resolvedAt);
  assert.deepEqual(over.current, { of: 12, declined: 12 }, "up to the first approval of the run");
  clock.advance(31_000);
  await look();
  assert.deepEqual(
    (await mails()).map(({ kind }) => kind),
    ["incident_opened", "incident_resolved"],
  );
  assert.equal(over.toldResolved.length, 1);
  clock.advance(23 * HOUR_MS);
  assert.ok(await readIncident(merchant.ctx.test));
  clock.advance(2 * HOUR_MS);
  assert.equal(await readIncident(merchant.ctx.test), null);
});

test("workers that look at the same time open one incident", async () => {
  await usualWeeks(merchant, ago(20));
  await outage();
  await rollPast();
  const claim = async () => (await watchedApprovals.claimOf(merchant.account.id, 4)).at(0);
  const first = await claim();
  assert.equal(await claim(), undefined, "leased");
  clock.advance(MINUTE_MS + 1);
  const second = await claim();
  assert.ok(first && second);
  await Promise.all([first.run(), second.run(), first.run()]);
  const { rows } = await getPool().query("select from incidents where account_id = $1", [
    merchant.account.id,
  ]);
  assert.equal(rows.length, 1);
  assert.equal((await mails()).length, 1);
});

test("the payments of another merchant and of the other mode do not count", async () => {
  const other = await createMerchant();
  for (const one of [merchant, other]) await usualWeeks(one, ago(20));
  await usualWeeks(merchant, ago(20), "live");
  await outage(other);
  await outage(merchant, 0);
  const about = { from: ago(20), to: now(), count: 12 };
  await paymentsBetween(merchant, { ...about, mode: "live", declinedEvery: 1 });
  await look();
  await look(other);
  assert.equal(await readIncident(merchant.ctx.test), null);
  assert.equal((await readIncident(merchant.ctx.live))?.mode, "live");
  assert.equal((await readIncident(other.ctx.test))?.accountId, other.account.id);
  assert.equal(await readIncident(other.ctx.live), null);
});

test("one card that is tried many times is no incident", async () => {
  await usualWeeks(merchant, ago(20));
  const about = { from: ago(20), to: now(), count: 30, declinedEvery: 1 };
  await paymentsBetween(merchant, { ...about, card: "the same card" });
  await look();
  assert.equal(await readIncident(merchant.ctx.test), null);
});

test("an account without payments is not looked at until it has one", async () => {
  await usualWeeks(merchant, ago(5));
  await look();
  clock.advance(40 * MINUTE_MS);
  await look();
  clock.advance(HOUR_MS);
  assert.deepEqual(await watchedApprovals.claimOf(merchant.account.id, 4), []);
  await paymentsBetween(merchant, { from: ago(1), to: now(), count: 1, declinedEvery: 0 });
  await rollPast();
  assert.equal((await watchedApprovals.claimOf(merchant.account.id, 4)).length, 1);
});

test("a look reads the payments of the last minutes by an index, whatever the history", async () => {
  await usualWeeks(merchant, ago(20));
  await askOwner("analyze payments");
  const range = { from: ago(10), to: now() };
  const plans = await plansOf(() => store.listDecided(merchant.ctx.test, range, 100));
  const scans = plans.flatMap(({ root }) => scansOf(root));
  const [recent, retries] = scans;
  assert.match(recent?.["Index Name"] ?? "", /^payments_created$/);
  assert.match(recent?.["Index Cond"] ?? "", /account_id.*mode.*created_at.*created_at/);
  assert.match(retries?.["Index Name"] ?? "", /^payments_declined_card$/);
});
