import { createHash } from "node:crypto";
import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { bookSigner } from "#lib/domain/books/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { hashLines, sha256Of } from "#lib/kernel/books-proof.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { DAY_MS, dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { log } from "#lib/kernel/log.ts";
import { nextPiece } from "#lib/kernel/streams.ts";
import { CLOSING_FILES, type ClosingFileKind } from "#lib/kernel/vocabulary/closings.ts";
import { wireOf } from "#lib/wire/index.ts";
import { differences } from "./compare.ts";
import { contentOf, extensionOf } from "./file-content.ts";
import { endsOf } from "./month.ts";
import { earlierNeighbours } from "./neighbours-store.ts";
import { cellsOf, recordsOf } from "./records.ts";
import * as store from "./store.ts";
import type { ClosingFile, FoundCorrection, MonthClosing } from "./types.ts";

/** Each piece of a file renews it. */
const LEASE_MS = 5 * MINUTE_MS;
const MOST_ATTEMPTS = 5;

/** Makes the files of months that are being closed, and compares those of closed months with the present. */
export const dueClosings = defineDueWork({
  name: "month closings",
  queue: store.dueRows,
  leaseMs: () => LEASE_MS,
  async finish(closing) {
    const ctx = await systemContext(closing, "closings");
    await (closing.status === "running" ? makeFiles(ctx, closing) : check(ctx, closing));
  },
  failure: "a month was not closed or checked",
});

/** Whether a comparison of a closed month is due or running: a claim moves the due time to the end of its lease. */
export const isCheckDue = (ctx: Context, { status, dueAt }: MonthClosing): boolean =>
  status === "closed" && dueAt !== null && dueAt.getTime() <= businessNowMs(ctx) + LEASE_MS;

/** All files show the same snapshot, and they, the hash and `month_closing.closed` commit together. */
async function makeFiles(ctx: Context, due: MonthClosing): Promise<void> {
  if (due.attempt >= MOST_ATTEMPTS) {
    log.error("gave up closing a month", { id: due.id });
    return await store.fail(due, businessNow(ctx));
  }
  const closing = await store.begin(due, businessNow(ctx));
  if (!closing) return;
  // Before the snapshot, so that the files hold all transfers up to the signed block.
  const proofOf = await bookSigner(ctx);
  const session = await store.openSnapshot(closing.timezone);
  try {
    const files = await writeFiles(ctx, closing, session);
    if (!files) return;
    const sha256 = sha256Of(Buffer.from(hashLines(files)));
    const finishedAt = businessNow(ctx);
    const end = {
      ...{ sha256, booksProof: proofOf(sha256), finishedAt },
      dueAt: nextCheck(finishedAt, finishedAt),
    };
    const isClosed = await transact(async (tx) => {
      const made = await store.completeIn(tx, closing, files, end);
      if (made) await announceIn(tx, ctx, "month_closing.closed", made);
      return made !== null;
    });
    if (isClosed) notifyDispatcher();
  } finally {
    await session.close();
  }
}

/** The two longest files come first, so that both connections end at about the same time. */
const LONGEST: readonly ClosingFileKind[] = ["settlement", "journal"];
const BY_LENGTH = [...LONGEST, ...CLOSING_FILES.filter((kind) => !LONGEST.includes(kind))];

/** Writes all files from one snapshot, two at a time on a connection each if two can share it. Null if another attempt has begun. */
async function writeFiles(
  ctx: Context,
  closing: MonthClosing,
  session: store.CopySession,
): Promise<ClosingFile[] | null> {
  const left = [...BY_LENGTH];
  const ends = endsOf(closing, await earlierNeighbours(closing));
  const files = new Map<ClosingFileKind, ClosingFile>();
  const write = async (from: store.CopySession) => {
    for (let kind = left.shift(); kind; kind = left.shift()) {
      const { bytes, rowCount } = await contentOf(from, ctx, closing, { kind, ends });
      const kept = await keep(ctx, closing, kind, bytes);
      if (!kept) return;
      const name = `${closing.month}_${closing.mode}_${kind}.${extensionOf(kind)}`;
      files.set(kind, { kind, name, rowCount: rowCount(), ...kept });
    }
  };
  const beside = await session.beside();
  await Promise.all([write(session), beside && write(beside)]);
  const all = CLOSING_FILES.flatMap((kind) => files.get(kind) ?? []);
  return all.length === CLOSING_FILES.length ? all : null;
}

/** Stores a file in pieces of about 1 MiB, each while the next one is read. Null if another attempt has begun. */
async function keep(
  ctx: Context,
  closing: MonthClosing,
  kind: ClosingFileKind,
  content: AsyncIterable<Buffer>,
): Promise<Pick<ClosingFile, "byteCount" | "sha256"> | null> {
  const whole = createHash("sha256");
  let byteCount = 0;
  const chunks = content[Symbol.asyncIterator]();
  const next = async () => {
    const { done, value } = await chunks.next();
    return done ? null : value;
  };
  let isStored = Promise.resolve(true);
  for (let number = 0; ; number++) {
    const bytes = await nextPiece({ next });
    if (!(await isStored)) return null;
    if (bytes === null) return { byteCount, sha256: whole.digest("hex") };
    whole.update(bytes);
    byteCount += bytes.length;
    const leasedUntil = dateFromMs(businessNowMs(ctx) + LEASE_MS);
    isStored = store.addPiece(closing, { kind, number, bytes }, leasedUntil);
    // Awaited above; until then a failure must not be unhandled.
    isStored.catch(() => {});
  }
}

/** Daily while corrections are likely, then weekly for a year. */
function nextCheck(finishedAt: Date, now: Date): Date | null {
  const age = now.getTime() - finishedAt.getTime();
  if (age > 400 * DAY_MS) return null;
  return dateFromMs(now.getTime() + (age < 35 * DAY_MS ? DAY_MS : 7 * DAY_MS));
}

/** Lists every row of the closed files that is different now. */
async function check(ctx: Context, closing: MonthClosing): Promise<void> {
  const found: FoundCorrection[] = [];
  let checkComplete = true;
  const checkedAt = businessNow(ctx);
  const ends = endsOf(closing, await earlierNeighbours(closing));
  const session = await store.openSnapshot(closing.timezone);
  try {
    for (const kind of CLOSING_FILES) {
      const columns = kind === "journal" ? undefined : await headerOf(closing, kind);
      const present = async () =>
        (await contentOf(session, ctx, closing, { kind, ends, columns })).bytes;
      const result = await differences(kind, async () => storedBytes(closing, kind), present);
      found.push(...result.found);
      checkComplete &&= result.complete;
    }
  } finally {
    await session.close();
  }
  const dueAt = nextCheck(closing.finishedAt ?? checkedAt, checkedAt);
  const isNew = await transact(async (tx) => {
    const checked = { checkedAt, checkComplete, dueAt };
    const recorded = await store.recordCheckIn(tx, closing, found, checked);
    if (recorded.isNew) await announceIn(tx, ctx, "month_closing.corrected", recorded.closing);
    return recorded.isNew;
  });
  if (isNew) notifyDispatcher();
}

type ClosingEvent = "month_closing.closed" | "month_closing.corrected";

async function announceIn(tx: Tx, ctx: Context, type: ClosingEvent, closing: MonthClosing) {
  const [files, totals] = [await store.filesOf(closing, tx), await store.totalsOf(closing, tx)];
  const data = wireOf("month_closing", { closing, files, totals });
  await emitEvent(tx, ctx, { type, objectId: closing.id, data });
}

/** A report that has more columns by now is compared in the columns of the closed file. */
async function headerOf(closing: MonthClosing, kind: ClosingFileKind): Promise<string[]> {
  for await (const record of recordsOf(storedBytes(closing, kind), "csv")) {
    return cellsOf(record.toString());
  }
  throw new Error(`the ${kind} file of ${closing.id} is empty`);
}

async function* storedBytes(closing: MonthClosing, kind: ClosingFileKind): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const piece = await store.piece(closing, kind, number);
    if (!piece) return;
    yield piece;
  }
}
