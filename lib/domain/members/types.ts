import type { Id } from "#lib/kernel/ids.ts";

export type Role = "owner" | "admin" | "developer" | "finance" | "support" | "read_only";

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
  /** How far test mode's clock is ahead of the real time. */
  testClockAheadMs: number;
};
