import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { db, runPrepared, schema } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { selectList } from "#db/sql-text.ts";
import { within } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { DAY_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { AtRisk, Decided, Incident, Tests } from "./types.ts";

const { incidents: t, incidentAmounts: a, incidentWatches: w } = schema;

type Owner = Pick<Context, "accountId" | "mode">;
type IncidentKey = Pick<Incident, "accountId" | "mode" | "id">;
export type WatchRow = Owner & {
  id: string;
  wakes: number;
  seenTo: Date | null;
  tests: Tests | null;
};

const toWatch = ({
  accountId,
  mode,
  id,
  wakes,
  seenTo,
  tests,
}: typeof w.$inferSelect): WatchRow => ({
  ...{ accountId, mode, id, wakes, seenTo, tests },
});

/** Accounts whose approvals are to be looked at, by their own clock. */
export const dueRows = dueQueue("incident_watches", selectList(w, "p"), toWatch, "due_at");

/** Stores the tests and the next look; null for none, unless the rollup has new outcomes since `watch` was read. False if a
 *  rival has stored other tests since. */
export async function saveIn(
  tx: Tx,
  watch: WatchRow,
  next: { tests: Tests; seenTo: Date; dueAt: Date | null; lookAt: Date },
): Promise<boolean> {
  const { tests, seenTo, dueAt, lookAt } = next;
  const saved = await tx
    .update(w)
    .set({
      // The stored form is mutable, what the tests return is not.
      tests: tests as NonNullable<(typeof w.$inferInsert)["tests"]>,
      seenTo,
      dueAt: dueAt ?? sql`case when ${w.wakes} <> ${watch.wakes} then ${lookAt}::timestamptz end`,
    })
    .where(
      and(
        ...[eq(w.accountId, watch.accountId), eq(w.mode, watch.mode), eq(w.id, watch.id)],
        sql`${w.seenTo} is not distinct from ${watch.seenTo}`,
      ),
    )
    .returning({ id: w.id });
  return saved.length === 1;
}

/** $1 account, $2 mode, $3 after, $4 up to, $5 the most rows. A retry of a decline in the seven days before is left out:
 *  a payer who tries a card five times is one decline. */
const DECIDED = `
  select p.created_at as at, p.outcome = 'declined' as declined, p.decline_code as code, p.method,
         coalesce(p.card_issuer, '') as issuer, coalesce(p.card_bin, '') as bin,
         coalesce(p.card_country, '') as country
    from payments p
   where p.account_id = $1 and p.mode = $2 and p.created_at > $3 and p.created_at <= $4
     and p.outcome in ('approved', 'declined')
     and not exists (
       select 1 from payments e
        where e.account_id = $1 and e.mode = $2 and e.card_fingerprint = p.card_fingerprint
          and e.outcome = 'declined' and e.created_at >= p.created_at - interval '7 days'
          and (e.created_at, e.id) < (p.created_at, p.id)
          and e.amount = p.amount and e.currency = p.currency)
   order by p.created_at, p.id limit $5`;

type DecidedRow = {
  at: Date;
  declined: boolean;
  code: string | null;
  method: string;
  issuer: string;
  bin: string;
  country: string;
};

/** Decided payments created after `from` and up to `to`, without retries, oldest first. Takes no lock. */
export async function listDecided(
  { accountId, mode }: Owner,
  { from, to }: { from: Date; to: Date },
  limit: number,
): Promise<Decided[]> {
  const values = [accountId, mode, from, to, limit];
  const rows = await runPrepared<DecidedRow>("incidents.decided", DECIDED, values);
  return rows.map(({ at, declined, code, method, issuer, bin, country }) => ({
    atMs: at.getTime(),
    declined,
    code: declined ? (code ?? "unknown") : null,
    values: { all: "", issuer, bin, issuer_country: country, method },
  }));
}

const own = ({ accountId, mode }: Owner) => and(eq(t.accountId, accountId), eq(t.mode, mode));
const isOpen = (key: IncidentKey) => and(own(key), eq(t.id, key.id), isNull(t.resolvedAt));

function toIncident(row: typeof t.$inferSelect): Incident {
  const { usualOf, usualDeclined, currentOf, currentDeclined, ...incident } = row;
  return {
    ...incident,
    usual: { of: usualOf, declined: usualDeclined },
    current: { of: currentOf, declined: currentDeclined },
  };
}

const toRow = ({ usual, current, ...incident }: Incident): typeof t.$inferInsert => ({
  ...incident,
  ...{ usualOf: usual.of, usualDeclined: usual.declined },
  ...{ currentOf: current.of, currentDeclined: current.declined },
});

/** The open incident. Takes no lock. */
export async function findOpen(owner: Owner): Promise<Incident | null> {
  const [row] = await db()
    .select()
    .from(t)
    .where(and(own(owner), isNull(t.resolvedAt)));
  return row ? toIncident(row) : null;
}

/** The newest incident that is open or was resolved in the day before `moment`. Takes no lock. */
export async function findCurrent(owner: Owner, moment: Date): Promise<Incident | null> {
  const [row] = await db()
    .select()
    .from(t)
    .where(
      and(
        own(owner),
        or(
          isNull(t.resolvedAt),
          gt(t.resolvedAt, sql`${moment}::timestamptz - ${DAY_MS} * interval '1 ms'`),
        ),
      ),
    )
    .orderBy(desc(t.openedAt), desc(t.id))
    .limit(1);
  return row ? toIncident(row) : null;
}

const MOST_LISTED = 50;

/** The incidents that began in a period, newest first, at most 50. Takes no lock. */
export async function listIncidents(owner: Owner, period: Period): Promise<Incident[]> {
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(owner), within(t.since, period)))
    .orderBy(desc(t.since), desc(t.id))
    .limit(MOST_LISTED);
  return rows.map(toIncident);
}

/** Opens an incident. False if the account has an open one. */
export async function openIn(tx: Tx, incident: Incident, atRisk: readonly AtRisk[]) {
  const made = await tx
    .insert(t)
    .values(toRow(incident))
    .onConflictDoNothing()
    .returning({ id: t.id });
  if (made.length === 0) return false;
  await writeAmounts(tx, incident, atRisk);
  return true;
}

/** Updates an open incident, or resolves it. False if it is resolved. */
export async function updateIn(tx: Tx, incident: Incident, atRisk: readonly AtRisk[]) {
  const { accountId: _, id: __, mode: ___, openedAt: ____, ...changed } = toRow(incident);
  const updated = await tx.update(t).set(changed).where(isOpen(incident)).returning({ id: t.id });
  if (updated.length === 0) return false;
  await writeAmounts(tx, incident, atRisk);
  return true;
}

async function writeAmounts(tx: Tx, { accountId, id }: Incident, atRisk: readonly AtRisk[]) {
  await tx.delete(a).where(and(eq(a.accountId, accountId), eq(a.incidentId, id)));
  const rows = atRisk.map(({ currency, amountMinor }) => ({
    ...{ accountId, incidentId: id, currency },
    atRisk: amountMinor,
  }));
  if (rows.length > 0) await tx.insert(a).values(rows);
}

/** Money at risk, the largest amount first. Takes no lock. */
export async function listAtRisk({ accountId, id }: IncidentKey): Promise<AtRisk[]> {
  return await db()
    .select({ currency: a.currency, amountMinor: a.atRisk })
    .from(a)
    .where(and(eq(a.accountId, accountId), eq(a.incidentId, id)))
    .orderBy(desc(a.atRisk), a.currency);
}
