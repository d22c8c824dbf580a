import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Locale } from "#lib/kernel/vocabulary/locales.ts";

export type Account = {
  id: Id<"acct">;
  name: string;
  country: string;
  timezone: string;
  defaultCurrency: string;
  /** How screens write numbers, dates and times. */
  locale: Locale;
  testVersion: string;
  liveVersion: string;
  isDemo: boolean;
  createdAt: Date;
};

/** The plaintexts of a new account's default keys. They are known only at creation. */
export type DefaultKeys = Record<Mode, { publishable: string; secret: string }>;

/** One change of a mode's version pin. */
export type PinChange = {
  fromVersion: string;
  toVersion: string;
  /** The id of a user or key, or the name of a system actor. */
  changedBy: string;
  changedAt: Date;
};
