import { randomBytes } from "node:crypto";
import { and, asc, count as counted, eq, inArray, like, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { auditUnsealed, auditPeople as p, auditEntries as t } from "#db/schema/audit.ts";
import { apiKeys } from "#db/schema/keys.ts";
import { beginning, containing } from "#db/sql-text.ts";
import { within } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { AuditFilter } from "./browse-audit.ts";
import type { AuditEntry } from "./types.ts";

export type NewEntry = typeof t.$inferInsert & Omit<typeof p.$inferInsert, "salt">;

/** Inserts an entry, its personal values and its mark as unsealed in one statement. */
export async function insert(tx: Tx, row: NewEntry): Promise<void> {
  const salt = randomBytes(16);
  const people = tx.$with("people").as(
    tx
      .insert(p)
      .values({ ...row, salt })
      .returning({ id: p.id }),
  );
  const unsealed = tx
    .$with("unsealed")
    .as(
      tx
        .insert(auditUnsealed)
        .values({ accountId: row.accountId, id: row.id })
        .returning({ id: auditUnsealed.id }),
    );
  await tx.with(people, unsealed).insert(t).values(row);
}

/** A left join: personal values may be erased. */
const ITS_PEOPLE = and(eq(p.accountId, t.accountId), eq(p.id, t.id));

const ENTRY = {
  id: t.id,
  mode: t.mode,
  action: t.action,
  subjectId: t.subjectId,
  subjectName: p.subjectName,
  actorType: t.actorType,
  actorId: t.actorId,
  actorName: sql<string | null>`coalesce(${p.actorName}, ${apiKeys.name})`,
  address: p.address,
  client: p.client,
  requestId: t.requestId,
  before: t.before,
  after: t.after,
  createdAt: t.createdAt,
};

const selected = () =>
  db()
    .select(ENTRY)
    .from(t)
    .leftJoin(p, ITS_PEOPLE)
    .leftJoin(apiKeys, and(eq(apiKeys.accountId, t.accountId), eq(apiKeys.id, t.actorId)))
    .$dynamic();

/** One page of the entries that match a filter, newest first. Takes no lock. */
export async function list(
  accountId: Id<"acct">,
  filter: AuditFilter,
  page: KeysetPage,
): Promise<KeysetSlice<AuditEntry>> {
  return await readPage(t.id, page, (bound, order, take) =>
    selected()
      .where(and(matching(accountId, filter), bound))
      .orderBy(order)
      .limit(take),
  );
}

/** The exact number of entries that match a filter. Takes no lock. */
export async function count(accountId: Id<"acct">, filter: AuditFilter): Promise<number> {
  const [row] = await db()
    .select({ total: counted() })
    .from(t)
    .leftJoin(p, ITS_PEOPLE)
    .where(matching(accountId, filter));
  return row?.total ?? 0;
}

export async function find(accountId: Id<"acct">, id: string): Promise<AuditEntry | null> {
  const [entry] = await selected().where(
    and(eq(t.accountId, accountId), eq(t.id, id as Id<"aud">)),
  );
  return entry ?? null;
}

type ActorRow = Pick<AuditEntry, "actorType" | "actorId" | "actorName">;

/** All actors of the account, for a filter. Takes no lock. */
export async function actors(accountId: Id<"acct">): Promise<ActorRow[]> {
  // The latest name of each actor, by the index on actors.
  return await db()
    .selectDistinctOn([t.actorId], {
      actorType: t.actorType,
      actorId: t.actorId,
      actorName: ENTRY.actorName,
    })
    .from(t)
    .leftJoin(p, ITS_PEOPLE)
    .leftJoin(apiKeys, and(eq(apiKeys.accountId, t.accountId), eq(apiKeys.id, t.actorId)))
    .where(eq(t.accountId, accountId))
    .orderBy(asc(t.actorId), sql`${t.id} desc`);
}

function matching(accountId: Id<"acct">, filter: AuditFilter): SQL | undefined {
  const { actors: by, subjects, actions, modes, created, search } = filter;
  return and(
    eq(t.accountId, accountId),
    by?.length ? inArray(t.actorId, [...by]) : undefined,
    actions?.length ? inArray(t.action, [...actions]) : undefined,
    subjects?.length ? or(...subjects.map((name) => like(t.action, `${name}.%`))) : undefined,
    modes?.length ? inArray(t.mode, [...modes]) : undefined,
    created ? within(t.createdAt, created) : undefined,
    search
      ? or(
          eq(t.subjectId, search),
          eq(t.requestId, search as Id<"req">),
          sql`${p.subjectName} ilike ${containing(search)}`,
          sql`${p.address} like ${beginning(search)}`,
        )
      : undefined,
  );
}
