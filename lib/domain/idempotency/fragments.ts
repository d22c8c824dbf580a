import { at, DAY_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { seal } from "./seal.ts";
import type { IdempotentRequest, StoredResponse } from "./types.ts";

/** Lifetime of a key (service.md §8), in real time. */
export const KEY_LIFETIME_MS = DAY_MS;

/** A piece of SQL with numbered parameters, for statements that do everything in one trip. */
export type Fragment<Args extends unknown[]> = {
  text: string;
  /** How many parameters `text` uses, from `firstParam` on. */
  paramCount: number;
  values(...args: Args): unknown[];
};

type Claim = {
  /** The object this call is about to make: where a repeat resumes. */
  resourceId: string | null;
  /** How long a repeat is told to wait before it may take the work over. */
  lockMs: number;
};

/**
 * `insert … returning key`: one row when the key is ours now (new, or the old one had expired), none
 * when somebody has it. Waits for a rival that is claiming the same key at this moment. `from` adds a
 * source that must have a row for the claim to happen (`from lock where lock.got`).
 */
export function claimKeySql({
  firstParam,
  from = "",
}: {
  firstParam: number;
  from?: string;
}): Fragment<[Context, IdempotentRequest, Claim]> {
  const p = (index: number) => `$${firstParam + index}`;
  return {
    paramCount: 8,
    text: `
      insert into idempotency_keys as held (account_id, mode, key, request_hash, state, resource_id,
                                            locked_until, created_at, expires_at)
      select ${p(0)}::text, ${p(1)}::text, ${p(2)}::text, ${p(3)}::bytea, 'running', ${p(4)}::text,
             ${p(5)}::timestamptz, ${p(6)}::timestamptz, ${p(7)}::timestamptz ${from}
      on conflict (account_id, mode, key) do update
        set request_hash = excluded.request_hash, state = 'running',
            resource_id = excluded.resource_id, response_status = null, response_body = null,
            response_version = null, locked_until = excluded.locked_until,
            created_at = excluded.created_at, expires_at = excluded.expires_at
        where held.expires_at <= excluded.created_at
      returning key`,
    values(ctx, request, claim) {
      const ms = nowMs();
      return [
        ctx.accountId,
        ctx.mode,
        request.key,
        request.requestHash,
        claim.resourceId,
        at(ms + claim.lockMs),
        at(ms),
        at(ms + KEY_LIFETIME_MS),
      ];
    },
  };
}

/**
 * `update … returning key`: keeps the answer of the call that holds the key. No row when the key is
 * not running any more (a rival took the work over and finished it): its answer is then the answer.
 * `onlyIf` adds a condition (`exists (select from proceed)`).
 */
export function finishKeySql({
  firstParam,
  onlyIf,
}: {
  firstParam: number;
  onlyIf?: string;
}): Fragment<[Context, Pick<IdempotentRequest, "key">, StoredResponse]> {
  const p = (index: number) => `$${firstParam + index}`;
  return {
    paramCount: 6,
    text: `
      update idempotency_keys
         set state = 'finished', response_status = ${p(3)}::int, response_body = ${p(4)}::text,
             response_version = ${p(5)}::text, locked_until = null
       where account_id = ${p(0)} and mode = ${p(1)} and key = ${p(2)} and state = 'running'
             ${onlyIf ? `and ${onlyIf}` : ""}
      returning key`,
    values: (ctx, request, response) => [
      ctx.accountId,
      ctx.mode,
      request.key,
      response.status,
      response.sensitive ? seal(ctx, request.key, response.body) : response.body,
      response.version,
    ],
  };
}
