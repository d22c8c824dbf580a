import { runPrepared } from "#db/client.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Mode } from "#lib/kernel/mode.ts";

type Asked = { table: string; waits: string };

/** A succeeded payment can still be charged back. */
const PAYMENTS = {
  table: "payments",
  waits: "(rail_check_at is not null or status = 'succeeded')",
};

/** The objects about which rails are asked, by id prefix, and the states in which there is something to ask. Due times
 *  that are our own deadlines (evidence, arrivals in test mode) stay unchanged. */
const ASKED = {
  pay: PAYMENTS,
  bp: PAYMENTS,
  re: { table: "refunds", waits: "rail_check_at is not null" },
  dp: { table: "disputes", waits: "status = 'under_review'" },
  po: {
    table: "payouts",
    waits: "(status in ('submitted', 'settled') or sent_at is not null and status = 'pending')",
  },
  mdt: { table: "mandates", waits: "status = 'pending'" },
  // In test mode they arrive on their date, without the rail.
  stl: { table: "settlements", waits: "mode = 'live' and status = 'scheduled'" },
} as const satisfies Record<string, Asked>;

const isAsked = (prefix: string): prefix is keyof typeof ASKED => Object.hasOwn(ASKED, prefix);

/** Makes an object due now if there is something to ask its rail. Returns whether there is. */
export async function makeDueNow(which: {
  mode: Mode;
  accountId: string;
  id: string;
}): Promise<boolean> {
  const prefix = which.id.slice(0, Math.max(0, which.id.indexOf("_")));
  if (!isAsked(prefix)) return false;
  const { table, waits } = ASKED[prefix];
  const found = await runPrepared<{ id: string }>(
    `rail_news_${prefix}`,
    `update ${table} set rail_check_at = least(rail_check_at, $4)
      where account_id = $1 and mode = $2 and id = $3 and ${waits} returning id`,
    [which.accountId, which.mode, which.id, now()],
  );
  return found.length === 1;
}
