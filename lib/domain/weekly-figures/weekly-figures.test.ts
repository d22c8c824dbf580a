import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, beforeEach, test } from "node:test";
import { closeDb, getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { getAccount } from "#lib/domain/accounts/index.ts";
import { publicBookKeys } from "#lib/domain/books/index.ts";
import { createMailer, sendDueMail } from "#lib/domain/mail/index.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { dateFromMs, HOUR_MS, now, nowMs } from "#lib/kernel/clock.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { addDays } from "#lib/kernel/period.ts";
import { dueAfter, periodAt } from "#lib/kernel/schedule-period.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { entryRow, settlementRow } from "#test/entry-rows.ts";
import { startMailServer } from "#test/mail-server.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type MovingClock, moveClock } from "#test/moving-clock.ts";
import { outcomeRow } from "#test/report-rows.ts";
import { verifyBooks } from "#test/verify-books.ts";
import { dueWeeklyMails, getsWeeklyMail, switchWeeklyMail } from "./index.ts";
import { weekOf } from "./read-week.ts";

const folder = mkdtempSync(join(tmpdir(), "paydesk-weekly-"));
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeDb();
});

let clock: MovingClock;
beforeEach(() => {
  clock = moveClock();
});
afterEach(() => clock.putBack());

const live = { mode: "live" } as const;

async function memberAs({ account }: Merchant, role: Role): Promise<string> {
  const { userId, email } = await createMerchant();
  await transact((tx) => addMemberIn(tx, { accountId: account.id, userId, role }));
  return email;
}

/** Moves the clock to just after the account's current week. */
function endWeek({ account: { timezone } }: Merchant): string {
  const monday = periodAt("weekly", now(), timezone);
  clock.advance(dueAfter("weekly", monday, timezone).getTime() - nowMs() + 1);
  return monday;
}

const run = ({ account }: Merchant) => finishDue(dueWeeklyMails, account.id);

async function mailsOf({ account }: Merchant) {
  const { rows } = await getPool().query(
    "select recipient, subject, text_body as text from mail_messages where account_id = $1 and kind = 'weekly_figures' order by fact, recipient",
    [account.id],
  );
  return rows as { recipient: string; subject: string; text: string }[];
}

/** A week with a charge of 100.00, a refund of 20.00, a paid settlement and one decline. */
async function withWeek(): Promise<Merchant> {
  const merchant = await createMerchant();
  const charge = await entryRow(merchant, {
    ...live,
    ...{ amount: 10_000n, markup: 150n, interchange: 50n },
  });
  const refund = await entryRow(merchant, { ...live, type: "refund", amount: -2_000n });
  const today = now().toISOString().slice(0, 10);
  const paid = { ...live, arrivalDate: today, paidAt: now() };
  await settlementRow(merchant, [charge, refund], paid);
  await outcomeRow(merchant, "approved", live);
  await outcomeRow(merchant, "declined", { ...live, declineCode: "do_not_honor" });
  return merchant;
}

test("members who may close months get last week's figures once, with many workers at once", async () => {
  const merchant = await withWeek();
  const finance = await memberAs(merchant, "finance");
  await memberAs(merchant, "support");
  await run(merchant);
  assert.deepEqual(await mailsOf(merchant), [], "not before the week has ended");
  const monday = endWeek(merchant);
  await Promise.all([1, 2, 3, 4].map(() => run(merchant)));
  const mails = await mailsOf(merchant);
  assert.deepEqual(
    mails.map(({ recipient }) => recipient).sort(),
    [merchant.email, finance].sort(),
  );
  const { subject, text } = mails[0]!;
  assert.equal(subject, `Week of ${monday}: 100.00 EUR gross`);
  for (const line of [
    `Days: ${monday} to ${addDays(monday, 6)}, Europe/Berlin`,
    "EUR gross: 100.00 EUR (1 charge)",
    "EUR refunds: −20.00 EUR",
    "EUR fees: −2.00 EUR",
    "EUR net: 78.00 EUR",
    "EUR settlements paid: 78.00 EUR (1 settlement)",
    "EUR payouts sent: 0.00 EUR (0 payouts)",
    "Approval rate: not stated below 20 payments (1 of 2)",
    "Disputes: 0 open, no response due",
  ]) {
    assert.ok(text.split("\n").includes(line), `${line}\n${text}`);
  }
});

test("the text of the e-mail verifies without a database: as kept, received, quoted and wrapped, and not once a figure is changed", async () => {
  await getPool().query("update mail_messages set status = 'failed' where status = 'queued'");
  const merchant = await withWeek();
  endWeek(merchant);
  await run(merchant);
  const [mail] = await mailsOf(merchant);
  const server = await startMailServer();
  const mailer = createMailer(server.url, "Paydesk <no-reply@desk.example>");
  await sendDueMail(mailer.send);
  mailer.close();
  await server.stop();
  const keep = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const keys = keep("keys.json", JSON.stringify({ keys: await publicBookKeys() }));
  const text = mail!.text;
  const received = server.received.find(({ to }) => to.includes(merchant.email))!.data;
  const wrapped = text.replace(/(.{1,60})( |$)/gm, "> $1\n").replace(/(signature=.{20})/, "$1\n> ");
  const copied = text.replace(/^([^:\n]+): /gm, "$1\t");
  for (const [name, content] of Object.entries({ text, received, wrapped, copied })) {
    const { code, out } = await verifyBooks(keep(name, content), "--keys", keys);
    assert.equal(code, 0, `${name}: ${out}`);
    assert.ok(out.includes(`${merchant.account.id} live, signed `), out);
  }
  const around = keep("around.csv", `settlement_id,net\nstl_forged,1000\n${text}`);
  const covered = await verifyBooks(around, "--keys", keys);
  assert.match(covered.out, /signed are only the figures of a weekly e-mail/);
  assert.ok(!covered.out.includes("stl_forged"), "what is not signed is not printed");
  assert.ok(covered.out.includes("EUR net 78.00 EUR"), covered.out);
  const changed = keep("changed", text.replace("EUR net: 78.00", "EUR net: 79.00"));
  const wrong = await verifyBooks(changed, "--keys", keys);
  assert.deepEqual([wrong.code, /DOES NOT FIT/.test(wrong.out)], [1, true], wrong.out);
});

test("a week without movement has no e-mail, and the next one is reported", async () => {
  const merchant = await createMerchant();
  await entryRow(merchant, { mode: "test" });
  endWeek(merchant);
  await run(merchant);
  assert.deepEqual(await mailsOf(merchant), []);
  await entryRow(merchant, live);
  const monday = endWeek(merchant);
  await run(merchant);
  assert.deepEqual(
    (await mailsOf(merchant)).map(({ subject }) => subject),
    [`Week of ${monday}: 10.00 EUR gross`],
  );
});

test("after a worker died and after an outage each week is reported once", async () => {
  const merchant = await createMerchant();
  const subjects: string[] = [];
  for (const amount of [1_000n, 2_000n]) {
    await entryRow(merchant, { ...live, amount });
    const monday = endWeek(merchant);
    subjects.push(`Week of ${monday}: ${amount / 100n}.00 EUR gross`);
  }
  assert.equal(
    (await dueWeeklyMails.claimOf(merchant.account.id, 5)).length,
    1,
    "leased, and died",
  );
  await run(merchant);
  assert.deepEqual(await mailsOf(merchant), []);
  clock.advance(HOUR_MS);
  await run(merchant);
  assert.deepEqual(
    (await mailsOf(merchant)).map(({ subject }) => subject),
    subjects,
  );
  const { rows } = await getPool().query("select due_at from weekly_mails where account_id = $1", [
    merchant.account.id,
  ]);
  assert.ok(rows[0].due_at > now());
});

test("an approval rate is stated from 20 payments on, with their number", async () => {
  const merchant = await createMerchant();
  for (let n = 0; n < 20; n++) {
    const currency = n % 2 ? "EUR" : "GBP";
    await outcomeRow(merchant, n < 17 ? "approved" : "declined", { ...live, currency });
  }
  endWeek(merchant);
  await run(merchant);
  const [mail] = await mailsOf(merchant);
  assert.match(mail!.text, /^Approval rate: 85\.0 % \(17 of 20\)$/m);
  assert.match(mail!.text, /http\S+\/docs\/rates#approval-rate/);
  assert.match(mail!.subject, /no movement of money/);
});

test("switched off nothing is sent; switched on the current week is reported next", async () => {
  const merchant = await createMerchant();
  const ctx = merchant.ctx.live;
  await entryRow(merchant, live);
  await switchWeeklyMail(ctx, false);
  assert.equal(await getsWeeklyMail(merchant.ctx.live), false);
  endWeek(merchant);
  await run(merchant);
  assert.deepEqual(await mailsOf(merchant), []);
  await switchWeeklyMail(ctx, true);
  await run(merchant);
  assert.deepEqual(await mailsOf(merchant), [], "not the week that it was off");
  await entryRow(merchant, live);
  endWeek(merchant);
  await run(merchant);
  assert.equal((await mailsOf(merchant)).length, 1);
});

test("a week lasts from midnight to midnight in its zone, also when the clocks change", () => {
  const hours = (monday: string, zone: string) => {
    const { from, to } = weekOf(monday, zone);
    return (to.getTime() - from.getTime()) / HOUR_MS;
  };
  assert.equal(hours("2026-11-16", "Europe/Berlin"), 168);
  assert.equal(hours("2026-03-23", "Europe/Berlin"), 167);
  assert.equal(hours("2026-10-19", "Europe/Berlin"), 169);
  // Midnight of Sunday, 25 October, comes twice in the Azores.
  assert.equal(hours("2026-10-19", "Atlantic/Azores"), 169);
  assert.deepEqual(
    dueAfter("weekly", "2026-10-19", "Europe/Berlin"),
    dateFromMs(Date.UTC(2026, 9, 25, 23, 15)),
  );
});

test("an account that moves to a later time zone gets the week once it has ended there", async () => {
  const merchant = await createMerchant();
  // In the middle of a week, which is the same one in both zones.
  endWeek(merchant);
  clock.advance(72 * HOUR_MS);
  await entryRow(merchant, live);
  endWeek(merchant);
  await getPool().query("update accounts set timezone = 'America/New_York' where id = $1", [
    merchant.account.id,
  ]);
  await run(merchant);
  assert.deepEqual(await mailsOf(merchant), []);
  clock.advance(7 * HOUR_MS);
  await run(merchant);
  assert.equal((await mailsOf(merchant)).length, 1);
  assert.equal((await getAccount(merchant.ctx.live)).timezone, "America/New_York");
});
