import type { Tx } from "#db/transact.ts";
import { recordTransfersIn } from "#lib/domain/ledger/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { inChunks } from "#lib/kernel/concurrency.ts";
import type { Context } from "#lib/kernel/context.ts";
import * as store from "./store.ts";
import { EFFECTS, type Funds, type FundsMove } from "./types.ts";

/**
 * Moves payout funds of one currency in the caller's transaction: the balance that payouts are drawn on and
 * the ledger's transfers together. False, and nothing written, when the moves take more than the balance
 * holds. Locks the currency's balance when it changes.
 */
export async function movePayoutFundsIn(
  tx: Tx,
  ctx: Context,
  currency: string,
  moves: readonly FundsMove[],
): Promise<boolean> {
  const change = moves.reduce(
    (sum, { kind, amountMinor }) => sum + EFFECTS[kind] * amountMinor,
    0n,
  );
  if (change > 0n) await store.add(tx, ctx, { amountMinor: change, currency });
  if (change < 0n && !(await store.take(tx, ctx, { amountMinor: -change, currency }))) return false;
  const bookedAt = businessNow(ctx);
  for await (const some of inChunks(moves)) {
    const transfers = some.map((move) => ({ ...move, currency }));
    await recordTransfersIn(tx, ctx, transfers, bookedAt);
  }
  return true;
}

/** What may be paid out, per currency that ever held anything. Takes no lock. */
export function readPayoutBalance(ctx: Context): Promise<Funds[]> {
  return store.list(ctx);
}

/** The same of one currency, as the transaction sees it. */
export async function payoutBalanceIn(tx: Tx, ctx: Context, currency: string): Promise<bigint> {
  const all = await store.list(ctx, tx);
  return all.find((funds) => funds.currency === currency)?.amountMinor ?? 0n;
}
