import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

/** One mode of one account, as one dashboard shows it. */
export type Place = { accountId: Id<"acct">; mode: Mode };

/** The kinds of objects that changed since the message before. */
export type LiveChange = {
  /** The id from which a reconnected stream can resume. */
  id: string;
  /** `["all"]` if the missed changes are not known. */
  kinds: readonly string[];
};
