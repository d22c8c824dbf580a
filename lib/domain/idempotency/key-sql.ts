import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { decryptSecret, encryptSecret } from "#lib/kernel/crypto.ts";
import type { RecordOf } from "#lib/kernel/record-rows.ts";
import type { Held } from "#lib/kernel/shard-sql.ts";
import type { IdempotentRequest, StoredResponse } from "./types.ts";

/** Lifetime of a key (service.md §8), by the real clock. */
const KEY_LIFETIME_MS = DAY_MS;

/** A piece of SQL with numbered parameters, to be part of a larger statement. */
export type Fragment<Args extends unknown[]> = {
  text: string;
  /** How many parameters `text` uses, from `firstParam` on. */
  paramCount: number;
  values(...args: Args): unknown[];
};

const INSERT = `
  insert into idempotency_keys as held (account_id, mode, key, request_hash, state, resource_id,
                                        created_at, expires_at)`;
const UNLESS_HELD = `
  on conflict (account_id, mode, key) do update
    set request_hash = excluded.request_hash, state = 'running',
        resource_id = excluded.resource_id, response_status = null, response_body = null,
        response_version = null, created_at = excluded.created_at, expires_at = excluded.expires_at
    where held.expires_at <= excluded.created_at`;

/**
 * `insert … returning key`: one row if the key was claimed (it is new, or the old one had expired), none if another
 * request has it. Waits while another transaction is claiming the key. `provided` is a source that must have a row for the
 * claim to happen (`lock where lock.got`). The last argument is the id of the object that the request will create;
 * a repeat resumes from it.
 */
export function claimKeySql({
  firstParam,
  provided,
  held,
}: {
  firstParam: number;
  provided?: string;
  held: Held;
}): Fragment<[Context, IdempotentRequest, string | null]> {
  const p = (index: number) => `$${firstParam + index}`;
  return {
    paramCount: 7,
    text: `${INSERT}
      select ${held.homeAccount(firstParam)}, ${p(1)}::text, ${p(2)}::text, ${p(3)}::bytea, 'running', ${p(4)}::text,
             ${p(5)}::timestamptz, ${p(6)}::timestamptz ${held.fromHome(firstParam, provided)}
      ${UNLESS_HELD}
      returning key`,
    values(ctx, request, resourceId) {
      const ms = nowMs();
      return [
        ctx.accountId,
        ctx.mode,
        request.key,
        request.requestHash,
        resourceId,
        dateFromMs(ms),
        dateFromMs(ms + KEY_LIFETIME_MS),
      ];
    },
  };
}

/** Columns that `claimKeysSql` needs in addition to `account_id` and `mode`. */
export const CLAIM_COLUMNS = [
  ["key", "text"],
  ["request_hash", "bytea"],
  ["resource_id", "text"],
  ["claimed_at", "timestamptz"],
  ["key_expires_at", "timestamptz"],
] as const;

/** As `claimKeySql`, for all rows of `from`: returns the `resource_id` of rows whose key was claimed. Keys in `from` must
 *  be unique. Locks in the order of the keys. */
export function claimKeysSql(from: string, held: Held): string {
  return `${INSERT}
    select account_id, mode, key, request_hash, 'running', resource_id, claimed_at, key_expires_at
      from ${held.from(from)} order by account_id, mode, key
    ${UNLESS_HELD}
    returning account_id, resource_id`;
}

export function claimRow(
  request: IdempotentRequest,
  resourceId: string,
): RecordOf<typeof CLAIM_COLUMNS> {
  const ms = nowMs();
  return {
    key: request.key,
    request_hash: request.requestHash,
    resource_id: resourceId,
    claimed_at: dateFromMs(ms),
    key_expires_at: dateFromMs(ms + KEY_LIFETIME_MS),
  };
}

/**
 * `update … returning key`: stores the answer of the request that holds the key. No row if the key is not running any
 * more, because another process took over and finished: then that answer counts.
 */
export function finishKeySql({
  firstParam,
}: {
  firstParam: number;
}): Fragment<[Context, Pick<IdempotentRequest, "key">, StoredResponse]> {
  const p = (index: number) => `$${firstParam + index}`;
  return {
    paramCount: 6,
    text: `
      update idempotency_keys
         set state = 'finished', response_status = ${p(3)}::int, response_body = ${p(4)}::text,
             response_version = ${p(5)}::text
       where account_id = ${p(0)} and mode = ${p(1)} and key = ${p(2)} and state = 'running'
      returning key`,
    values: (ctx, request, response) => [
      ctx.accountId,
      ctx.mode,
      request.key,
      response.status,
      keptBody(ctx, request, response),
      response.version,
    ],
  };
}

/** Columns that `finishKeysSql` needs in addition to `account_id` and `mode`. */
export const ANSWER_COLUMNS = [
  ["key", "text"],
  ["response_status", "int"],
  ["response_body", "text"],
  ["response_version", "text"],
] as const;

/** As `finishKeySql`, for all rows of `from` that have a key. Locks in the order of the keys. */
export function finishKeysSql(from: string, heldTo: Held): string {
  return `
    update idempotency_keys held
       set state = 'finished', response_status = answer.response_status,
           response_body = answer.response_body, response_version = answer.response_version
      from (select * from ${from} where key is not null order by account_id, mode, key) answer
     where held.account_id = answer.account_id${heldTo.to("held")} and held.mode = answer.mode
       and held.key = answer.key and held.state = 'running'`;
}

export function answerRow(
  ctx: Context,
  request: Pick<IdempotentRequest, "key">,
  response: StoredResponse,
): RecordOf<typeof ANSWER_COLUMNS> {
  return {
    key: request.key,
    response_status: response.status,
    response_body: keptBody(ctx, request, response),
    response_version: response.version,
  };
}

function keptBody(ctx: Context, { key }: { key: string }, response: StoredResponse): string {
  return response.sensitive ? encryptAnswer(ctx, key, response.body) : response.body;
}

/** Prefix of encrypted answers; no JSON starts with it. An answer that shows a secret once is stored encrypted, so that
 *  the secret cannot be read from the database. */
const ENCRYPTED = "sealed:";

const boundTo = (ctx: Context, key: string) => `answer ${ctx.accountId} ${ctx.mode} ${key}`;

function encryptAnswer(ctx: Context, key: string, body: string): string {
  return ENCRYPTED + encryptSecret(body, boundTo(ctx, key)).toString("base64");
}

/** Returns the body as it was sent, whether it is stored encrypted or not. */
export function decryptAnswer(ctx: Context, key: string, stored: string): string {
  if (!stored.startsWith(ENCRYPTED)) return stored;
  const bytes = Buffer.from(stored.slice(ENCRYPTED.length), "base64");
  return decryptSecret(bytes, boundTo(ctx, key));
}
