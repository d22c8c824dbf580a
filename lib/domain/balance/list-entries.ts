import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import * as store from "./store.ts";
import type { Entry, EntryType } from "./types.ts";

export type ListEntriesRequest = PageRequest & {
  type?: EntryType | undefined;
  currency?: string | undefined;
  /** The object that moved the money. */
  source?: string | undefined;
  settlement?: string | undefined;
  created?: CreatedRange | undefined;
};

/** One page of balance transactions, newest first. Throws `parameter_invalid` for a cursor that is none
 *  of theirs. Takes no lock. */
export async function listEntries(ctx: Context, request: ListEntriesRequest): Promise<Page<Entry>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Throws `resource_missing`. */
export async function getEntry(ctx: Context, id: string): Promise<Entry> {
  const entry = await store.find(ctx, id);
  if (!entry) throw missing("balance transaction", id);
  return entry;
}
