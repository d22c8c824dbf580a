import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { movePayoutFundsIn, payoutBalanceIn } from "./move-funds.ts";
import type { Funds } from "./types.ts";

export type TopUp = Funds & {
  id: Id<"tu">;
  mode: Mode;
  /** What may be paid out after it. */
  balanceMinor: bigint;
  createdAt: Date;
};

/** Adds sandbox money to the payout balance. Throws `resource_missing` in live mode, where money comes by
 *  bank transfer. Locks the currency's balance. */
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
