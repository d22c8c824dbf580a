import { createHash, type Hash } from "node:crypto";
import * as reports from "../store.ts";
import type { ReportPlan } from "../types.ts";
import type { FileFacts } from "./types.ts";

/** The rows of a report as CSV, with what the file came to so far. */
export type TakenFile = {
  /** The next bytes; null when the file is whole. Throws when the query fails. */
  next(): Promise<Buffer | null>;
  /** Says that bytes are not looked at any more: their memory may be used for others. */
  giveBack(bytes: Uint8Array): void;
  /** So far; the hash is that of the whole file once it is. */
  facts(): FileFacts;
  /** Must be called at the end, whatever the end was; ends the query if that runs. */
  close(): Promise<void>;
};

/** Begins to take every row of a report: in one snapshot, in constant memory, on a connection of its
 *  own. Throws before any byte what the query fails with at its start. */
export async function takeFile(plan: ReportPlan): Promise<TakenFile> {
  const copy = await reports.openCsv(plan);
  const hash: Hash = createHash("sha256");
  let byteCount = 0;
  return {
    async next() {
      const bytes = await copy.next();
      if (bytes === null) return null;
      hash.update(bytes);
      byteCount += bytes.length;
      return bytes;
    },
    giveBack: (bytes) => copy.giveBack(bytes),
    facts: () => ({ rowCount: copy.rowCount(), byteCount, sha256: hash.copy().digest("hex") }),
    close: () => copy.close(),
  };
}
