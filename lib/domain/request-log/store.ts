import { lt } from "drizzle-orm";
import { db } from "#db/client.ts";
import { databaseAgo } from "#db/clock.ts";
import { BinaryRows, copyIn } from "#db/copy-in.ts";
import { apiRequestGaps as g } from "#db/schema/request-log.ts";
import { isSharded } from "#db/shards.ts";
import { sqlState } from "#db/transact.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Row } from "./note-request.ts";

const COLUMNS = [
  "account_id",
  "mode",
  "id",
  "key_id",
  "route",
  "method",
  "path",
  "status",
  "answer",
  "error_code",
  "version",
  "duration_ms",
  "address",
  "user_agent",
  "idempotency_key",
  "replayed",
  "object_id",
  "request_body",
  "request_form",
  "request_bytes",
  "request_cut",
  "response_body",
  "response_bytes",
  "response_cut",
  "created_at",
];

/** The SQLSTATE of a failed copy. Citus passes on what a node says, but not its state. */
function stateOf(error: unknown): string {
  const state = sqlState(error);
  if (state !== "XX000" || !isSharded()) return state;
  const said = error instanceof Error ? error.message : "";
  if (said.startsWith("duplicate key")) return "23505";
  return /^(?:no partition|new row|null value)/.test(said) ? "23514" : state;
}

/** Inserts rows, all or none. Returns null, or the SQLSTATE (`duplicate` for a single repeated row) when the database
 *  refuses a row. Throws other database errors. */
export async function insertRows(rows: readonly Row[]): Promise<string | null> {
  const encoded = new BinaryRows();
  for (const row of rows) encode(encoded, row);
  try {
    await copyIn("api_requests", COLUMNS.join(", "), encoded);
    return null;
  } catch (error) {
    const state = stateOf(error);
    // A write whose response was lost is repeated.
    if (state === "23505") return rows.length === 1 ? "duplicate" : state;
    if (/^(?:21|22|23)/.test(state)) return state;
    throw error;
  }
}

function encode(to: BinaryRows, row: Row): void {
  to.begin(COLUMNS.length)
    .text(row.accountId)
    .text(row.mode)
    .text(row.id)
    .text(row.keyId)
    .text(row.route)
    .text(row.method)
    .text(row.path)
    .smallint(row.status)
    .text(row.answerClass)
    .text(row.errorCode)
    .text(row.version)
    .integer(row.durationMs)
    .text(row.address)
    .text(row.userAgent)
    .text(row.idempotencyKey)
    .flag(row.replayed)
    .text(row.objectId)
    .text(row.request?.text ?? null)
    .flag(row.requestForm)
    .integer(row.request?.bytes ?? 0)
    .flag(row.request?.cut ?? false)
    .text(row.response?.text ?? null)
    .integer(row.response?.bytes ?? 0)
    .flag(row.response?.cut ?? false)
    .moment(row.createdMs);
}

export type Gap = {
  id: Id<"req">;
  accountId: Id<"acct">;
  mode: Mode;
  fromMs: number;
  toMs: number;
  requests: number;
};

export async function insertGaps(gaps: readonly Gap[]): Promise<void> {
  const rows = gaps.map(({ fromMs, toMs, ...gap }) => ({
    ...gap,
    fromAt: dateFromMs(fromMs),
    toAt: dateFromMs(toMs),
  }));
  await db().insert(g).values(rows).onConflictDoNothing();
}

/** Deletes the gaps that ended more than `keptMs` ago by the database's clock. */
export async function deleteOldGaps(keptMs: number): Promise<void> {
  await db()
    .delete(g)
    .where(lt(g.toAt, databaseAgo(keptMs)));
}
