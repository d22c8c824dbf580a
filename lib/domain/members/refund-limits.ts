import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import type { AccountContext } from "#lib/kernel/context.ts";
import { isCurrency } from "#lib/kernel/currencies.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { LIMITED_ROLES, roleLabel } from "./permissions.ts";
import * as store from "./team-store.ts";
import type { RefundLimits } from "./types.ts";

/** The refund limit of a member: at most so much on one payment, by currency, and nothing in other currencies. */
export type RefundLimit = { role: Role; amounts: Readonly<Record<string, bigint>> };

/** The refund limit of a role, or null without one. */
export function refundLimitOf(limits: RefundLimits, role: Role): RefundLimit | null {
  const own = limits[role];
  if (!own) return null;
  const amounts = Object.entries(own).map(([currency, amount]) => [currency, BigInt(amount)]);
  return { role, amounts: Object.fromEntries(amounts) };
}

const MAX_CURRENCIES = 20;

type NewLimit = { currency: string; amount: string };

/**
 * Sets or removes (`limits` null) the refund limit of a role; applies from each member's next request. Throws
 * `parameter_invalid` (`role`) for a role that cannot be limited, and (`limits`) for an unknown or repeated currency.
 * Locks the account.
 */
export async function changeRefundLimit(
  ctx: AccountContext,
  role: Role,
  limits: readonly NewLimit[] | null,
): Promise<void> {
  if (!LIMITED_ROLES.includes(role)) {
    throw invalid("role", `The refunds of ${roleLabel(role)} cannot be limited.`);
  }
  const next = limits && checked(limits);
  await transact(async (tx) => {
    const account = await store.lockRefundLimits(tx, ctx.accountId);
    if (!account) throw missing("account", ctx.accountId);
    const { limits: all, ...subject } = account;
    const [before, after] = [facts(role, all[role]), facts(role, next ?? undefined)];
    if (String(before[role]) === String(after[role])) return;
    const { [role]: _, ...others } = all;
    await store.setRefundLimits(tx, ctx.accountId, next ? { ...others, [role]: next } : others);
    await recordChangeIn(tx, ctx, {
      action: "account.refund_limit_changed",
      subject,
      before,
      after,
    });
  });
}

function checked(limits: readonly NewLimit[]): Record<string, string> {
  if (limits.length === 0) throw invalid("limits", "Enter an amount in at least one currency.");
  if (limits.length > MAX_CURRENCIES) {
    throw invalid("limits", `At most ${MAX_CURRENCIES} currencies can have a limit.`);
  }
  const amounts: Record<string, string> = {};
  for (const { currency, amount } of limits) {
    if (!isCurrency(currency)) throw invalid("limits", `${currency} is not a currency.`);
    if (currency in amounts) throw invalid("limits", `${currency} is listed twice.`);
    amounts[currency] = String(BigInt(amount));
  }
  return amounts;
}

function facts(role: Role, amounts: Record<string, string> | undefined): Record<string, string[]> {
  if (!amounts) return { [role]: ["no limit"] };
  // In the order of the codes: PostgreSQL does not keep the order of keys.
  const texts = Object.keys(amounts)
    .sort()
    .map((currency) => formatMinor(BigInt(amounts[currency]!), currency));
  return { [role]: texts };
}
