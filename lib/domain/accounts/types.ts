import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

export type Account = {
  id: Id<"acct">;
  name: string;
  country: string;
  timezone: string;
  defaultCurrency: string;
  testVersion: string;
  liveVersion: string;
  isDemo: boolean;
  createdAt: Date;
};

/** The default keys of a new account, in the one moment when their secrets are known. */
export type DefaultKeys = Record<Mode, { publishable: string; secret: string }>;
