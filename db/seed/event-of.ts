import type { Event, EventType } from "#lib/domain/events/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Page, PageRequest } from "#lib/kernel/page.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { type WireNoun, type WireSource, wireOf } from "#lib/wire/index.ts";
import type { Random } from "./random.ts";

type Owned = {
  id: Event["objectId"];
  accountId: Id<"acct">;
  mode: Mode;
  requestId?: Id<"req"> | null;
};

/** Creates events of a noun with the object as it was at a time. */
export function eventOf<N extends WireNoun>(random: Random, noun: N) {
  return (object: Owned & WireSource<N>, type: EventType, createdAt: Date): Event => ({
    id: random.id("evt", createdAt.getTime()),
    accountId: object.accountId,
    mode: object.mode,
    type,
    objectId: object.id,
    version: NEWEST_VERSION,
    data: wireOf(noun, object),
    requestId: object.requestId ?? null,
    createdAt,
  });
}

/** Pages through a list and returns it oldest first, so that a rerun draws the same numbers. */
export async function all<T>(list: (page: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 100, startingAfter: cursor });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return items.reverse();
}
