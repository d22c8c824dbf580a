import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import type { AlertParams } from "#lib/kernel/vocabulary/alerts.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type MovingClock, moveClock } from "#test/moving-clock.ts";
import { rollPast } from "#test/roll-past.ts";
import { paymentsBetween } from "#test/weeks-of-payments.ts";
import { excursions, QUARTER_MS } from "./excursions.ts";
import {
  countUnread,
  createRule,
  listAlertRules,
  muteRule,
  type RuleChoice,
  raiseAlertIn,
  readInbox,
  tryRule,
  wakeAlertsIn,
  watchedRules,
} from "./index.ts";
import { mailTime } from "./quiet-hours.ts";

let clock: MovingClock;
let merchant: Merchant;

beforeEach(async () => {
  clock = moveClock();
  merchant = await createMerchant();
});
afterEach(() => clock.putBack());

const ctx = () => merchant.ctx.test;
const ago = (minutes: number) => dateFromMs(nowMs() - minutes * MINUTE_MS);

const rateRule = (params: AlertParams = { rateBps: 3_000, minimum: 20, hours: 1 }): RuleChoice => ({
  ...{ kind: "decline_rate", params, active: true, roles: ["owner"], members: [] },
  ...{ mail: true, channelId: null },
});

/** Rolls up and looks once, as a worker does. */
async function look(): Promise<void> {
  await rollPast();
  const tasks = await watchedRules.claimOf(merchant.account.id, 4);
  await Promise.all(tasks.map((task) => task.run()));
}

type MailRow = {
  kind: string;
  subject: string;
  recipient: string;
  next_attempt_at: Date;
  digest: boolean;
};

const mails = async (): Promise<MailRow[]> =>
  (
    await getPool().query<MailRow>(
      "select kind, subject, recipient, next_attempt_at, digest from mail_messages where account_id = $1 order by created_at, id",
      [merchant.account.id],
    )
  ).rows;

const inbox = async () => (await readInbox({ ...ctx(), userId: merchant.userId }, null)).rows;

test("a decline rate above its bound is told once, ends below 80 % of it, and is told again later", async () => {
  await createRule(ctx(), rateRule());
  await paymentsBetween(merchant, { from: ago(30), to: ago(1), count: 40, declinedEvery: 2 });
  await look();
  const [alert, ...more] = await inbox();
  assert.deepEqual(more, []);
  assert.match(alert!.title, /^Decline rate \d\d\.\d %: \d+ of \d+ payments in the last hour$/);
  assert.equal(alert!.resolvedAt, null);
  clock.advance(2 * MINUTE_MS);
  await paymentsBetween(merchant, { from: ago(1), to: ago(0), count: 4, declinedEvery: 2 });
  await look();
  assert.equal((await inbox()).length, 1, "it lasts");
  assert.deepEqual(
    (await mails()).map(({ kind }) => kind),
    ["decline_rate"],
  );

  clock.advance(30 * MINUTE_MS);
  await paymentsBetween(merchant, { from: ago(20), to: ago(1), count: 100, declinedEvery: 0 });
  await look();
  assert.ok((await inbox())[0]!.resolvedAt, "22 of 144 are below 24 %");
  assert.match((await mails())[1]!.subject, /^Decline rate back below 30\.0 %$/);

  clock.advance(2 * HOUR_MS);
  await paymentsBetween(merchant, { from: ago(20), to: ago(1), count: 40, declinedEvery: 2 });
  await look();
  assert.equal((await inbox()).length, 2);
});

test("an open alert is looked at again without payments, and ends when its window is empty", async () => {
  await createRule(ctx(), rateRule());
  await paymentsBetween(merchant, { from: ago(30), to: ago(1), count: 40, declinedEvery: 2 });
  await look();
  for (let n = 0; n < 8; n++) {
    clock.advance(QUARTER_MS + 1_000);
    await look();
  }
  assert.ok((await inbox())[0]!.resolvedAt);
  clock.advance(DAY_MS);
  assert.deepEqual(await watchedRules.claimOf(merchant.account.id, 4), [], "then it sleeps");
});

test("workers that look at the same time tell each fact once", async () => {
  await createRule(ctx(), rateRule());
  await createRule(ctx(), rateRule({ rateBps: 4_000, minimum: 20, hours: 1 }));
  await paymentsBetween(merchant, { from: ago(30), to: ago(1), count: 40, declinedEvery: 2 });
  await rollPast();
  const claim = async () => (await watchedRules.claimOf(merchant.account.id, 4)).at(0);
  const first = await claim();
  assert.equal(await claim(), undefined, "leased");
  clock.advance(MINUTE_MS + 1);
  const second = await claim();
  assert.ok(first && second);
  await Promise.all([first.run(), second.run(), first.run()]);
  assert.equal((await inbox()).length, 2, "one per rule");
  assert.equal((await mails()).length, 2);
});

test("a worker that dies while it tells a fact has told nothing of it, and the next one tells it", async () => {
  await createRule(ctx(), rateRule());
  await paymentsBetween(merchant, { from: ago(30), to: ago(1), count: 40, declinedEvery: 2 });
  await rollPast();
  const blocker = await getPool().connect();
  await blocker.query("begin; lock table alert_inbox in exclusive mode");
  const dying = look();
  for (let tries = 0; ; tries++) {
    assert.ok(tries < 500, "it waits for the inbox");
    const { rows } = await getPool().query(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%alert_inbox%'",
    );
    if (rows.length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await dying;
  await blocker.query("rollback");
  blocker.release();
  assert.deepEqual([await inbox(), await mails()], [[], []]);
  clock.advance(MINUTE_MS + 1);
  await look();
  assert.deepEqual([(await inbox()).length, (await mails()).length], [1, 1]);
});

test("the trial tells the times of the last 30 days that the worker would have told", async () => {
  for (const day of [3, 20, 40]) {
    const from = dateFromMs(nowMs() - day * DAY_MS);
    const to = dateFromMs(from.getTime() + 20 * MINUTE_MS);
    await paymentsBetween(merchant, { from, to, count: 40, declinedEvery: 2 });
  }
  await rollPast();
  const { found } = await tryRule(ctx(), rateRule());
  assert.deepEqual(
    found.map(({ at }) => Math.round((nowMs() - at.getTime()) / DAY_MS)),
    [20, 3],
  );
  assert.ok(found.every(({ until }) => until !== null));
  const strict = { rateBps: 6_000, minimum: 20, hours: 1 };
  assert.deepEqual((await tryRule(ctx(), rateRule(strict))).found, []);
  const other = await createMerchant();
  assert.deepEqual((await tryRule(other.ctx.test, rateRule())).found, []);
  assert.deepEqual((await tryRule(merchant.ctx.live, rateRule())).found, []);
});

const fact = (key: string) => ({
  ...({ kind: "payout_returned", key, at: dateFromMs(nowMs()) } as const),
  content: { subject: `Payout ${key}`, paragraphs: ["Why."], path: "payouts", action: "Open" },
});
const raise = (key: string) => transact((tx) => raiseAlertIn(tx, ctx(), fact(key)));

test("a fact that two rules match is one alert, and one e-mail to each person", async () => {
  const colleague = await createMerchant();
  await transact((tx) =>
    addMemberIn(tx, { accountId: merchant.account.id, userId: colleague.userId, role: "support" }),
  );
  await createRule(ctx(), {
    ...rateRule({}),
    kind: "payout_returned",
    members: [colleague.userId],
  });
  assert.equal(await raise("po_1"), true);
  assert.equal(await raise("po_1"), false, "raised again");
  assert.equal((await inbox()).length, 1);
  assert.equal(await countUnread({ ...ctx(), userId: colleague.userId }), 1);
  assert.deepEqual(
    (await mails()).map(({ recipient }) => recipient).sort(),
    [merchant.email, colleague.email].sort(),
  );
});

test("a muted rule records its alerts and tells nobody, until the time is over", async () => {
  const rules = await listAlertRules(ctx());
  const rule = rules.find(({ kind }) => kind === "payout_returned")!;
  await muteRule(ctx(), rule.id, "hour");
  await raise("po_1");
  assert.deepEqual([await inbox(), await mails()], [[], []]);
  const { rows } = await getPool().query("select muted from alerts where account_id = $1", [
    merchant.account.id,
  ]);
  assert.deepEqual(rows, [{ muted: true }]);
  clock.advance(HOUR_MS + 1);
  await raise("po_2");
  assert.equal((await inbox()).length, 1);
});

test("a dispute is told two days before its deadline, and not once it is answered", async () => {
  const dueIn = async (id: string, ms: number, status: string) => {
    await getPool().query(
      `with paid as (
         insert into payments (account_id, id, mode, status, amount, currency, method)
         values ($1, 'pay_' || $2::text, 'test', 'succeeded', 1000, 'EUR', 'card') returning account_id, id)
       insert into disputes (account_id, id, mode, payment_id, status, amount, currency, fee, reason,
                             evidence_due_by, rail_check_at, created_at, updated_at)
       select account_id, $2::text, 'test', id, $3, 1000, 'EUR', 1500, 'fraudulent', $4, $4, $5, $5 from paid`,
      [merchant.account.id, id, status, dateFromMs(nowMs() + ms), ago(60)],
    );
    await transact((tx) => wakeAlertsIn(tx, ctx()));
  };
  const stamp = (n: number) => `dp_0${nowMs().toString(36)}${n}`;
  const [soon, later] = [stamp(1), stamp(2)];
  await dueIn(idNow(soon), 1 * DAY_MS, "needs_response");
  await dueIn(idNow(later), 3 * DAY_MS, "needs_response");
  await dueIn(idNow(stamp(3)), 1 * DAY_MS, "under_review");
  await look();
  assert.deepEqual(
    (await inbox()).map(({ path }) => path),
    [`disputes/${idNow(soon)}`],
  );
  clock.advance(DAY_MS + MINUTE_MS);
  await look();
  assert.deepEqual(
    (await inbox()).map(({ path }) => path),
    [`disputes/${idNow(later)}`, `disputes/${idNow(soon)}`],
  );
  assert.equal((await mails()).length, 2);
});

/** Ids compare by their time, so a made-up one sorts after real ones. */
const idNow = (id: string) => `dp_z${id.slice(3)}`;

test("quiet hours end in the account's zone, also over midnight; a digest waits for its time", () => {
  const at = (time: string) => new Date(`2026-03-10T${time}:00Z`);
  const none = { quietFrom: null, quietTo: null, digestAt: null };
  const night = { ...none, quietFrom: "22:00", quietTo: "07:00" };
  const timeOf = (preferences: typeof none | typeof night, time: string) =>
    mailTime(preferences, "Europe/Berlin", at(time))?.toISOString() ?? null;
  assert.equal(timeOf(none, "23:00"), null);
  assert.equal(timeOf(night, "20:59"), null, "21:59 in Berlin");
  assert.equal(timeOf(night, "21:00"), "2026-03-11T06:00:00.000Z");
  assert.equal(timeOf(night, "02:00"), "2026-03-10T06:00:00.000Z");
  assert.equal(timeOf(night, "06:00"), null);
  const digest = { ...night, digestAt: "09:00" };
  assert.equal(timeOf(digest as unknown as typeof none, "12:00"), "2026-03-11T08:00:00.000Z");
  const dayOfChange = new Date("2026-03-28T23:00:00Z");
  assert.equal(
    mailTime(night, "Europe/Berlin", dayOfChange)?.toISOString(),
    "2026-03-29T05:00:00.000Z",
    "the clocks went forward in that night",
  );
});

test("an e-mail in quiet hours waits, an urgent one does not", async () => {
  await getPool().query("update accounts set timezone = 'UTC' where id = $1", [
    merchant.account.id,
  ]);
  const hour = (plus: number) =>
    dateFromMs(nowMs() + plus * HOUR_MS)
      .toISOString()
      .slice(11, 13);
  await getPool().query(
    "insert into alert_preferences (account_id, user_id, quiet_from, quiet_to) values ($1, $2, $3, $4)",
    [merchant.account.id, merchant.userId, `${hour(-1)}:00`, `${hour(2)}:00`],
  );
  await raise("po_1");
  await transact((tx) => raiseAlertIn(tx, ctx(), { ...fact("stl_1"), kind: "settlement_failed" }));
  const [waiting, urgent] = await mails();
  assert.ok(waiting!.next_attempt_at.getTime() > nowMs() + HOUR_MS);
  assert.ok(urgent!.next_attempt_at.getTime() <= nowMs());
  assert.equal((await inbox()).length, 2, "the dashboard does not wait");
});

test("an excursion begins above the bound, with the least number of payments, and needs no payments to end", () => {
  const quarter = (n: number, of: number, declined: number) => ({
    startMs: n * QUARTER_MS,
    of,
    declined,
  });
  const bound = { rateBps: 3_000, minimum: 20, hours: 1 };
  const of = (quarters: ReturnType<typeof quarter>[]) =>
    excursions(quarters, bound, { fromMs: 0, toMs: 24 * QUARTER_MS }).map(({ atMs, untilMs }) => [
      atMs / QUARTER_MS,
      untilMs && untilMs / QUARTER_MS,
    ]);
  assert.deepEqual(of([quarter(2, 20, 6)]), [], "30 % is not above 30 %");
  assert.deepEqual(of([quarter(2, 19, 19)]), []);
  assert.deepEqual(of([quarter(2, 20, 7)]), [[3, 7]], "an hour after its quarter");
  assert.deepEqual(
    of([quarter(2, 20, 7), quarter(4, 20, 4)]),
    [[3, 7]],
    "27.5 % is not below 24 %",
  );
  assert.deepEqual(of([quarter(23, 20, 7)]), [[24, null]]);
});
