import { at } from "#lib/kernel/clock.ts";
import type { CreatedRange, PageRequest } from "#lib/kernel/page.ts";
import type { ListQuery } from "../contract/shared.ts";

/** The shared part of a list's query in the domain's terms. */
export function toPageRequest(query: ListQuery): PageRequest & { created?: CreatedRange } {
  return {
    limit: query.limit,
    startingAfter: query.starting_after,
    endingBefore: query.ending_before,
    ...(query.created ? { created: toRange(query.created) } : {}),
  };
}

function toRange(created: NonNullable<ListQuery["created"]>): CreatedRange {
  const moment = (text: string | undefined) =>
    text === undefined ? undefined : at(Date.parse(text));
  return {
    gt: moment(created.gt),
    gte: moment(created.gte),
    lt: moment(created.lt),
    lte: moment(created.lte),
  };
}
