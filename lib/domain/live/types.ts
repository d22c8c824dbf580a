import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

/** One mode of one account: what a dashboard looks at. */
export type Place = { accountId: Id<"acct">; mode: Mode };

/** Kinds of things that change without an event of their own. What has events goes by the first word of
 *  their type: `payment`, `payout_batch`. */
export type QuietKind = "delivery" | "replay" | "request" | "payout_limit";

/** What changed since the announcement before it. */
export type LiveChange = {
  /** Where a stream that breaks off can go on. */
  id: string;
  /** `["all"]` where it is not known any more what was missed. */
  kinds: readonly string[];
};
