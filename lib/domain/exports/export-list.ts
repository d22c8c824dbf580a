import { createHash } from "node:crypto";
import { transact } from "#db/transact.ts";
import { type Facts, recordChangeIn } from "#lib/domain/audit/index.ts";
import type { AccountContext, Context } from "#lib/kernel/context.ts";
import { type Cell, csvLine } from "#lib/kernel/csv.ts";
import type { SentFile } from "#lib/kernel/file-response.ts";
import type { KeysetPage } from "#lib/kernel/page.ts";
import { enterExport, STALLED_MS } from "./enter-export.ts";

const ROWS_AT_ONCE = 1_000;

export type ListExport = {
  /** The list's own name, under which the audit log finds who took it. */
  list: string;
  fileName: string;
  /** What the rows were narrowed to and which columns were taken, for the audit log. */
  about: Facts;
  header: readonly string[];
  /** One page of the list's rows as cells, newest first. */
  read: (page: KeysetPage) => Promise<{ rows: Cell[][]; older: string | null }>;
};

/**
 * Begins to send every row of a list as CSV, newest first, and writes down who took it. Rows are read a page
 * at a time, when those before were taken: memory does not grow with them and no connection waits. What is
 * made meanwhile is newer than the first page and not in the file; a row that changes meanwhile is in it once,
 * as it was when its page was read. Throws `rate_limited` while too many exports run.
 */
export async function exportList(
  ctx: AccountContext & Partial<Pick<Context, "mode">>,
  params: ListExport,
): Promise<SentFile> {
  const leave = enterExport(ctx.accountId);
  try {
    await transact((tx) =>
      recordChangeIn(tx, ctx, {
        action: "list.exported",
        subject: { id: params.list, name: params.fileName },
        after: params.about,
      }),
    );
  } catch (error) {
    leave();
    throw error;
  }
  return sending(params, leave);
}

function sending({ fileName, header, read }: ListExport, leave: () => void): SentFile {
  const hash = createHash("sha256");
  let rowCount = 0;
  let page: KeysetPage | null = { after: null, before: null, limit: ROWS_AT_ONCE };
  let begun = false;
  let stalled = false;
  const giveUp = () => {
    stalled = true;
    leave();
  };
  let timer = setTimeout(giveUp, STALLED_MS).unref();
  const end = () => {
    clearTimeout(timer);
    page = null;
    leave();
  };
  const text = async (from: KeysetPage): Promise<string> => {
    const { rows, older } = await read(from);
    rowCount += rows.length;
    page = older === null ? null : { ...from, after: older };
    const head = begun ? "" : csvLine(header);
    begun = true;
    return head + rows.map(csvLine).join("");
  };
  return {
    fileName,
    async next() {
      clearTimeout(timer);
      if (stalled) throw new Error(`nobody took the rows of ${fileName} for too long`);
      if (page === null) {
        end();
        return null;
      }
      try {
        const bytes = Buffer.from(await text(page));
        timer = setTimeout(giveUp, STALLED_MS).unref();
        hash.update(bytes);
        return bytes;
      } catch (error) {
        end();
        throw error;
      }
    },
    facts: () => ({ rowCount, sha256: hash.copy().digest("hex") }),
    cancel: async () => end(),
  };
}
