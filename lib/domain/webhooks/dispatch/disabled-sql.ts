import type { Held } from "#lib/kernel/shard-sql.ts";

/**
 * A CTE `disabled`: those of the endpoints in `rows` (columns `account_id`, `endpoint_id`) that are disabled, deleted ones
 * included. Locks them, and only them: an endpoint that is being enabled is waited for and then left out, so that no
 * delivery is held after the held ones were sent. On Citus nothing is locked. Take `no key update` if the statement may also update endpoints.
 */
export const disabledSql = (rows: string, held: Held, lock: "share" | "no key update") =>
  `disabled as materialized (
    select we.account_id, we.id, we.deleted_at
      from (select distinct account_id, endpoint_id from ${rows}) r
      join webhook_endpoints we
        on we.account_id = r.account_id${held.to("we")} and we.id = r.endpoint_id and we.status = 'disabled'
     ${held.lock(`for ${lock} of we`)}
  )`;
