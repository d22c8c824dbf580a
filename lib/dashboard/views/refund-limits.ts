import { LIMITED_ROLES, type RefundLimits } from "#lib/domain/members/index.ts";
import type { LimitLeft } from "#lib/domain/refunds/index.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";

/** The most that a role may refund on one payment, by currency, in the order of the codes; null without a limit. */
export type RefundLimitView = { currency: string; amount: string }[] | null;

export function refundLimitView(limits: RefundLimits, role: Role): RefundLimitView {
  const own = limits[role];
  if (!own) return null;
  return Object.entries(own)
    .map(([currency, amount]) => ({ currency, amount }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** The limits of all roles that can have one. */
export function refundLimitsView(limits: RefundLimits): { role: Role; limits: RefundLimitView }[] {
  return LIMITED_ROLES.map((role) => ({ role, limits: refundLimitView(limits, role) }));
}

/** The limit of the person's role and its rest for one payment; null without a limit. */
export function limitLeftView(left: LimitLeft | null) {
  return left && { most: String(left.mostMinor), left: String(left.leftMinor) };
}
