import { createHash, type Hash } from "node:crypto";
import { fileFormOf } from "#lib/domain/booking/index.ts";
import { bookSigner } from "#lib/domain/books/index.ts";
import { enterExport, STALLED_MS } from "#lib/domain/exports/index.ts";
import { actorName } from "#lib/domain/keys/index.ts";
import { fromReplica } from "#lib/domain/replicas/index.ts";
import { dateFromMs, now, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { SentFile } from "#lib/kernel/file-response.ts";
import { newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { checkFile, openFile } from "../file-content.ts";
import { planFile } from "../plan-report.ts";
import type { FilePlan, ReportQuery } from "../types.ts";
import * as store from "./store.ts";
import { type Download, type FileFacts, LEASE_MS } from "./types.ts";

/** `next` returns null when all is sent and the end is recorded, and throws if the query fails. `cancel` ends the query
 *  and records the cancellation. */
export type ReportExport = SentFile & {
  download: Download;
  /** Facts of the whole file, once `next` has returned null, with its proof. */
  facts(): FileFacts & { proof: string };
  isSigned: true;
};

/** How often a running export renews its lease and records its progress. */
const RENEW_MS = 2 * SECOND_MS;

/**
 * Begins an export of all rows of a report as CSV and records it. The rows are from one snapshot and formatted by the
 * database. Memory use is constant; the database waits while the client reads nothing. Throws `parameter_invalid`
 * naming the parameter, and `rate_limited` if too many exports are running.
 */
export async function exportReport(ctx: Context, query: ReportQuery): Promise<ReportExport> {
  const plan = planFile(ctx, query);
  await checkFile(ctx, plan);
  const leave = enterExport(ctx.accountId, store.connectionsForFiles());
  try {
    const proofOf = await bookSigner(ctx);
    const file = await takeFile(plan);
    try {
      const download = await store.insert({
        ...rowOf(ctx, plan),
        leasedUntil: dateFromMs(nowMs() + LEASE_MS),
      });
      return sending(download, file, { leave, proofOf });
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    leave();
    throw error;
  }
}

/** The row of a download that begins. */
export function rowOf(ctx: Context, plan: FilePlan) {
  return {
    accountId: ctx.accountId,
    id: newId("dl"),
    mode: ctx.mode,
    status: "running" as const,
    reportType: plan.type,
    layout: plan.layout,
    query: queryOf(plan),
    requestedBy: actorName(ctx),
    createdAt: now(),
  };
}

/** The query that produces the same plan at any later time. */
function queryOf(plan: FilePlan): ReportQuery {
  if (plan.type === "accounting_journal") {
    const { type, layout, timezone, from, to, currency } = plan;
    return { type, layout, timezone, from, to, filters: { currency: [currency] } };
  }
  const { type, layout, timezone, from, to, status, filters, groups, columns } = plan;
  return {
    type,
    layout,
    timezone,
    ...(from === null ? {} : { from }),
    to,
    ...(type === "settlement" ? { status } : {}),
    filters,
    ...(groups.length > 0 ? { groupBy: groups.map(({ name }) => name) } : {}),
    columns: columns.map(({ name }) => name),
  };
}

/** `settlement_2026-04-01_2026-05-01.csv`, `settlement_stl_01kp….csv` */
export function fileNameOf({ reportType, layout, query }: Download): string {
  const [only, ...others] = query.filters?.settlement ?? [];
  const days = [query.from, query.to].map((end) => end?.slice(0, 10) ?? "start");
  // The file name is put into a response header, so only a well-formed id may be part of it.
  const of = only && others.length === 0 && /^stl_[0-9a-z]+$/.test(only) ? [only] : days;
  const parts = [reportType, ...(layout === "native" ? [] : [layout]), ...of];
  if (reportType === "accounting_journal") parts.push(...(query.filters?.currency ?? []));
  // DATEV's import takes files with this prefix only.
  const prefix = layout === "datev" ? "EXTF_" : "";
  return `${prefix}${parts.join("_")}.${fileFormOf(layout)?.extension ?? "csv"}`;
}

/** The content type of a file that is not CSV in UTF-8. */
export function contentTypeOf({ layout }: Pick<Download, "layout">) {
  const form = fileFormOf(layout);
  return form ? { contentType: form.contentType } : {};
}

/** States the unit of a file's amounts: decimal amounts and minor units have the same columns. */
export const layoutHeaders = ({ layout }: Pick<Download, "layout">) => ({
  "Service-Report-Layout": layout,
});

type Sending = { leave: () => void; proofOf: (sha256: string) => string };

function sending(download: Download, file: TakenFile, { leave, proofOf }: Sending): ReportExport {
  let takenMs = nowMs();
  let ended = false;
  const end = async (status: Download["status"]) => {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    leave();
    const { sha256, ...counts } = file.facts();
    const facts = status === "ready" ? { ...counts, sha256 } : counts;
    // The client has the file already, so a failure to record its end must not fail the export.
    await Promise.all([
      file.close(),
      store
        .finish(download, { ...facts, status, finishedAt: now() })
        .catch((error) =>
          log.warn("could not record the end of an export", { error, id: download.id }),
        ),
    ]);
  };
  const timer = setInterval(() => {
    if (nowMs() - takenMs > STALLED_MS) return void end("canceled");
    const { rowCount, byteCount } = file.facts();
    store
      .touch(download, { rowCount, byteCount }, dateFromMs(nowMs() + LEASE_MS))
      .catch((error) => log.warn("could not renew the lease of an export", { error }));
  }, RENEW_MS);
  timer.unref();
  return {
    download,
    fileName: fileNameOf(download),
    headers: layoutHeaders(download),
    ...contentTypeOf(download),
    async next() {
      takenMs = nowMs();
      try {
        const bytes = await file.next();
        if (bytes === null) await end("ready");
        return bytes;
      } catch (error) {
        await end("failed");
        throw error;
      }
    },
    giveBack: (bytes) => file.giveBack(bytes),
    isSigned: true,
    facts: () => {
      const facts = file.facts();
      return { ...facts, proof: proofOf(facts.sha256) };
    },
    cancel: () => end("canceled"),
  };
}

/** The rows of a report as a CSV stream, with its facts so far. */
export type TakenFile = {
  /** The next bytes; null at the end of the file. Throws if the query fails. */
  next(): Promise<Buffer | null>;
  /** Call it when bytes are no longer needed: their memory is reused. */
  giveBack(bytes: Uint8Array): void;
  /** Facts so far; complete at the end of the file. */
  facts(): FileFacts;
  /** Must always be called; ends the query if it is running. */
  close(): Promise<void>;
};

/** Begins to read all rows of a report, from one snapshot, in constant memory, on a connection of its own. Throws if the
 *  query fails to start. */
export async function takeFile(plan: FilePlan): Promise<TakenFile> {
  const copy = await fromReplica(() => openFile(plan));
  const hash: Hash = createHash("sha256");
  let byteCount = 0;
  return {
    async next() {
      const bytes = await copy.next();
      if (bytes === null) return null;
      hash.update(bytes);
      byteCount += bytes.length;
      return bytes;
    },
    giveBack: (bytes) => copy.giveBack(bytes),
    facts: () => ({ rowCount: copy.rowCount(), byteCount, sha256: hash.copy().digest("hex") }),
    close: () => copy.close(),
  };
}
