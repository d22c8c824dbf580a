import assert from "node:assert/strict";
import { after, afterEach, beforeEach, test } from "node:test";
import { closeDb, getPool } from "#db/client.ts";
import { unsettledPayouts } from "#lib/domain/payouts/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS, now, nowMs } from "#lib/kernel/clock.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { addDays } from "#lib/kernel/period.ts";
import { dueAfter, periodAt } from "#lib/kernel/schedule-period.ts";
import { api } from "#test/api.ts";
import { entryRow, settlementRow } from "#test/entry-rows.ts";
import { createUpcomingPartitions } from "#test/hook-rows.ts";
import { type LiveRail, useLiveRail } from "#test/live-rail.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type MovingClock, moveClock } from "#test/moving-clock.ts";
import { IBANS, instruction, to } from "#test/payouts.ts";
import { dueWeeklyMails } from "./index.ts";

after(closeDb);

/** The amount of a payout that the rail rejects, whatever rail it goes by. */
const REFUSED = 2_000n;
const refusal = { result: "rejected", railReference: "REF 1", reasonCode: "AB08" } as const;

let clock: MovingClock;
let live: LiveRail;
beforeEach(() => {
  clock = moveClock();
  live = useLiveRail((rail) => ({
    payOut: async (question) =>
      question.amountMinor === REFUSED ? refusal : await rail.payOut(question),
    payoutStatus: async (question) =>
      question.amountMinor === REFUSED ? refusal : await rail.payoutStatus(question),
  }));
});
afterEach(() => {
  live.putBack();
  clock.putBack();
});

const mondayOf = ({ account: { timezone } }: Merchant) => periodAt("weekly", now(), timezone);

/** Moves the clock to just after the account's current week, and e-mails its figures. */
async function endWeek(merchant: Merchant): Promise<void> {
  const due = dueAfter("weekly", mondayOf(merchant), merchant.account.timezone);
  clock.advance(due.getTime() - nowMs() + 1);
  await finishDue(dueWeeklyMails, merchant.account.id);
}

/** The lines of each week's e-mail. */
async function weeksOf({ account }: Merchant): Promise<string[][]> {
  const { rows } = await getPool().query<{ text: string }>(
    "select text_body as text from mail_messages where account_id = $1 and kind = 'weekly_figures' order by fact",
    [account.id],
  );
  return rows.map(({ text }) => text.split("\n"));
}

const linesAbout = (week: readonly string[] | undefined, what: string) =>
  (week ?? []).filter((line) => line.includes(what));

/** A settlement that the bank had at `paidAt`, which the rail reported just now. */
async function reported(merchant: Merchant, amount: bigint, paidAt: Date): Promise<void> {
  const charge = await entryRow(merchant, {
    ...{ mode: "live", amount },
    createdAt: dateFromMs(paidAt.getTime() - 2 * DAY_MS),
  });
  await settlementRow(merchant, [charge], {
    ...{ mode: "live", arrivalDate: paidAt.toISOString().slice(0, 10) },
    ...{ paidAt, updatedAt: now() },
  });
}

test("each settlement is in one e-mail: one that the rail reports later is named in the next", async () => {
  const merchant = await createMerchant();
  await endWeek(merchant);
  clock.advance(3 * DAY_MS);
  await reported(merchant, 10_000n, dateFromMs(nowMs() - HOUR_MS));
  const monday = mondayOf(merchant);
  await endWeek(merchant);
  // The bank had it on Friday; the rail says so on Monday.
  const friday = dateFromMs(Date.parse(`${addDays(monday, 4)}T09:00:00Z`));
  clock.advance(9 * HOUR_MS);
  await reported(merchant, 20_000n, friday);
  await endWeek(merchant);
  const [first, second, ...more] = await weeksOf(merchant);
  assert.equal(more.length, 0);
  assert.deepEqual(linesAbout(first, "settlements paid"), [
    "EUR settlements paid: 100.00 EUR (1 settlement)",
  ]);
  assert.deepEqual(linesAbout(second, "settlements paid"), [
    "EUR settlements paid: 0.00 EUR (0 settlements)",
    "EUR settlements paid before, reported this week: 200.00 EUR (1 settlement)",
  ]);
});

for (const [before, then] of [
  ["Pacific/Honolulu", "Asia/Tokyo"],
  ["Asia/Tokyo", "Pacific/Honolulu"],
] as const) {
  test(`each charge is in one e-mail when the account moves from ${before} to ${then}`, async () => {
    const merchant = await createMerchant();
    const moveTo = (timezone: string) => {
      merchant.account.timezone = timezone;
      const values = [merchant.account.id, timezone];
      return getPool().query("update accounts set timezone = $2 where id = $1", values);
    };
    await moveTo(before);
    await endWeek(merchant);
    const monday = mondayOf(merchant);
    // Around the two midnights at which that week ended.
    const hours = [-6, 0, 6, 12, 18, 24, 30];
    const midnight = Date.parse(`${addDays(monday, 6)}T12:00:00Z`);
    for (const hour of hours) {
      const createdAt = dateFromMs(midnight + hour * HOUR_MS);
      await entryRow(merchant, { mode: "live", amount: 100n, createdAt });
    }
    await endWeek(merchant);
    await moveTo(then);
    await endWeek(merchant);
    await endWeek(merchant);
    const charges = (await weeksOf(merchant))
      .flatMap((week) => linesAbout(week, "EUR gross"))
      .map((line) => Number(/\((\d+) charge/.exec(line)?.[1]));
    assert.equal(
      charges.reduce((sum, one) => sum + one, 0),
      hours.length,
      charges.join(", "),
    );
  });
}

test("a settlement that is reported between the week's end and its e-mail is in one e-mail", async () => {
  const merchant = await createMerchant();
  await endWeek(merchant);
  const due = dueAfter("weekly", mondayOf(merchant), merchant.account.timezone);
  clock.advance(due.getTime() - nowMs() - 5 * MINUTE_MS);
  await reported(merchant, 30_000n, dateFromMs(nowMs() - 12 * HOUR_MS));
  clock.advance(5 * MINUTE_MS + 1);
  await finishDue(dueWeeklyMails, merchant.account.id);
  await endWeek(merchant);
  const found = (await weeksOf(merchant)).flatMap((week) =>
    linesAbout(week, "300.00 EUR (1 settl"),
  );
  assert.deepEqual(found, [
    "EUR settlements paid before, reported this week: 300.00 EUR (1 settlement)",
  ]);
});

test("payouts sent are those whose money moved: a failed one was never sent, and one that came back is named", async () => {
  const merchant = await createMerchant();
  await live.fund(merchant, 100_000n);
  const pay = async (iban: string, amount: number) => {
    const params = instruction({ amount, ...to(iban) });
    const key = merchant.keys.live.secret;
    const { status, text } = await api().call(key, "POST", "/v1/payouts", params);
    assert.equal(status, 201, text);
  };
  await endWeek(merchant);
  await pay(IBANS.settles, 1_000);
  await pay(IBANS.settles, Number(REFUSED));
  await pay(IBANS.comesBack, 4_000);
  for (const wait of [MINUTE_MS, MINUTE_MS, 2 * DAY_MS, 2 * DAY_MS]) {
    clock.advance(wait);
    await createUpcomingPartitions(0);
    await finishDue(unsettledPayouts, merchant.account.id);
  }
  const { rows } = await getPool().query(
    "select amount::int as amount, status from payouts where account_id = $1 order by amount",
    [merchant.account.id],
  );
  assert.deepEqual(
    rows.map(({ amount, status }) => [amount, status]),
    [
      [1_000, "settled"],
      [2_000, "failed"],
      [4_000, "returned"],
    ],
  );
  await endWeek(merchant);
  const [week] = await weeksOf(merchant);
  assert.deepEqual(linesAbout(week, "payouts"), [
    "EUR payouts sent: 50.00 EUR (2 payouts)",
    "EUR payouts returned: 40.00 EUR (1 payout)",
  ]);
});
