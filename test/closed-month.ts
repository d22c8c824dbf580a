import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ClosingDetail,
  closeMonth,
  dueClosings,
  getClosing,
  openClosingFile,
} from "#lib/domain/closings/index.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { addDays, localDay } from "#lib/kernel/period.ts";
import { toMonthClosingWire } from "#lib/wire/serializers/month-closings.ts";
import type { Merchant } from "./merchant.ts";

const firstDay = () => `${localDay(dateFromMs(nowMs()), "Europe/Berlin").slice(0, 7)}-01`;

type Owner = Pick<Merchant, "account" | "ctx">;

/** Closes last month in test mode and makes its files. */
export async function closedMonth({ account, ctx }: Owner): Promise<ClosingDetail> {
  const month = addDays(firstDay(), -1).slice(0, 7);
  const { closing } = await closeMonth(ctx.test, { month });
  await finishDue(dueClosings, account.id);
  return await getClosing(ctx.test, closing.id);
}

/** Writes `closing.json`, as `/v1` returns it, and the month's files into a directory. */
export async function writeMonth({ ctx }: Owner, detail: ClosingDetail, to: string): Promise<void> {
  writeFileSync(join(to, "closing.json"), JSON.stringify(toMonthClosingWire(detail), null, 2));
  for (const { kind, name } of detail.files) {
    const file = await openClosingFile(ctx.test, detail.closing.id, kind);
    const pieces: Buffer[] = [];
    for (let piece = await file.next(); piece; piece = await file.next()) {
      pieces.push(Buffer.from(piece));
    }
    writeFileSync(join(to, name), Buffer.concat(pieces));
  }
}
