import assert from "node:assert/strict";
import { before, test } from "node:test";
import { getPool } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { transact } from "#db/transact.ts";
import { createKey } from "#lib/domain/keys/index.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { dueSchedules, makeNextFile } from "#lib/domain/reports/index.ts";
import { settlementArrivals, sweepFunds } from "#lib/domain/settlements/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { addDays, dayStart, localDay } from "#lib/kernel/period.ts";
import type { ReportScheduleWire } from "#lib/wire/contract/report-schedules.ts";
import type { ReportWire } from "#lib/wire/contract/reports.ts";
import { api } from "#test/api.ts";
import { asOwner } from "#test/as-owner.ts";
import { entryRow } from "#test/entry-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { moveClock } from "#test/moving-clock.ts";
import { undoAfterEach } from "#test/undo.ts";
import { useZoneRules } from "#test/zone-data.ts";

before(() =>
  asOwner((owner) => ensurePartitions(owner, { nowMs: nowMs(), daysBack: 0, daysAhead: 10 })),
);

const client = api();
const never = new AbortController().signal;
const ZONE = "Europe/Berlin";
const DAILY = { type: "declines", interval: "daily", timezone: ZONE };

type Refused = { error: { code: string; param: string | null } };
type List<T> = { data: T[] };

const call = <T = ReportScheduleWire>(
  merchant: Merchant,
  method: string,
  path = "",
  body?: object,
) => client.call<T>(merchant.keys.test.secret, method, `/v1/report_schedules${path}`, body);

const runDue = ({ account }: Merchant) => finishDue(dueSchedules, account.id, () => false);

async function filesOf(merchant: Merchant): Promise<ReportWire[]> {
  const { body } = await client.call<List<ReportWire>>(
    merchant.keys.test.secret,
    "GET",
    "/v1/report_runs",
  );
  return body.data;
}

async function makeAll(): Promise<void> {
  while (await makeNextFile(never));
}

const today = () => localDay(new Date(nowMs()), ZONE);

test("a daily schedule prepares the file of each day 15 minutes after its end, once", async () => {
  const merchant = await createMerchant();
  const { status, body: made } = await call(merchant, "POST", "", DAILY);
  assert.equal(status, 201);
  const day = today();
  const end = dayStart(addDays(day, 1), ZONE).getTime();
  assert.deepEqual([made.next_from, made.layout], [day, "decimal"]);
  assert.equal(Date.parse(made.next_run!), end + 15 * MINUTE_MS);
  const clock = moveClock();
  try {
    clock.advance(end - nowMs() + 14 * MINUTE_MS);
    await runDue(merchant);
    assert.deepEqual(await filesOf(merchant), []);
    clock.advance(2 * MINUTE_MS);
    await Promise.all([runDue(merchant), runDue(merchant)]);
    const [file, ...others] = await filesOf(merchant);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [file?.schedule, file?.type, file?.timezone, file?.from?.slice(0, 10), file?.to.slice(0, 10)],
      [made.id, "declines", ZONE, day, addDays(day, 1)],
    );
    const { body: next } = await call(merchant, "GET", `/${made.id}`);
    assert.deepEqual([next.next_from, next.last_report], [addDays(day, 1), file?.id]);
  } finally {
    clock.putBack();
  }
  await makeAll();
});

test("a file begins when its day has ended by the zone data of the database as well", async () => {
  const merchant = await createMerchant();
  const timezone = "Etc/GMT+9";
  const putBackRules = useZoneRules(timezone, "Etc/GMT+8");
  const clock = moveClock();
  try {
    const { body: made } = await call(merchant, "POST", "", { ...DAILY, timezone });
    const due = Date.parse(made.next_run!);
    clock.advance(due - nowMs() + MINUTE_MS);
    await runDue(merchant);
    assert.deepEqual(await filesOf(merchant), []);
    const { body: waiting } = await call(merchant, "GET", `/${made.id}`);
    assert.deepEqual(
      [waiting.next_from, Date.parse(waiting.next_run!)],
      [made.next_from, due + HOUR_MS],
    );
    clock.advance(HOUR_MS);
    await runDue(merchant);
    assert.equal((await filesOf(merchant)).length, 1);
  } finally {
    clock.putBack();
    putBackRules();
  }
  await makeAll();
});

const undo = undoAfterEach();

/** A merchant with a daily settlement file, and a settlement that is expected. */
async function awaitingArrival() {
  const merchant = await createMerchant();
  await call(merchant, "POST", "", { ...DAILY, type: "settlement" });
  await entryRow(merchant);
  const clock = moveClock();
  undo.push(clock.putBack);
  clock.advance(DAY_MS);
  await sweepFunds(merchant.ctx.test);
  return { merchant, clock };
}

test("a settlement whose arrival is recorded late is in the file of its day", async () => {
  const { merchant, clock } = await awaitingArrival();
  const { rows } = await getPool().query(
    "select arrives_at, net from settlements where account_id = $1",
    [merchant.account.id],
  );
  const day = localDay(rows[0].arrives_at, ZONE);
  clock.advance(dayStart(addDays(day, 1), ZONE).getTime() - nowMs() + HOUR_MS);
  await runDue(merchant);
  await makeAll();
  await finishDue(settlementArrivals, merchant.account.id, () => false);
  clock.advance(HOUR_MS);
  await runDue(merchant);
  await makeAll();
  const files = await filesOf(merchant);
  assert.ok(files.length > 1);
  assert.deepEqual(
    files.filter(({ row_count }) => row_count > 0).map(({ from }) => from?.slice(0, 10)),
    [day],
    JSON.stringify(files.map(({ from, to, status, row_count }) => [from, to, status, row_count])),
  );
});

test("a file waits a day at most for a settlement that does not arrive", async () => {
  const { merchant, clock } = await awaitingArrival();
  const day = addDays(today(), 6);
  clock.advance(dayStart(day, ZONE).getTime() - nowMs() + HOUR_MS);
  await runDue(merchant);
  const [newest] = await filesOf(merchant);
  assert.equal(newest?.to.slice(0, 10), addDays(day, -1));
  clock.advance(DAY_MS);
  await runDue(merchant);
  assert.equal((await filesOf(merchant))[0]?.to.slice(0, 10), day);
  undo.run();
  await makeAll();
});

test("after an outage of three days each missed day has its file", async () => {
  const merchant = await createMerchant();
  await call(merchant, "POST", "", DAILY);
  const day = today();
  const clock = moveClock();
  try {
    clock.advance(dayStart(addDays(day, 3), ZONE).getTime() - nowMs() + HOUR_MS);
    await runDue(merchant);
    const files = await filesOf(merchant);
    assert.deepEqual(files.map(({ from }) => from?.slice(0, 10)).reverse(), [
      day,
      addDays(day, 1),
      addDays(day, 2),
    ]);
  } finally {
    clock.putBack();
  }
  await makeAll();
});

test("a weekly file is from Monday to Sunday and a monthly one the whole month", async () => {
  const merchant = await createMerchant();
  for (const [interval, monday, first] of [
    ["weekly", true, false],
    ["monthly", false, true],
  ] as const) {
    const { body } = await call(merchant, "POST", "", { ...DAILY, interval });
    const from = new Date(`${body.next_from}T00:00:00Z`);
    assert.equal(from.getUTCDay() === 1, monday || from.getUTCDay() === 1);
    if (first) assert.match(body.next_from, /-01$/);
    assert.ok(body.next_from <= today());
    assert.ok(Date.parse(body.next_run!) > nowMs());
  }
});

test("named members get one e-mail per file, with its hash; strangers cannot be named", async () => {
  const merchant = await createMerchant();
  const { email } = merchant;
  const { status } = await call(merchant, "POST", "", { ...DAILY, mail_to: [email] });
  assert.equal(status, 201);
  const refused = await call<Refused>(merchant, "POST", "", {
    ...DAILY,
    mail_to: ["stranger@elsewhere.example"],
  });
  assert.deepEqual([refused.status, refused.body.error.param], [400, "mail_to"]);
  const clock = moveClock();
  try {
    clock.advance(2 * DAY_MS);
    await runDue(merchant);
    await makeAll();
  } finally {
    clock.putBack();
  }
  const [file] = await filesOf(merchant);
  const { rows } = await getPool().query(
    "select recipient, text_body from mail_messages where account_id = $1 and kind = 'report_ready' order by id",
    [merchant.account.id],
  );
  assert.deepEqual([...new Set(rows.map(({ recipient }) => recipient))], [email]);
  assert.equal(rows.length, (await filesOf(merchant)).length);
  assert.ok(rows.some(({ text_body }) => text_body.includes(file!.sha256!)));
});

test("a file that fails without a recipient is told to the members who may download reports", async () => {
  const merchant = await createMerchant();
  const [finance, reader] = await Promise.all([createMerchant(), createMerchant()]);
  const accountId = merchant.account.id;
  await transact(async (tx) => {
    await addMemberIn(tx, { accountId, userId: finance.userId, role: "finance" });
    await addMemberIn(tx, { accountId, userId: reader.userId, role: "read_only" });
  });
  await call(merchant, "POST", "", DAILY);
  const clock = moveClock();
  try {
    clock.advance(DAY_MS + HOUR_MS);
    await runDue(merchant);
    const gone = `update downloads set query = query || '{"columns": ["gone"]}' where account_id = $1`;
    await getPool().query(gone, [accountId]);
    await makeAll();
  } finally {
    clock.putBack();
  }
  const { rows } = await getPool().query(
    "select recipient, subject from mail_messages where account_id = $1 and kind = 'report_ready'",
    [accountId],
  );
  assert.deepEqual(
    rows.map(({ recipient }) => recipient).toSorted(),
    [merchant.email, finance.email].toSorted(),
  );
  assert.ok(rows.every(({ subject }) => subject.includes("not prepared")));
});

test("a stopped schedule prepares nothing and goes on with the current day", async () => {
  const merchant = await createMerchant();
  const { body: made } = await call(merchant, "POST", "", DAILY);
  const { body: stopped } = await call(merchant, "POST", `/${made.id}`, { active: false });
  assert.deepEqual([stopped.active, stopped.next_run], [false, null]);
  const clock = moveClock();
  try {
    clock.advance(3 * DAY_MS);
    await runDue(merchant);
    assert.deepEqual(await filesOf(merchant), []);
    const { body: again } = await call(merchant, "POST", `/${made.id}`, { active: true });
    assert.equal(again.next_from, today());
  } finally {
    clock.putBack();
  }
});

test("a deleted schedule is gone, and its files stay", async () => {
  const merchant = await createMerchant();
  const { body: made } = await call(merchant, "POST", "", DAILY);
  const clock = moveClock();
  try {
    clock.advance(2 * DAY_MS);
    await runDue(merchant);
    const { body } = await call<object>(merchant, "DELETE", `/${made.id}`);
    assert.deepEqual(body, { id: made.id, object: "report_schedule", deleted: true });
    assert.equal((await call(merchant, "GET", `/${made.id}`)).status, 404);
    const files = (await filesOf(merchant)).length;
    assert.ok(files > 0);
    clock.advance(2 * DAY_MS);
    await runDue(merchant);
    assert.equal((await filesOf(merchant)).length, files);
  } finally {
    clock.putBack();
  }
  await makeAll();
});

test("an invalid schedule is refused by its parameter and creates nothing", async () => {
  const merchant = await createMerchant();
  const cases: Array<[body: object, param: string]> = [
    [{ type: "declines" }, "interval"],
    [{ ...DAILY, interval: "hourly" }, "interval"],
    [{ ...DAILY, type: "payouts" }, "type"],
    [{ ...DAILY, from: "2026-04-01" }, "from"],
    [{ ...DAILY, timezone: "Mars/Base" }, "timezone"],
    [{ ...DAILY, columns: ["secret"] }, "columns"],
    [{ ...DAILY, settlement: ["stl_1"] }, "settlement"],
    [{ ...DAILY, mail_to: ["nobody"] }, "mail_to[0]"],
  ];
  for (const [body, param] of cases) {
    const { status, body: answer } = await call<Refused>(merchant, "POST", "", body);
    assert.deepEqual([status, answer.error.param], [400, param], JSON.stringify(body));
  }
  assert.deepEqual((await call<List<object>>(merchant, "GET")).body.data, []);
});

test("another account, the other mode and a key without the scope reach no schedule", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const { body: made } = await call(merchant, "POST", "", DAILY);
  const path = `/v1/report_schedules/${made.id}`;
  for (const key of [other.keys.test.secret, merchant.keys.live.secret]) {
    for (const [method, body] of [["GET"], ["POST", { active: false }], ["DELETE"]] as const) {
      assert.equal((await client.call(key, method, path, body)).status, 404);
    }
  }
  const { plaintext } = await createKey(merchant.ctx.test, {
    kind: "secret",
    name: "Reads only",
    scopes: ["reports:read"],
  });
  assert.equal((await client.call(plaintext, "GET", path)).status, 200);
  assert.equal((await client.call(plaintext, "DELETE", path)).status, 403);
  assert.equal((await client.call(null, "GET", path)).status, 401);
  assert.equal((await call(merchant, "GET", `/${made.id}`)).body.active, true);
});

test("a repeated creation with the same key makes one schedule", async () => {
  const merchant = await createMerchant();
  const send = () =>
    client.call<ReportScheduleWire>(
      merchant.keys.test.secret,
      "POST",
      "/v1/report_schedules",
      DAILY,
      { "Idempotency-Key": "daily-declines" },
    );
  const [first, second] = [await send(), await send()];
  assert.equal(first.body.id, second.body.id);
  assert.equal((await call<List<object>>(merchant, "GET")).body.data.length, 1);
});
