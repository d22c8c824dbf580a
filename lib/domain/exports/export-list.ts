import { createHash } from "node:crypto";
import { transact } from "#db/transact.ts";
import { type Facts, recordChangeIn } from "#lib/domain/audit/index.ts";
import { MINUTE_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { AccountContext, Context } from "#lib/kernel/context.ts";
import { type Cell, csvLine } from "#lib/kernel/csv.ts";
import type { SentFile } from "#lib/kernel/file-response.ts";
import type { KeysetPage } from "#lib/kernel/page.ts";
import { rateLimited } from "#lib/kernel/rate-limited.ts";

const ROWS_AT_ONCE = 1_000;

type ListExport = {
  /** The list's name, as subject in the audit log. */
  list: string;
  fileName: string;
  /** Filters and columns, for the audit log. */
  about: Facts;
  header: readonly string[];
  /** One page of the list's rows as cells, newest first. */
  read: (page: KeysetPage) => Promise<{ rows: Cell[][]; older: string | null }>;
};

/**
 * Starts an export of all rows of a list as CSV, newest first, and records it in the audit log. Each page is read after
 * the client has read the one before, so memory does not grow and no database connection is held. Rows created meanwhile
 * are not in the file; a row that changes meanwhile is in it once, as it was when its page was read. Throws
 * `rate_limited` while too many exports run.
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
      if (stalled) throw new Error(`the client read nothing of ${fileName} for too long`);
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

/** Maximum number of exports that this process runs concurrently: of one account, and of all accounts. */
const MOST_OF_ACCOUNT = 3;
const MOST_OF_ALL = 6;
/** An account's second and third export leave so many slots free, so that two accounts whose clients read slowly do not
 *  keep all others from exporting. */
const KEPT_FREE = 2;
/** An export ends when its client has read it, which cannot be predicted: clients retry after this time. */
const RETRY_MS = 5 * SECOND_MS;

/** An export whose client reads nothing for this long is aborted, so that its slot is free for others. */
export const STALLED_MS = 2 * MINUTE_MS;

type Running = { accountId: string; holdsConnection: boolean };
const running = new Set<Running>();

/** Reserves one of the account's three export slots and returns the function that releases it. An export that holds a
 *  database connection names how many there are for all. Throws `rate_limited` with the rate-limit headers if none is free;
 *  its reset is the time to retry. */
export function enterExport(accountId: string, connections: number | null = null): () => void {
  const all = [...running];
  const ofAccount = all.filter((one) => one.accountId === accountId).length;
  const holding = all.filter(({ holdsConnection }) => holdsConnection);
  const isFull =
    isFullFor(accountId, all, MOST_OF_ALL) ||
    (connections !== null && isFullFor(accountId, holding, connections));
  if (ofAccount >= MOST_OF_ACCOUNT || isFull) {
    const whose = ofAccount >= MOST_OF_ACCOUNT ? `${ofAccount} of this account's` : "Too many";
    throw rateLimited(`${whose} exports are running. Wait for one to end.`, {
      allowed: false,
      limit: MOST_OF_ACCOUNT,
      remaining: 0,
      resetMs: nowMs() + RETRY_MS,
      retryAfterMs: RETRY_MS,
    });
  }
  const mine = { accountId, holdsConnection: connections !== null };
  running.add(mine);
  return () => {
    running.delete(mine);
  };
}

function isFullFor(accountId: string, all: readonly Running[], most: number): boolean {
  const isFurther = all.some((one) => one.accountId === accountId);
  return all.length >= (isFurther ? most - KEPT_FREE : most);
}
