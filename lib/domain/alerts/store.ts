import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import { databaseAgo } from "#db/clock.ts";
import { lockName } from "#db/lock-name.ts";
import { accounts, members } from "#db/schema/accounts.ts";
import { authUsers } from "#db/schema/auth.ts";
import type { Tx } from "#db/transact.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { AlertKind } from "#lib/kernel/vocabulary/alerts.ts";
import type { Alert, AlertRule, Fact, Owner, Recipient } from "./types.ts";

const {
  alertRules: r,
  alerts: a,
  alertInbox: i,
  alertPreferences: p,
  alertPosts: o,
  alertChannels: c,
} = schema;

const ownRules = ({ accountId, mode }: Owner) => and(eq(r.accountId, accountId), eq(r.mode, mode));
const ownAlerts = ({ accountId, mode }: Owner) => and(eq(a.accountId, accountId), eq(a.mode, mode));

/** Lets one transaction at a time create rules of a mode. */
export const lockRules = (tx: Tx, { accountId, mode }: Owner): Promise<void> =>
  lockName(tx, `alert rules ${accountId} ${mode}`);

/** The rules of one mode, oldest first. Takes no lock. */
export async function listRules(owner: Owner, tx?: Tx): Promise<AlertRule[]> {
  return await (tx ?? db())
    .select()
    .from(r)
    .where(ownRules(owner))
    .orderBy(asc(r.createdAt), asc(r.id));
}

/** The active rules of a kind, oldest first. Takes no lock. */
export async function listActive(tx: Tx, owner: Owner, kind: AlertKind): Promise<AlertRule[]> {
  return await tx
    .select()
    .from(r)
    .where(and(ownRules(owner), eq(r.kind, kind), eq(r.active, true)))
    .orderBy(asc(r.createdAt), asc(r.id));
}

/** Takes no lock. */
export async function findRule(owner: Owner, id: string): Promise<AlertRule | null> {
  const [row] = await db()
    .select()
    .from(r)
    .where(and(ownRules(owner), eq(r.id, id as Id<"alr">)));
  return row ?? null;
}

/** As `findRule`, locked until the transaction ends. */
export async function lockRule(tx: Tx, owner: Owner, id: string): Promise<AlertRule | null> {
  const [row] = await tx
    .select()
    .from(r)
    .where(and(ownRules(owner), eq(r.id, id as Id<"alr">)))
    .for("update");
  return row ?? null;
}

export async function insertRule(tx: Tx, rule: AlertRule): Promise<void> {
  await tx.insert(r).values(rule);
}

/** Writes a locked rule. */
export async function updateRule(tx: Tx, rule: AlertRule): Promise<void> {
  const { accountId, mode, id, ...changed } = rule;
  await tx
    .update(r)
    .set(changed)
    .where(and(ownRules(rule), eq(r.id, id)));
}

/** Deletes a locked rule; its alerts stay. */
export async function deleteRule(tx: Tx, owner: Owner, id: Id<"alr">): Promise<void> {
  await tx.delete(r).where(and(ownRules(owner), eq(r.id, id)));
}

/** Whether a webhook of the mode exists. Takes no lock. */
export async function hasChannel({ accountId, mode }: Owner, id: Id<"alc">): Promise<boolean> {
  const [row] = await db()
    .select({ id: c.id })
    .from(c)
    .where(and(eq(c.accountId, accountId), eq(c.mode, mode), eq(c.id, id)));
  return row !== undefined;
}

/** Inserts an alert unless its fact is known. Waits for a concurrent insert of the same fact. */
export async function insertAlert(tx: Tx, alert: Alert): Promise<boolean> {
  const written = await tx
    .insert(a)
    .values(alert)
    .onConflictDoNothing({ target: [a.accountId, a.mode, a.kind, a.key] })
    .returning({ id: a.id });
  return written.length === 1;
}

/** Records the time of the last alert. */
export async function noteFired(
  tx: Tx,
  owner: Owner,
  ids: ReadonlyArray<Id<"alr">>,
  at: Date,
): Promise<void> {
  await tx
    .update(r)
    .set({ firedAt: sql`greatest(${r.firedAt}, ${at}::timestamptz)` })
    .where(and(ownRules(owner), inArray(r.id, [...ids])));
}

/** The members that rules name, with their preferences, and the account's name and zone. Takes no lock. */
export async function listRecipients(
  tx: Tx,
  { accountId }: Owner,
  rules: readonly Pick<AlertRule, "roles" | "members">[],
): Promise<{ name: string; zone: string; people: Recipient[] }> {
  const roles = [...new Set(rules.flatMap((rule) => rule.roles))];
  const ids = [...new Set(rules.flatMap((rule) => rule.members))];
  const [account] = await tx
    .select({ name: accounts.name, zone: accounts.timezone })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const people = await tx
    .select({
      userId: members.userId,
      email: authUsers.email,
      quietFrom: p.quietFrom,
      quietTo: p.quietTo,
      digestAt: p.digestAt,
    })
    .from(members)
    .innerJoin(authUsers, eq(authUsers.id, members.userId))
    .leftJoin(p, and(eq(p.accountId, members.accountId), eq(p.userId, members.userId)))
    .where(
      and(
        eq(members.accountId, accountId),
        or(inArray(members.role, roles), inArray(members.userId, ids)),
      ),
    )
    .orderBy(asc(members.createdAt), asc(members.userId));
  return { name: account?.name ?? "", zone: account?.zone ?? "UTC", people };
}

/** Puts an alert into the inboxes of people. */
export async function insertInbox(tx: Tx, rows: Array<typeof i.$inferInsert>): Promise<void> {
  if (rows.length > 0) await tx.insert(i).values(rows).onConflictDoNothing();
}

/** Queues messages to Slack-compatible webhooks. */
export async function insertPosts(tx: Tx, rows: Array<typeof o.$inferInsert>): Promise<void> {
  if (rows.length > 0) await tx.insert(o).values(rows);
}

/** Ends an open alert; null if there is none. Locks it. */
export async function resolve(
  tx: Tx,
  owner: Owner,
  { kind, key }: Pick<Fact, "kind" | "key">,
  at: Date,
): Promise<Alert | null> {
  const [row] = await tx
    .update(a)
    .set({ resolvedAt: at })
    .where(and(ownAlerts(owner), eq(a.kind, kind), eq(a.key, key), isNull(a.resolvedAt)))
    .returning();
  return row ?? null;
}

/** The people who got an e-mail about an alert and are still members, and the webhooks that got a message. Takes no
 *  lock. */
export async function listTold(
  tx: Tx,
  alert: Alert,
): Promise<{ userIds: string[]; channelIds: Id<"alc">[] }> {
  const mine = <T extends typeof i | typeof o>(t: T) =>
    and(eq(t.accountId, alert.accountId), eq(t.mode, alert.mode), eq(t.alertId, alert.id));
  const people = await tx
    .select({ userId: i.userId })
    .from(i)
    .where(and(mine(i), eq(i.mailed, true)));
  const posts = await tx.selectDistinct({ channelId: o.channelId }).from(o).where(mine(o));
  return {
    userIds: people.map(({ userId }) => userId),
    channelIds: posts.map(({ channelId }) => channelId),
  };
}

/** The newest alert of a rule, open or not. Takes no lock. */
export async function findLatest(owner: Owner, ruleId: Id<"alr">): Promise<Alert | null> {
  const [row] = await db()
    .select()
    .from(a)
    .where(and(ownAlerts(owner), eq(a.ruleId, ruleId)))
    .orderBy(desc(a.id))
    .limit(1);
  return row ?? null;
}

/** Whether people were told of an incident that is not over. Takes no lock. */
export async function isIncidentTold(owner: Owner): Promise<boolean> {
  const [row] = await db()
    .select({ id: a.id })
    .from(a)
    .where(
      and(ownAlerts(owner), eq(a.kind, "approvals_fell"), eq(a.muted, false), isNull(a.resolvedAt)),
    )
    .limit(1);
  return row !== undefined;
}

const RESOLVE_ENDPOINTS = sql`
  with failing as materialized (
    select account_id, id, failing_since from webhook_endpoints
     where deleted_at is null and status = 'enabled' and failing_since is not null
  )
  update alerts a set resolved_at = now()
   where a.kind = 'endpoint_failing' and a.resolved_at is null
     and not exists (
       select 1 from failing e
        where e.account_id = a.account_id and e.id = split_part(a.key, ' ', 1)
          and e.failing_since = to_timestamp(split_part(a.key, ' ', 2)::float8 / 1000))
  returning a.account_id as "accountId"`;

/** Ends the alerts of endpoints that no longer fail, or are disabled; returns their accounts. */
export async function resolveEndpoints(): Promise<Id<"acct">[]> {
  const { rows } = await db().execute<{ accountId: Id<"acct"> }>(RESOLVE_ENDPOINTS);
  return [...new Set(rows.map(({ accountId }) => accountId))];
}

/** Deletes up to 5,000 alerts, with their inbox rows, and messages written more than `keptMs` ago by the database's
 *  clock; returns their number. */
export async function deleteOlder(keptMs: number): Promise<number> {
  let deleted = 0;
  for (const t of [a, o]) {
    const old = db()
      .select({ accountId: t.accountId, mode: t.mode, id: t.id })
      .from(t)
      .where(lt(t.createdAt, databaseAgo(keptMs)))
      .limit(5_000);
    const rows = await db()
      .delete(t)
      .where(sql`(${t.accountId}, ${t.mode}, ${t.id}) in (${old})`)
      .returning({ id: t.id });
    deleted += rows.length;
  }
  return deleted;
}
