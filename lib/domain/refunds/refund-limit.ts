import type { Tx } from "#db/transact.ts";
import type { RefundLimit } from "#lib/domain/members/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type ApiError, invalid } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import * as store from "./store.ts";
import type { LimitLeft } from "./types.ts";

type Paid = { id: string; currency: string };

/** The member behind a call, or null for a key. */
export const memberOf = ({ actor, behind }: Context): string | null =>
  actor.type === "member" ? actor.userId : (behind ?? null);

/** The rest of a limit for the caller on a payment: their earlier refunds of it count, except failed and canceled ones.
 *  Null without a limit. */
export async function limitLeft(
  tx: Tx | null,
  ctx: Context,
  limit: RefundLimit | null,
  payment: Paid,
): Promise<LimitLeft | null> {
  return (await limitsLeft(tx, ctx, limit, [payment])).get(payment.id) ?? null;
}

/** As `limitLeft`, of many payments in one query, by id. Empty without a limit. */
export async function limitsLeft(
  tx: Tx | null,
  ctx: Context,
  limit: RefundLimit | null,
  payments: readonly Paid[],
): Promise<Map<string, LimitLeft>> {
  const member = memberOf(ctx);
  if (!limit || !member) return new Map();
  const ids = payments.map(({ id }) => id);
  const used = await store.refundedBy(tx, ctx, ids, member);
  return new Map(
    payments.map(({ id, currency }) => {
      const mostMinor = limit.amounts[currency] ?? 0n;
      const usedMinor = used.get(id) ?? 0n;
      const leftMinor = mostMinor > usedMinor ? mostMinor - usedMinor : 0n;
      return [id, { role: limit.role, currency, mostMinor, usedMinor, leftMinor }];
    }),
  );
}

/** The refusal of a refund of `wantedMinor` (null: of any amount), or null if the limit allows it. */
export function whyAboveLimit(left: LimitLeft | null, wantedMinor: bigint | null): ApiError | null {
  if (!left || (left.leftMinor > 0n && (wantedMinor ?? 0n) <= left.leftMinor)) return null;
  return invalid("amount", `${limitText(left)} ${nextStep(left)}`);
}

function limitText({ role, currency, mostMinor, usedMinor }: LimitLeft): string {
  const whose = `Your role (${role.replace("_", " ")})`;
  if (mostMinor === 0n) return `${whose} may not refund payments in ${currency}.`;
  const limit = `${whose} may refund at most ${formatMinor(mostMinor, currency)} of one payment`;
  if (usedMinor === 0n) return `${limit}.`;
  return `${limit}, and you have refunded ${formatMinor(usedMinor, currency)} of this one.`;
}

function nextStep({ leftMinor, currency }: LimitLeft): string {
  if (leftMinor === 0n) return "Ask an owner or admin to refund it.";
  return `Enter at most ${formatMinor(leftMinor, currency)}, or ask an owner or admin to refund it.`;
}
