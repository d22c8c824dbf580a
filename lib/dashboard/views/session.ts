import { type Membership, permissionsOf, type User } from "#lib/domain/members/index.ts";
import { now } from "#lib/kernel/clock.ts";

/** Who is looking, at which account, and what they may do there. */
export function sessionView(user: User, memberships: Membership[], active: Membership) {
  return {
    person: { id: user.id, name: user.name, email: user.email },
    account: {
      id: active.accountId,
      name: active.accountName,
      country: active.country,
      timezone: active.timezone,
      currency: active.defaultCurrency,
      isDemo: active.isDemo,
    },
    role: active.role,
    may: permissionsOf(active.role),
    accounts: memberships.map(({ accountId, accountName, role }) => ({
      id: accountId,
      name: accountName,
      role,
    })),
    now: now().toISOString(),
    /** How far test mode's clock is ahead of it. */
    testClockAheadMs: active.testClockAheadMs,
  };
}

export type SessionView = ReturnType<typeof sessionView>;
