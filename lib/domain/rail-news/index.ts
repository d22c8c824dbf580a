import { log } from "#lib/kernel/log.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import * as store from "./store.ts";

/**
 * Handles a rail's message about an object: makes the object due, so that the worker asks the rail now. The message's
 * content is not trusted, so duplicate, late or reordered messages change nothing. Returns whether there is anything to
 * ask about the object. Locks the object's row for one statement.
 */
export async function handleNews(news: {
  mode: Mode;
  accountId: string;
  id: string;
}): Promise<boolean> {
  const waits = await store.makeDueNow(news);
  log.info("a rail reported a change", { object: news.id, account: news.accountId, waits });
  return waits;
}
