import type pg from "pg";
import { getOwnerPool } from "#db/owner.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Erasure } from "./erased-json.ts";
import { erasedBody, erasedJson, erasedText } from "./erased-json.ts";
import { SWEPT } from "./personal-data.ts";

export type Subject = { accountId: Id<"acct">; mode: Mode; customerId: Id<"cus"> };

/** Runs `work` in one transaction of the table owner without a time limit: nothing is erased if it fails. */
export async function asOwnerIn<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await getOwnerPool().connect();
  try {
    await client.query("begin; set local statement_timeout = 0");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Customers that are to be erased, in the order in which that was asked for. */
export async function findRequested(limit: number): Promise<Subject[]> {
  const { rows } = await getOwnerPool().query<Subject>(
    `select account_id as "accountId", mode, id as "customerId" from customers
      where erasure_requested_at is not null order by erasure_requested_at limit $1`,
    [limit],
  );
  return rows;
}

/** The ids of the customer and of everything that belongs to it. */
const IDS = `
  with own_payments as (
    select id from payments where account_id = $1 and customer_id = $2
  )
  select $2::text as id
  union select id from own_payments
  union select id from payment_methods where account_id = $1 and customer_id = $2
  union select id from mandates where account_id = $1 and customer_id = $2
  union select id from subscriptions where account_id = $1 and customer_id = $2
  union select id from invoices where account_id = $1 and customer_id = $2
  union select id from refunds where account_id = $1 and payment_id in (select id from own_payments)
  union select id from disputes where account_id = $1 and payment_id in (select id from own_payments)`;

export async function idsOf(client: pg.ClientBase, { accountId, customerId }: Subject) {
  const { rows } = await client.query<{ id: string }>(IDS, [accountId, customerId]);
  return rows.map(({ id }) => id);
}

/** Words in the rows that identify the customer: names and addresses. */
const WORDS = `
  select name as word from customers where account_id = $1 and id = $2
  union select email from customers where account_id = $1 and id = $2
  union select accepted_ip from mandates where account_id = $1 and customer_id = $2
  union select value from customers c cross join jsonb_each_text(c.metadata) field (key, value)
          where c.account_id = $1 and c.id = $2 and key ~* $3`;

/** Names of metadata that hold such a word. */
const TELLING = "name|e-?mail|phone|address|(^|_)ip($|_)";

export async function wordsOf(
  client: pg.ClientBase,
  { accountId, customerId }: Subject,
): Promise<string[]> {
  const { rows } = await client.query<{ word: string | null }>(WORDS, [
    accountId,
    customerId,
    TELLING,
  ]);
  return rows.flatMap(({ word }) => word ?? []);
}

/** The customer's disputes that are still to be decided. */
export async function openDisputes(
  client: pg.ClientBase,
  accountId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "select id from disputes where account_id = $1 and id = any ($2) and status in ('needs_response', 'under_review')",
    [accountId, ids],
  );
  return rows.map(({ id }) => id);
}

/** Statements that empty the rows of the customer's objects; `$1` is the account and `$2` the ids. */
const EMPTY: Readonly<Record<string, string>> = {
  customers: `
    update customers set name = null, email = null, country = null, metadata = '{}', erasure_requested_at = null
     where account_id = $1 and id = any ($2)`,
  payments: `
    update payments
       set description = null, return_url = null, metadata = '{}'
     where account_id = $1 and id = any ($2)`,
  payment_methods:
    "update payment_methods set metadata = '{}' where account_id = $1 and id = any ($2)",
  mandates: `
    update mandates set accepted_ip = null, metadata = '{}' where account_id = $1 and id = any ($2)`,
  subscriptions: "update subscriptions set metadata = '{}' where account_id = $1 and id = any ($2)",
  refunds: "update refunds set metadata = '{}' where account_id = $1 and id = any ($2)",
  disputes: `
    update disputes set evidence = '{}', evidence_files = '[]' where account_id = $1 and id = any ($2)`,
  dispute_files: "delete from dispute_files where account_id = $1 and dispute_id = any ($2)",
  object_notes: "delete from object_notes where account_id = $1 and object_id = any ($2)",
  object_tags: "delete from object_tags where account_id = $1 and object_id = any ($2)",
  delivery_attempts: `
    update delivery_attempts a set response_body = null, response_headers = null
      from deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id
     where a.account_id = $1 and d.account_id = $1 and a.delivery_id = d.id and e.object_id = any ($2)`,
  audit_people: `
    delete from audit_people p using audit_entries e, audit_seals s
     where p.account_id = $1 and e.account_id = $1 and s.account_id = $1 and e.id = p.id and s.id = p.id
       and e.subject_id = any ($2) and p.subject_name is not null`,
};

/** Empties the customer's rows. Returns the number of rows of each table. */
export async function emptyRows(
  client: pg.ClientBase,
  accountId: string,
  ids: readonly string[],
): Promise<[table: string, rows: number][]> {
  const counts: [string, number][] = [];
  for (const [table, statement] of Object.entries(EMPTY)) {
    const { rowCount } = await client.query(statement, [accountId, ids]);
    counts.push([table, rowCount ?? 0]);
  }
  return counts;
}

/** Removes the files that are kept for download: any of them can name the customer. They can be prepared again. */
export async function deletePreparedFiles(client: pg.ClientBase, subject: Subject) {
  const { rowCount } = await client.query(
    `delete from download_pieces p using downloads d
      where p.account_id = $1 and d.account_id = $1 and d.mode = $2 and d.id = p.download_id and d.status <> 'running'`,
    [subject.accountId, subject.mode],
  );
  return rowCount ?? 0;
}

/** Erases in the events about the customer's objects, and in the bodies that were made of them. */
export async function eraseEvents(client: pg.ClientBase, accountId: string, erasure: Erasure) {
  const { rows } = await client.query<{ id: string; data: unknown }>(
    "select id, data from events where account_id = $1 and object_id = any ($2)",
    [accountId, [...erasure.ids]],
  );
  for (const { id, data } of rows) {
    await client.query("update events set data = $3 where account_id = $1 and id = $2", [
      accountId,
      id,
      JSON.stringify(erasedJson(data, erasure)),
    ]);
  }
  const bodies = await client.query<{ event_id: string; version: string; body: string }>(
    "select event_id, version, body from event_bodies where account_id = $1 and event_id = any ($2)",
    [accountId, rows.map(({ id }) => id)],
  );
  for (const { event_id, version, body } of bodies.rows) {
    await client.query(
      "update event_bodies set body = $4 where account_id = $1 and event_id = $2 and version = $3",
      [accountId, event_id, version, erasedBody(body, erasure)],
    );
  }
  return rows.length;
}

/** A word as it can stand in a query, a form or JSON. */
function spellings(word: string): string[] {
  const inUrl = encodeURIComponent(word);
  return [
    ...new Set([word, inUrl, inUrl.replaceAll("%20", "+"), JSON.stringify(word).slice(1, -1)]),
  ];
}

const patterns = (words: readonly string[]) =>
  words.flatMap(spellings).map((text) => `%${text.replace(/[\\%_]/g, "\\$&")}%`);

/** Removes bodies, query, address and client of the logged requests that touch the customer. */
const EMPTY_REQUESTS = `
  update api_requests
     set request_body = null, response_body = null, path = split_part(path, '?', 1), address = null, user_agent = null,
         idempotency_key = case when idempotency_key ilike any ($4) then null else idempotency_key end
   where account_id = $1 and mode = $2
     and (object_id = any ($3) or path ilike any ($4) or request_body ilike any ($4) or response_body ilike any ($4)
          or idempotency_key ilike any ($4))`;

export async function emptyRequests(client: pg.ClientBase, subject: Subject, erasure: Erasure) {
  const { rowCount } = await client.query(EMPTY_REQUESTS, [
    subject.accountId,
    subject.mode,
    [...erasure.ids],
    patterns([...erasure.words, subject.customerId]),
  ]);
  return rowCount ?? 0;
}

/** Erases in the answers that a repeated call would get. */
export async function eraseAnswers(client: pg.ClientBase, subject: Subject, erasure: Erasure) {
  const { rows } = await client.query<{ key: string; body: string }>(
    `select key, response_body as body from idempotency_keys
      where account_id = $1 and mode = $2 and response_body is not null
        and (resource_id = any ($3) or response_body ilike any ($4))`,
    [subject.accountId, subject.mode, [...erasure.ids], patterns(erasure.words)],
  );
  for (const { key, body } of rows) {
    await client.query(
      "update idempotency_keys set response_body = $4 where account_id = $1 and mode = $2 and key = $3",
      [subject.accountId, subject.mode, key, erasedBody(body, erasure)],
    );
  }
  return rows.length;
}

/** Replaces the customer's words in the texts that people and the service wrote. Returns the rows of each table. */
export async function sweepTexts(
  client: pg.ClientBase,
  accountId: string,
  erasure: Erasure,
): Promise<[table: string, rows: number][]> {
  const counts: [string, number][] = [];
  for (const { table, columns, json = [] } of SWEPT) {
    const matches = [...columns, ...json].map((column) => `${column}::text ilike any ($2)`);
    const { rows } = await client.query<Record<string, unknown> & { at: string; part: string }>(
      `select ctid::text as at, tableoid::text as part, ${[...columns, ...json].join(", ")}
         from ${table} where account_id = $1 and (${matches.join(" or ")})`,
      [accountId, patterns(erasure.words)],
    );
    for (const row of rows) {
      const values = [
        ...columns.map((column) =>
          row[column] === null ? null : erasedText(String(row[column]), erasure.words),
        ),
        ...json.map((column) => JSON.stringify(erasedJson(row[column], erasure))),
      ];
      const sets = [...columns, ...json].map((column, n) => `${column} = $${n + 4}`);
      // The part is named in the condition, because on Citus it is a table of a node.
      await client.query(
        `update ${table} set ${sets.join(", ")}
          where account_id = $1 and ctid = $2::tid and tableoid = $3::oid`,
        [accountId, row.at, row.part, ...values],
      );
    }
    counts.push([table, rows.length]);
  }
  return counts;
}
