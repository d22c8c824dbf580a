// Changes rows of the running service, for what would take a journey too long to wait for. As a script:
// node start.mjs run THIS CHANGE VALUE …

import { execFile } from "node:child_process";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { closeDb, getPool } from "#db/client.ts";
import { rollUp } from "#lib/domain/analytics/index.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";

const HERE = fileURLToPath(import.meta.url);

/** Each change with its statement; `$1` and on are the values on the command line. */
const CHANGES = {
  confirmation: `update auth_session_states t set confirmed_at = now() - interval '11 minutes'
    from auth_sessions s join auth_users u on u.id = s.user_id
    where s.id = t.session_id and u.email = $1`,
  signedIn: `update auth_sessions s set created_at = now() - $2::int * interval '1 minute'
    from auth_users u where u.id = s.user_id and u.email = $1`,
  seen: `update auth_session_states t set last_seen_at = now() - $2::int * interval '1 minute'
    from auth_sessions s, auth_users u where s.id = t.session_id and u.id = s.user_id and u.email = $1`,
  failure: `update webhook_endpoints set failing_since = now() - $2::int * interval '1 hour'
    where id = $1 and failing_since is not null`,
  expiry: `update payments set expires_at = now() - interval '1 second', rail_check_at = now()
    where id = $1`,
  download: `insert into downloads (account_id, id, mode, status, prepared, report_type, layout, query,
                                    requested_by, row_count, byte_count, leased_until)
    select m.account_id, $2, 'test', 'running', true, 'settlement', 'native', '{"type": "settlement"}',
           m.user_id, 12345, 4200000, now() + interval '1 hour'
      from members m where m.account_id = $1`,
  incident: `insert into incidents (account_id, id, mode, dimension, value, since, opened_at, until, resolved_at, usual_of,
                                    usual_declined, current_of, current_declined, least_declines, per_hour)
    select $1, $2, 'test', 'issuer', 'Nordlicht Bank', at, at, at + interval '1 hour', at + interval '1 hour',
           480, 48, 12, 11, 6, 20
      from (select now() - $3::int * interval '1 day' as at) t`,
} as const;

async function change(name: keyof typeof CHANGES | "rolled", ...values: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ["start.mjs", "run", HERE, name, ...values], {
    env: childEnv({}),
  });
}

/** Sets the last confirmation of identity of all of a person's sessions to eleven minutes ago. */
export async function ageConfirmation(email: string): Promise<void> {
  await change("confirmation", email);
}

/** Sets the sign-in of a person's sessions, or their last activity, to this many minutes ago. */
export async function ageSession(email: string, what: "signedIn" | "seen", minutes: number) {
  await change(what, email, String(minutes));
}

/** Sets the start of an endpoint's failures to this many hours ago, so that the running worker warns about it and disables
 *  it. */
export async function ageFailure(endpointId: string, hours: number): Promise<void> {
  await change("failure", endpointId, String(hours));
}

/** Sets the expiry of these payments' challenges to the past, so that the running worker ends them. */
export async function expirePayments(ids: readonly string[]): Promise<void> {
  for (const id of ids) await change("expiry", id);
}

/** Inserts a prepared download in test mode with 12,345 rows written, leased for an hour: a file of a few payments is
 *  finished before it could be stopped. */
export async function heldDownload(account: string): Promise<void> {
  await change("download", account, newId("dl"));
}

/** Inserts an incident of test mode that began this many days ago and lasted an hour: the service needs weeks of payments to
 *  find one. */
export async function pastIncident(account: string, daysAgo: number): Promise<void> {
  await change("incident", account, newId("inc"), String(daysAgo));
}

/** Waits until the figures contain every payment that is decided now. Payments of "a week ago" are seconds old in a journey,
 *  and the worker may not have rolled them up. */
export async function rolledUp(): Promise<void> {
  await change("rolled");
}

const LEFT = `select exists (select from payment_outcomes f, rollup_progress p
  where p.rollup = 'outcomes' and f.tx_id >= p.rolled_to and f.tx_id < $1::xid8) as left`;

async function rollPast(): Promise<void> {
  const pool = getPool();
  const { rows } = await pool.query("select pg_current_xact_id()::text as now");
  do await rollUp();
  while ((await pool.query(LEFT, [rows[0].now])).rows[0].left);
}

if (argv[1] === HERE) {
  const [name, ...values] = argv.slice(2);
  if (name === "rolled") await rollPast();
  else await getPool().query(CHANGES[name as keyof typeof CHANGES], values);
  await closeDb();
}
