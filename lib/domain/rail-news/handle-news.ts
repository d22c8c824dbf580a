import { log } from "#lib/kernel/log.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import * as store from "./store.ts";

/**
 * Has an object's rail asked at once instead of when it was due: what a rail's news comes to. The news
 * itself is not believed, so that news which come twice, late, out of order or of something long settled
 * change nothing: the worker asks by id, and the guarded moves decide. Answers whether the object waits for
 * its rail at all. Takes the object's row lock for the one statement.
 */
export async function hearNews(news: {
  mode: Mode;
  accountId: string;
  id: string;
}): Promise<boolean> {
  const waits = await store.bringNear(news);
  log.info("a rail has news", { object: news.id, account: news.accountId, waits });
  return waits;
}
