import type { Approval, LimitChange, PayoutLimit } from "#lib/domain/payouts/index.ts";
import { iso } from "./shared.ts";

/** Who looks, and what people and keys are called. */
export type Viewer = { userId: string; mayPayOut: boolean; names: ReadonlyMap<string, string> };

/** That a second person is asked, and whether the viewer can be it. */
export function approvalView(approval: Approval, { userId, mayPayOut, names }: Viewer) {
  const nameOf = (id: string) => {
    const name = names.get(id) ?? id;
    return { id, name: id.startsWith("key_") ? `Key ${name}` : name };
  };
  const { state, reason, requestedBy, excluded, decidedBy, decidedAt, expiresAt } = approval;
  return {
    state,
    reason,
    requestedBy: nameOf(requestedBy),
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
    decidedAt: iso(decidedAt),
    expiresAt: expiresAt.toISOString(),
    isByViewer: excluded.includes(userId),
    mayDecide: state === "pending" && mayPayOut && !excluded.includes(userId),
  };
}

export type ApprovalView = ReturnType<typeof approvalView>;

/** What a button learns when a payout or a batch is decided. */
export type DecidedView = { id: string; state: Approval["state"] };

const limitsView = (limits: { perPayoutMinor: bigint; perDayMinor: bigint } | null) =>
  limits && { perPayout: String(limits.perPayoutMinor), perDay: String(limits.perDayMinor) };

type Found = {
  currencies: readonly string[];
  limits: readonly PayoutLimit[];
  changes: readonly LimitChange[];
  names: ReadonlyMap<string, string>;
  userId: string;
  /** How many members may approve payouts. */
  approvers: number;
  /** How many members may confirm a change of the limits. */
  admins: number;
};

/** The limits of a mode, currency by currency, and the changes that wait. */
export function payoutLimitsView({ currencies, limits, changes, ...found }: Found) {
  const { names, userId, approvers, admins } = found;
  return {
    approvers,
    admins,
    currencies: currencies.map((currency) => {
      const change = changes.find((one) => one.currency === currency);
      return {
        currency,
        limits: limitsView(limits.find((one) => one.currency === currency) ?? null),
        change: change
          ? {
              id: change.id,
              to: limitsView(change.to),
              requestedBy: names.get(change.requestedBy) ?? change.requestedBy,
              isByViewer: change.requestedBy === userId,
              expiresAt: change.expiresAt.toISOString(),
            }
          : null,
      };
    }),
  };
}

export type PayoutLimitsView = ReturnType<typeof payoutLimitsView>;
export type CurrencyLimitsView = PayoutLimitsView["currencies"][number];
