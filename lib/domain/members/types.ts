import type { Id } from "#lib/kernel/ids.ts";

export const ROLES = ["owner", "admin", "developer", "finance", "support", "read_only"] as const;
export type Role = (typeof ROLES)[number];

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
};
