import { journalCopier, journalCopySql } from "#lib/domain/ledger/index.ts";
import { csvSql, planReport } from "#lib/domain/reports/index.ts";
import { HOUR_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { dayStart, isDay } from "#lib/kernel/period.ts";
import type { ClosingFileKind } from "#lib/kernel/vocabulary/closings.ts";
import type { Ends } from "./month.ts";
import type { CopySession } from "./store.ts";
import type { MonthClosing } from "./types.ts";

/** The bytes of one file, as they are read, and its number of rows once all are read. */
export type Content = { bytes: AsyncIterable<Buffer>; rowCount: () => number };

/** Texts that merchants write and that can name a person. A closed file stays for ever, so an erasure could not reach them. */
const TEXTS: ReadonlySet<string> = new Set(["description"]);

export const extensionOf = (kind: ClosingFileKind) => (kind === "journal" ? "journal" : "csv");

/** The present content of a file of a month, between its ends. `columns` are those of an earlier file of it. */
export async function contentOf(
  session: CopySession,
  ctx: Context,
  closing: MonthClosing,
  { kind, ends, columns }: { kind: ClosingFileKind; ends: Ends; columns?: readonly string[] },
): Promise<Content> {
  const { timezone } = closing;
  if (kind === "journal") {
    const { from } = ends;
    const fromMs = isDay(from) ? dayStart(from, timezone).getTime() : Date.parse(from);
    const query = journalCopySql({ ...ctx, ...ends, timezone, bookedFromMs: fromMs - HOUR_MS });
    return journalContent(await session.copy(query, { streams: true }));
  }
  const status = kind === "settlement" ? { status: "paid" as const } : {};
  const common = { type: kind, timezone, layout: "decimal", ...ends, ...status } as const;
  const plan = planReport(ctx, { ...common, columns });
  const kept = columns ? plan.columns : plan.columns.filter(({ name }) => !TEXTS.has(name));
  const copy = await session.copy(csvSql({ ...plan, columns: kept }), { streams: true });
  return { bytes: bytesOf(copy), rowCount: copy.rowCount };
}

type Copy = Awaited<ReturnType<CopySession["copy"]>>;

/** The memory of a chunk is reused once the next one is taken. */
async function* bytesOf(copy: Copy): AsyncGenerator<Buffer> {
  for (;;) {
    const bytes = await copy.next();
    if (bytes === null) return;
    yield bytes;
    copy.giveBack(bytes);
  }
}

/** The transfers as a journal. Days are those of the month's zone. */
function journalContent(copy: Copy): Content {
  const journal = journalCopier();
  async function* entries() {
    yield Buffer.from(journal.head);
    for await (const chunk of bytesOf(copy)) yield Buffer.from(journal.take(chunk));
  }
  return { bytes: entries(), rowCount: copy.rowCount };
}
