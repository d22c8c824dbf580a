import { setImmediate } from "node:timers/promises";
import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  type Answer,
  findStored,
  type IdempotentRequest,
  once,
  type Renderer,
  replayOf,
} from "#lib/domain/idempotency/index.ts";
import { movePayoutFundsIn, payoutBalanceIn } from "#lib/domain/payout-balance/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { inChunks } from "#lib/kernel/concurrency.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Metadata } from "#lib/kernel/metadata.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import { railFor } from "#lib/rails/index.ts";
import { announceAskedIn, askApprovalIn, heldBack } from "../approvals/ask-approval.ts";
import { approvedCorridorsIn, makePayout, notApproved } from "../create-payout.ts";
import * as payouts from "../store.ts";
import {
  type BatchPreview,
  MAX_ERRORS,
  type Payout,
  type PayoutApproval,
  type PayoutBatch,
} from "../types.ts";
import * as store from "./batch-store.ts";
import {
  type BatchContent,
  type CheckedBatch,
  readAndCheck,
  refuseAll,
  seenRows,
} from "./read-batch.ts";
import { checkedOf, type LargeBatchBody } from "./read-large-batch.ts";

/** A requested batch. If its body was large, `read` holds the content and the other fields hold tokens. */
export type NewBatch = BatchContent & { metadata: Metadata; read?: LargeBatchBody | null };

/**
 * Creates the payouts of a batch, once per idempotency key. Valid instructions are created together, and their sum is
 * taken from the payout balance in the same transaction; faults of the others are listed in `errors`. The batch is
 * `rejected` and nothing is created if no instruction is valid, a control sum does not match, the corridor is not approved
 * or the balance is too small. Above a limit of the account, all payouts wait for one approval. `confirm` gets the sum
 * before anything is created, and may throw.
 *
 * Throws `parameter_invalid` (`file`, `instructions`) for content that is not a batch, `gateway_error` in live mode
 * without a connector, and as `once`. Locks the currency's balance.
 */
export async function createPayoutBatch(
  ctx: Context,
  params: NewBatch,
  request: IdempotentRequest,
  render: Renderer<PayoutBatch>,
  confirm: (sum: { amountMinor: bigint; currency: string | null }) => void = () => {},
): Promise<Answer> {
  const stored = await findStored(ctx, request);
  if (stored?.state === "finished") return replayOf(stored.response);
  railFor(ctx.mode);
  const checked = checkedBatch(ctx, params);
  const amountMinor = checked.accepted.reduce((sum, { payout }) => sum + payout.amountMinor, 0n);
  confirm({ amountMinor, currency: checked.currency });
  const answer = await once(ctx, request, (tx) => openIn(tx, ctx, params, checked), render);
  notifyDispatcher();
  return answer;
}

/** The batch that would be created, with every row as read. Writes nothing. Throws `parameter_invalid` as
 *  `createPayoutBatch`. */
export async function previewPayoutBatch(ctx: Context, params: NewBatch): Promise<BatchPreview> {
  const checked = checkedBatch(ctx, params);
  const batch = await transact((tx) => previewIn(tx, ctx, params, checked));
  const accepted = new Set(batch.accepted > 0 ? checked.accepted.map(({ row }) => row) : []);
  const rows = seenRows(checked).map((seen) => ({ ...seen, isAccepted: accepted.has(seen.row) }));
  return { batch, rows };
}

async function previewIn(
  tx: Tx,
  ctx: Context,
  params: NewBatch,
  checked: CheckedBatch,
): Promise<PayoutBatch> {
  const allowed = await withinCorridors(tx, ctx, checked);
  const batch = batchOf(ctx, params, { id: newId("pob"), checked: allowed });
  if (batch.accepted === 0 || batch.currency === null) return batch;
  const held = await payoutBalanceIn(tx, ctx, batch.currency);
  if (held >= batch.acceptedTotal) return batch;
  const refused = await overdrawn(tx, ctx, allowed, batch.acceptedTotal);
  return batchOf(ctx, params, { id: batch.id, checked: refused });
}

function checkedBatch(ctx: Context, params: NewBatch): CheckedBatch {
  return (params.read && checkedOf(params.read)) ?? readAndCheck(params, businessNowMs(ctx));
}

async function openIn(
  tx: Tx,
  ctx: Context,
  params: NewBatch,
  checked: CheckedBatch,
): Promise<PayoutBatch> {
  const id = newId("pob");
  const allowed = await withinCorridors(tx, ctx, checked);
  const made = await makePayouts(ctx, id, allowed.accepted);
  const isHeld = made.length > 0 && (await holdIn(tx, ctx, made));
  const final =
    made.length === 0 || isHeld ? allowed : await overdrawn(tx, ctx, allowed, sumOf(made));
  const plain = batchOf(ctx, params, { id, checked: final });
  const { status, format, currency, accepted, acceptedTotal, rejected } = plain;
  const approval =
    isHeld && currency !== null
      ? await askApprovalIn(tx, ctx, { id, amountMinor: acceptedTotal, currency })
      : null;
  const batch: PayoutBatch = { ...plain, approval };
  await store.insert(tx, batch);
  if (isHeld) await insertAll(tx, made, approval);
  if (approval) await announceAskedIn(tx, ctx, batch);
  await recordChangeIn(tx, ctx, {
    action: "payout_batch.created",
    subject: { id },
    after: { status, format, currency, accepted, acceptedTotal, rejected },
  });
  return batch;
}

async function insertAll(tx: Tx, made: readonly Payout[], approval: PayoutApproval | null) {
  for await (const some of inChunks(made)) {
    await payouts.insert(tx, approval ? some.map((one) => heldBack(one, approval)) : some);
  }
}

async function makePayouts(
  ctx: Context,
  id: PayoutBatch["id"],
  accepted: CheckedBatch["accepted"],
): Promise<Payout[]> {
  const made: Payout[] = [];
  for (const { row, payout } of accepted) {
    made.push(makePayout(ctx, payout, { payeeVerification: null, batch: { id, row } }));
    await breathe(made.length);
  }
  return made;
}

async function withinCorridors(tx: Tx, ctx: Context, checked: CheckedBatch) {
  const { currency, accepted } = checked;
  if (currency === null || accepted.length === 0) return checked;
  if ((await approvedCorridorsIn(tx, ctx)).has(currency)) return checked;
  const code = "corridor_not_approved";
  return refuseAll(checked, { code, param: "currency", message: notApproved(currency) });
}

const sumOf = (made: readonly Payout[]) =>
  made.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

async function holdIn(tx: Tx, ctx: Context, made: readonly Payout[]): Promise<boolean> {
  const moves = made.map(
    ({ id: sourceId, amountMinor }) => ({ kind: "payout", amountMinor, sourceId }) as const,
  );
  return await movePayoutFundsIn(tx, ctx, made[0]?.currency ?? "", moves);
}

async function overdrawn(tx: Tx, ctx: Context, checked: CheckedBatch, sumMinor: bigint) {
  const currency = checked.currency ?? "";
  const held = formatMinor(await payoutBalanceIn(tx, ctx, currency), currency);
  const message = `The batch needs ${formatMinor(sumMinor, currency)}; the payout balance holds ${held}.`;
  return refuseAll(checked, { code: "balance_insufficient", param: null, message });
}

function batchOf(
  ctx: Context,
  params: NewBatch,
  { id, checked }: { id: PayoutBatch["id"]; checked: CheckedBatch },
): PayoutBatch {
  const { accepted, errors, currency, count, total } = checked;
  return {
    id,
    accountId: ctx.accountId,
    mode: ctx.mode,
    status: accepted.length === 0 ? "rejected" : "processing",
    format: params.format,
    currency,
    count,
    total,
    accepted: accepted.length,
    acceptedTotal: accepted.reduce((sum, { payout }) => sum + payout.amountMinor, 0n),
    rejected: count - accepted.length,
    settled: 0,
    returned: 0,
    failed: 0,
    canceled: 0,
    errors: errors.slice(0, MAX_ERRORS),
    approval: null,
    metadata: params.metadata,
    requestId: ctx.requestId,
    createdAt: businessNow(ctx),
  };
}

const ROWS_AT_ONCE = 250;

/** Yields to the event loop after every 250 rows, so that a long file does not block other requests. */
async function breathe(done: number): Promise<void> {
  if (done > 0 && done % ROWS_AT_ONCE === 0) await setImmediate();
}
