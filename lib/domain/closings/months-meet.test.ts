import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeDb } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { updateAccount } from "#lib/domain/accounts/index.ts";
import { recordTransfersIn } from "#lib/domain/ledger/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { newId } from "#lib/kernel/ids.ts";
import { dayStart } from "#lib/kernel/period.ts";
import type { ClosingFileKind } from "#lib/kernel/vocabulary/closings.ts";
import { entryRow, settlementRow } from "#test/entry-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { paymentRow } from "#test/money-rows.ts";
import { useZoneRules } from "#test/zone-data.ts";
import { checkClosing, closeMonth, dueClosings, getClosing, openClosingFile } from "./index.ts";
import { daysOf, monthAt, monthBefore } from "./month.ts";

after(closeDb);

const [BERLIN, NEW_YORK, AUCKLAND] = ["Europe/Berlin", "America/New_York", "Pacific/Auckland"];
/** Not last month: it may not have ended everywhere. */
const LATER = monthBefore(monthBefore(monthAt(dateFromMs(nowMs()), "UTC")));
const EARLIER = monthBefore(LATER);

async function close(merchant: Merchant, month: string, timezone: string): Promise<string> {
  await updateAccount(merchant.ctx.test, { timezone });
  const { closing } = await closeMonth(merchant.ctx.test, { month });
  await finishDue(dueClosings, merchant.account.id);
  assert.equal((await getClosing(merchant.ctx.test, closing.id)).closing.status, "closed");
  return closing.id;
}

async function textOf(merchant: Merchant, id: string, kind: ClosingFileKind): Promise<string> {
  const file = await openClosingFile(merchant.ctx.test, id, kind);
  const pieces: Buffer[] = [];
  for (let piece = await file.next(); piece; piece = await file.next()) {
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces).toString();
}

/** A decline, a transfer and a charge with its settlement, all at one moment. Returns what names each in its file. */
async function happenAt(merchant: Merchant, moment: Date): Promise<[ClosingFileKind, string][]> {
  const at = { createdAt: moment };
  const declined = await paymentRow(merchant, { ...at, status: "failed", outcome: "declined" });
  const sourceId = newId("pay");
  const transfer = { kind: "capture", amountMinor: 700n, currency: "EUR", sourceId } as const;
  await transact((tx) => recordTransfersIn(tx, merchant.ctx.test, [transfer], moment));
  const paymentId = await paymentRow(merchant, at);
  const entry = await entryRow(merchant, { ...at, paymentId, region: "domestic" });
  const arrivalDate = moment.toISOString().slice(0, 10);
  await settlementRow(merchant, [entry], {
    ...{ arrivalDate, paidAt: moment },
    periodEnd: dateFromMs(moment.getTime() - DAY_MS),
  });
  return [
    ["declines", declined],
    ["journal", sourceId],
    ["interchange", paymentId],
    ["settlement", entry],
  ];
}

for (const [one, other] of [
  [BERLIN, NEW_YORK],
  [NEW_YORK, BERLIN],
  [BERLIN, AUCKLAND],
  [AUCKLAND, NEW_YORK],
] as const) {
  for (const isEarlierFirst of [true, false]) {
    const order = isEarlierFirst ? "the earlier" : "the later";
    test(`each row is in one of two months that were closed in ${one} and ${other}, ${order} month first`, async () => {
      const merchant = await createMerchant();
      const border = (zone: string) => dayStart(`${LATER}-01`, zone).getTime();
      const moments = [one, other].flatMap((zone) => [border(zone) - HOUR_MS, border(zone)]);
      const rows = [];
      for (const ms of [...new Set(moments)]) {
        rows.push(...(await happenAt(merchant, dateFromMs(ms))));
      }
      const months = isEarlierFirst ? [EARLIER, LATER] : [LATER, EARLIER];
      const ids = [
        await close(merchant, months[0]!, one),
        await close(merchant, months[1]!, other),
      ];
      for (const [kind, name] of rows) {
        const texts = await Promise.all(ids.map((id) => textOf(merchant, id, kind)));
        assert.equal(texts.filter((text) => text.includes(name)).length, 1, `${kind} ${name}`);
      }
      for (const id of ids) {
        await checkClosing(merchant.ctx.test, id);
        await finishDue(dueClosings, merchant.account.id);
        const { closing, totals } = await getClosing(merchant.ctx.test, id);
        assert.deepEqual([closing.checks, totals], [1, []]);
      }
    });
  }
}

test("a month can be closed once it has ended by the zone data of the database as well", async () => {
  const merchant = await createMerchant();
  const timezone = "Etc/GMT+9";
  await updateAccount(merchant.ctx.test, { timezone });
  const putBackRules = useZoneRules(timezone, "Etc/GMT+8");
  const endMs = dayStart(daysOf(LATER).to, timezone).getTime();
  const closeAt = async (ms: number) => {
    const putBack = useClock({ nowMs: () => ms });
    try {
      return await closeMonth(merchant.ctx.test, { month: LATER });
    } finally {
      putBack();
    }
  };
  try {
    const early = closeAt(endMs + 16 * MINUTE_MS);
    await assert.rejects(early, { code: "parameter_invalid", param: "month" });
    const { closing } = await closeAt(endMs + HOUR_MS + 16 * MINUTE_MS);
    assert.equal(closing.status, "running");
  } finally {
    putBackRules();
  }
  await finishDue(dueClosings, merchant.account.id);
});

test("a comparison that is asked for while another one runs is made after it", async () => {
  const merchant = await createMerchant();
  const ctx = merchant.ctx.test;
  const id = await close(merchant, LATER, BERLIN);
  await checkClosing(ctx, id);
  const [running] = await dueClosings.claimOf(merchant.account.id, 1);
  await checkClosing(ctx, id);
  await running!.run();
  await finishDue(dueClosings, merchant.account.id);
  assert.equal((await getClosing(ctx, id)).closing.checks, 2);
});
