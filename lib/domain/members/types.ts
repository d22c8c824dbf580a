import type { Id } from "#lib/kernel/ids.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";

export type User = { id: string; name: string; email: string };

/** One account that a person may open, and as what. */
export type Membership = {
  accountId: Id<"acct">;
  role: Role;
  accountName: string;
  country: string;
  timezone: string;
  defaultCurrency: string;
  testVersion: string;
  liveVersion: string;
  isDemo: boolean;
  /** Whether everybody in it has to have a second factor. */
  requiresSecondFactor: boolean;
  sessionEnds: SessionEnds;
  /** How far test mode's clock is ahead of the real time. */
  testClockAheadMs: number;
};

/** Somebody of an account. */
export type TeamMember = {
  userId: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: Date;
  hasSecondFactor: boolean;
  /** In any of their accounts; null when they have no session. */
  lastSeenAt: Date | null;
};

/** Somebody who was asked to join. */
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

/** What is known of a session besides whose it is. */
export type SessionState = {
  /** When its person last gave a password or a code; null when that is not known. */
  confirmedAt: Date | null;
  lastSeenAt: Date | null;
  hasSecondFactor: boolean;
  /** The password was right, and the second factor is still to be given. */
  awaitsSecondFactor: boolean;
  /** Null while it lives. */
  endedBy: SessionEnd | null;
};

/** How long the sessions of an account's members last: minutes without a person at them, and days since the sign-in. */
export type SessionEnds = { idleMinutes: number; days: number };

/** What ended a session: its time without a person at it, or its age. */
export type SessionEnd = "rest" | "age";

export type Passkey = { id: string; name: string; createdAt: Date; usedAt: Date | null };

export type PersonSession = {
  id: string;
  address: string | null;
  client: string | null;
  createdAt: Date;
  lastSeenAt: Date | null;
};
