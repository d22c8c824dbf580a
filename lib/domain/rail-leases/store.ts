import { eq, isNull, lte, or, type SQL } from "drizzle-orm";
import { runPrepared } from "#db/client.ts";
import type { payments } from "#db/schema/payments.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { RecordOf } from "#lib/kernel/record-rows.ts";
import type { RailLease } from "./lease.ts";

/** The tables whose rows have leases, by id prefix. */
const TABLES: Readonly<Record<string, string>> = {
  pay: "payments",
  bp: "payments",
  re: "refunds",
  po: "payouts",
  mdt: "mandates",
};

function tableOf({ of: { id } }: RailLease): string {
  const table = TABLES[id.slice(0, id.indexOf("_"))];
  if (!table) throw new Error(`${id} has no lease`);
  return table;
}

const nameOf = ({ of: { accountId, mode, id } }: RailLease) => [accountId, mode, id];
const OWN = "account_id = $1 and mode = $2 and id = $3";

/** Stores a lease. Returns false if the row's last lease has not ended. */
export async function take(lease: RailLease, ms: number): Promise<boolean> {
  const table = tableOf(lease);
  const taken = await runPrepared(
    `rail_leases.take.${table}`,
    `update ${table} set rail_held_by = $4, rail_held_until = $5
      where ${OWN} and (rail_held_until is null or rail_held_until <= $6) returning 1 as one`,
    [...nameOf(lease), lease.holder, dateFromMs(lease.endsAtMs), dateFromMs(ms)],
  );
  return taken.length === 1;
}

/** Extends a lease. Returns false if another process took it over or it was ended. */
export async function prolong(lease: RailLease, endsAtMs: number): Promise<boolean> {
  const table = tableOf(lease);
  const prolonged = await runPrepared(
    `rail_leases.prolong.${table}`,
    `update ${table} set rail_held_until = $5 where ${OWN} and rail_held_by = $4 returning 1 as one`,
    [...nameOf(lease), lease.holder, dateFromMs(endsAtMs)],
  );
  return prolonged.length === 1;
}

export async function release(lease: RailLease): Promise<void> {
  const table = tableOf(lease);
  await runPrepared(
    `rail_leases.release.${table}`,
    `update ${table} set rail_held_by = null, rail_held_until = null where ${OWN} and rail_held_by = $4`,
    [...nameOf(lease), lease.holder],
  );
}

/** The columns of a lease, for hand-written SQL that inserts the object's row. */
export const LEASE_COLUMNS = [
  ["rail_held_by", "text"],
  ["rail_held_until", "timestamptz"],
] as const;

export function leaseRow({ holder, endsAtMs }: RailLease): RecordOf<typeof LEASE_COLUMNS> {
  return { rail_held_by: holder, rail_held_until: dateFromMs(endsAtMs) };
}

/** As `leaseRow`, for the query builder. */
export function leaseColumns({ holder, endsAtMs }: RailLease) {
  return { railHeldBy: holder, railHeldUntil: dateFromMs(endsAtMs) };
}

/** Ends any lease of a row; for the statement that records an outcome. */
export const NO_LEASE = { railHeldBy: null, railHeldUntil: null };

/** Whether `lease` can be stored in a row: its last lease has ended, or is this one. */
export function isFreeFor(
  t: Pick<typeof payments, "railHeldBy" | "railHeldUntil">,
  { holder }: RailLease,
): SQL | undefined {
  return or(
    isNull(t.railHeldUntil),
    lte(t.railHeldUntil, dateFromMs(nowMs())),
    eq(t.railHeldBy, holder),
  );
}
