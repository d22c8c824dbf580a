import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

/** One mode of one account, as one dashboard shows it. */
export type Place = { accountId: Id<"acct">; mode: Mode };

/** Kinds of changes without an event. The kind of other changes is the first part of the event's type, such as
 *  `payment` or `payout_batch`. */
export type QuietKind = "delivery" | "replay" | "request" | "payout_limit" | "bank_statement";

/** The kinds of objects that changed since the message before. */
export type LiveChange = {
  /** The id from which a reconnected stream can resume. */
  id: string;
  /** `["all"]` if the missed changes are not known. */
  kinds: readonly string[];
};
