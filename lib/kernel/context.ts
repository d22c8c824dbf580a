import type { Id } from "./ids.ts";
import type { Mode } from "./mode.ts";

/** Who asks, for whom, in which ledger: handed to every verb. */
export type Context = {
  accountId: Id<"acct">;
  mode: Mode;
  /** `req_…` of the API request, or of the dashboard or worker action, that caused this. */
  requestId: Id<"req">;
  actor: Actor;
  /** ISO 3166: where the merchant is, and so its acquirer. */
  merchantCountry: string;
  /** How far the account's sandbox clock is ahead of the real time; 0 in live mode. */
  clockAheadMs: number;
};

export type Actor =
  | { type: "key"; keyId: Id<"key"> }
  | { type: "member"; userId: string }
  | { type: "system"; name: string };
