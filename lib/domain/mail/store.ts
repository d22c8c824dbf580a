import {
  and,
  asc,
  count as counted,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
} from "drizzle-orm";
import { db, runPrepared } from "#db/client.ts";
import { databaseAgo } from "#db/clock.ts";
import { readPage } from "#db/paging.ts";
import { exclusively, type RunPrepared } from "#db/prepared.ts";
import { accounts, members } from "#db/schema/accounts.ts";
import { authUsers } from "#db/schema/auth.ts";
import { mailMessages as m } from "#db/schema/mail.ts";
import type { Tx } from "#db/transact.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { MailFilter } from "./browse-mail.ts";
import { HANDED_ON, MAIL_RULES } from "./mail-rules.ts";
import type { MailMessage } from "./types.ts";

/** The account's name and its owners' addresses, oldest owner first. Takes no lock. */
export async function ownersOf(
  tx: Tx,
  accountId: Id<"acct">,
): Promise<{ name: string; owners: string[] }> {
  const rows = await tx
    .select({ name: accounts.name, email: authUsers.email })
    .from(accounts)
    .innerJoin(members, and(eq(members.accountId, accounts.id), eq(members.role, "owner")))
    .innerJoin(authUsers, eq(authUsers.id, members.userId))
    .where(eq(accounts.id, accountId))
    .orderBy(asc(members.createdAt), asc(members.userId));
  return { name: rows[0]?.name ?? "", owners: rows.map((row) => row.email) };
}

/** Inserts messages unless their recipient has one about the same fact; returns the number inserted. Waits for a
 *  concurrent insert of the same fact. */
export async function insert(tx: Tx, rows: Array<typeof m.$inferInsert>): Promise<number> {
  const written = await tx
    .insert(m)
    .values(rows)
    .onConflictDoNothing({ target: [m.accountId, m.fact, m.recipient] })
    .returning({ id: m.id });
  return written.length;
}

/** Advisory lock of claiming, the same in every worker, so that limits per person hold over all of them. */
const CLAIM_LOCK = 7_340_011;
/** More than a round sends. */
const LOOKED_AT = 500;
/** Per account; enough for the largest e-mail (`MAIL_RULES.bundleMost`). */
const LOOKED_AT_OF_ACCOUNT = 100;

export type ClaimedMail = {
  accountId: Id<"acct">;
  id: Id<"eml">;
  recipient: string;
  subject: string;
  textBody: string;
  htmlBody: string;
  /** Encrypted, bound to the id. */
  secret: Buffer | null;
  attempts: number;
  digest: boolean;
};

/** Accounts take turns: the first message of each comes before the second of any. A long queue of one account costs no
 *  more than its first messages. */
const DUE = `
  with recursive waiting (account_id) as (
    (select account_id from mail_messages where status = 'queued' order by account_id limit 1)
    union all
    select next.account_id
      from waiting w
      cross join lateral (
        select account_id from mail_messages
         where status = 'queued' and account_id > w.account_id order by account_id limit 1
      ) next
  )
  select due.account_id as "accountId", due.id, due.recipient, due.subject, due.text_body as "textBody",
         due.html_body as "htmlBody", due.secret, due.attempts, due.digest
    from waiting w
    cross join lateral (
      select m.*, row_number() over (order by next_attempt_at, id) as turn
        from mail_messages m
       where status = 'queued' and account_id = w.account_id and next_attempt_at <= $1
         and (leased_until is null or leased_until <= $1)
       order by next_attempt_at, id limit ${LOOKED_AT_OF_ACCOUNT}
    ) due
   order by due.turn, due.next_attempt_at, due.id limit ${LOOKED_AT}`;

/** E-mails that count towards each person's limit, including those being sent. */
const LATELY = `
  select recipient, count(distinct envelope_id)::int as n, min(sent_at) as first
    from mail_messages
   where recipient = any ($1::text[])
     and ((status = 'sent' and sent_at > $2) or (status = 'queued' and leased_until > $3))
   group by recipient`;

const LEASE = `
  update mail_messages m
     set leased_until = $3, lease_id = $4, envelope_id = g.envelope_id
    from unnest($1::text[], $2::text[], $5::text[]) as g (account_id, id, envelope_id)
   where m.account_id = g.account_id and m.id = g.id`;

const POSTPONE = `
  update mail_messages m set next_attempt_at = $3
    from unnest($1::text[], $2::text[]) as g (account_id, id)
   where m.account_id = g.account_id and m.id = g.id`;

type ClaimArgs = {
  now: Date;
  leaseId: string;
  leasedUntil: Date;
  most: number;
  envelopesOf: <M extends { digest: boolean }>(waiting: readonly M[], room: number) => M[][];
};

/**
 * Leases due messages, grouped into e-mails. Messages to a person at the limit are postponed until the first of the
 * counted e-mails is an hour old. An advisory lock runs claims of all workers one after another.
 */
export async function claim(args: ClaimArgs): Promise<ClaimedMail[][]> {
  return await exclusively(CLAIM_LOCK, async (run) => {
    const due = await run<ClaimedMail>("mail.due", DUE, [args.now]);
    if (due.length === 0) return [];
    const waiting = Map.groupBy(due, ({ recipient }) => recipient);
    const sinceMs = args.now.getTime() - MAIL_RULES.perMs;
    const lately = await run<{ recipient: string; n: number; first: Date | null }>(
      "mail.lately",
      LATELY,
      [[...waiting.keys()], dateFromMs(sinceMs), args.now],
    );
    const had = new Map(lately.map((row) => [row.recipient, row]));
    const groups: ClaimedMail[][] = [];
    for (const [recipient, messages] of waiting) {
      const { n = 0, first = null } = had.get(recipient) ?? {};
      const envelopes = args.envelopesOf(messages, MAIL_RULES.most - n);
      if (envelopes.length === 0) await postpone(run, messages, first ?? args.now);
      groups.push(...envelopes);
    }
    const taken = groups.slice(0, args.most);
    await run("mail.lease", LEASE, [
      ...keys(taken.flat()),
      args.leasedUntil,
      args.leaseId,
      taken.flatMap((group) => group.map(() => group[0]!.id)),
    ]);
    return taken;
  });
}

async function postpone(run: RunPrepared, messages: readonly ClaimedMail[], first: Date) {
  const until = dateFromMs(first.getTime() + MAIL_RULES.perMs);
  await run("mail.postpone", POSTPONE, [...keys(messages), until]);
}

type MailKey = Pick<ClaimedMail, "accountId" | "id">;

const keys = (messages: readonly MailKey[]) => [
  messages.map(({ accountId }) => accountId),
  messages.map(({ id }) => id),
];

const SENT = `
  update mail_messages m
     set status = 'sent', sent_at = $4, attempts = attempts + 1, next_attempt_at = null,
         leased_until = null, lease_id = null, last_error = null, secret = null
    from unnest($1::text[], $2::text[]) as g (account_id, id)
   where m.account_id = g.account_id and m.id = g.id and m.lease_id = $3`;

/** Guarded by the lease: ignores messages that another worker has leased since. */
export async function recordSent(messages: readonly MailKey[], leaseId: string, now: Date) {
  await runPrepared("mail.sent", SENT, [...keys(messages), leaseId, now]);
}

const FAILED = `
  update mail_messages
     set status = case when $5::timestamptz is null then 'failed' else 'queued' end,
         attempts = attempts + 1, next_attempt_at = $5, leased_until = null, lease_id = null,
         last_error = $4, secret = case when $5::timestamptz is not null then secret end
   where account_id = $1 and id = $2 and lease_id = $3`;

/** Guarded by the lease. Without `retryAt` the message has failed. */
export async function recordFailure(
  { accountId, id }: MailKey,
  leaseId: string,
  reason: string,
  retryAt: Date | null,
) {
  await runPrepared("mail.failed", FAILED, [accountId, id, leaseId, reason, retryAt]);
}

/** Marks due messages as kept instead of sending them; returns their number. */
export async function keepDue(now: Date): Promise<number> {
  const rows = await runPrepared(
    "mail.keep",
    `update mail_messages set status = 'kept', next_attempt_at = null,
            secret = case when kind = any ($2::text[]) then secret end
      where status = 'queued' and next_attempt_at <= $1
        and (leased_until is null or leased_until <= $1) returning id`,
    [now, HANDED_ON],
  );
  return rows.length;
}

/** Ends the messages about one mode that wait for an address. Messages that are being sent are left alone. */
export async function endWaiting(
  tx: Tx,
  accountId: Id<"acct">,
  address: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await tx
    .update(m)
    .set({ status: "failed", lastError: reason, nextAttemptAt: null, secret: null })
    .where(
      and(
        ...[eq(m.accountId, accountId), eq(m.recipient, address), eq(m.status, "queued")],
        ...[isNotNull(m.mode), or(isNull(m.leasedUntil), lte(m.leasedUntil, now))],
      ),
    );
}

const shown = {
  id: m.id,
  accountId: m.accountId,
  mode: m.mode,
  kind: m.kind,
  recipient: m.recipient,
  subject: m.subject,
  textBody: m.textBody,
  status: m.status,
  attempts: m.attempts,
  nextAttemptAt: m.nextAttemptAt,
  lastError: m.lastError,
  createdAt: m.createdAt,
  sentAt: m.sentAt,
};

const matching = (accountId: Id<"acct">, filter: MailFilter) =>
  and(
    eq(m.accountId, accountId),
    filter.statuses?.length ? inArray(m.status, [...filter.statuses]) : undefined,
  );

export function list(
  accountId: Id<"acct">,
  filter: MailFilter,
  page: KeysetPage,
): Promise<KeysetSlice<MailMessage>> {
  return readPage(m.id, page, (bound, order, take) =>
    db()
      .select(shown)
      .from(m)
      .where(and(matching(accountId, filter), bound))
      .orderBy(order)
      .limit(take),
  );
}

export async function count(accountId: Id<"acct">, filter: MailFilter): Promise<number> {
  const [row] = await db().select({ n: counted() }).from(m).where(matching(accountId, filter));
  return Number(row?.n ?? 0);
}

/** A message with its secret, encrypted and bound to the id, as long as it is kept. Takes no lock. */
export async function find(
  accountId: Id<"acct">,
  id: string,
): Promise<(MailMessage & { htmlBody: string; secret: Buffer | null }) | null> {
  const [message] = await db()
    .select({ ...shown, htmlBody: m.htmlBody, secret: m.secret })
    .from(m)
    .where(and(eq(m.accountId, accountId), eq(m.id, id as Id<"eml">)));
  return message ?? null;
}

/** Deletes up to 5,000 messages written more than `keptMs` ago by the database's clock; returns their number. */
export async function deleteOlder(keptMs: number): Promise<number> {
  const rows = await db()
    .delete(m)
    .where(
      sql`(${m.accountId}, ${m.id}) in (${db()
        .select({ accountId: m.accountId, id: m.id })
        .from(m)
        .where(lt(m.createdAt, databaseAgo(keptMs)))
        .orderBy(desc(m.createdAt))
        .limit(5_000)})`,
    )
    .returning({ id: m.id });
  return rows.length;
}

/** The messages about a fact, the first recipient first. Takes no lock. */
export async function listAbout(
  accountId: Id<"acct">,
  fact: string,
): Promise<Pick<MailMessage, "recipient" | "status" | "createdAt" | "sentAt">[]> {
  return await db()
    .select({
      recipient: m.recipient,
      status: m.status,
      createdAt: m.createdAt,
      sentAt: m.sentAt,
    })
    .from(m)
    .where(and(eq(m.accountId, accountId), eq(m.fact, fact)))
    .orderBy(asc(m.id));
}
