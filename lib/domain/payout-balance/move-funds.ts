import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { recordTransfersIn } from "#lib/domain/ledger/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { inChunks } from "#lib/kernel/concurrency.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import * as store from "./store.ts";
import { EFFECTS, type Funds, type FundsMove } from "./types.ts";

/**
 * Moves payout funds of one currency in the caller's transaction: payout balance and ledger transfers together. Returns
 * false and writes nothing if the balance is too small. Locks the currency's balance if it changes.
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

/** The payout balance per currency that ever had one. Takes no lock. */
export function readPayoutBalance(ctx: Context): Promise<Funds[]> {
  return store.list(ctx);
}

/** The payout balance of one currency, as the transaction sees it. */
export async function payoutBalanceIn(tx: Tx, ctx: Context, currency: string): Promise<bigint> {
  const all = await store.list(ctx, tx);
  return all.find((funds) => funds.currency === currency)?.amountMinor ?? 0n;
}

export type TopUp = Funds & {
  id: Id<"tu">;
  mode: Mode;
  /** The payout balance after it. */
  balanceMinor: bigint;
  createdAt: Date;
};

/** Adds sandbox money to the payout balance. Throws `resource_missing` in live mode, which is topped up by bank transfer.
 *  Locks the currency's balance. */
export async function topUpIn(tx: Tx, ctx: Context, funds: Funds): Promise<TopUp> {
  if (ctx.mode === "live") throw missing("top-up", "in live mode");
  const { amountMinor, currency } = funds;
  const id = newId("tu");
  await movePayoutFundsIn(tx, ctx, currency, [{ kind: "topup", amountMinor, sourceId: id }]);
  const balanceMinor = await payoutBalanceIn(tx, ctx, currency);
  await recordChangeIn(tx, ctx, {
    action: "sandbox.topped_up",
    subject: { id },
    after: { amountMinor, currency },
  });
  return { ...funds, id, mode: ctx.mode, balanceMinor, createdAt: businessNow(ctx) };
}
