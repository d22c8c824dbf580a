import { dateFromMs, secondAfter, secondFrom } from "#lib/kernel/clock.ts";
import type { CreatedRange, PageRequest } from "#lib/kernel/page.ts";
import type { ListQuery } from "#lib/wire/contract/shared.ts";

/** The paging parameters of a list's query, as the domain takes them. */
export function toPageRequest(query: ListQuery): PageRequest & { created?: CreatedRange } {
  return {
    limit: query.limit,
    startingAfter: query.starting_after,
    endingBefore: query.ending_before,
    ...(query.created ? { created: toRange(query.created) } : {}),
  };
}

/** Millisecond bounds that match all times whose shown whole seconds meet the bounds. A bound with a fraction of a
 * second is compared exactly: 09:31:07 is not at or after 09:31:07.5. */
function toRange({ gt, gte, lt, lte }: NonNullable<ListQuery["created"]>): CreatedRange {
  const bounds = (text: string | undefined, bound: (moment: Date) => Date) =>
    text === undefined ? [] : [bound(dateFromMs(Date.parse(text))).getTime()];
  const from = [...bounds(gt, secondAfter), ...bounds(gte, secondFrom)];
  const to = [...bounds(lt, secondFrom), ...bounds(lte, secondAfter)];
  return {
    from: from.length > 0 ? dateFromMs(Math.max(...from)) : undefined,
    to: to.length > 0 ? dateFromMs(Math.min(...to)) : undefined,
  };
}

/** Whether a request asks for CSV: by `format`, else by `Accept`. */
export function wantsCsv(request: Request): boolean {
  const format = new URL(request.url).searchParams.get("format");
  if (format !== null) return format === "csv";
  const accept = request.headers.get("accept") ?? "";
  const csv = weightOf(accept, "text/csv");
  return csv > 0 && csv > weightOf(accept, "application/json");
}

/** The weight of a media type in `Accept`, 0 to 1 (RFC 9110 §12.5.1); 0 if it is not named. */
function weightOf(accept: string, type: string): number {
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    if (name !== type) continue;
    const weight = parameters.find((one) => one.startsWith("q="))?.slice(2);
    return weight === undefined ? 1 : Number(weight) || 0;
  }
  return 0;
}
