import { inTransaction, type Tx } from "#db/transact.ts";
import { checkBooking, makeJournal } from "#lib/domain/booking/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import * as store from "./store.ts";
import type { FilePlan } from "./types.ts";

/** Throws `parameter_invalid` for a range of a file that is empty or, for a journal, has not ended. */
export async function checkFileIn(tx: Tx, ctx: Context, plan: FilePlan): Promise<void> {
  if (plan.type === "accounting_journal") await checkBooking(ctx, plan, tx);
  else await store.checkRangeIn(tx, plan);
}

export const checkFile = inTransaction(checkFileIn);

type Content = Awaited<ReturnType<typeof store.openCsv>>;

/** Begins to read a file from one snapshot. Reports of rows stream; a journal has a bounded number of sums. */
export async function openFile(plan: FilePlan): Promise<Content> {
  if (plan.type !== "accounting_journal") return await store.openCsv(plan);
  const { bytes, rowCount } = await makeJournal(plan, plan);
  let rest: Buffer | null = bytes;
  return {
    next: async () => {
      const taken = rest;
      rest = null;
      return taken;
    },
    giveBack: () => {},
    rowCount: () => rowCount,
    close: async () => {},
  };
}
