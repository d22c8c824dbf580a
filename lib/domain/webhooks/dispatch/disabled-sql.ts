import type { Held } from "#lib/kernel/shard-sql.ts";

/**
 * A CTE `disabled`: those of the endpoints in `rows` (columns `account_id`, `endpoint_id`) that are disabled, deleted ones
 * included. Locks them, and only them: an endpoint that is being enabled is waited for and then left out, so that no
 * delivery is held after the held ones were sent. Take `no key update` if the statement may also update endpoints.
 */
export const disabledSql = (rows: string, held: Held, lock: "share" | "no key update") =>
  `disabled as materialized (
    select we.account_id, we.id, we.deleted_at
      from ${held.keyed("webhook_endpoints", "we", "endpoint_id", rows)}
       and we.status = 'disabled'
       for ${lock} of we
  )`;
