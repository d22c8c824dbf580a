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

/** One change of a mode's version pin. */
export type PinChange = {
  fromVersion: string;
  toVersion: string;
  /** A user's or a key's id, or a part of the system. */
  changedBy: string;
  changedAt: Date;
};
