import { getPool } from "#db/client.ts";
import type { Received } from "#test/receiver.ts";
import type { JournalLine } from "./hooks-journal.ts";

type Row = {
  id: string;
  event_id: string;
  status: string;
  attempt_count: number;
  path: string;
  endpoint_id: string;
  signatures: string[];
};

const DELIVERIES = `
  select d.id, d.event_id, d.status, d.attempt_count, d.endpoint_id,
         substring(w.url from '/[^/]*$') as path,
         coalesce(array_agg(a.request_headers->>'Service-Signature' order by a.number)
                  filter (where a.number is not null), '{}') as signatures
    from deliveries d
    join webhook_endpoints w on w.account_id = d.account_id and w.id = d.endpoint_id
    left join delivery_attempts a on a.account_id = d.account_id and a.delivery_id = d.id
   where d.account_id = $1
   group by d.account_id, d.id, w.url`;

export type HookBooks = { deliveries: number; arrived: number; twice: number; problems: string[] };

/** Invariants that must hold when no delivery is open any more: every event arrived at least once at every
 *  endpoint, a repeat is explained by a kill, and the attempt history matches what the receiver got. */
export async function hookBooks(
  accountId: string,
  endpoints: number,
  received: readonly Received[],
  journal: readonly JournalLine[],
): Promise<HookBooks> {
  const pool = getPool();
  const { rows } = await pool.query<Row>(DELIVERIES, [accountId]);
  const events = await pool.query("select id from events where account_id = $1", [accountId]);
  const arrivals = Map.groupBy(received, ({ path, headers }) =>
    key(headers["service-event-id"] ?? "", path),
  );
  const expected = events.rows.length * endpoints;
  const problems = [
    ...(rows.length === expected ? [] : [`${rows.length} deliveries, not ${expected}`]),
    ...rows.flatMap((row) => wrongHistory(row, arrivals.get(key(row.event_id, row.path)) ?? [])),
    ...unknownArrivals(rows, arrivals),
    ...unexplained(journal),
    ...tooOften(journal, rows, arrivals),
    ...outOfOrder(journal),
  ];
  const twice = [...arrivals.values()].reduce((sum, each) => sum + each.length - 1, 0);
  return { deliveries: rows.length, arrived: received.length, twice, problems };
}

const key = (event: string, path: string) => `${event} ${path.slice(path.lastIndexOf("/"))}`;

function wrongHistory(row: Row, arrived: readonly Received[]): string[] {
  const { id, status, attempt_count, signatures } = row;
  const seen = new Set(arrived.map(({ headers }) => headers["service-signature"]));
  const bodies = new Set(arrived.map(({ body }) => body.toString("latin1")));
  return [
    ...(status === "delivered" ? [] : [`${id} is ${status}`]),
    ...(arrived.length > 0 ? [] : [`${id} never arrived`]),
    ...(signatures.length === attempt_count ? [] : [`${id} has a gap in its history`]),
    ...(signatures.every((signature) => seen.has(signature))
      ? []
      : [`${id} has an attempt in its history that never arrived`]),
    ...(bodies.size <= 1 ? [] : [`${id} was sent with different bodies`]),
  ];
}

function unknownArrivals(rows: readonly Row[], arrivals: ReadonlyMap<string, unknown>): string[] {
  const known = new Set(rows.map((row) => key(row.event_id, row.path)));
  return [...arrivals.keys()].filter((each) => !known.has(each)).map((each) => `${each}: whose?`);
}

type Claim = { line: number; worker: number };

/** The claims of one delivery for one attempt, in order. */
function claimsIn(journal: readonly JournalLine[]): Map<string, Claim[]> {
  const claims = new Map<string, Claim[]>();
  for (const [line, entry] of journal.entries()) {
    if (entry.what !== "claimed") continue;
    const name = `${entry.delivery} ${entry.number}`;
    claims.set(name, [...(claims.get(name) ?? []), { line, worker: entry.worker }]);
  }
  return claims;
}

/** A delivery may be claimed again for the same attempt only if its holder was killed or the database was down
 *  since. */
export function unexplained(journal: readonly JournalLine[]): string[] {
  const killed = new Map<number, number>();
  const away: Array<{ from: number; to: number }> = [];
  for (const [line, entry] of journal.entries()) {
    if (entry.what === "killed") killed.set(entry.worker, line);
    if (entry.what === "database down") away.push({ from: line, to: Number.POSITIVE_INFINITY });
    if (entry.what === "database up") away.at(-1)!.to = line;
  }
  const isExplained = (first: Claim, next: Claim) =>
    (killed.get(first.worker) ?? Number.POSITIVE_INFINITY) < next.line ||
    away.some(({ from, to }) => from < next.line && to > first.line);
  return [...claimsIn(journal)].flatMap(([name, list]) =>
    list.slice(1).flatMap((next, index) => {
      return isExplained(list[index]!, next) ? [] : [`${name} was claimed again without a kill`];
    }),
  );
}

/** A delivery arrives at most once per claim. */
function tooOften(
  journal: readonly JournalLine[],
  rows: readonly Row[],
  arrivals: ReadonlyMap<string, readonly Received[]>,
): string[] {
  const claims = claimsIn(journal);
  return rows.flatMap(({ id, event_id, path, attempt_count }) => {
    let claimed = 0;
    for (let n = 1; n <= attempt_count; n++) claimed += claims.get(`${id} ${n}`)?.length ?? 0;
    const came = arrivals.get(key(event_id, path))?.length ?? 0;
    return came > claimed ? [`${id} came ${came} times and was claimed ${claimed} times`] : [];
  });
}

/**
 * The merchant's events are written one after the other, so their first claims must be in the same order. A claim whose
 * worker died before it got the result may hold a delivery unseen; that delivery appears when its lease ends, after
 * others that were claimed since. The order of two workers' concurrent claims cannot be told from their results: the
 * later result may belong to the earlier claim.
 */
export function outOfOrder(journal: readonly JournalLine[]): string[] {
  const unheard = unheardClaims(journal);
  const latest = new Map<string, { delivery: string; line: number }>();
  const askedAt = new Map<number, number>();
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const [line, entry] of journal.entries()) {
    if (entry.what === "claiming") askedAt.set(entry.worker, line);
    if (entry.what !== "claimed" || entry.number !== 1 || seen.has(entry.delivery)) continue;
    const { delivery, endpoint, worker } = entry;
    seen.add(delivery);
    const before = latest.get(endpoint);
    const asked = askedAt.get(worker) ?? line;
    if (!before || delivery > before.delivery) latest.set(endpoint, { delivery, line });
    else if (
      asked > before.line &&
      !unheard.some(({ from, to }) => from < before.line && to < line)
    ) {
      problems.push(`${delivery} was first claimed after ${before.delivery}`);
    }
  }
  return problems;
}

/** Claims whose worker or database was killed before they returned. */
function unheardClaims(journal: readonly JournalLine[]): Array<{ from: number; to: number }> {
  const open = new Map<number, number>();
  const unheard: Array<{ from: number; to: number }> = [];
  for (const [line, entry] of journal.entries()) {
    if (entry.what === "claiming") open.set(entry.worker, line);
    if (entry.what === "answered") open.delete(entry.worker);
    const lost = entry.what === "killed" ? [entry.worker] : [];
    if (entry.what === "database down") lost.push(...open.keys());
    for (const worker of lost) {
      const from = open.get(worker);
      if (from !== undefined) unheard.push({ from, to: line });
      open.delete(worker);
    }
  }
  return unheard;
}
