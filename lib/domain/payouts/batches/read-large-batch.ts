import type { BodyRules } from "#lib/kernel/body/parse-body.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, type ErrorCode, type ErrorDetails } from "#lib/kernel/errors.ts";
import { runOffLoop } from "#lib/kernel/off-loop.ts";
import type { AcceptedRow, CheckedBatch, RefusedRow } from "./read-batch.ts";

export type CheckedRow = AcceptedRow | RefusedRow;
export type BatchSummary = Omit<CheckedBatch, "accepted" | "refused">;
type Refused = { refusal: { code: ErrorCode; message: string; details: ErrorDetails } };

/** A large body, with its batch parsed separately. */
export type LargeBatchBody<Batch = CheckedBatch> = {
  /** All parameters, with a token in place of `instructions` and `file`. */
  rest: Record<string, unknown>;
  /** The `canonicalPart` of `instructions` and `file`. */
  parts: Readonly<Record<string, string>>;
  /** Null if the body does not contain exactly one batch. */
  batch: Batch | Refused | null;
};

const TASK = new URL("./batch-task.ts", import.meta.url);

/** Parses a large body and checks its batch off the event loop; `bytes` are transferred and cannot be used afterwards. An
 *  unreadable batch is reported by `checkedOf`, after all other checks of the request. Throws as `parseBody`,
 *  `readBatchTask` and `runOffLoop`. */
export async function readLargeBatch(
  ctx: Context,
  bytes: Uint8Array<ArrayBuffer>,
  rules: BodyRules,
): Promise<LargeBatchBody> {
  const input = { bytes, rules, nowMs: businessNowMs(ctx) };
  const done = await runOffLoop<LargeBatchBody<BatchSummary>, CheckedRow>(TASK, input, [
    bytes.buffer,
  ]);
  const { batch, ...body } = done.result;
  if (batch === null || "refusal" in batch) return { ...body, batch };
  const accepted = done.rows.filter((row) => row.payout !== null);
  const refused = done.rows.filter((row) => row.payout === null);
  return { ...body, batch: { ...batch, accepted, refused } };
}

/** The batch of a large body. Throws the error with which reading it failed. */
export function checkedOf({ batch }: LargeBatchBody): CheckedBatch | null {
  if (batch === null || !("refusal" in batch)) return batch;
  const { code, message, details } = batch.refusal;
  throw new ApiError(code, message, details);
}
