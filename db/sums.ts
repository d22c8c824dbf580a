import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ListSums } from "#lib/kernel/page.ts";
import { MOST_LISTED } from "#lib/kernel/vocabulary/lists.ts";
import { db } from "./client.ts";

type Summed = { currency: AnyColumn; amount: AnyColumn; captured?: AnyColumn };
type Row = { currency: string; count: number; amount: string; captured: string | null };

/** Adds up the rows of a query per currency. Reads at most `MOST_LISTED` rows and one more, which shows whether there are
 *  more. `from` is a table, with its joins if the condition needs them. Takes no lock. */
export async function sumListed(
  { currency, amount, captured }: Summed,
  from: PgTable | SQL,
  where: SQL | undefined,
): Promise<ListSums> {
  const { rows } = await db().execute<Row>(sql`
    select currency, count(*)::int as count, sum(amount)::text as amount, sum(captured)::text as captured
      from (select ${currency} as currency, ${amount} as amount, ${captured ?? sql`null::bigint`} as captured
              from ${from} where ${where ?? sql`true`} limit ${MOST_LISTED + 1}) listed
     group by currency order by currency`);
  const sums = rows.map((row) => ({
    currency: row.currency,
    count: Number(row.count),
    amountMinor: BigInt(row.amount),
    capturedMinor: row.captured === null ? null : BigInt(row.captured),
  }));
  return { sums, hasMore: sums.reduce((sum, { count }) => sum + count, 0) > MOST_LISTED };
}
