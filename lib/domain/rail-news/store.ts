import { runPrepared } from "#db/client.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Mode } from "#lib/kernel/mode.ts";

type Asked = { table: string; waits: string };

/** One that succeeded may be taken back. */
const PAYMENTS = {
  table: "payments",
  waits: "(rail_check_at is not null or status = 'succeeded')",
};

/** What rails are asked about, by the prefix of its ids, and when there is something to ask: what is due by a
 *  date of our own (evidence, arrivals) is not brought nearer. */
const ASKED = {
  pay: PAYMENTS,
  bp: PAYMENTS,
  re: { table: "refunds", waits: "rail_check_at is not null" },
  dp: { table: "disputes", waits: "status = 'under_review'" },
  po: { table: "payouts", waits: "status in ('submitted', 'settled')" },
  mdt: { table: "mandates", waits: "status = 'pending'" },
} as const satisfies Record<string, Asked>;

const isAsked = (prefix: string): prefix is keyof typeof ASKED => Object.hasOwn(ASKED, prefix);

/** Makes an object due now if there is something to ask its rail. Answers whether there is. */
export async function bringNear(which: {
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
