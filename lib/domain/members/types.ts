import type { Id } from "#lib/kernel/ids.ts";
import type { Locale } from "#lib/kernel/vocabulary/locales.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import type { SessionEnd } from "#lib/kernel/vocabulary/sessions.ts";

export type User = { id: string; name: string; email: string };

/** An account of a person, with their role. */
export type Membership = {
  accountId: Id<"acct">;
  role: Role;
  accountName: string;
  country: string;
  timezone: string;
  defaultCurrency: string;
  locale: Locale;
  testVersion: string;
  liveVersion: string;
  isDemo: boolean;
  /** Whether every member needs a second factor. */
  requiresSecondFactor: boolean;
  sessionEnds: SessionEnds;
  refundLimits: RefundLimits;
  /** Lead of the test mode's clock over real time. */
  testClockAheadMs: number;
};

/** A member of an account. */
export type TeamMember = {
  userId: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: Date;
  hasSecondFactor: boolean;
  /** In any of their accounts; null without a session. */
  lastSeenAt: Date | null;
};

/** An invitation to join an account. */
export type Invitation = {
  id: Id<"inv">;
  accountId: Id<"acct">;
  email: string;
  role: Role;
  invitedBy: string;
  sends: number;
  createdAt: Date;
  expiresAt: Date;
};

/** The state of a session. */
export type SessionState = {
  /** When the person last gave a password or a code; null if unknown. */
  confirmedAt: Date | null;
  lastSeenAt: Date | null;
  hasSecondFactor: boolean;
  /** The password was correct, but the second factor has not been given yet. */
  awaitsSecondFactor: boolean;
  /** Null while it is active. */
  endedBy: SessionEnd | null;
};

/** How long the sessions of an account's members last: minutes without activity, and days since the sign-in. */
export type SessionEnds = { idleMinutes: number; days: number };

/** The largest amount that a member of a role may refund on one payment, by currency. A role that is not listed has no
 *  limit; a listed one may refund no other currency. */
export type RefundLimits = Partial<Record<Role, Record<string, string>>>;

export type Passkey = { id: string; name: string; createdAt: Date; usedAt: Date | null };

export type PersonSession = {
  id: string;
  address: string | null;
  client: string | null;
  createdAt: Date;
  lastSeenAt: Date | null;
};
